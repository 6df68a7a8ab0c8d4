import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { newPayment, storeContract } from './contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => join(folder, `${(files += 1)}.db`);

storeContract('SQLite', () => sqliteStore(new DatabaseSync(newFile())));

describe('a SQLite file', () => {
  it('must be handed in', () => assert.throws(() => sqliteStore(undefined as never), /^TypeError: db/));

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
    assert.equal((await sqliteStore(new DatabaseSync(file)).byRef(row.ref))?.token, row.token);
  });

  it('is shared: one of two openings wins a choice, and each sees what the other wrote', async () => {
    const file = newFile();
    const [one, two] = [sqliteStore(new DatabaseSync(file)), sqliteStore(new DatabaseSync(file))];
    const row = newPayment();
    assert.deepEqual([await one.insert(row), await two.insert(newPayment())], [true, false]);
    assert.equal((await two.move(row.ref, moved))?.version, 2);
    assert.equal((await one.byRef(row.ref))?.phase, 'detected');
  });

  it('wakes who watches when another connection has written', async () => {
    const file = newFile();
    const watching = sqliteStore(new DatabaseSync(file), { lookEvery: 10 });
    const writing = sqliteStore(new DatabaseSync(file));
    const row = newPayment();
    await writing.insert(row);
    await new Promise<void>((resolve) => {
      const stop = watching.watch(row.token, () => {
        stop();
        resolve();
      });
      void writing.move(row.ref, moved);
    });
    assert.equal((await watching.byToken(row.token))?.phase, 'detected');
    watching.close();
  });

  it('of a later version is not touched', () => {
    const db = new DatabaseSync(newFile());
    sqliteStore(db);
    db.exec('INSERT INTO pay_schema (version) VALUES (99)');
    assert.throws(() => sqliteStore(db), /version 99/);
  });

  it('takes back the whole step when the outbox cannot be written', async () => {
    const db = new DatabaseSync(newFile());
    const store = sqliteStore(db);
    const row = newPayment();
    await store.insert(row);
    db.exec(`CREATE TRIGGER full BEFORE INSERT ON pay_changes BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    await assert.rejects(store.move(row.ref, moved), /no room/);
    assert.equal((await store.byRef(row.ref))?.phase, 'awaiting');
  });
});
