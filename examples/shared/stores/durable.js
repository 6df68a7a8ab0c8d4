import { sqliteStore } from 'pay-elements/server/sqlite';

/**
 * Orders and payments in the SQLite database of a Durable Object. The store runs each transaction without waiting in
 * between: the Durable Object writes such a sequence as a whole, or, when it is reset, not at all.
 */
export function openDatabase({ storage: { sql }, abort }) {
  const all = (text, ...values) => (/^PRAGMA/i.test(text) ? [] : sql.exec(text, ...values).toArray());
  const store = sqliteStore({
    exec(text) {
      if (text === 'ROLLBACK') abort('a transaction failed');
    },
    prepare: (text) => ({ all: (...values) => all(text, ...values), run: (...values) => all(text, ...values) }),
  });
  return { store, query: async (text, values) => all(text, ...values) };
}
