import { Poller } from './poller.ts';
import type { PagePorts } from './ports.ts';
import type { Known, PollerState } from './status-update.ts';

interface Entry {
  readonly poller: Poller;
  readonly listeners: Set<(state: PollerState) => void>;
}

/** One poller per status address and page, shared by all models of the page that show the payment. */
const pages = new WeakMap<PagePorts, Map<string, Entry>>();

function entriesOf(ports: PagePorts): Map<string, Entry> {
  const entries = pages.get(ports) ?? new Map<string, Entry>();
  pages.set(ports, entries);
  return entries;
}

/** The number of addresses that the page polls now. @internal */
export const pollerCount = (ports: PagePorts): number => entriesOf(ports).size;

export interface Subscription {
  /** What is already known of the address, from the polling for another model. */
  readonly state: PollerState | undefined;
  poll(): void;
  stop(): void;
}

/**
 * Polls a status address and calls `listener` with every change. The poller stops with its last subscription. Models do
 * not know whether this page or another tab sends the requests (`tab-leader.ts`).
 */
export function subscribe(
  ports: PagePorts,
  url: string,
  listener: (state: PollerState) => void,
  known: Known & { readonly fresh?: boolean },
): Subscription {
  const entries = entriesOf(ports);
  let entry = entries.get(url);
  if (!entry) {
    const listeners = new Set<(state: PollerState) => void>();
    const notify = (state: PollerState) => listeners.forEach((each) => each(state));
    entry = { listeners, poller: new Poller(url, ports, notify, known) };
    entries.set(url, entry);
  }
  const { poller, listeners } = entry;
  const { state } = poller;
  listeners.add(listener);
  return {
    state: state.contact === 'unknown' && state.unrecognized === undefined ? undefined : state,
    poll: () => poller.poll(),
    stop() {
      listeners.delete(listener);
      if (listeners.size || entries.get(url)?.poller !== poller) return;
      poller.stop();
      entries.delete(url);
    },
  };
}
