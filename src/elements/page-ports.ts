import { takeEarly } from './early.ts';
import type { PacePorts } from './pace.ts';
import type { QuestionPorts } from './question.ts';
import { joinTabs, type JoinTabs } from './tabs.ts';

/** All that following needs from the world. */
export interface PollerPorts extends PacePorts, QuestionPorts {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  hidden(): boolean;
  /**
   * Calls when the page is shown or hidden or the network is back, and with `true` when the page is left, perhaps
   * for the back/forward cache; the answer ends it.
   */
  onTurn(run: (left: boolean) => void): () => void;
  /** Absent: this page asks alone. */
  readonly joinTabs?: JoinTabs;
}

const TURNS = ['online', 'pageshow', 'pagehide'];

/** The browser's page. */
export const pagePorts: PollerPorts = {
  fetch: (url, init) => takeEarly(url, init.signal) ?? fetch(url, init),
  now: () => performance.now(),
  wait(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  thrifty: () => !!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData,
  hidden: () => document.visibilityState === 'hidden',
  onTurn(run) {
    const turned = ({ type }: Event) => run(type === 'pagehide');
    document.addEventListener('visibilitychange', turned);
    for (const type of TURNS) addEventListener(type, turned);
    return () => {
      document.removeEventListener('visibilitychange', turned);
      for (const type of TURNS) removeEventListener(type, turned);
    };
  },
  joinTabs,
};
