import { serverTime, retryAfterOf } from './status-update.ts';
import { REQUEST_LIMIT_MS } from './poll-interval.ts';

/**
 * What a request came to: the HTTP status (0: no answer), the body, for how many milliseconds a 429 or 503
 * response asks to wait, and the server's time, ms since 1970.
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
  /** Calls once after so many milliseconds; the answer calls it off. */
  wait(run: () => void, ms: number): () => void;
}

/** Sends one request. `done` is called once, whatever comes or does not come; never after the request was cancelled. */
export function sendRequest(url: string, ports: RequestPorts, done: (outcome: Outcome) => void): () => void {
  const call = new AbortController();
  const { signal } = call;
  const end = (outcome?: Outcome) => {
    if (signal.aborted) return;
    cancelLimit();
    call.abort(); // stops what is still on its way
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
