import type { Known, PollerState } from './news.ts';
import { createPoller, type Poller } from './poller.ts';
import { pagePorts } from './page-ports.ts';

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
 * The last tag to stop ends the poller. Tags know nothing of who asks, this page or another tab (`tabs.ts`).
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
