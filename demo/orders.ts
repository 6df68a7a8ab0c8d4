import { randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { products } from './catalogue.ts';

export type OrderState = 'open' | 'paid' | 'refunded' | 'sold-out';

/** An order of a visitor: its lines with their prices at that time, and its state. */
export interface ShopOrder {
  readonly id: string;
  readonly lines: readonly { readonly name: string; readonly cents: number; readonly count: number }[];
  readonly cents: number;
  readonly state: OrderState;
}

/** Letters and digits that are not confused when they are read out. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Twelve of thirty characters, so that an order's id cannot be guessed. */
const newId = () => `NW-${Array.from({ length: 12 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

const COUNT_MAX = 99;

/** The shop's orders, in the same SQLite file as its payments. */
export function orderBook(db: DatabaseSync) {
  db.exec('create table if not exists orders (id text primary key, lines text not null, state text)');
  const insert = db.prepare('insert into orders (id, lines) values (?, ?)');
  const select = db.prepare('select id, lines, state from orders where id = ?');
  const setState = db.prepare('update orders set state = ? where id = ?');

  return {
    /** Stores the order of a form with a count for each product. Returns `undefined` when nothing was chosen. */
    create(form: URLSearchParams): string | undefined {
      const lines = products
        .map(({ id, name, cents }) => ({ name, cents, count: Number(form.get(id) ?? 0) }))
        .filter(({ count }) => Number.isInteger(count) && count > 0 && count <= COUNT_MAX);
      if (lines.length === 0) return undefined;
      const id = newId();
      insert.run(id, JSON.stringify(lines));
      return id;
    },

    find(id: string): ShopOrder | undefined {
      const row = select.get(id);
      if (!row) return undefined;
      const lines = JSON.parse(String(row.lines)) as ShopOrder['lines'];
      const cents = lines.reduce((sum, line) => sum + line.cents * line.count, 0);
      return { id, lines, cents, state: (row.state ?? 'open') as OrderState };
    },

    /** It is safe to call this twice: `onStatus` is called at least once for each change. */
    mark(id: string, state: OrderState): void {
      setState.run(state, id);
    },
  };
}
