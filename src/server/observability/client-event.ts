/** The fields of all events of one call. */
interface OfCall {
  /** The id of the call. It is unique among all clients of this process. */
  readonly id: number;
  /** The name of the call. At the service of the contract it is the name of the client's method: `createCrypto`. */
  readonly call: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path with its placeholders, without query: `/v1/payments`. It has few values. */
  readonly path: string;
}

/** A call was started. Emitted synchronously, so that a tracer finds its parent span. */
export interface RequestStarted extends OfCall {
  /** The type of the event. */
  readonly type: 'request-started';
  /** The URL, without query. An identifier of a payment in it may be a placeholder. */
  readonly url: string;
}

/** One attempt at a call has ended. */
export interface RequestAttempted extends OfCall {
  /** The type of the event. */
  readonly type: 'request-attempted';
  /** The number of the attempt, from 1 on. */
  readonly attempt: number;
  /** Milliseconds that this attempt waited for a permit. */
  readonly waited: number;
  /** Milliseconds from sending the request to the end of the response; 0 when nothing was sent. */
  readonly ms: number;
  /** True when the service may have received the request, and counted it. */
  readonly sent: boolean;
  /** The HTTP status, when there was a response. */
  readonly status?: number;
  /** The error code, when the attempt failed: of a `ProviderError`. */
  readonly code?: string;
}

/** A call has ended with its result or its error. Each started call ends once. */
export interface RequestCompleted extends OfCall {
  /** The type of the event. */
  readonly type: 'request-completed';
  /** The number of attempts. */
  readonly attempts: number;
  /** Milliseconds of the whole call, with waits and pauses. */
  readonly ms: number;
  /** The HTTP status of the last response, when there was one. */
  readonly status?: number;
  /** The error code, when the call failed: of a `ProviderError`, or `internal`. */
  readonly code?: string;
}

/** The events of a client of a payment server, for logs, metrics and traces. They never contain bodies, keys or queries. */
export type ClientEvent = RequestStarted | RequestAttempted | RequestCompleted;

let calls = 0;

/** The id of a new call. All clients of this process count together. */
export const nextCallId = (): number => (calls += 1);
