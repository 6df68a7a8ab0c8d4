import type { PayElement } from '../../src/elements/base/pay-element.ts';

const realTimeout = window.setTimeout.bind(window);

/** Bodies of answers that are being read, which takes every engine a time of its own. */
const reading = new Set<Promise<string>>();

/** Takes the place of the page's clock and timers, and turns when told. */
export function fakeClock() {
  const real = { setTimeout: realTimeout, clearTimeout: window.clearTimeout.bind(window) };
  const realNow = performance.now.bind(performance);
  // oxlint-disable-next-line typescript/unbound-method -- called with its own answer below
  const { text: realText } = Response.prototype;
  Response.prototype.text = function (this: Response) {
    const body = realText.call(this).finally(() => reading.delete(body));
    reading.add(body);
    return body;
  };
  let now = realNow();
  let id = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  performance.now = () => now;
  window.setTimeout = ((run: () => void, ms = 0) => (timers.set(++id, { at: now + ms, run }), id)) as never;
  window.clearTimeout = (which) => void timers.delete(which as number);
  return {
    timers,
    /** Lets time pass, and everything that falls due in it happen in its order. */
    async turn(ms: number, tag: PayElement) {
      const end = now + ms;
      for (;;) {
        const [which, due] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
        if (which === undefined || !due || due.at > end) break;
        now = due.at;
        timers.delete(which);
        due.run();
        await settled(tag);
      }
      now = end;
    },
    close() {
      performance.now = realNow;
      Response.prototype.text = realText;
      Object.assign(window, real);
    },
  };
}

/** The answers that are under way have been read, and shown. */
export async function settled(tag: PayElement) {
  do {
    for (let at = 0; at < 3; at++) await new Promise((done) => realTimeout(done, 0));
    await Promise.all(reading);
  } while (reading.size);
  await tag.updateComplete;
}
