import type { ServiceErrorCode } from './errors.ts';

/** Which of the service's five calls, by the name of the client's method. */
export type CallName = 'currentUser' | 'cryptoInfo' | 'createCrypto' | 'createWallet' | 'createLocalcode';

/** What stands in all that is told of one call. */
export interface OfCall {
  /** No other call of this process has it, whichever client made it. */
  readonly id: number;
  readonly call: CallName;
  readonly method: 'GET' | 'POST';
  /** As the contract writes it, without query. */
  readonly path: string;
}

/** A call was asked for. Told where it was asked for, so that a tracer finds its parent. */
export interface CallBegun extends OfCall {
  readonly type: 'call-begun';
  /** The whole address, without query. */
  readonly url: string;
}

/** One attempt at a call is over. */
export interface CallTried extends OfCall {
  readonly type: 'call-tried';
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
export interface CallEnded extends OfCall {
  readonly type: 'call-ended';
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
 * What a `ServiceClient` tells of its calls, for a log, a gauge or a trace. Neither bodies nor keys nor queries
 * are ever in it.
 */
export type ClientEvent = CallBegun | CallTried | CallEnded;
