import type { PostgresDriver } from './postgres-driver.ts';
import { randomText } from '../random-text.ts';
import { unref } from '../timer.ts';
import { createListeners, type Listeners } from './listeners.ts';
import { createTokenIndex } from './token-index.ts';

/**
 * The name of the channel. Other users of the database may listen too, so a notification contains the hash of a token: the
 * token is the payer's credential.
 */
const CHANNEL = 'pay_elements';

/** The shortest and the longest delay before a lost connection is opened again (exponential backoff). Milliseconds. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;

/**
 * The number of polling intervals between two pings. A ping detects connections that were closed without an error, by a
 * router or a sleeping host.
 */
const POLLS_PER_PING = 15;

/** Reads the state of the payments whose tokens are in a JSON array. */
const STATES = `SELECT token, version, stage FROM pay_payments
  WHERE token IN (SELECT json_array_elements_text(CAST(CAST($1 AS TEXT) AS JSON)))`;

export interface NotificationOptions {
  /** True to use LISTEN. Otherwise, and while the connection is down, the payments are polled. */
  readonly useListen: boolean;
  /** The polling interval, in ms. */
  readonly pollInterval: number;
}

/** Notifies of payments that any process has changed. */
export interface PostgresNotifications extends Pick<Listeners, 'subscribe' | 'notify'> {
  /**
   * Extends a statement that writes a payment and returns its row. The result also sends a notification when it is
   * committed.
   */
  announcing(write: string, beside?: string): string;
  close(): void;
}

/**
 * Notifies the listeners of a payment when any process on the database has changed it.
 *
 * A notification contains no payment data: the listener reads the payment. So a lost connection only causes a delay:
 * while it is down the payments are polled, and when it is up again all listeners are notified.
 */
export function createPostgresNotifications(
  driver: PostgresDriver,
  { useListen, pollInterval }: NotificationOptions,
): PostgresNotifications {
  const self = randomText();
  const listeners = createListeners(begin);
  const watched = createTokenIndex();
  /** The states of the payments at the last poll. */
  let seen = new Map<string, string>();
  let connection: 'none' | 'opening' | 'up' = 'none';
  let stop: (() => void) | undefined;
  let drop = () => {};
  let failures = 0;
  let isUnanswered = false;
  let polling = false;
  let ticks = 0;
  let closed = false;
  let ticker: ReturnType<typeof setInterval> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function begin(): void {
    if (closed || ticker !== undefined) return;
    ticker = setInterval(() => void tick(), pollInterval);
    unref(ticker);
    if (useListen) void open();
  }

  async function open(): Promise<void> {
    if (connection !== 'none' || closed) return;
    connection = 'opening';
    let current = true;
    const lost = () => {
      if (!current) return;
      current = false;
      connection = 'none';
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
        onNotification(payload) {
          if (!current || closed) return;
          isUnanswered = false;
          const [hash = '', by] = payload.split(' ');
          // The writes of this process have already notified its listeners.
          if (by !== self) void notifyByHash(hash);
        },
        listening() {
          if (!current || closed) return;
          connection = 'up';
          failures = 0;
          isUnanswered = false;
          listeners.notifyAll();
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

  async function notifyByHash(hash: string): Promise<void> {
    const token = await watched.find(hash);
    if (token !== undefined && !closed) listeners.notify(token);
  }

  async function tick(): Promise<void> {
    ticks += 1;
    if (listeners.size === 0) return seen.clear();
    if (connection !== 'up') return poll();
    seen.clear();
    if (ticks % POLLS_PER_PING !== 0) return;
    if (isUnanswered) return drop();
    isUnanswered = true;
    // When the database is down, the connection and the next query report it.
    await driver.query(`SELECT pg_notify('${CHANNEL}', $1)`, [`. ${self}`]).catch(() => {});
  }

  async function poll(): Promise<void> {
    if (polling) return;
    polling = true;
    try {
      const rows = await driver.query(STATES, [JSON.stringify(listeners.tokens())]);
      if (closed) return;
      const before = seen;
      seen = new Map(rows.map(({ token, version, stage }) => [String(token), `${String(version)} ${String(stage)}`]));
      // A payment without an earlier state may have changed since the subscription.
      for (const [token, state] of seen) if (before.get(token) !== state) listeners.notify(token);
    } catch {
      // The next poll runs soon.
    } finally {
      polling = false;
    }
  }

  return {
    subscribe(token, listener) {
      const end = listeners.subscribe(token, listener);
      watched.add(token);
      return () => {
        end();
        if (!listeners.has(token)) watched.remove(token);
      };
    },
    notify: (token) => listeners.notify(token),
    announcing: (write, beside = '') =>
      `WITH u AS (${write}), ${beside}
        n AS (SELECT pg_notify('${CHANNEL}', encode(sha256(convert_to(token, 'UTF8')), 'hex') || ' ${self}') FROM u)
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
