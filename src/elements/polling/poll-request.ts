import { takeEarly } from './early.ts';
import { pagePorts } from './page-ports.ts';

/** The helper asks the service for up to 45 s, and waits as long for a creation that another tab began. Milliseconds. */
const LIMIT_MS = 60_000;

/** An answer with all of its text; no response where none came. */
export type Answered = readonly [response: Response | undefined, text: string];

/** Asks one question at a time. */
export class Asking {
  #call: AbortController | undefined;

  /** Whether an answer is waited for. */
  get busy(): boolean {
    return !!this.#call;
  }

  /** Calls off the question before. Its answer, and that of one that is called off later, never comes. */
  async ask(url: string, init?: RequestInit): Promise<Answered> {
    this.stop();
    const own = (this.#call = new AbortController());
    const { signal } = own;
    const endLimit = pagePorts.wait(() => own.abort(), LIMIT_MS);
    let answered: Answered = [undefined, ''];
    try {
      const early = init ? undefined : takeEarly(url, signal);
      const response = await (early ?? fetch(url, { ...init, signal, cache: 'no-store' }));
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
