/** A page for the models: its clock goes on only when told, and its network answers what a test says. */
import { webUrl } from '../../src/core/web.ts';
import type { PagePorts, TabsPorts } from '../../src/model/ports.ts';
import { createClock, MINUTE, read, settle, type Clock } from './fake-browser.ts';

/** The page's own address. The addresses of a payment are relative to it. */
const PAGE = 'https://shop.example/checkout';

/** What the payer's clock shows when the page's monotonic clock is 0. */
export const PAYER_EPOCH = Date.UTC(2026, 10, 20, 10);

/** A request of the page. Its signal is aborted once it has ended. */
export interface PageRequest {
  readonly url: string;
  readonly at: number;
  readonly init: RequestInit;
  readonly signal: AbortSignal;
  readonly give: (response: Response) => void;
  readonly fail: () => void;
}

/** Answers a request at once; without a result, the request stays open until the test answers it. */
export type Reply = (request: PageRequest) => Response | Error | undefined;

export type PaymentPage = ReturnType<typeof createPaymentPage>;

export const respond = (body: object | string | null, init: ResponseInit = {}): Response =>
  read(new Response(typeof body === 'string' || !body ? body : JSON.stringify(body), init));

export function createPaymentPage({ clock = createClock(), tabs }: { clock?: Clock; tabs?: TabsPorts } = {}) {
  const requests: PageRequest[] = [];
  let listeners: ((left: boolean) => void)[] = [];
  let isHidden = false;
  let savesData = false;
  let chance = 0.5; // in the middle: no jitter
  let payerEpoch = PAYER_EPOCH;
  let reply: Reply = () => undefined;

  const ports: PagePorts = {
    fetch: (url, init) =>
      new Promise<Response>((give, refuse) => {
        const signal = init.signal!;
        const fail = () => refuse(new TypeError('network'));
        signal.addEventListener('abort', fail);
        const request = { url, at: clock.now(), init, signal, give, fail };
        requests.push(request);
        const answer = reply(request);
        if (answer instanceof Error) refuse(answer);
        else if (answer) give(answer);
      }),
    now: clock.now,
    date: () => payerEpoch + clock.now(),
    wait: clock.wait,
    random: () => chance,
    savesData: () => savesData,
    hidden: () => isHidden,
    online: () => true,
    onPageLifecycle(run) {
      listeners.push(run);
      return () => void (listeners = listeners.filter((each) => each !== run));
    },
    onRestored: () => () => {},
    resolve: (address) => webUrl(address, PAGE),
    memory: { get: () => undefined, set: () => {} },
    ...(tabs && { tabs }),
  };
  const last = () => requests[requests.length - 1]!;
  const tell = async (left: boolean) => {
    for (const run of listeners) run(left);
    await settle();
  };

  return {
    ports,
    requests,
    clock,
    turn: clock.turn,
    last,
    /** The path and the query of every request. */
    asked: () => requests.map(({ url }) => url.replace('https://shop.example', '')),
    /** The requests in progress. */
    open: () => requests.filter(({ signal }) => !signal.aborted),
    timers: () => clock.waiting,
    listeners: () => listeners.length,
    setReply: (value: Reply) => void (reply = value),
    setChance: (value: number) => void (chance = value),
    setPayerClock: (ms: number) => void (payerEpoch = ms - clock.now()),
    saveData: (value = true) => void (savesData = value),
    hide: () => void (isHidden = true),
    /** Shows the page, with the events `visibilitychange`, `pageshow` or `online`. */
    async show() {
      isHidden = false;
      await tell(false);
    },
    /** `pagehide`: the page may be kept in the back/forward cache. */
    leave: () => tell(true),
    async answer(body: object | string | null, init: ResponseInit = {}) {
      last().give(respond(body, init));
      await settle();
    },
    async fail() {
      last().fail();
      await settle();
    },
    /** The milliseconds until the next request; `undefined` when there is none. */
    async untilRequest(limit = 2 * 60 * MINUTE) {
      const count = requests.length;
      const from = clock.now();
      while (requests.length === count && clock.now() - from < limit) {
        if (clock.next === undefined) return undefined;
        await clock.turn(clock.next - clock.now());
      }
      return requests.length > count ? clock.now() - from : undefined;
    },
  };
}
