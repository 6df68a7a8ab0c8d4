import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import pg from 'pg';
import postgres from 'postgres';
import VERSION_7 from './version-7.json' with { type: 'json' };
import { postgresStore, type PostgresStoreOptions } from '../../../src/server/stores/postgres.ts';
import type { PaymentStore } from '../../../src/server/stores/store.ts';
import { startProxy } from '../../support/tcp-proxy.ts';
import { transitionNow } from '../../support/transition-now.ts';
import { until } from '../../support/until.ts';
import { openDatabase, type TestDatabase } from '../../support/postgres.ts';
import {
  assertEarlyPaidUnhandled,
  assertReceived,
  insertEarlyPaid,
  runBeside,
  UNDO_8_TO_10,
  insertReceived,
  newPayment,
  storeContract,
} from './contract.ts';

let database: TestDatabase;
before(async () => (database = await openDatabase()));
after(() => database.close());

const opened: PaymentStore[] = [];
const open = (pool: Parameters<typeof postgresStore>[0], options?: PostgresStoreOptions) => {
  const store = postgresStore(pool, options);
  opened.push(store);
  return store;
};
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await database.disconnect();
});

for (const driver of ['pool', 'sql'] as const) {
  storeContract(`PostgreSQL (${driver === 'pool' ? 'pg' : 'postgres.js'})`, async () => {
    const schema = await database.schema();
    return { open: () => open(schema[driver]()), now: () => NaN, turn: await schema.stopClock() };
  });
}

const moved = { phase: 'detected', status: 'SEEN', facts: {}, at: 1 } as const;

/** So rarely that it is not what wakes anyone in a test. Milliseconds. */
const NEVER = 2 ** 30;

/** Subscribes to a payment, counting how often the listener is called. */
function watched(store: PaymentStore, token: string) {
  const count = { looks: 0 };
  store.subscribe(token, () => (count.looks += 1));
  return count;
}

