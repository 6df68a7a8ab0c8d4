import { parseJson } from '../core/json.ts';
import type { PagePorts } from './ports.ts';

/** The result of a request. Other tabs receive it as a message. */
export interface Answer {
  /** The HTTP status; 0 when no response arrived in time. */
  readonly status: number;
  readonly text: string;
  /** How many milliseconds the response asks to wait. */
  readonly retryAfter?: number | undefined;
  /** The server's time, in ms since 1970; `undefined` when the response does not show it. */
  readonly time?: number | undefined;
}

export interface RequestOptions extends RequestInit {
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * Sends one request. Returns a function that cancels it. `done` is called once, but never after the request was
 * cancelled.
 */
export function sendRequest(
  url: string,
  { timeout, ...init }: RequestOptions,
  ports: Pick<PagePorts, 'fetch' | 'wait' | 'date'>,
  done: (answer: Answer) => void,
): () => void {
  const call = new AbortController();
  const { signal } = call;
  const end = () => {
    cancelTimeout();
    call.abort(); // cancels a request that is still in progress
  };
  const finish = (answer: Answer = { status: 0, text: '' }) => {
    if (signal.aborted) return;
    end();
    done(answer);
  };
  const cancelTimeout = ports.wait(finish, timeout);
  const read = async (): Promise<Answer> => {
    const response = await ports.fetch(url, { ...init, signal, cache: 'no-store' });
    const text = await response.text();
    const time = serverTime(response);
    return { status: response.status, text, retryAfter: retryAfterOf(response, text, time ?? ports.date()), time };
  };
  read().then(finish, () => finish());
  return end;
}

/** Whether a request succeeded: `Response.ok`. */
export const isOk = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Says for developers how a request failed. @param status - its HTTP status; 0 when no response arrived */
export const failureOf = (status: number): string =>
  status === 0 ? 'no response' : status < 300 ? 'unexpected response' : `HTTP ${status}`;

/**
 * How a request failed, unless the response has the error code `unknown-order` or `unknown-payment`. A path without a
 * route has another one, or none.
 */
export const failureWithoutCode = ({ status, text }: Answer): string =>
  text.includes('"unknown-') ? '' : failureOf(status);

/** Reads an integer of the response from its text; `undefined` for any other value. */
export const count = (value: unknown) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;

/**
 * The server's time in a response, in ms since 1970: the payer's clock may be wrong. Other origins hide this header.
 */
const serverTime = ({ headers }: Response): number | undefined => Date.parse(headers.get('date') ?? '') || undefined;

/** Milliseconds to wait: `Retry-After` in seconds or as a date, else `after` in the body of a refusal. */
function retryAfterOf({ headers, ok }: Response, text: string, now: number): number | undefined {
  const header = headers.get('retry-after');
  if (header) {
    const seconds = count(header.trim());
    const ms = seconds === undefined ? Date.parse(header) - now : seconds * 1000;
    if (ms >= 0) return ms;
  }
  return ok ? undefined : count((parseJson(text) as { after?: unknown } | null | undefined)?.after);
}
