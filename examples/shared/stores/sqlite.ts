import { DatabaseSync } from 'node:sqlite';
import { sqliteStore } from 'pay-elements/server/sqlite';
import type { Database } from './types.ts';

function open(file: string) {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw new Error(`The shop cannot start. ${file} (DATABASE) cannot be opened: ${(error as Error).message}.`);
  }
}

/**
 * Orders and payments in one SQLite file, each with its own connection, because their transactions must be separate.
 */
export function openDatabase(file = process.env.DATABASE || 'shop.db'): Database {
  const store = sqliteStore(open(file));
  const orders = open(file);
  orders.exec('PRAGMA busy_timeout = 5000');
  return { store, query: async (text, values) => orders.prepare(text).all(...values) };
}
