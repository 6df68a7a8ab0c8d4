import { serverTime, retryAfterOf } from './status-update.ts';
import { REQUEST_LIMIT_MS } from './poll-interval.ts';

/**
 * The outcome of a request: the HTTP status (0 when no response arrived), the body, how many milliseconds a 429 or 503
 * response asks to wait, and the server's time in ms since 1970.
 */
export type Outcome = readonly [
  status: number,
  text: string,
  retryAfter?: number | undefined,
  time?: number | undefined,
];

const NO_ANSWER: Outcome = [0, ''];

export interface RequestPorts {
  fetch(url: string, init: { signal: AbortSignal; cache: 'no-store' }): Promise<Response>;
  /** Calls `run` once after `ms` milliseconds. Returns a function that cancels the call. */
  wait(run: () => void, ms: number): () => void;
}

/**
 * Sends one request. Returns a function that cancels it. `done` is called once, also when no response arrives, but
 * never after the request was cancelled.
 */
export function sendRequest(url: string, ports: RequestPorts, done: (outcome: Outcome) => void): () => void {
  const call = new AbortController();
  const { signal } = call;
  const end = (outcome?: Outcome) => {
    if (signal.aborted) return;
    cancelLimit();
    call.abort(); // cancels a request that is still in progress
    if (outcome) done(outcome);
  };
  const cancelLimit = ports.wait(() => end(NO_ANSWER), REQUEST_LIMIT_MS);
  const read = async (): Promise<Outcome> => {
    const response = await ports.fetch(url, { signal, cache: 'no-store' });
    const text = await response.text();
    const { status } = response;
    const isRefused = status === 429 || status === 503;
    return [status, text, isRefused ? retryAfterOf(response, text) : undefined, serverTime(response)];
  };
  read().then(end, () => end(NO_ANSWER));
  return () => end();
}
