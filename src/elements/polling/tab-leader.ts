import type { Outcome } from './poll-response.ts';

/** The browser's own, as far as it is used here. Both may refuse, and the lock may never come. */
export interface TabsPorts {
  /** Calls `hold` once the lock is free, and keeps it until the promise is settled (Web Locks). */
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>;
  channel(name: string): Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;
}

/** Who sent the request: this tab, the leader, or another tab that polled by itself. */
export type MessageSource = 'self' | 'leader' | 'other';

/** One tab's place among those of its browser that follow the same address. */
export interface Tabs {
  /** Sends the other tabs what a request came to; without one the leader announces itself. */
  broadcast(outcome?: Outcome): void;
  /** Whether this tab wants to lead; `false` gives the lock to the next. */
  lead(wanted: boolean): void;
  close(): void;
}

export type JoinTabs = (
  url: string,
  received: (outcome: Outcome | undefined, by: MessageSource) => void,
  becameLeader: () => void,
) => Tabs;

const number = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined);

const browser: TabsPorts = {
  request: async (...args) => navigator.locks.request(...args),
  channel: (name) => new BroadcastChannel(name),
};

/**
 * Joins the browser's tabs that follow one address, so that one of them, which holds the lock, polls for all.
 * When a tab is closed, crashes or gives the lock up, `becameLeader` is called in the next one. Only tabs of the same
 * origin take part.
 *
 * Every tab announces itself and the outcome of its requests. `received` handles an outcome as if this tab had sent the
 * request. Where locks are missing or refused no tab leads and each polls by itself; so does every tab
 * without a channel.
 */
export function joinTabs(
  ...[url, received, becameLeader, ports = browser]: [...Parameters<JoinTabs>, TabsPorts?]
): Tabs {
  const name = `pay-elements ${url}`;
  let channel: ReturnType<TabsPorts['channel']> | undefined;
  let turn: AbortController | undefined;
  let isLeader = false;

  const post = (outcome: Outcome | []) => {
    try {
      channel?.postMessage([isLeader, ...outcome]);
    } catch {
      // The other tabs poll by themselves.
    }
  };

  const lead = (wanted: boolean) => {
    if (!channel || wanted === !!turn) return;
    isLeader = false;
    turn?.abort();
    turn = undefined;
    if (!wanted) return;
    const { signal } = (turn = new AbortController());
    const hold = () =>
      new Promise<void>((free) => {
        if (signal.aborted) return free();
        signal.addEventListener('abort', () => free());
        isLeader = true;
        becameLeader();
      });
    // Refused, or aborted here: another tab leads, or none.
    ports.request(name, { signal }, hold).catch(() => {});
  };

  try {
    channel = ports.channel(name);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!Array.isArray(data)) return;
      const [byLeader, status, text, retryAfter, time] = data as unknown[];
      const outcome: Outcome | undefined =
        typeof status === 'number' && typeof text === 'string'
          ? [status, text, number(retryAfter), number(time)]
          : undefined;
      received(outcome, byLeader === true && !isLeader ? 'leader' : 'other');
    };
    post([]);
  } catch {
    // Not allowed for this origin: this tab polls alone.
  }

  return {
    broadcast(outcome) {
      if (outcome || isLeader) post(outcome ?? []);
    },
    lead,
    close() {
      lead(false);
      channel?.close();
    },
  };
}
