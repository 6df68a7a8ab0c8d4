/**
 * A shop that is killed while the service makes a payment: the row is written, the answer has not come.
 * Arguments: the database file, the service's address, the shop's own.
 */
import { DatabaseSync } from 'node:sqlite';
import { createCheckout } from '../../../../src/server/index.ts';
import { sqliteStore } from '../../../../src/server/stores/sqlite.ts';
import { ORDER, SECRET } from '../../shop.ts';

const [file, baseUrl, publicUrl] = process.argv.slice(2) as [string, string, string];
const { POST } = createCheckout({
  service: { baseUrl, apiKey: 'stub-key' },
  secret: SECRET,
  publicUrl,
  store: sqliteStore(new DatabaseSync(file)),
  order: () => ORDER,
});
await POST(
  new Request(`${publicUrl}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order: '1001', method: 'wallet' }),
  }),
);
