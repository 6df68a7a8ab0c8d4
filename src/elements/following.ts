import { takeEarly } from './early.ts';
import type { Known } from './news.ts';
import { createPoller, type Poller, type PollerPorts, type PollerState } from './poller.ts';

const pagePorts: PollerPorts = {
  fetch: (url, init) => takeEarly(url, init.signal) ?? fetch(url, init),
  now: () => performance.now(),
  wait(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  hidden: () => document.visibilityState === 'hidden',
  onWake(run) {
    document.addEventListener('visibilitychange', run);
    addEventListener('online', run);
    addEventListener('pageshow', run);
    return () => {
      document.removeEventListener('visibilitychange', run);
      removeEventListener('online', run);
      removeEventListener('pageshow', run);
    };
  },
};

interface Followed {
  readonly poller: Poller;
  readonly listeners: Set<(state: PollerState) => void>;
}

/** One poller a status address a page, however many tags show the payment. */
const followed = new Map<string, Followed>();

/** How many addresses the page follows now. @internal */
export const followedCount = (): number => followed.size;

/** One tag's hold on a shared poller. */
export interface Following {
  ask(): void;
  stop(): void;
}

/**
 * Follows a status address and tells `listener` of every change, at once if something is known already.
 * The last tag to stop ends the poller. Tags know nothing of who asks: a page that leaves the asking to
 * another tab of the browser would decide so here.
 */
export function follow(
  url: string,
  listener: (state: PollerState) => void,
  known: Known & { fresh?: boolean },
): Following {
  let entry = followed.get(url);
  if (entry) {
    const { state } = entry.poller;
    if (state.contact !== 'unknown' || state.odd !== undefined) listener(state);
  } else {
    const listeners = new Set<(state: PollerState) => void>();
    const tell = (state: PollerState) => listeners.forEach((each) => each(state));
    entry = { listeners, poller: createPoller(url, pagePorts, tell, known) };
    followed.set(url, entry);
  }
  const { poller, listeners } = entry;
  listeners.add(listener);
  return {
    ask: () => poller.ask(),
    stop() {
      listeners.delete(listener);
      if (listeners.size || followed.get(url)?.poller !== poller) return;
      poller.stop();
      followed.delete(url);
    },
  };
}
