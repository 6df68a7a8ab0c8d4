import type { ClientEvent } from '../../../observability/client-event.ts';
import type { Clock } from './clock.ts';
import { ServiceError, type ServiceErrorCode, type ServiceErrorDetails } from '../client/errors.ts';
import type { RequestResult, RateLimit, Permit } from './rate-limit.ts';
import { UnreadableAnswer } from '../client/read-answer.ts';
import { redactBody, redactCause, redactMessage, type Redact } from '../client/redact.ts';
import type { Refused } from '../client/refusal.ts';
import { retryAfterMs } from './retry-after.ts';
import { isHtml } from '../../../response-text.ts';
import { TimeoutError, withTimeout } from '../../../with-timeout.ts';
import { PERMIT_MS } from '../../../permits.ts';
import { TransportError, type Transport, type TransportRequest, type TransportResponse } from './transport.ts';

/** One of the five calls, ready to send. */
export interface Call<T> {
  readonly name: string;
  /** The path as the contract writes it, without query. */
  readonly path: string;
  readonly request: Pick<TransportRequest, 'method' | 'url' | 'headers' | 'body'>;
  /** True when the call creates a payment. It is not derived from the HTTP method: 4.5 is a GET. */
  readonly creation: boolean;
  /** Texts to redact in errors. */
  readonly secrets: readonly string[];
  /** @throws UnreadableAnswer */
  readonly read: (text: string) => T;
  readonly signal?: AbortSignal | undefined;
  /** The time limit of each attempt, in milliseconds. */
  readonly timeout: number;
}

export interface Answered<T> {
  readonly data: T;
  readonly response: TransportResponse;
}

export interface AttemptParts {
  readonly transport: Transport;
  readonly limit: RateLimit;
  readonly clock: Clock;
  readonly refusal: (response: TransportResponse) => Refused;
  readonly onEvent: (event: ClientEvent) => void;
}

/** The state at the start of an attempt. */
export interface AttemptState {
  /** The number of the call among all calls of this process. */
  readonly id: number;
  /** The number of the attempt, from 1 on. */
  readonly number: number;
  /** The longest time to wait for a permit, in milliseconds. */
  readonly within: number;
  /** True when the service may have received the call in an earlier attempt. */
  readonly seen: boolean;
  readonly redact: Redact;
}

export type AttemptResult<T> =
  ({ readonly ok: true } & Answered<T>) | { readonly ok: false; readonly error: ServiceError; readonly waited: number };

/** The longest response that is read to its end, in bytes: the largest known field is a QR image of a few kB. */
const ANSWER_MAX = 1024 * 1024;

/** The time that a transport gets beyond its `timeout` before its attempt fails. Milliseconds. */
const GRACE_MS = 1_000;

/**
 * Waits for a permit, sends a call once, reads the response, and reports the result to the rate limit and to `onEvent`.
 */
