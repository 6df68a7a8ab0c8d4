import { serverTime, toldToWait } from './news.ts';
import { REQUEST_LIMIT_MS } from './pace.ts';

/**
 * What a question came to: the HTTP status (0: no answer), the body, for how many milliseconds it sends away, and the
 * server's time, ms since 1970.
 */
export type Outcome = readonly [status: number, text: string, told?: number | undefined, time?: number | undefined];

const NO_ANSWER: Outcome = [0, ''];

export interface QuestionPorts {
  fetch(url: string, init: { signal: AbortSignal; cache: 'no-store' }): Promise<Response>;
  /** Calls once after so many milliseconds; the answer calls it off. */
  wait(run: () => void, ms: number): () => void;
}

/** Asks once. `done` is called once, whatever comes or does not come; never after the question was called off. */
export function ask(url: string, ports: QuestionPorts, done: (outcome: Outcome) => void): () => void {
  const call = new AbortController();
  const { signal } = call;
  const end = (outcome?: Outcome) => {
    if (signal.aborted) return;
    callOffLimit();
    call.abort(); // what is still on its way is not waited for
    if (outcome) done(outcome);
  };
  const callOffLimit = ports.wait(() => end(NO_ANSWER), REQUEST_LIMIT_MS);
  const read = async (): Promise<Outcome> => {
    const response = await ports.fetch(url, { signal, cache: 'no-store' });
    const text = await response.text();
    return [response.status, text, toldToWait(response, text), serverTime(response)];
  };
  read().then(end, () => end(NO_ANSWER));
  return () => end();
}
