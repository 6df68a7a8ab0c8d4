import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import VERSION_7 from './version-7.json' with { type: 'json' };
import { createCheckout, type CheckoutEvent } from '../../../src/server/index.ts';
import { countOpen, migrations } from '../../../src/server/stores/sql.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import {
  assertEarlyPaidUnhandled,
  assertReceived,
  insertEarlyPaid,
  runBeside,
  UNDO_8_TO_10,
  insertReceived,
  newPayment,
  storeContract,
  fakeClock,
} from './contract.ts';
import { transitionNow } from '../../support/transition-now.ts';

const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => join(folder, `${(files += 1)}.db`);

for (const [name, Database] of [
  ['SQLite (node:sqlite)', DatabaseSync],
  ['SQLite (better-sqlite3)', BetterSqlite],
] as const) {
  storeContract(name, () => {
    const file = newFile();
    return { open: () => sqliteStore(new Database(file)), ...fakeClock() };
  });
}

describe('a SQLite file', () => {
  it('rejects an option under its old name, and names the new one', () =>
    assert.throws(
      () => sqliteStore(new DatabaseSync(':memory:'), { lookEvery: 100 } as never),
      /^ConfigurationError: lookEvery: .* now called pollInterval/,
    ));

  const moved = { phase: 'detected', status: 'SEEN', facts: {}, at: 1 } as const;

  it('is durable: it waits for the disk, and a second opening finds what was written', async () => {
    const file = newFile();
    const db = new DatabaseSync(file);
    const row = newPayment();
    await sqliteStore(db).insert(row);
    assert.equal(db.prepare('PRAGMA synchronous').get()?.synchronous, 2);
    assert.equal(db.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal');
    assert.equal(db.prepare('PRAGMA busy_timeout').get()?.timeout, 5000);
    db.close();
    assert.equal((await sqliteStore(new DatabaseSync(file)).byPaymentRef(row.paymentRef))?.token, row.token);
  });

  it('is shared: one of two connections wins a creation, and each reads the writes of the other', async () => {
    const file = newFile();
    const [one, two] = [sqliteStore(new DatabaseSync(file)), sqliteStore(new DatabaseSync(file))];
    const row = newPayment();
    assert.deepEqual([await one.insert(row), await two.insert(newPayment())], [true, false]);
    assert.equal((await transitionNow(two, row.paymentRef, moved))?.version, 2);
    assert.equal((await one.byPaymentRef(row.paymentRef))?.phase, 'detected');
  });

  it('gives each status request what was written last: by itself, by another store on the connection, by another process', async () => {
    const file = newFile();
    const db = new DatabaseSync(file);
    const [store, beside, other] = [sqliteStore(db), sqliteStore(db), sqliteStore(new DatabaseSync(file))];
    const row = newPayment();
    await store.insert(row);
    const read = async () => (await store.ofOrderByToken(row.token)).map(({ version, status }) => [version, status]);
    assert.deepEqual(await read(), [[1, '']]);
    for (const [index, writer] of [store, beside, other, store, other, beside].entries()) {
      assert.ok(await writer.updateFacts(row.paymentRef, index + 1, { confirmations: index }, index));
      assert.deepEqual(await read(), [[index + 2, '']]);
      assert.deepEqual(await read(), [[index + 2, '']]);
    }
    assert.equal(await other.insert(newPayment({ coin: 'ETH' })), true);
    assert.equal((await read()).length, 2, 'another payment of the order');
  });

  it('reads a payment again only when something was written', async () => {
    const db = new DatabaseSync(newFile());
    const store = sqliteStore(db);
    const [row, later] = [newPayment(), newPayment({ orderRef: '1002' })];
    await store.insert(row);
    const first = await store.ofOrderByToken(row.token);
    assert.equal(await store.ofOrderByToken(row.token), first);
    await store.insert(later);
    assert.notEqual(await store.ofOrderByToken(row.token), first);
    assert.deepEqual(await store.ofOrderByToken(row.token), first);
    // A stranger's token takes no place.
    assert.deepEqual(await store.ofOrderByToken('none'), []);
    assert.notEqual(await store.ofOrderByToken('none'), await store.ofOrderByToken('none'));
  });

  it('reads what another process wrote in the next turn of the event loop, and at once after a subscription', async () => {
    const file = newFile();
    const store = sqliteStore(new DatabaseSync(file));
    const row = newPayment();
    await store.insert(row);
    const statusNow = async () => (await store.ofOrderByToken(row.token))[0]!.status;
    // A connection that this process' stores know nothing of, as that of another process.
    const write = new DatabaseSync(file).prepare('UPDATE pay_payments SET status = ?');
    await statusNow();
    write.run('FIRST');
    await nextTurn();
    assert.equal(await statusNow(), 'FIRST');
    write.run('SECOND');
    const unsubscribe = store.subscribe(row.token, () => {});
    assert.equal(await statusNow(), 'SECOND');
    unsubscribe();
  });

  it('gives a notified subscriber what another process wrote in the same turn of the event loop', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const file = newFile();
    const store = sqliteStore(new DatabaseSync(file), { pollInterval: 10 });
    const row = newPayment();
    await store.insert(row);
    const read = new Promise<string>((resolve) => {
      const unsubscribe = store.subscribe(row.token, () => {
        unsubscribe();
        void store.ofOrderByToken(row.token).then(([found]) => resolve(found!.status));
      });
    });
    await store.ofOrderByToken(row.token);
    new DatabaseSync(file).prepare('UPDATE pay_payments SET status = ?').run('NEWER');
    t.mock.timers.tick(10);
    assert.equal(await read, 'NEWER');
    t.mock.timers.reset(); // Deno does not do so after the test
    await store.close();
  });

  it('keeps no more than 2,000 payments in memory', async () => {
    const db = new DatabaseSync(':memory:');
    const store = sqliteStore(db);
    const rows = Array.from({ length: 2_001 }, (_, index) => newPayment({ orderRef: `${index}` }));
    for (const row of rows) await store.insert(row);
    const first = await store.ofOrderByToken(rows[0]!.token);
    for (const row of rows) await store.ofOrderByToken(row.token);
    assert.notEqual(await store.ofOrderByToken(rows[0]!.token), first);
  });

  it('notifies a subscriber of a write by another connection', async () => {
    const file = newFile();
    const watching = sqliteStore(new DatabaseSync(file), { pollInterval: 10 });
    const writing = sqliteStore(new DatabaseSync(file));
    const row = newPayment();
    await writing.insert(row);
    const alive = setInterval(() => {}, 1_000); // the store's own timer keeps no process up
    await new Promise<void>((resolve) => {
      const stop = watching.subscribe(row.token, () => {
        stop();
        resolve();
      });
      void transitionNow(writing, row.paymentRef, moved);
    });
    clearInterval(alive);
    assert.equal((await watching.byToken(row.token))?.phase, 'detected');
    await watching.close();
  });

  it('of a later version is not touched', () => {
    const db = new DatabaseSync(newFile());
    sqliteStore(db);
    db.exec('INSERT INTO pay_schema (version) VALUES (99)');
    assert.throws(() => sqliteStore(db), /version 99/);
  });

  it('of version 1 is brought up to date, with its payments', async () => {
    const db = new DatabaseSync(newFile());
    const [row, seen] = [newPayment(), newPayment({ orderRef: '1002' })];
    await sqliteStore(db).insert(row);
    await sqliteStore(db).insert(seen);
    await transitionNow(sqliteStore(db), seen.paymentRef, moved);
    for (const text of UNDO_8_TO_10) db.exec(text);
    for (const name of ['INDEX pay_open', 'INDEX pay_created', 'TABLE pay_limits']) db.exec(`DROP ${name}`);
    for (const name of ['test', 'seen_at', 'early_status', 'mismatched', 'covered_at'])
      db.exec(`ALTER TABLE pay_payments DROP COLUMN ${name}`);
    for (const name of ['lease_owner', 'lease_until']) db.exec(`ALTER TABLE pay_changes DROP COLUMN ${name}`);
    db.exec('DELETE FROM pay_schema WHERE version > 1');
    const store = sqliteStore(db);
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
  });

  it('is created by the statements of the release before, with indexes for the phases that are open now', () => {
    assert.deepEqual(migrations.slice(0, 7).flat(), VERSION_7.migrations);
    const conditionOf = (statement: string) => statement.split(' WHERE ')[1];
    const indexes = migrations.flat().filter((statement) => /INDEX pay_open/.test(statement));
    assert.deepEqual(indexes.map(conditionOf), [conditionOf(countOpen), conditionOf(countOpen)]);
  });

  it('of version 7 is migrated under a running process of the release before, and both go on', async () => {
    const db = new DatabaseSync(newFile());
    db.exec('CREATE TABLE pay_schema (version INTEGER NOT NULL)');
    for (const text of VERSION_7.migrations) db.exec(text);
    db.exec('INSERT INTO pay_schema (version) VALUES (7)');
    await runBeside(sqliteStore(db), async (text, values = []) =>
      db
        .prepare(text.replace(/\$(\d+)/g, '?$1'))
        .all(...values)
        .map((row) => ({ ...row })),
    );
  });

  it('of version 7 is migrated, and the checkout emits an event; a new file and the next process emit none', async () => {
    const db = new DatabaseSync(newFile());
    const start = async () => {
      const events: CheckoutEvent[] = [];
      const checkout = createCheckout({
        service: { baseUrl: 'http://127.0.0.1:1', apiKey: 'k' },
        secret: 'a secret of thirty-two characters',
        publicUrl: 'http://127.0.0.1:8080/pay',
        order: () => undefined,
        store: sqliteStore(db),
        onEvent: (event) => events.push(event),
        log: false,
      });
      await checkout.health();
      await checkout.close();
      return events.filter(({ type }) => type === 'store-migrated');
    };
    assert.deepEqual(await start(), []);
    for (const text of UNDO_8_TO_10) db.exec(text);
    db.exec('DELETE FROM pay_schema WHERE version > 7');
    assert.deepEqual(await start(), [{ type: 'store-migrated', level: 'info', from: 7, to: migrations.length }]);
    assert.deepEqual(await start(), []);
  });

  it('of version 4 gets an unhandled change for each early status word for paid that may never have been judged', async () => {
    const db = new DatabaseSync(newFile());
    const row = await insertEarlyPaid(sqliteStore(db));
    for (const text of UNDO_8_TO_10) db.exec(text);
    for (const name of ['mismatched', 'covered_at']) db.exec(`ALTER TABLE pay_payments DROP COLUMN ${name}`);
    db.exec('DELETE FROM pay_schema WHERE version > 4');
    await assertEarlyPaidUnhandled(sqliteStore(db), row);
  });

  it('of version 7 keeps the amount of a payment as the last and the highest', async () => {
    const db = new DatabaseSync(newFile());
    const paymentRef = await insertReceived(sqliteStore(db));
    for (const text of UNDO_8_TO_10) db.exec(text);
    db.exec('DELETE FROM pay_schema WHERE version > 7');
    await assertReceived(sqliteStore(db), paymentRef);
  });

  it('deletes visitors who have not returned, and stores no name', async () => {
    const db = new DatabaseSync(newFile());
    const store = sqliteStore(db);
    const rows = () => db.prepare('SELECT name, log FROM pay_limits').all();
    for (let n = 0; n < 9; n += 1) await store.consumeRateLimit(`visitor ${n}`, 1, 60_000, n);
    await store.permitLog({ perMinute: 35, key: 'sk_live_1' }).reserve(1);
    assert.equal(rows().length, 10);
    assert.doesNotMatch(JSON.stringify(rows()), /visitor|sk_live/);
    await store.consumeRateLimit('visitor 10', 1, 60_000, 120_000);
    assert.equal(rows().length, 2, 'the last visitor and the key');
  });

  it('reports why it cannot be written to', async () => {
    const file = newFile();
    const db = new DatabaseSync(file);
    const store = sqliteStore(db);
    await store.check();
    db.exec('PRAGMA query_only = 1');
    await assert.rejects(store.check(), /readonly/);
    db.close();
    await assert.rejects(store.check(), /not open|finalized/);
  });

  for (const [driver, open] of [
    ['node:sqlite', (file: string) => new DatabaseSync(file)],
    ['better-sqlite3', (file: string) => new BetterSqlite(file)],
  ] as const) {
    it(`says that the shop has a transaction on its connection, or has closed it, with ${driver}`, async () => {
      const file = newFile();
      const db = open(file);
      const store = sqliteStore(db);
      await store.insert(newPayment());
      const failing = (advice: string) => (error: Error) =>
        error.message.startsWith(file) && error.message.endsWith(advice);
      db.exec('BEGIN');
      await assert.rejects(
        Promise.resolve(store.migrate()),
        failing('transaction). Give the store a connection that the shop does not use.'),
      );
      const lost = newPayment();
      await assert.rejects(store.insert(lost), failing('Give the store a connection that the shop does not use.'));
      db.exec('ROLLBACK');
      assert.equal(await store.byPaymentRef(lost.paymentRef), undefined);
      await store.insert(lost);
      db.close();
      await assert.rejects(store.latest(undefined, 1), failing('not open). Close it after checkout.close().'));
    });

    it(`names a table of the shop that has the name of its own, with ${driver}`, () => {
      for (const [table, what] of [
        ['pay_payments (id INTEGER)', 'table pay_payments already exists'],
        ['pay_schema (id INTEGER)', 'table pay_schema has no column named version'],
      ]) {
        const file = newFile();
        const db = open(file);
        db.exec(`CREATE TABLE ${table}`);
        assert.throws(() => sqliteStore(db), {
          message: `${file}: ${what}, and it is not of this store. Rename it, or give the store a file of its own.`,
        });
        db.close();
      }
    });

    it(`names the file that it cannot open or use, with ${driver}`, async () => {
      const other = newFile();
      writeFileSync(other, 'no database, and longer than the header of one '.repeat(20));
      assert.throws(() => sqliteStore(open(other)), {
        message: `${other}: the file is not a SQLite database (file is not a database). Check its path.`,
      });
      const file = newFile();
      const db = open(file);
      const store = sqliteStore(db);
      const lock = open(file);
      lock.exec('BEGIN IMMEDIATE');
      db.exec('PRAGMA busy_timeout = 1');
      await assert.rejects(store.check(), (error: Error) => {
        assert.equal(
          error.message,
          `${file}: another program keeps the file locked (database is locked). End that program, or its transaction.`,
        );
        assert.equal((error.cause as Error).message, 'database is locked');
        return true;
      });
      lock.close();
      db.close();
      await assert.rejects(store.check(), { message: new RegExp(`^${file}: `) });
    });
  }

  it('takes back the whole step when the outbox cannot be written', async () => {
    const db = new DatabaseSync(newFile());
    const store = sqliteStore(db);
    const row = newPayment();
    await store.insert(row);
    db.exec(`CREATE TRIGGER full BEFORE INSERT ON pay_changes BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    await assert.rejects(transitionNow(store, row.paymentRef, moved), /no room/);
    assert.equal((await store.byPaymentRef(row.paymentRef))?.phase, 'awaiting');
  });

  it('erases the payments of an order by the statements of docs/operations.md', async () => {
    const docs = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const db = new DatabaseSync(newFile());
    const store = sqliteStore(db);
    const [row, other] = [newPayment({ orderRef: '1001' }), newPayment({ orderRef: '1002' })];
    for (const each of [row, other]) {
      const { paymentRef, data, at } = each;
      assert.ok(await store.insert(each));
      await store.setResponse(paymentRef, { serviceId: paymentRef, status: 'NEW', data, at });
      await transitionNow(store, paymentRef, moved);
      await store.setCheck(paymentRef, 'read', at);
    }
    for (const [statement] of docs.matchAll(/^DELETE FROM .+$/gm)) db.exec(statement);
    for (const table of ['pay_checks', 'pay_changes', 'pay_payments'])
      assert.deepEqual(
        db
          .prepare(`SELECT DISTINCT ref FROM ${table}`)
          .all()
          .map(({ ref }) => ref),
        [other.paymentRef],
      );
  });
});
