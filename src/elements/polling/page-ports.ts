import { takePrefetched } from './take-prefetched.ts';
import type { IntervalPorts } from './poll-interval.ts';
import type { RequestPorts } from './poll-response.ts';
import type { JoinTabs } from './tab-leader.ts';

/** The functions of the environment that polling needs. */
export interface PollerPorts extends IntervalPorts, RequestPorts {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  hidden(): boolean;
  /**
   * Calls `run` when the page is shown or hidden or the network is back, and with `true` when the page is left, perhaps
   * for the back/forward cache. Returns a function that removes the listeners.
   */
  onPageLifecycle(run: (left: boolean) => void): () => void;
  /** When absent, this page polls by itself. */
  readonly joinTabs?: JoinTabs;
}

const LIFECYCLE_EVENTS = ['online', 'pageshow', 'pagehide'];

/** The functions of a browser page. */
export const pagePorts: PollerPorts = {
  fetch: (url, init) => takePrefetched(url, init.signal) ?? fetch(url, init),
  now: () => performance.now(),
  wait(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  savesData: () => !!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData,
  hidden: () => document.visibilityState === 'hidden',
  onPageLifecycle(run) {
    const onEvent = ({ type }: Event) => run(type === 'pagehide');
    document.addEventListener('visibilitychange', onEvent);
    for (const type of LIFECYCLE_EVENTS) addEventListener(type, onEvent);
    return () => {
      document.removeEventListener('visibilitychange', onEvent);
      for (const type of LIFECYCLE_EVENTS) removeEventListener(type, onEvent);
    };
  },
};
