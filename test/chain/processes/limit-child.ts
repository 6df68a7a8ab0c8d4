/**
 * One of several processes of a shop: told a number, it makes so many requests at once and says how many went, were
 * held back here, and were refused by the service. Arguments: the database's address, the service's, and the key.
 */
import pg from 'pg';
import { createCheckout, ServiceError } from '../../../src/server/index.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import { ORDER, SECRET } from '../../server/shop.ts';

const [database, baseUrl, apiKey] = process.argv.slice(2) as [string, string, string];
const { client } = createCheckout({
  // Nobody waits for a turn: what may not go now is refused as busy.
  service: { baseUrl, apiKey, limit: { maxWait: 0 } },
  store: postgresStore(new pg.Pool({ connectionString: database, max: 3 })),
  secret: SECRET,
  publicUrl: 'http://127.0.0.1:1/pay',
  order: () => ORDER,
});

const call = async (): Promise<string> => {
  try {
    await client.currentUser();
    return 'went';
  } catch (error) {
    return error instanceof ServiceError ? error.code : String(error);
  }
};

process.on('message', (count: number) => {
  void Promise.all(Array.from({ length: count }, call)).then((became) => process.send?.(became));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