export function createAttempt({ transport, limit, clock, refusal, onEvent }: AttemptParts) {
  return async function attempt<T>(
    call: Call<T>,
    { id, number, within, seen, redact }: AttemptState,
  ): Promise<AttemptResult<T>> {
    const { name, path, request, signal, timeout } = call;
    const common = {
      type: 'request-attempted',
      id,
      call: name,
      method: request.method,
      path,
      attempt: number,
    } as const;

    function failure(code: ServiceErrorCode, reason: string, details: ServiceErrorDetails): ServiceError {
      const { cause, field, body, ...rest } = details;
      return new ServiceError(code, redact(`${request.method} ${path}: ${reason}`), {
        ...rest,
        sent: seen || rest.sent,
        url: redact(request.url.split('?', 1)[0]!),
        field: field && redact(field),
        body: body && redactBody(body, redact),
        cause: redactCause(cause, redact),
      });
    }

    function read(response: TransportResponse): Answered<T> | ServiceError {
      const { status, headers, text: body } = response;
      if (status < 200 || status > 299) {
        let refused: Refused;
        try {
          refused = refusal(response);
        } catch (cause) {
          const reason = `service.refusal() failed: ${redactMessage(cause, redact)}`;
          return failure('bad-answer', reason, { sent: true, status, body, cause });
        }
        const { code, field } = Object(refused) as Partial<Refused>;
        if (typeof code !== 'string')
          return failure('bad-answer', 'service.refusal(): an object with code is needed', {
            sent: true,
            status,
            body,
          });
        const wait = retryAfterMs(headers, clock.now()) ?? (code === 'rate-limited' ? PERMIT_MS : undefined);
        const retryAfter = wait && Math.ceil(wait / 1000);
        return failure(code, `the service answered ${status}${isHtml(body) ? ' with an HTML page' : ''}`, {
          sent: true,
          status,
          retryAfter,
          field,
          body,
        });
      }
      try {
        return { data: call.read(body), response };
      } catch (error) {
        if (!(error instanceof UnreadableAnswer)) throw error;
        const { field, refused, message } = error;
        return failure(refused ? 'rejected' : 'bad-answer', message, { sent: true, status, field, body });
      }
    }

    function noAnswer(error: unknown): ServiceError {
      if (error instanceof TransportError) return failure(error.code, error.message, error);
      // The shop's own transport threw an error without details. The request may have reached the service.
      const name = error instanceof Error ? error.name : '';
      const code = signal?.aborted ? 'aborted' : name === 'TimeoutError' ? 'timeout' : 'network';
      return failure(code, `service.transport() failed: ${redactMessage(error, redact)}`, { sent: true, cause: error });
    }

    const requestedAt = clock.now();
    let permit: Permit;
    try {
      permit = await limit.acquire({ creation: call.creation, within, signal });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const waited = clock.now() - requestedAt;
      onEvent({ ...common, waited, ms: 0, sent: false, code: error.code });
      return { ok: false, waited, error: failure(error.code, error.message, error) };
    }

    const { waited } = permit;
    const started = clock.now();
    let ms = 0;
    let response: TransportResponse | undefined;
    let answered: Answered<T> | ServiceError | undefined;
    let unanswered: TransportError | undefined;
    try {
      const sent = { ...request, ...(signal && { signal }), timeout, maxBytes: ANSWER_MAX };
      response = checkResponse(await withinTime(timeout + GRACE_MS, async () => transport(sent)));
    } catch (error) {
      if (error instanceof TransportError) unanswered = error;
      answered = noAnswer(error);
    }
    try {
      ms = clock.now() - started;
      if (response) answered = read(response);
    } finally {
      // This must run in every case: a permit whose result is not reported would block the queue.
      const failed = answered instanceof ServiceError ? answered.code : undefined;
      await permit.report(resultOf(response, failed, clock.now()));
      const sent = response !== undefined || (unanswered?.sent ?? true);
      const status = response && { status: response.status };
      onEvent({ ...common, waited, ms, sent, ...status, ...(failed && { code: failed }) });
    }
    return answered instanceof ServiceError
      ? { ok: false, waited, error: answered }
      : { ok: true, ...(answered as Answered<T>) };
  };
}

/** Limits the time of a transport: the shop's own transport may ignore `timeout`, and would then keep its permit. */
async function withinTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(ms, 'transport', work);
  } catch (error) {
    if (!(error instanceof TimeoutError)) throw error;
    throw new TransportError('timeout', `the transport gave no answer within ${ms} ms`, { sent: true });
  }
}

/** @throws TransportError when the value is no readable response */
function checkResponse(response: TransportResponse): TransportResponse {
  const { status, headers, text } = Object(response) as Partial<Record<keyof TransportResponse, unknown>>;
  if (Number.isInteger(status) && typeof headers === 'object' && headers !== null && typeof text === 'string')
    return response;
  throw new TransportError('bad-answer', 'the transport gave no { status, headers, text }', { sent: true });
}

function resultOf(
  response: TransportResponse | undefined,
  code: ServiceErrorCode | undefined,
  now: number,
): RequestResult {
  if (!response) return { kind: 'unknown' };
  return code === 'rate-limited' ? { kind: 'limited', for: retryAfterMs(response.headers, now) } : { kind: 'accepted' };
}