describe('a PostgreSQL store', () => {
  it('says why the database cannot be reached, and what to do', async () => {
    const at = (change: (url: URL) => unknown) => {
      const url = new URL(database.url);
      change(url);
      return url.href;
    };
    for (const [url, message] of [
      [
        at((each) => (each.port = '9')),
        /nothing listens there \(connect ECONNREFUSED 127\.0\.0\.1:9\)\. Is the server/,
      ],
      [
        at((each) => (each.pathname = '/nowhere')),
        /it does not exist \(database "nowhere" does not exist\)\. Create it/,
      ],
      [at((each) => (each.username = 'no-role')), /the role is refused \(role "no-role" does not exist\)\. Does the/],
      [
        'postgres://root:p#w@127.0.0.1:5432/x',
        /DATABASE_URL is no URL \(ERR_INVALID_URL|Invalid URL\)\. Write one .* %23/,
      ],
      ['garbage', /DATABASE_URL is no URL \(getaddrinfo \w+ base\)\. Write one such as postgres:/],
    ] as const) {
      const pool = new pg.Pool({ connectionString: url });
      await assert.rejects(open(pool, { listen: false }).countOpen(), ({ message: text }: Error) => {
        assert.match(text, /^The PostgreSQL database: /);
        assert.match(text, message);
        return true;
      });
      await pool.end();
    }
  });

  it('names a table of the shop that has the name of its own', async () => {
    const schema = await database.schema();
    await schema.pool().query('CREATE TABLE pay_payments (id INTEGER)');
    for (const store of [open(schema.pool()), open(schema.sql())])
      await assert.rejects(store.migrate(), {
        message:
          'The PostgreSQL database: a table that is not of this store has a name that it needs ' +
          '(relation "pay_payments" already exists). ' +
          'Rename that table, or give the store another schema: set search_path in its DATABASE_URL.',
      });
  });

  it('accepts a Pool of pg or the sql of postgres.js, and names what is wrong with another value', async () => {
    const schema = await database.schema();
    for (const wrong of [undefined, {}, 'postgres://localhost', { query: () => {} }])
      assert.throws(
        () => postgresStore(wrong as never),
        /^ConfigurationError: pool.*: a Pool of pg or the sql of postgres\.js/,
      );
    assert.throws(() => postgresStore(new pg.Client() as never), /^ConfigurationError: pool: .*, not a Client$/);
    assert.throws(() => postgresStore(schema.pool({ max: 1 })), /^ConfigurationError: pool: .* \{ listen: false \}/);
    const unset = new pg.Pool({ connectionString: undefined });
    assert.throws(() => postgresStore(unset), { message: 'pool: connectionString is undefined: is DATABASE_URL set?' });
    const other = new pg.Pool({ connectionString: 'mysql://till:word@127.0.0.1/shop' });
    assert.throws(() => postgresStore(other), {
      message: 'pool: a PostgreSQL database is needed, and the connection string begins with mysql:',
    });
    assert.throws(
      () => postgresStore(schema.sql({ transform: postgres.camel })),
      /^ConfigurationError: pool: .*transform/,
    );
    assert.throws(() => postgresStore(schema.pool(), { pollInterval: 0 }), /^ConfigurationError: pollInterval/);
    const old = { lookEvery: 100 } as never;
    assert.throws(
      () => postgresStore(schema.pool(), old),
      /^ConfigurationError: lookEvery: .* now called pollInterval/,
    );
    const store = open(schema.pool({ max: 1 }), { listen: false });
    assert.equal(await store.insert(newPayment()), true);
  });

  it('survives the loss of an idle connection of a pool that nobody listens to', async () => {
    const pool = new pg.Pool({ connectionString: database.url });
    open(pool, { listen: false });
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await database.kill(rows[0]!.pid);
    await until(() => pool.totalCount === 0, 'the pool to notice');
    assert.equal((await pool.query('SELECT 1')).rowCount, 1);
    await pool.end();
  });

  it('forgets limits by its own clock, and not by that of a machine that is ahead', async () => {
    const schema = await database.schema();
    const [here, ahead] = [open(schema.pool()), open(schema.pool())];
    const minute = 60_000;
    assert.equal(await here.consumeRateLimit('a visitor', 1, minute, Date.now()), 0);
    assert.equal(await ahead.consumeRateLimit('another', 1, minute, Date.now() + 10 * minute), 0);
    assert.notEqual(await here.consumeRateLimit('a visitor', 1, minute, Date.now()), 0);
  });

  it('forgets no limit early for a machine that is behind', async () => {
    const schema = await database.schema();
    const stores = [open(schema.pool()), open(schema.pool())];
    const behind = Date.now() - 600_000;
    const consume = (n: number) => stores[n]!.consumeRateLimit('a visitor', 1, 60_000, behind);
    assert.equal(await consume(0), 0);
    assert.equal(await consume(1), 60_000);
  });

  it('works with serializable transactions, which may have to be repeated', async () => {
    const schema = await database.schema();
    const stores = [1, 2].map(() =>
      open(
        schema.pool({
          options: `-c search_path=${schema.name},pg_catalog -c default_transaction_isolation=serializable`,
        }),
      ),
    );
    const row = newPayment();
    const won = await Promise.all(stores.flatMap((store) => [store.insert(row), store.insert(newPayment())]));
    assert.equal(won.filter(Boolean).length, 1);
    const { paymentRef } = (await stores[0]!.ofOrder('1001'))[0]!;
    const phases = ['detected', 'confirming', 'paid'] as const;
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        transitionNow(stores[n % 2]!, paymentRef, { ...moved, phase: phases[n % 3]! }),
      ),
    );
    assert.equal((await stores[0]!.byPaymentRef(paymentRef))?.phase, 'paid');
  });

  it('repeats a write after a conflict and after a deadlock, and after no other error', async () => {
    const pool = (await database.schema()).pool();
    const codes: string[] = [];
    const query = async (text: string, values: unknown[]) => {
      const code = codes.pop();
      if (code !== undefined) throw Object.assign(new Error('refused'), { code });
      return pool.query(text, values);
    };
    const store = open({ query, connect: () => pool.connect() }, { listen: false });
    await store.countOpen();
    for (const code of ['40001', '40P01']) {
      codes.push(code);
      assert.equal(await store.insert(newPayment({ orderRef: code })), true, code);
      assert.equal((await store.ofOrder(code)).length, 1, code);
    }
    codes.push('57014');
    await assert.rejects(store.insert(newPayment()), { code: '57014' });
  });

  it('of version 1 is brought up to date, with its payments; of a later version it is not touched', async () => {
    const schema = await database.schema();
    const pool = schema.pool();
    const [row, seen] = [newPayment(), newPayment({ orderRef: '1002' })];
    await open(pool).insert(row);
    await open(pool).insert(seen);
    await transitionNow(open(pool), seen.paymentRef, moved);
    for (const text of UNDO_8_TO_10) await pool.query(text);
    await pool.query('DROP INDEX pay_open, pay_created');
    await pool.query('DROP TABLE pay_limits');
    for (const name of ['test', 'seen_at', 'early_status', 'mismatched', 'covered_at'])
      await pool.query(`ALTER TABLE pay_payments DROP COLUMN ${name}`);
    await pool.query('ALTER TABLE pay_changes DROP COLUMN lease_owner, DROP COLUMN lease_until');
    await pool.query('DELETE FROM pay_schema WHERE version > 1');
    const store = open(pool);
    assert.deepEqual(
      (await store.open(undefined, 9))
        .map(({ paymentRef, seenAt, fullAmountAt }) => [paymentRef, seenAt, fullAmountAt])
        .sort(),
      [
        [row.paymentRef, undefined, undefined],
        [seen.paymentRef, seen.at, seen.at],
      ].sort(),
    );
    assert.equal(await store.leaseChange(seen.paymentRef, 2, 'me', 1), true);
    assert.equal(await store.consumeRateLimit('visitor', 1, 1_000, 0), 0);
    await pool.query('INSERT INTO pay_schema (version) VALUES (99)');
    await assert.rejects(open(pool).byPaymentRef(row.paymentRef), /version 99/);
  });

  it('of version 7 is migrated under a running process of the release before, and both go on', async () => {
    const pool = (await database.schema()).pool();
    await pool.query('CREATE TABLE pay_schema (version INTEGER NOT NULL)');
    for (const text of VERSION_7.migrations) await pool.query(text);
    await pool.query('INSERT INTO pay_schema (version) VALUES (7)');
    await runBeside(open(pool), async (text, values = []) => (await pool.query(text, [...values])).rows as object[]);
  });

  it('of version 4 gets an unhandled change for each early status word for paid that may never have been judged', async () => {
    const pool = (await database.schema()).pool();
    const row = await insertEarlyPaid(open(pool));
    for (const text of UNDO_8_TO_10) await pool.query(text);
    await pool.query('ALTER TABLE pay_payments DROP COLUMN mismatched, DROP COLUMN covered_at');
    await pool.query('DELETE FROM pay_schema WHERE version > 4');
    await assertEarlyPaidUnhandled(open(pool), row);
  });

  it('of version 7 keeps the amount of a payment as the last and the highest', async () => {
    const pool = (await database.schema()).pool();
    const paymentRef = await insertReceived(open(pool));
    for (const text of UNDO_8_TO_10) await pool.query(text);
    await pool.query('DELETE FROM pay_schema WHERE version > 7');
    await assertReceived(open(pool), paymentRef);
  });

  it('that may not make its tables names migrate(), and goes on once someone else has called it', async () => {
    const schema = await database.schema();
    const reads = schema.pool({
      options: `-c search_path=${schema.name},pg_catalog -c default_transaction_read_only=on`,
    });
    const store = open(reads);
    await assert.rejects(store.countOpen(), /call migrate\(\)/);
    await assert.rejects(store.migrate(), /call migrate\(\)/);
    await open(schema.pool()).migrate();
    assert.equal(await store.countOpen(), 0);
    await store.migrate();
    await assert.rejects(store.check(), /read-only/);
  });

  it('deletes visitors who have not returned, and stores no name', async () => {
    const pool = (await database.schema()).pool();
    const store = open(pool);
    const rows = async () => (await pool.query('SELECT name, log FROM pay_limits')).rows as unknown[];
    for (let n = 0; n < 9; n += 1) await store.consumeRateLimit(`visitor ${n}`, 1, 60_000, n);
    await store.permitLog({ perMinute: 35, key: 'sk_live_1' }).reserve(1);
    assert.equal((await rows()).length, 10);
    assert.doesNotMatch(JSON.stringify(await rows()), /visitor|sk_live/);
    await store.consumeRateLimit('visitor 10', 1, 60_000, 120_000);
    assert.equal((await rows()).length, 2, 'the last visitor and the key');
  });

  it('takes back the whole step when the outbox cannot be written', async () => {
    const pool = (await database.schema()).pool();
    const store = open(pool);
    const row = newPayment();
    await store.insert(row);
    await pool.query(`ALTER TABLE pay_changes ADD CHECK (to_phase <> 'detected')`);
    await assert.rejects(transitionNow(store, row.paymentRef, moved), /check constraint/);
    assert.equal((await store.byPaymentRef(row.paymentRef))?.phase, 'awaiting');
  });
});

