import { takePrefetched } from './take-prefetched.ts';
import { pagePorts } from './page-ports.ts';

/**
 * Timeout of a request. The helper's requests to the service take up to 45 s, and it waits as long for a creation that
 * another tab has started. Milliseconds.
 */
const LIMIT_MS = 60_000;

/** A response with its whole text; the response is `undefined` when none arrived. */
export type Answered = readonly [response: Response | undefined, text: string];

/** Sends one request at a time. */
export class PollRequest {
  #call: AbortController | undefined;

  /** Whether a request is in progress. */
  get busy(): boolean {
    return !!this.#call;
  }

  /** Cancels the previous request. The promise of a cancelled request never settles. */
  async send(url: string, init?: RequestInit): Promise<Answered> {
    this.stop();
    const own = (this.#call = new AbortController());
    const { signal } = own;
    const endLimit = pagePorts.wait(() => own.abort(), LIMIT_MS);
    let answered: Answered = [undefined, ''];
    try {
      const prefetched = init ? undefined : takePrefetched(url, signal);
      const response = await (prefetched ?? fetch(url, { ...init, signal, cache: 'no-store' }));
      answered = [response, await response.text()];
    } catch {
      // No network, or the timeout.
    }
    endLimit();
    if (this.#call !== own) return new Promise(() => {});
    this.#call = undefined;
    return answered;
  }

  stop(): void {
    const call = this.#call;
    this.#call = undefined;
    call?.abort();
  }
}
