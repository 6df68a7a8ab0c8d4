import pg from 'pg';
import { postgresStore } from 'pay-elements/server/postgres';
import type { Database } from './types.ts';

/** Orders and payments in one PostgreSQL database, for any number of processes and machines. */
export function openDatabase(connectionString = process.env.DATABASE_URL): Database {
  if (!connectionString)
    throw new Error(
      'The shop cannot start. Set in .env: DATABASE_URL. Is it there? Then start Node with --env-file=.env.',
    );
  const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 5000 });
  pool.on('error', (error) => console.error(error)); // prints the loss of a connection that the store survives
  const numbered = (text: string) => text.split('?').reduce((sum, part, index) => `${sum}$${index}${part}`);
  return {
    store: postgresStore(pool),
    query: async (text, values) => (await pool.query(numbered(text), values)).rows,
  };
}
