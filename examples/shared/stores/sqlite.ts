import { DatabaseSync } from 'node:sqlite';
import { sqliteStore } from 'pay-elements/server/sqlite';
import type { Database } from './types.ts';

/**
 * Orders and payments in one SQLite file, each with its own connection, because their transactions must be separate.
 */
export function openDatabase(file = process.env.DATABASE ?? 'shop.db'): Database {
  const store = sqliteStore(new DatabaseSync(file));
  const orders = new DatabaseSync(file);
  orders.exec('PRAGMA busy_timeout = 5000');
  return { store, query: async (text, values) => orders.prepare(text).all(...values) };
}
