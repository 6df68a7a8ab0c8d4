/** A page for the models: a clock that moves only when told, a network that the test answers, and page events. */
import type { PagePorts } from '../../src/model/ports.ts';

const ORIGIN = 'https://shop.example';

/** A request that the page has sent. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  /** The JSON body of a `POST`. */
  readonly body: { readonly order: string; readonly method: string; readonly coin?: string } | undefined;
  /** Milliseconds of the clock. */
  readonly at: number;
  readonly signal: AbortSignal;
}

/** Runs all promise callbacks that are due. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 24; turn++) await Promise.resolve();
}

/** A response. Only what the models use of a `Response`: a real body takes tasks of the event loop. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return text(JSON.stringify(body), status, headers);
}

export const text = (body: string, status = 200, headers: Record<string, string> = {}): Response =>
  ({ status, ok: status < 300, headers: new Headers(headers), text: () => Promise.resolve(body) }) as Response;

/** A request that fails without a response. */
export const lost = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

/** A response that arrives when the test says so. */
export function later() {
  let give: (response: Response) => void = () => {};
  let refuse: () => void = () => {};
  const answer = new Promise<Response>((done, fail) => {
    give = done;
    refuse = () => fail(new TypeError('Failed to fetch'));
  });
  return { answer, give, refuse };
}

export type FakePage = ReturnType<typeof createPage>;

/** @param answer - Answers every request of the page. */
export function createPage(answer: (request: SentRequest) => Response | Promise<Response>) {
  let now = 1_000;
  let timers: { at: number; run: () => void }[] = [];
  let isHidden = false;
  let isOnline = true;
  const lifecycle = new Set<(left: boolean) => void>();
  const restored = new Set<() => void>();
  const stored = new Map<string, string>();
  const requests: SentRequest[] = [];

  const ports: PagePorts = {
    fetch(url, init) {
      const { pathname: path, search } = new URL(url);
      const { method = 'GET', body } = init;
      const signal = init.signal!;
      const parsed = typeof body === 'string' ? (JSON.parse(body) as SentRequest['body']) : undefined;
      const request = { method, path, search, body: parsed, at: now, signal };
      requests.push(request);
      const cancelled = new Promise<never>((_, refuse) =>
        signal.addEventListener('abort', () => refuse(new DOMException('cancelled', 'AbortError'))),
      );
      return Promise.race([Promise.resolve(answer(request)), cancelled]);
    },
    now: () => now,
    date: () => Date.now(),
    wait(run, ms) {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    random: () => 0.5,
    savesData: () => false,
    hidden: () => isHidden,
    online: () => isOnline,
    onPageLifecycle(run) {
      lifecycle.add(run);
      return () => void lifecycle.delete(run);
    },
    onRestored(run) {
      restored.add(run);
      return () => void restored.delete(run);
    },
    resolve: (address) => (address && URL.canParse(address, ORIGIN) ? new URL(address, ORIGIN).href : undefined),
    memory: { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) },
  };

  const dispatch = async () => {
    for (const run of [...lifecycle]) run(false);
    await settle();
  };
  return {
    ports,
    requests,
    settle,
    now: () => now,
    date: () => Date.now(),
    wait: (run: () => void, ms: number) => ports.wait(run, ms),
    /** Lets milliseconds pass, with every timer that is due. */
    async turn(ms: number) {
      const end = now + ms;
      await settle();
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        now = due.at;
        timers = timers.filter((each) => each !== due);
        due.run();
        await settle();
      }
      now = end;
    },
    async hide() {
      isHidden = true;
      await dispatch();
    },
    async show() {
      isHidden = false;
      await dispatch();
    },
    async setOnline(online: boolean) {
      isOnline = online;
      if (online) await dispatch();
    },
    /** The page comes back from the back/forward cache. */
    async restore() {
      for (const run of [...restored]) run();
      await dispatch();
    },
    /** What still runs or listens. */
    get active() {
      return timers.length + lifecycle.size + restored.size;
    },
  };
}
