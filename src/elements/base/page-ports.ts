import { webUrl } from '../../core/web.ts';
import type { PagePorts } from '../../model/ports.ts';

const LIFECYCLE_EVENTS = ['online', 'pageshow', 'pagehide'];

export const pagePorts: PagePorts = {
  fetch: (url, init) => fetch(url, init),
  now: () => performance.now(),
  date: () => Date.now(),
  wait(run, ms) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  savesData: () => !!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData,
  hidden: () => document.visibilityState === 'hidden',
  online: () => navigator.onLine,
  onPageLifecycle(run) {
    const onEvent = ({ type }: Event) => run(type === 'pagehide');
    document.addEventListener('visibilitychange', onEvent);
    for (const type of LIFECYCLE_EVENTS) addEventListener(type, onEvent);
    return () => {
      document.removeEventListener('visibilitychange', onEvent);
      for (const type of LIFECYCLE_EVENTS) removeEventListener(type, onEvent);
    };
  },
  onRestored(run) {
    const onEvent = ({ persisted }: PageTransitionEvent) => persisted && run();
    addEventListener('pageshow', onEvent);
    return () => removeEventListener('pageshow', onEvent);
  },
  resolve: (address) => webUrl(address, document.baseURI),
  // A page may not be allowed to use its storage.
  memory: {
    get(key) {
      try {
        return sessionStorage.getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(key, text) {
      try {
        sessionStorage.setItem(key, text);
      } catch {
        // After a reload, the page shows what it would show in another tab.
      }
    },
  },
  tabs: {
    request: async (...args) => navigator.locks.request(...args),
    channel: (name) => new BroadcastChannel(name),
  },
};
