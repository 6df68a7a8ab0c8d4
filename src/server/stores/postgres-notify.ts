import type { PostgresDriver } from './postgres-driver.ts';
import { randomText } from '../webhook/secrets.ts';
import { createListeners, type Listeners } from './listeners.ts';

/** The channel. Other users of the database may listen, too: a notification holds only a token. */
const CHANNEL = 'pay_elements';

/** Bounds of the exponential back-off before a lost connection is opened again. Milliseconds. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 10_000;

/** A ping every so many intervals finds connections that were cut without an error, by a router or a sleeping host. */
const POLLS_PER_PING = 15;

/** The state of the payments with these tokens, a JSON list. */
const STATES = `SELECT token, version, stage FROM pay_payments
  WHERE token IN (SELECT json_array_elements_text(CAST(CAST($1 AS TEXT) AS JSON)))`;

export interface NotificationOptions {
  /** Whether to use LISTEN. Otherwise, and while the connection is down, the payments are polled. */
  readonly useListen: boolean;
  /** How often they are polled, in ms. */
  readonly pollInterval: number;
}

/** Notifications of payments that any process has changed. */
export interface PostgresNotifications extends Pick<Listeners, 'subscribe' | 'notify'> {
  /** The statement, which writes a payment and returns its row, with a notification when it is committed. */
  announcing(write: string, beside?: string): string;
  close(): void;
}

/**
 * Notifies the listeners of a payment when any process on the database has changed it.
 *
 * A notification holds no data: the listener reads the payment. So a lost connection only costs time: while it is down
 * the payments are polled, and once it is up again all listeners are notified.
 */
export function createPostgresNotifications(
  driver: PostgresDriver,
  { useListen, pollInterval }: NotificationOptions,
): PostgresNotifications {
  const self = randomText();
  const listeners = createListeners(begin);
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
          const [token = '', by] = payload.split(' ');
          // Our own writes have notified the listeners of this process already.
          if (by !== self) listeners.notify(token);
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
      // The next poll is soon.
    } finally {
      polling = false;
    }
  }

  return {
    subscribe: (token, listener) => listeners.subscribe(token, listener),
    notify: (token) => listeners.notify(token),
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
