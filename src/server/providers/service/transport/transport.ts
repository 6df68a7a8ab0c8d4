/**
 * A request for a transport. The transport is the only network access of the client.
 *
 * It is not `fetch`, because contract 4.5 is a GET with a body, which `fetch` refuses to send.
 */

export interface TransportRequest {
  /** GET with a body for contract 4.5. */
  readonly method: 'GET' | 'POST';
  /** The full URL. */
  readonly url: string;
  /** Names in lower case. The values contain a key: do not log them. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. A GET may have one (contract 4.5); it must be sent too, with a content-length. */
  readonly body?: string;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /** The time limit of the whole request, in milliseconds: connecting, the response headers and the body. */
  readonly timeout: number;
  /** The longest response that is read to its end, in bytes. */
  readonly maxBytes: number;
}

/** A complete response. */
export interface TransportResponse {
  /** The HTTP status. */
  readonly status: number;
  /** Names in lower case; the values of a repeated header are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, as text. */
  readonly text: string;
}

/**
 * Sends one request once: it follows no redirect and repeats nothing. A response with any HTTP status is a result. A
 * request without a response throws a `TransportError`. After any other error the request counts as sent, because the
 * client cannot know.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** The codes of `TransportError`. */
export type TransportFault = 'network' | 'timeout' | 'aborted' | 'bad-answer' | 'unsupported';

/** A request without a response. */
export class TransportError extends Error {
  /** The name of the class. */
  override readonly name = 'TransportError';
  /** It becomes the code of the `ServiceError`. */
  readonly code: TransportFault;
  /** False only when the service certainly did not receive the request. */
  readonly sent: boolean;

  constructor(code: TransportFault, message: string, { sent, cause }: { sent: boolean; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.sent = sent;
  }
}
