import type { Outcome } from './question.ts';

/** The browser's own, as far as it is used here. Both may refuse, and the lock may never come. */
export interface TabsPorts {
  /** Calls `hold` once the lock is free, and keeps it until the promise is settled (Web Locks). */
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>;
  channel(name: string): Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;
}

/** Whose question it was: this tab's, of the one that asks for all, or of another that looked for itself. */
export type Teller = 'self' | 'leader' | 'other';

/** One tab's place among those of its browser that follow the same address. */
export interface Tabs {
  /** Tells the other tabs what a question came to; without an outcome only that this one leads, where it does. */
  tell(outcome?: Outcome): void;
  /** Whether this tab would be the one to ask; `false` gives the lock to the next. */
  lead(wanted: boolean): void;
  close(): void;
}

export type JoinTabs = (
  url: string,
  heard: (outcome: Outcome | undefined, by: Teller) => void,
  led: () => void,
) => Tabs;

const number = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined);

const browser: TabsPorts = {
  request: async (...args) => navigator.locks.request(...args),
  channel: (name) => new BroadcastChannel(name),
};

/**
 * Joins the browser's tabs that follow one address, so that one of them asks for all: the one that has the lock.
 * A tab that is closed, crashes or gives the lock up makes the next one `led`. Only tabs of the same origin meet.
 *
 * Every tab says that it has come, and what its questions came to: `heard` gets it to be judged as if the network
 * had brought it. Where locks are missing, refused or silent nobody leads, and nobody waits for anybody; without a
 * channel nobody hears anything.
 */
export function joinTabs(...[url, heard, led, ports = browser]: [...Parameters<JoinTabs>, TabsPorts?]): Tabs {
  const name = `pay-elements ${url}`;
  let channel: ReturnType<TabsPorts['channel']> | undefined;
  let turn: AbortController | undefined;
  let leads = false;

  const say = (outcome: Outcome | []) => {
    try {
      channel?.postMessage([leads, ...outcome]);
    } catch {
      // The others ask for themselves.
    }
  };

  const lead = (wanted: boolean) => {
    if (!channel || wanted === !!turn) return;
    leads = false;
    turn?.abort();
    turn = undefined;
    if (!wanted) return;
    const { signal } = (turn = new AbortController());
    const hold = () =>
      new Promise<void>((free) => {
        if (signal.aborted) return free();
        signal.addEventListener('abort', () => free());
        leads = true;
        led();
      });
    // Refused, or called off by us: either way somebody else leads, or nobody.
    ports.request(name, { signal }, hold).catch(() => {});
  };

  try {
    channel = ports.channel(name);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!Array.isArray(data)) return;
      const [byLeader, status, text, told, time] = data as unknown[];
      const outcome: Outcome | undefined =
        typeof status === 'number' && typeof text === 'string' ? [status, text, number(told), number(time)] : undefined;
      heard(outcome, byLeader === true && !leads ? 'leader' : 'other');
    };
    say([]);
  } catch {
    // An origin that may not: this tab asks alone.
  }

  return {
    tell(outcome) {
      if (outcome || leads) say(outcome ?? []);
    },
    lead,
    close() {
      lead(false);
      channel?.close();
    },
  };
}
