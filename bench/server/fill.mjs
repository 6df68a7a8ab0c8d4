/**
 * Fills stores with payments, like those of a shop after years: the newest thousand are open and used by the load; all
 * others are paid, and their changes are handled.
 */
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { memoryStore } from '../../dist/server/index.js';
import { sqliteStore } from '../../dist/server/stores/sqlite.js';

/** The number of open payments, which the load uses. */
export const OPEN = 1_000;

/**
 * Returns 22 characters of base64url, like a `paymentRef` (R) or a `token` (T). It is derived from the number, so that
 * the load can compute it.
 */
export const nameOf = (kind, number) => `${kind}${String(number).padStart(20, '0')}A`;

const YEARS_MS = 2 * 365 * 24 * 3_600_000;

/** The stored data of a Bitcoin payment: 700 bytes of JSON, most of it the QR code. */
const DATA = {
  amount: '19.99',
  currency: 'USD',
  label: 'Morning roast, 250 g',
  meta: { cart: 7, shelf: 'B-12' },
  answer: {
    address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    currency: 'usd',
    amount: 19.99,
    amountText: '19.99',
    cryptoCoin: 'btc',
    cryptoAmountExpected: 0.00021043,
    cryptoAmountExpectedText: '0.00021043',
    status: 'NEW',
    hostedUrl: 'https://pay.example/2f6d3a54-8a07-4b9c-9a39-5f7de1f0c111',
    splitPayoutAddresses: [],
  },
  minimumTransactionCoin: '0.00005',
  qr: { size: 37, bits: 'q'.repeat(232) },
};

function rowOf(number, size, now) {
  const open = number >= size - OPEN;
  const at = open ? now - 30_000 : Math.round(now - YEARS_MS * (1 - number / size) - 60_000);
  return {
    open,
    paymentRef: nameOf('R', number),
    token: nameOf('T', number),
    orderRef: `order-${number}`,
    serviceId: `tid-${number}`,
    data: { ...DATA, answer: { ...DATA.answer, tid: `tid-${number}` } },
    at,
  };
}

const heap = () => (globalThis.gc?.(), process.memoryUsage().heapUsed);

async function fillMemory(size) {
  const before = heap();
  const store = memoryStore();
  const now = Date.now();
  for (let number = 0; number < size; number++) {
    const { paymentRef, token, orderRef, serviceId, data, at, open } = rowOf(number, size, now);
    await store.insert({ paymentRef, token, orderRef, method: 'crypto', coin: 'BTC', data, at });
    if (open) await store.setResponse(paymentRef, { serviceId, status: 'NEW', data, at });
    else {
      await store.transition(paymentRef, { phase: 'paid', status: 'PAID', serviceId, facts: {}, at, version: 1 });
      await store.markHandled(paymentRef, 2);
    }
  }
  return { store, bytes: heap() - before, end: async () => {} };
}

const COLUMNS =
  'ref, token, service_id, order_ref, method, coin, stage, phase, known_phase, from_phase, status, version, created, updated, data';

async function fillSqlite(size) {
  const file = join(tmpdir(), `pay-elements-bench-${process.pid}.db`);
  const store = sqliteStore(new DatabaseSync(file));
  await store.migrate();
  const db = new DatabaseSync(file);
  const payment = db.prepare(`INSERT INTO pay_payments (${COLUMNS}) VALUES (${'?, '.repeat(14)}?)`);
  const change = db.prepare(
    `INSERT INTO pay_changes (ref, version, from_phase, to_phase, status, at, handled)
      VALUES (?, 2, 'awaiting', 'paid', 'PAID', ?, 1)`,
  );
  const now = Date.now();
  db.exec('PRAGMA cache_size = -200000; BEGIN');
  for (let number = 0; number < size; number++) {
    const { paymentRef, token, orderRef, serviceId, data, at, open } = rowOf(number, size, now);
    const [phase, status, version] = open ? ['awaiting', 'NEW', 1] : ['paid', 'PAID', 2];
    const text = JSON.stringify(data);
    const key = [paymentRef, token, serviceId, orderRef, 'crypto', 'BTC', 'ready'];
    payment.run(...key, phase, phase, 'awaiting', status, version, at, at, text);
    if (!open) change.run(paymentRef, at);
  }
  db.exec('COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)');
  const { bytes } = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get();
  db.close();
  const end = async () => ['', '-wal', '-shm'].forEach((suffix) => rmSync(file + suffix, { force: true }));
  return { store, bytes, end };
}

async function fillPostgres(size) {
  const { Pool } = (await import('pg')).default;
  const { postgresStore } = await import('../../dist/server/stores/postgres.js');
  const schema = `pay_bench_${process.pid}`;
  const connectionString = process.env.DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
  const pool = new Pool({ connectionString, options: `-c search_path=${schema}`, max: 16 });
  await pool.query(`CREATE SCHEMA ${schema}`);
  const store = postgresStore(pool);
  await store.migrate();
  const { data } = rowOf(0, 1, 0);
  const now = Date.now();
  const number = `lpad(n::text, 20, '0') || 'A'`;
  const open = `n >= ${size - OPEN}`;
  await pool.query(
    `INSERT INTO pay_payments (${COLUMNS}) SELECT 'R' || ${number}, 'T' || ${number}, 'tid-' || n, 'order-' || n, 'crypto',
      'BTC', 'ready', p, p, 'awaiting', CASE WHEN ${open} THEN 'NEW' ELSE 'PAID' END, CASE WHEN ${open} THEN 1 ELSE 2 END,
      at, at, replace($1, 'tid-0', 'tid-' || n)
      FROM (SELECT n, CASE WHEN ${open} THEN 'awaiting' ELSE 'paid' END AS p,
        CASE WHEN ${open} THEN ${now - 30_000} ELSE (${now} - 60000 - ${YEARS_MS} * (1 - n / ${size}.0))::bigint END AS at
        FROM generate_series(0, ${size - 1}) AS n) AS made`,
    [JSON.stringify(data)],
  );
  await pool.query(
    `INSERT INTO pay_changes (ref, version, from_phase, to_phase, status, at, handled)
      SELECT ref, 2, 'awaiting', 'paid', 'PAID', created, 1 FROM pay_payments WHERE phase = 'paid'`,
  );
  await pool.query('VACUUM ANALYZE pay_payments, pay_changes');
  const { rows } = await pool.query(
    `SELECT sum(pg_total_relation_size(c.oid))::bigint AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname = $1 AND relkind = 'r'`,
    [schema],
  );
  const end = async () => {
    await pool.query(`DROP SCHEMA ${schema} CASCADE`);
    await pool.end();
  };
  return { store, bytes: Number(rows[0].bytes), end };
}

export const stores = { memory: fillMemory, sqlite: fillSqlite, postgres: fillPostgres };
