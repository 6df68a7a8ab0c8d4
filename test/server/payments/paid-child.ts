/**
 * A shop that is killed in `onPaid`: it prints its port, and `onPaid` when that is called, which never ends.
 * Arguments: the kind of store, its address, the service's address.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createCheckout } from '../../../src/server/index.ts';
import { nodeHandler } from '../../../src/server/http/node/index.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { ORDER, SECRET } from '../shop.ts';

const [kind, address, baseUrl] = process.argv.slice(2) as [string, string, string];
const store =
  kind === 'SQLite'
    ? sqliteStore(new DatabaseSync(address))
    : postgresStore(new pg.Pool({ connectionString: address, max: 3 }));
const server = createServer().listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const checkout = createCheckout({
    service: { baseUrl, apiKey: 'stub-key' },
    secret: SECRET,
    publicUrl: `http://127.0.0.1:${port}/pay`,
    store,
    allowTestPayments: true,
    order: () => ORDER,
    onPaid: () => {
      process.stdout.write('onPaid\n');
      return new Promise(() => {});
    },
  });
  server.on('request', nodeHandler(checkout));
  process.stdout.write(`${port}\n`);
});
