/**
 * A shop that is killed while it sends goods: it says that it sends, and never ends. Arguments: the database file, the
 * module with `createOnPaid`, the address of the payment's webhook.
 */
import { DatabaseSync } from 'node:sqlite';
import { createCheckout, type OnPaid } from '../../../src/server/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import type { FulfilmentModule } from './fulfilment.test.ts';
import { ORDER, SECRET } from '../shop.ts';

const [file, module, webhookUrl] = process.argv.slice(2) as [string, string, string];
const { createOnPaid } = (await import(module)) as FulfilmentModule;
const ship = async (_order: object, { idempotencyKey }: { readonly idempotencyKey: string }) => {
  process.stdout.write(`ship ${idempotencyKey}\n`);
  await new Promise(() => setInterval(() => {}, 1_000));
};
const checkout = createCheckout({
  service: { baseUrl: 'http://127.0.0.1:1', apiKey: 'key' },
  secret: SECRET,
  publicUrl: webhookUrl.slice(0, webhookUrl.indexOf('/webhook/')),
  store: sqliteStore(new DatabaseSync(file)),
  order: () => ORDER,
  allowTestPayments: true,
  onPaid: (payment) => onPaid(payment),
});
const onPaid: OnPaid = createOnPaid(new DatabaseSync(file), checkout, ship);
const headers = { 'content-type': 'application/json' };
const body = JSON.stringify({ status: 'PAID' });
await checkout.POST(new Request(webhookUrl, { method: 'POST', headers, body }));
