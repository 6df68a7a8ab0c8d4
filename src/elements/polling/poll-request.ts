import { takePrefetched } from './take-prefetched.ts';
import { pagePorts } from './page-ports.ts';

/** The helper asks the service for up to 45 s, and waits as long for a creation that another tab began. Milliseconds. */
const LIMIT_MS = 60_000;

/** An answer with all of its text; no response where none came. */
export type Answered = readonly [response: Response | undefined, text: string];

/** Sends one request at a time. */
export class PollRequest {
  #call: AbortController | undefined;

  /** Whether an answer is waited for. */
  get busy(): boolean {
    return !!this.#call;
  }

  /** Cancels the request before. The answer of a cancelled request never comes. */
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
      // No network, or the limit.
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
