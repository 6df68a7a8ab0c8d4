/** Why a source could not answer. The codes are stable: switch on them. */
export type ChainErrorCode =
  /** No connection, or it was closed early. */
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  /** Too many requests. `retryAfter` is the time until a retry, in seconds, when the source names it. */
  | 'rate-limited'
  /** The source did not accept the key, the user or the password (401, 403). */
  | 'unauthorized'
  /** The source refused the request: another HTTP status, or an error of its RPC. */
  | 'rejected'
  /** The answer is too long, is no JSON, or a field of it cannot be read. */
  | 'bad-answer'
  /** The source is on another network than the coin's. */
  | 'wrong-network'
  /** The source has not yet read the whole chain, or its newest block is too old. */
  | 'out-of-sync'
  /** The source no longer has the blocks that the question is about. */
  | 'history-too-short'
  /** Two sources that must agree gave different answers. */
  | 'disagreement'
  /** The source is asked no more for a while, because it has failed or its pace is used up. */
  | 'paused';

/**
 * The error of a chain source. It names the source, and never its address: an address may contain a key. The answer of the
 * source is not in it either.
 */
export class ChainError extends Error {
  /** The name of the class. */
  override readonly name = 'ChainError';
  /** Kebab-case and stable: switch on it. */
  readonly code: ChainErrorCode;
  /** The name of the source. */
  readonly source: string;
  /** Seconds to wait before a retry. */
  readonly retryAfter?: number;

  constructor(code: ChainErrorCode, source: string, reason: string, { retryAfter }: { retryAfter?: number } = {}) {
    super(`${source}: ${reason}`);
    this.code = code;
    this.source = source;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }

  /** The fields for a structured log: JSON.stringify writes a plain Error as `{}`. */
  toJSON(): Record<string, unknown> {
    const { name, code, source, message, retryAfter } = this;
    return { name, code, source, message, retryAfter };
  }
}
