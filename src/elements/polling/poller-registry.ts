import { pagePorts } from './page-ports.ts';
import { createPoller, type Poller } from './poller.ts';
import type { Known, PollerState } from './status-update.ts';
import { joinTabs } from './tab-leader.ts';

interface Entry {
  readonly poller: Poller;
  readonly listeners: Set<(state: PollerState) => void>;
}

/** One poller per status address, shared by all elements of the page that show the payment. */
const entries = new Map<string, Entry>();

/** The number of addresses that the page polls now. @internal */
export const pollerCount = (): number => entries.size;

/** The subscription of one element to a poller. */
export interface Subscription {
  poll(): void;
  stop(): void;
}

/**
 * Polls a status address and calls `listener` with every change, and at once if a state is already known. The poller
 * stops with its last subscription. Elements do not know whether this page or another tab sends the requests
 * (`tab-leader.ts`).
 */
export type Subscribe = (
  url: string,
  listener: (state: PollerState) => void,
  known: Known & { readonly fresh?: boolean },
) => Subscription;

/** Polls a status address for all elements of the page that show its payment. */
export const subscribe: Subscribe = (url, listener, known) => {
  let entry = entries.get(url);
  if (entry) {
    const { state } = entry.poller;
    if (state.contact !== 'unknown' || state.unrecognized !== undefined) listener(state);
  } else {
    const listeners = new Set<(state: PollerState) => void>();
    const notify = (state: PollerState) => listeners.forEach((each) => each(state));
    entry = { listeners, poller: createPoller(url, { joinTabs, ...pagePorts }, notify, known) };
    entries.set(url, entry);
  }
  const { poller, listeners } = entry;
  listeners.add(listener);
  return {
    poll: () => poller.poll(),
    stop() {
      listeners.delete(listener);
      if (listeners.size || entries.get(url)?.poller !== poller) return;
      poller.stop();
      entries.delete(url);
    },
  };
};