for (const driver of ['pool', 'sql'] as const) {
  describe(`notifications between PostgreSQL stores (${driver === 'pool' ? 'pg' : 'postgres.js'})`, () => {
    /** Two stores as two processes have them, and a payment. */
    async function two(options: PostgresStoreOptions) {
      const schema = await database.schema();
      const [here, there] = [open(schema[driver](), options), open(schema[driver](), { listen: false })];
      const row = newPayment();
      await there.insert(row);
      return { schema, here, there, row };
    }

    it('notifies a subscriber of a write by the other store, and does not listen without a subscriber', async () => {
      const { schema, here, there, row } = await two({ pollInterval: NEVER });
      assert.deepEqual(await schema.listeners(), []);
      const watch = watched(here, row.token);
      await until(() => watch.looks > 0, 'it to listen');
      assert.equal((await schema.listeners()).length, 1);
      const before = watch.looks;
      await transitionNow(there, row.paymentRef, moved);
      await until(() => watch.looks > before, 'the watcher to be woken');
      assert.equal((await here.byToken(row.token))?.phase, 'detected');
    });

    it('contain no token, which is the credential of the payer', async () => {
      const { schema, there, row } = await two({ pollInterval: NEVER });
      const client = await schema.pool().connect();
      const payloads: string[] = [];
      client.on('notification', ({ payload = '' }) => payloads.push(payload));
      await client.query('LISTEN pay_elements');
      await transitionNow(there, row.paymentRef, moved);
      const hash = createHash('sha256').update(row.token).digest('hex');
      await until(() => payloads.some((payload) => payload.startsWith(hash)), 'the notification');
      assert.ok(payloads.every((payload) => !payload.includes(row.token)));
      client.release(true);
    });

    it('resume after the listening connection was killed, and every subscriber reads again', async () => {
      const { schema, here, there, row } = await two({ pollInterval: NEVER });
      const other = newPayment({ orderRef: '1002' });
      await there.insert(other);
      const watches = [row, other].map(({ token }) => watched(here, token));
      for (let round = 0; round < 3; round += 1) {
        await until(async () => (await schema.listeners()).length === 1, 'it to listen');
        await until(() => watches.every(({ looks }) => looks > 0), 'everyone to look');
        for (const watch of watches) watch.looks = 0;
        await database.kill((await schema.listeners())[0]!);
        await until(() => watches.every(({ looks }) => looks > 0), 'everyone to look again');
      }
      watches[0]!.looks = 0;
      await transitionNow(there, row.paymentRef, moved);
      await until(() => watches[0]!.looks > 0, 'a notification over the new connection');
    });

    it('come by polling where LISTEN is not possible: once for a change, and once for a new subscriber', async () => {
      const { schema, here, there, row } = await two({ listen: false, pollInterval: 5 });
      const watch = watched(here, row.token);
      await until(() => watch.looks === 1, 'the first look');
      await transitionNow(there, row.paymentRef, moved);
      await until(() => watch.looks === 2, 'the change');
      await there.setResponse(row.paymentRef, { serviceId: 't1', status: 'NEW', data: row.data, at: 1 });
      await until(() => watch.looks === 3, 'the answer to the creation');
      assert.equal((await here.byToken(row.token))?.stage, 'ready');
      assert.deepEqual(await schema.listeners(), []);
    });

    it('come by polling when the connection was cut silently', async () => {
      const { schema, there, row } = await two({ listen: false });
      const proxy = await startProxy(database.url);
      const url = new URL(database.url);
      [url.hostname, url.port] = ['127.0.0.1', String(proxy.port)];
      const through =
        driver === 'pool'
          ? schema.pool({ connectionString: url.href })
          : schema.sql({ host: url.hostname, port: proxy.port });
      const here = open(through, { pollInterval: 5 });
      const watch = watched(here, row.token);
      await until(async () => (await schema.listeners()).length === 1 && watch.looks > 0, 'it to listen');
      proxy.freeze('LISTEN');
      await transitionNow(there, row.paymentRef, moved);
      watch.looks = 0;
      await until(() => watch.looks > 0, 'the watcher to be woken all the same');
      await here.close();
      await database.disconnect();
      proxy.close(); // last: postgres.js connects again when it loses a connection
    });

    it('ends with the store: nothing listens, nothing ticks, and the pool is still the shop’s', async () => {
      const { schema, here, there, row } = await two({ pollInterval: 5 });
      const watch = watched(here, row.token);
      await until(() => watch.looks > 0, 'it to listen');
      await here.close();
      await until(async () => (await schema.listeners()).length === 0, 'nobody to listen');
      watch.looks = 0;
      await transitionNow(there, row.paymentRef, moved);
      assert.equal((await here.byPaymentRef(row.paymentRef))?.phase, 'detected');
      assert.equal(watch.looks, 0);
    });
  });
}
