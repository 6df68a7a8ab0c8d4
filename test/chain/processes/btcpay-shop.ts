/**
 * A process of a shop with BTCPay Server, on PostgreSQL. It may be killed at any time.
 *
 * Its argument is a `ShopProcess` as JSON. It sends `ready` when it listens, `held` when it has come to the step that is
 * held, and `looked` after each look for payments to read. It answers each `Turn` with `turned`.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { createCheckoutWith } from '../../../src/server/checkout.ts';
import { nodeHandler } from '../../../src/server/http/node/index.ts';
import { btcpay, type BtcpayOptions } from '../../../src/server/providers/btcpay/index.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import type { PaymentStore } from '../../../src/server/store.ts';
import { SECRET } from '../../server/shop.ts';

/** Where the process stops for ever: before or after a write to the store, or before `onPaid` has ended. */
export type Step =
  | { readonly before: 'insert' | 'setResponse' | 'transition' | 'setCheck' | 'markHandled' }
  | { readonly after: 'insert' | 'setResponse' | 'transition' | 'setCheck' | 'markHandled' }
  | 'onPaid';

export interface ShopProcess {
  readonly database: string;
  readonly server: BtcpayOptions;
  readonly port: number;
  readonly publicUrl: string;
  /** Milliseconds. */
  readonly sweepInterval: number;
  /** How far its clock is ahead, in milliseconds. */
  readonly ahead: number;
}

export interface Turn {
  /** How far its clock is ahead from now on, in milliseconds. */
  readonly ahead?: number;
  /** Where it stops from now on. */
  readonly hold?: Step;
}

const { database, server, port, publicUrl, sweepInterval, ...given } = JSON.parse(process.argv[2]!) as ShopProcess;
let { ahead } = given;
let hold: Step | undefined;
process.on('message', (turn: Turn) => {
  ahead = turn.ahead ?? ahead;
  hold = turn.hold ?? hold;
  process.send!('turned');
});

const forEver = (): Promise<never> => {
  process.send!('held');
  return new Promise(() => {});
};

/** The store, whose calls can be held. */
function holdable(store: PaymentStore): PaymentStore {
  const wrap = (name: keyof PaymentStore) => {
    const calls = store as unknown as Record<string, (...args: unknown[]) => unknown>;
    return async (...args: unknown[]) => {
      const is = (when: string) => typeof hold === 'object' && (hold as Record<string, unknown>)[when] === name;
      if (is('before')) return forEver();
      const result = await calls[name]!(...args);
      if (is('after')) return forEver();
      if (name === 'dueChecks' && args[0] === 'read') process.send!('looked');
      return result;
    };
  };
  const names = ['insert', 'setResponse', 'transition', 'setCheck', 'markHandled', 'dueChecks'] as const;
  return { ...store, ...Object.fromEntries(names.map((name) => [name, wrap(name)])) };
}

const pool = new pg.Pool({ connectionString: database, max: 5 });
pool.on('error', () => {}); // the test may end the database first

const checkout = createCheckoutWith(
  {
    provider: btcpay(server),
    store: holdable(postgresStore(pool)),
    secret: SECRET,
    publicUrl,
    order: () => ({ amount: '24.90', currency: 'EUR' }),
    creationLimit: false,
    allowTestPayments: true,
    log: false,
    async onPaid({ paymentRef, orderRef, phase }) {
      await pool.query('INSERT INTO told (ref, order_ref, phase, port) VALUES ($1, $2, $3, $4)', [
        ...[paymentRef, orderRef, phase, port],
      ]);
      if (hold === 'onPaid') await forEver();
    },
  },
  { now: () => Date.now() + ahead, sweepInterval },
);
createServer(nodeHandler(checkout)).listen(port, '127.0.0.1', () => process.send!('ready'));
process.on('disconnect', () => process.exit());
