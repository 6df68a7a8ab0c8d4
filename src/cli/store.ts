import { statSync } from 'node:fs';
import type { PaymentStore } from '../server/stores/store.ts';
import { checkStoreMethods } from '../server/stores/with-timeouts.ts';
import { CommandError, UsageError, type Given, type Option } from './command.ts';
import type { Settings } from './settings.ts';
import { unreadable } from './store-error.ts';

/** An open store, and a function to close it. */
export interface OpenStore {
  readonly store: PaymentStore;
  /** The name of the store for messages. It contains no password. */
  readonly name: string;
  readonly close: () => Promise<void>;
}

/** Options of commands that read a store. */
export const STORE_OPTIONS: Readonly<Record<string, Option>> = {
  sqlite: { value: '<file>', description: 'the SQLite file with the payments' },
  postgres: {
    value: '<url>',
    description:
      'the PostgreSQL database with the payments (default: DATABASE_URL); pass a password only in DATABASE_URL',
  },
};

/**
 * Opens the store of the command line, otherwise that of the settings, otherwise that of DATABASE_URL. Returns
 * undefined when there is none. Tables are neither created nor changed, because this package may be newer than that of
 * the shop.
 *
 * @throws CommandError when the store cannot be opened
 */
export async function openStore(given: Given, { options, from }: Settings): Promise<OpenStore | undefined> {
  const [file, url] = [given.text('sqlite'), given.text('postgres')];
  if (file !== undefined && url !== undefined) throw new UsageError('Use either --sqlite or --postgres, not both.');
  if (file !== undefined) return openSqlite(file);
  if (url !== undefined) {
    warnOfPassword(url);
    return openPostgres(url, '--postgres');
  }
  if (options.store) {
    const { store } = options;
    try {
      checkStoreMethods(store);
    } catch (error) {
      throw new CommandError(`${from}: ${(error as Error).message}.`);
    }
    return { store, name: `the store of ${from}`, close: async () => store.close() };
  }
  const { DATABASE_URL } = process.env;
  return DATABASE_URL ? openPostgres(DATABASE_URL, 'DATABASE_URL') : undefined;
}

/**
 * Warns about a password in the arguments. Every user of the machine can read the arguments of a process, but only its
 * own user can read its environment.
 */
function warnOfPassword(url: string): void {
  if (!URL.canParse(url)) return;
  const { password, searchParams } = new URL(url);
  if (password === '' && !searchParams.has('password')) return;
  process.stderr.write(
    'Warning: --postgres contains a password, which every user of this machine can see in the list of processes. ' +
      'Set DATABASE_URL instead.\n',
  );
}

async function openSqlite(file: string): Promise<OpenStore> {
  // DatabaseSync would create a missing file.
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) throw new CommandError(`${file} does not exist. Check the path after --sqlite.`);
  if (!found.isFile()) throw new CommandError(`${file} is not a file. Pass the SQLite file itself with --sqlite.`);
  const { DatabaseSync } = await import('node:sqlite').catch(() => {
    throw new CommandError(`SQLite needs Node 22.13 or later; this is ${process.version}.`);
  });
  const { sqliteStore } = await import('../server/stores/sqlite.ts');
  const { checkVersion } = await import('./schema.ts');
  const open = (options: { readonly readOnly: boolean }) => {
    try {
      return new DatabaseSync(file, options);
    } catch (error) {
      throw unreadable(file, error);
    }
  };
  const readOnly = open({ readOnly: true });
  try {
    await checkVersion(file, async (text) => readOnly.prepare(text).all());
  } finally {
    readOnly.close();
  }
  const db = open({ readOnly: false });
  const store = sqliteStore(db);
  const close = async () => {
    await store.close();
    db.close();
  };
  return { store, name: file, close };
}

/** @param from - the option or the variable with the URL */
async function openPostgres(url: string, from: string): Promise<OpenStore> {
  const name = nameOf(url, from);
  const { default: pg } = await loadPg();
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => {}); // ignores the loss of an idle connection: the next query fails with an error
  try {
    const { checkVersion } = await import('./schema.ts');
    await checkVersion(name, async (text) => (await pool.query<Record<string, unknown>>(text)).rows);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const { postgresStore } = await import('../server/stores/postgres.ts');
  const store = postgresStore(pool, { listen: false });
  const close = async () => {
    await store.close();
    await pool.end();
  };
  return { store, name, close };
}

/** Loads the shop's own `pg`, an optional peer dependency. */
async function loadPg() {
  try {
    return await import('pg');
  } catch {
    throw new CommandError('PostgreSQL needs the package pg, which is not installed: npm install pg');
  }
}

/** Returns the address without user, password and parameters. The address may contain a password, so no error quotes it. */
function nameOf(url: string, from: string): string {
  if (!URL.canParse(url))
    throw new CommandError(`${from} is not a URL such as postgres://user@host:5432/database, with its scheme.`);
  const { protocol, host, pathname } = new URL(url);
  if (!/^postgres(ql)?:$/.test(protocol))
    throw new CommandError(`${from} begins with ${protocol}, and postgres:// is needed: it is a PostgreSQL database.`);
  return `${protocol}//${host}${pathname}`;
}
