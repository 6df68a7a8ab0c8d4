import type { PostgresDriver } from './postgres-driver.ts';
import { randomText } from '../secrets.ts';
import { createWatchers, type Watchers } from './watchers.ts';

/** What is listened to. The database's other users may listen too: there is nothing in it but 'look again'. */
const CHANNEL = 'pay_elements';

/** A line that was lost is opened again this soon at first and twice as late each time, at most. Milliseconds. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;

/** So many looks apart, the line is tried: one that was cut without a word (a router, a sleeping host) hears nothing. */
const LOOKS_A_BEAT = 15;

/** How payments that are watched stand: their tokens, as a JSON list. */
const STATES = `SELECT token, version, stage FROM pay_payments
  WHERE token IN (SELECT json_array_elements_text(CAST(CAST($1 AS TEXT) AS JSON)))`;

export interface NewsOptions {
  /** Whether to LISTEN. Else, and while the line is down, watched payments are looked at. */
  readonly listens: boolean;
  /** How often they are looked at, in ms. */
  readonly lookEvery: number;
}

/** News of payments that other processes changed. */
export interface PostgresNews extends Pick<Watchers, 'watch' | 'wake'> {
  /** A statement that writes a payment and returns its row, so that it tells everyone as it is committed. */
  announcing(write: string, beside?: string): string;
  close(): void;
}

/**
 * Wakes who watches a payment when any process on the database has changed it.
 *
 * What arrives is never news itself: whoever is woken reads the payment. So a line that was lost costs nothing
 * but time: while it is down watched payments are looked at, and once it is up again everyone looks.
 */
export function createPostgresNews(driver: PostgresDriver, { listens, lookEvery }: NewsOptions): PostgresNews {
  const self = randomText();
  const watchers = createWatchers(begin);
  /** How watched payments stood at the last look. */
  let seen = new Map<string, string>();
  let line: 'none' | 'opening' | 'up' = 'none';
  let stop: (() => void) | undefined;
  let drop = () => {};
  let failures = 0;
  let unheard = false;
  let looking = false;
  let ticks = 0;
  let closed = false;
  let ticker: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    if (closed || ticker !== undefined) return;
    ticker = setInterval(() => void tick(), lookEvery);
    unref(ticker);
    if (listens) void open();
  }

  async function open(): Promise<void> {
    if (line !== 'none' || closed) return;
    line = 'opening';
    let current = true;
    const lost = () => {
      if (!current) return;
      current = false;
      line = 'none';
      stop?.();
      stop = undefined;
      if (closed) return;
      const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      failures += 1;
      retry = setTimeout(() => void open(), longest * (0.5 + Math.random() / 2));
      unref(retry);
    };
    try {
      const end = await driver.listen(CHANNEL, {
        heard(payload) {
          if (!current || closed) return;
          unheard = false;
          const [token = '', by] = payload.split(' ');
          // Our own writes have woken who watches here.
          if (by !== self) watchers.wake(token);
        },
        listening() {
          if (!current || closed) return;
          line = 'up';
          failures = 0;
          unheard = false;
          watchers.wakeAll();
        },
        lost,
      });
      if (!current || closed) return end();
      stop = end;
      drop = lost;
    } catch {
      lost();
    }
  }

  async function tick(): Promise<void> {
    ticks += 1;
    if (watchers.size === 0) return seen.clear();
    if (line !== 'up') return look();
    seen.clear();
    if (ticks % LOOKS_A_BEAT !== 0) return;
    if (unheard) return drop();
    unheard = true;
    // A database that is down is told by the line, and to whoever asks it.
    await driver.query(`SELECT pg_notify('${CHANNEL}', $1)`, [`. ${self}`]).catch(() => {});
  }

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const rows = await driver.query(STATES, [JSON.stringify(watchers.tokens())]);
      if (closed) return;
      const before = seen;
      seen = new Map(rows.map(({ token, version, stage }) => [String(token), `${String(version)} ${String(stage)}`]));
      // Who was not seen before may have changed since they began to watch.
      for (const [token, state] of seen) if (before.get(token) !== state) watchers.wake(token);
    } catch {
      // The next look is soon.
    } finally {
      looking = false;
    }
  }

  return {
    watch: (token, look) => watchers.watch(token, look),
    wake: (token) => watchers.wake(token),
    announcing: (write, beside = '') =>
      `WITH u AS (${write}), ${beside}
        n AS (SELECT pg_notify('${CHANNEL}', token || ' ${self}') FROM u)
      SELECT u.* FROM u LEFT JOIN n ON true`,
    close() {
      closed = true;
      clearInterval(ticker);
      clearTimeout(retry);
      stop?.();
      stop = undefined;
    },
  };
}

/** It must not keep a process alive that has nothing else to do. */
const unref = (timer: unknown) => (timer as { unref?(): void }).unref?.();
