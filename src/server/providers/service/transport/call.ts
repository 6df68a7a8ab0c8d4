import {
  createAttempt,
  type Answered,
  type AttemptParts,
  type Call,
  type AttemptResult,
  type AttemptState,
} from './attempt.ts';
import { nextCallId } from '../../../observability/client-event.ts';
import { delay } from './clock.ts';
import { ServiceError, type ServiceErrorCode } from '../client/errors.ts';
import { createRedact } from '../client/redact.ts';
import { omitUndefined } from '../../../omit-undefined.ts';

export interface CallerParts extends AttemptParts {
  /** The longest time that a call may wait in total, for permits and between attempts. Milliseconds. */
  readonly maxWait: number;
}

const ATTEMPTS_MAX = 3;

/** The pause before the second attempt, in milliseconds. It doubles with every attempt. */
const PAUSE_MS = 500;

/** The random part of a pause. It prevents many callers from retrying at the same time. */
const JITTER = 0.25;

/**
 * Sends a call, and repeats it only when that cannot create a second payment. Emits the events of its start and its
 * end.
 */
export function createCaller({ maxWait, ...parts }: CallerParts) {
  const { clock, onEvent } = parts;
  const attempt = createAttempt(parts);

  return async function send<T>(call: Call<T>): Promise<Answered<T>> {
    const { name, path, request } = call;
    const common = { id: nextCallId(), call: name, method: request.method, path };
    const begun = clock.now();
    let attempts = 0;
    const end = (status?: number, code?: ServiceErrorCode | 'internal') => {
      const ms = clock.now() - begun;
      onEvent({ type: 'request-completed', ...common, attempts, ms, ...omitUndefined({ status, code }) });
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
    tryOnce: (given: Pick<AttemptState, 'within' | 'seen' | 'redact'>) => Promise<AttemptResult<T>>,
  ): Promise<Answered<T>> {
    const redact = createRedact(call.secrets);
    let waited = 0;
    let seen = false;
    let last: ServiceError | undefined;
    for (let number = 1; ; number += 1) {
      const result = await tryOnce({ within: maxWait - waited, seen, redact });
      if (result.ok) return result;
      const { error } = result;
      // The error that made another attempt necessary is more useful than `busy`.
      if (last && error.code === 'busy') throw last;

      waited += result.waited;
      const pause = number < ATTEMPTS_MAX && mayRepeat(call.creation, error) ? pauseAfter(error, number) : Infinity;
      if (waited + pause > maxWait) throw error;
      last = error;
      seen = error.sent;
      waited += pause;
      if (pause > 0) await delay(pause, clock, call.signal);
    }
  }
}

/**
 * A creation is repeated only when it cannot have created a payment: the service did not receive it, or responded with
 * 429 or 503. The contract has no idempotency key, so after any other failure a payment may exist.
 */
function mayRepeat(creation: boolean, { code, status, sent }: ServiceError): boolean {
  if (code === 'rate-limited' || (code === 'service-error' && status === 503)) return true;
  if (creation) return code === 'network' && !sent;
  return code === 'network' || code === 'timeout' || code === 'service-error';
}

/** Returns the pause in milliseconds. It is 0 after a 429, because the rate limit delays the next attempt. */
function pauseAfter({ code, retryAfter }: ServiceError, number: number): number {
  if (code === 'rate-limited') return 0;
  if (retryAfter !== undefined) return retryAfter * 1000;
  return PAUSE_MS * 2 ** (number - 1) * (1 - JITTER * Math.random());
}
