import type { ServiceErrorCode } from './errors.ts';

/** Which of the service's five calls, by the name of the client's method. */
export type CallName = 'currentUser' | 'cryptoInfo' | 'createCrypto' | 'createWallet' | 'createLocalcode';

/** The fields of all events of one call. */
export interface OfCall {
  /** No other call of this process has it, whichever client made it. */
  readonly id: number;
  readonly call: CallName;
  readonly method: 'GET' | 'POST';
  /** As the contract writes it, without query. */
  readonly path: string;
}

/** A call was started. Emitted synchronously, so that a tracer finds its parent span. */
export interface RequestStarted extends OfCall {
  readonly type: 'request-started';
  /** The whole address, without query. */
  readonly url: string;
}

/** One attempt at a call is over. */
export interface RequestAttempted extends OfCall {
  readonly type: 'request-attempted';
  /** 1 for the first. */
  readonly attempt: number;
  /** Milliseconds this attempt waited for its turn. */
  readonly waited: number;
  /** Milliseconds from sending to the end of the answer; 0 when nothing was sent. */
  readonly ms: number;
  /** Whether the service may have seen it, and counted it. */
  readonly sent: boolean;
  /** The HTTP status, when there was an answer. */
  readonly status?: number;
  /** Why it failed, when it did. */
  readonly code?: ServiceErrorCode;
}

/** A call has given its answer, or its error. Each that has begun ends once. */
export interface RequestCompleted extends OfCall {
  readonly type: 'request-completed';
  /** How often it was tried. */
  readonly attempts: number;
  /** Milliseconds in all, waiting and pauses too. */
  readonly ms: number;
  /** The HTTP status of the last answer, when there was one. */
  readonly status?: number;
  /** Why it failed, when it did: the error's own. */
  readonly code?: ServiceErrorCode | 'internal';
}

/**
 * The events of a `ServiceClient`, for logs, metrics and traces. Neither bodies nor keys nor queries
 * are ever in it.
 */
export type ClientEvent = RequestStarted | RequestAttempted | RequestCompleted;
