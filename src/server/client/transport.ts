/**
 * How a request reaches the service: the one port between the client and a network.
 *
 * It is not `fetch`, because contract 4.5 is a GET with a body, which `fetch` refuses to send.
 */

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Names in lower case. A key is among the values: they belong in no log. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. A GET may have one (contract 4.5), and it must arrive, framed by a content-length. */
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds for everything: connecting, the answer's head and its body. */
  readonly timeout: number;
  /** An answer with more bytes than this is not read to its end. */
  readonly maxBytes: number;
}

/** What a transport brings back, read to its end. */
export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; a header that came twice is joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Sends one request once: no redirect followed, nothing repeated. Any HTTP status is an answer. What is no
 * answer is thrown as a `TransportError`; any other error counts as sent, because it cannot be known.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** How a request can fail on its way: the codes of `TransportError`. */
export type TransportFault = 'network' | 'timeout' | 'aborted' | 'bad-answer' | 'unsupported';

/** A request that got no answer. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: TransportFault;
  /** False only when the service surely never saw the request. */
  readonly sent: boolean;

  constructor(code: TransportFault, message: string, { sent, cause }: { sent: boolean; cause?: unknown }) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.sent = sent;
  }
}
