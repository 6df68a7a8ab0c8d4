/**
 * A shop that is killed between the durable write of a change and the end of `onStatus`: it says that it was
 * told, and never finishes. Arguments: the database file, the paymentRef.
 */
import { DatabaseSync } from 'node:sqlite';
import { createDelivery } from '../../../src/server/payments/delivery.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { transitionNow } from '../../support/transition-now.ts';

const [file, paymentRef] = process.argv.slice(2) as [string, string];
const store = sqliteStore(new DatabaseSync(file));
const forever = setInterval(() => {}, 1_000);
const delivery = createDelivery(
  store,
  async (payment) => {
    process.stdout.write(`told ${payment.phase}\n`);
    await new Promise(() => forever);
  },
  () => {},
  { leaseMs: 200 },
);
await transitionNow(store, paymentRef, { phase: 'paid', status: 'PAID', facts: {}, at: Date.now() });
await delivery.deliver(paymentRef);
