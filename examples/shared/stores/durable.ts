import { sqliteStore } from 'pay-elements/server/sqlite';
import type { Database } from './types.ts';

/**
 * Orders and payments in the SQLite database of a Durable Object. The store runs each transaction without an await: the
 * Durable Object writes such a sequence completely, or not at all when it is reset.
 */
export function openDatabase({ sql }: DurableObjectStorage, abort: (reason: string) => void): Database {
  const all = (text: string, ...values: unknown[]) =>
    /^PRAGMA/i.test(text) ? [] : sql.exec(text, ...values).toArray();
  const store = sqliteStore({
    exec(text) {
      if (text === 'ROLLBACK') abort('a transaction failed');
    },
    prepare: (text) => ({ all: (...values) => all(text, ...values), run: (...values) => all(text, ...values) }),
  });
  return { store, query: async (text, values) => all(text, ...values) };
}
