/**
 * A process of a shop that may be killed at any time. It writes down whatever it is told, fails now and then, and
 * is reached by `publicUrl` like its sisters. Arguments: the database's address, the payment server's options as JSON, the
 * port, and the shop's address.
 */
import { createServer } from 'node:http';
import pg from 'pg';
import { createCheckoutWith } from '../../../src/server/checkout.ts';
import { nodeHandler } from '../../../src/server/http/node/index.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import { btcpay } from '../../../src/server/providers/btcpay/index.ts';
import { ORDER, SECRET } from '../../server/shop.ts';
import type { Backend } from './chaos.ts';

const [database, backend, port, publicUrl] = process.argv.slice(2) as [string, string, string, string];
const given = JSON.parse(backend) as Backend;
const pool = new pg.Pool({ connectionString: database, max: 8, connectionTimeoutMillis: 2_000 });
pool.on('error', () => {}); // a connection that idled was cut

const checkout = createCheckoutWith(
  {
    ...('btcpay' in given ? { provider: btcpay(given.btcpay) } : given),
    store: postgresStore(pool),
    secret: SECRET,
    publicUrl,
    order: () => ('btcpay' in given ? { amount: '19.99', currency: 'USD' } : ORDER),
    creationLimit: false,
    allowTestPayments: true,
    async onStatus({ paymentRef }, { version, to }) {
      if (Math.random() < 0.05) throw new Error('the shop’s own code has failed');
      await pool.query('INSERT INTO told (ref, version, phase) VALUES ($1, $2, $3)', [paymentRef, version, to]);
      if (Math.random() < 0.05) throw new Error('the shop’s own code has failed after it was told');
    },
  },
  { sweepInterval: 500 },
);
createServer(nodeHandler(checkout)).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit());
