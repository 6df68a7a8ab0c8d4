import type { TabsPorts } from './ports.ts';
import type { Answer } from './request.ts';

/** The sender of the request: this tab, the leader, or another tab that polled by itself. */
export type MessageSource = 'self' | 'leader' | 'other';

/** One tab among those of its browser that poll the same address. */
export interface Tabs {
  /** Sends the answer to a request to the other tabs. Without an answer, the leader announces itself. */
  broadcast(answer?: Answer): void;
  /** Requests the lock of the leader, or with `false` releases it for the next tab. */
  lead(wanted: boolean): void;
  close(): void;
}

const number = (value: unknown) => (Number.isFinite(value) ? (value as number) : undefined);

/**
 * Joins the tabs of the browser that poll one address, so that one of them, which holds the lock, polls for all. When
 * that tab is closed, crashes or releases the lock, `becameLeader` is called in the next one. Only tabs of the same
 * origin take part.
 *
 * Every tab announces itself and broadcasts the answers to its requests. `received` handles an answer as if this tab
 * had sent the request. Where locks are missing or refused, no tab leads and each one polls by itself. A tab without a
 * channel polls by itself, too.
 */
export function joinTabs(
  ports: TabsPorts,
  url: string,
  received: (answer: Answer | undefined, by: MessageSource) => void,
  becameLeader: () => void,
): Tabs {
  const name = `pay-elements ${url}`;
  let channel: ReturnType<TabsPorts['channel']> | undefined;
  let turn: AbortController | undefined;
  let isLeader = false;

  const post = (...answer: readonly unknown[]) => {
    try {
      channel?.postMessage([isLeader, ...answer]);
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
    // The lock was refused, or aborted by this tab: another tab leads, or none.
    ports.request(name, { signal }, hold).catch(() => {});
  };

  try {
    channel = ports.channel(name);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!Array.isArray(data)) return;
      const [byLeader, status, text, retryAfter, time] = data as unknown[];
      const answer =
        typeof status === 'number' && typeof text === 'string'
          ? { status, text, retryAfter: number(retryAfter), time: number(time) }
          : undefined;
      received(answer, byLeader === true && !isLeader ? 'leader' : 'other');
    };
    post();
  } catch {
    // The origin may not use a channel: this tab polls by itself.
  }

  return {
    broadcast(answer) {
      if (answer) post(answer.status, answer.text, answer.retryAfter, answer.time);
      else if (isLeader) post();
    },
    lead,
    close() {
      lead(false);
      channel?.close();
    },
  };
}
