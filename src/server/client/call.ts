import { createAttempt, type Answered, type AttemptParts, type Call, type Tried, type Try } from './attempt.ts';
import { rest } from './clock.ts';
import { ServiceError, type ServiceErrorCode } from './errors.ts';
import { createRedact } from './redact.ts';

export interface CallerParts extends AttemptParts {
  /** The longest that a call may wait in all, for its turn and between attempts. Milliseconds. */
  readonly maxWait: number;
}

const ATTEMPTS_MAX = 3;

/** The first pause before another attempt, in milliseconds; it doubles. */
const PAUSE_MS = 500;

/** The part of a pause that is left to chance, so that many callers do not come back in step. */
const JITTER = 0.25;

/** Numbers the calls of this process, across all clients. */
let calls = 0;

/** Sends a call, and repeats it only where that cannot create a second payment. Emits its start and its end. */
export function createCaller({ maxWait, ...parts }: CallerParts) {
  const { clock, onEvent } = parts;
  const attempt = createAttempt(parts);

  return async function send<T>(call: Call<T>): Promise<Answered<T>> {
    const { name, path, request } = call;
    const common = { id: (calls += 1), call: name, method: request.method, path };
    const begun = clock.now();
    let attempts = 0;
    const end = (status?: number, code?: ServiceErrorCode | 'internal') => {
      const result = { ...(status !== undefined && { status }), ...(code !== undefined && { code }) };
      onEvent({ type: 'request-completed', ...common, attempts, ms: clock.now() - begun, ...result });
    };
    onEvent({ type: 'request-started', ...common, url: request.url.split('?', 1)[0]! });
    try {
      const answered = await repeat(call, (given) =>
        attempt(call, { ...given, id: common.id, number: (attempts += 1) }),
      );
      end(answered.response.status);
      return answered;
    } catch (error) {
      if (error instanceof ServiceError) end(error.status, error.code);
      else end(undefined, 'internal');
      throw error;
    }
  };

  async function repeat<T>(
    call: Call<T>,
    tryOnce: (given: Pick<Try, 'within' | 'seen' | 'redact'>) => Promise<Tried<T>>,
  ): Promise<Answered<T>> {
    const redact = createRedact(call.secrets);
    let waited = 0;
    let seen = false;
    let last: ServiceError | undefined;
    for (let number = 1; ; number += 1) {
      const tried = await tryOnce({ within: maxWait - waited, seen, redact });
      if (tried.ok) return tried;
      const { error } = tried;
      // Why there had to be another attempt says more than that its turn would not come in time.
      if (last && error.code === 'busy') throw last;

      waited += tried.waited;
      const pause = number < ATTEMPTS_MAX && mayRepeat(call.creation, error) ? pauseAfter(error, number) : Infinity;
      if (waited + pause > maxWait) throw error;
      last = error;
      seen = error.sent;
      waited += pause;
      if (pause > 0) await rest(pause, clock, call.signal);
    }
  }
}

/**
 * A creation goes out again only when the service surely made nothing of it: it never saw it, or it said 429
 * or 503. There is no idempotency key in the contract, so after anything else a payment may exist already.
 */
function mayRepeat(creation: boolean, { code, status, sent }: ServiceError): boolean {
  if (code === 'rate-limited' || (code === 'service-error' && status === 503)) return true;
  if (creation) return code === 'network' && !sent;
  return code === 'network' || code === 'timeout' || code === 'service-error';
}

/** Milliseconds. After a 429 none: the rate limit delays the next attempt. */
function pauseAfter({ code, retryAfter }: ServiceError, number: number): number {
  if (code === 'rate-limited') return 0;
  if (retryAfter !== undefined) return retryAfter * 1000;
  return PAUSE_MS * 2 ** (number - 1) * (1 - JITTER * Math.random());
}
