import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { sqliteStore, type SqliteDatabase } from '../../src/server/stores/sqlite.ts';
import { storeContract, fakeClock } from '../server/stores/contract.ts';

/** Bun's own driver, for Bun alone to run. Its types we do not install. */
const driver: string = 'bun:sqlite';
const { Database } = (await import(driver)) as { Database: new (path: string) => SqliteDatabase };

const folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

storeContract('bun:sqlite', () => {
  const file = join(folder, `${(files += 1)}.db`);
  return { open: () => sqliteStore(new Database(file)), ...fakeClock() };
});
