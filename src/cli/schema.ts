import { migrations, readSchema, schemaVersion } from '../server/stores/sql.ts';
import { CommandError } from './command.ts';
import { unreadable } from './store-error.ts';

/**
 * Checks whether the tables have the version of this release. It changes nothing.
 *
 * @throws CommandError with a recommended action
 */
export async function checkVersion(
  name: string,
  query: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>,
): Promise<void> {
  let version: number;
  let needed: number;
  try {
    ({ applied: version, needed } = schemaVersion(await query(readSchema)));
  } catch (error) {
    if (isMissing(error)) version = needed = 0;
    else throw unreadable(name, error);
  }
  if (version === 0 && (await hasTable(query)))
    throw new CommandError(
      `${name} has a table pay_payments that is not of this package.\n` +
        'Rename it, or give the store a file or a schema of its own.',
    );
  if (version === 0)
    throw new CommandError(
      `${name} contains no payment tables.\nIs it the store of the shop? To create the tables, start the shop once, or call store.migrate().`,
    );
  if (needed > migrations.length)
    throw new CommandError(
      `The payment tables in ${name} have version ${needed}; this release supports versions up to ${migrations.length}.\n` +
        'A newer version of pay-elements created them: use that version here too.',
    );
  if (version < migrations.length)
    throw new CommandError(
      `The payment tables in ${name} have version ${version}; this release needs version ${migrations.length}.\n` +
        'To update them, start the shop once with this release, or call store.migrate().',
    );
}

/** Whether there is a table with the name of that of the payments. */
const hasTable = (query: (text: string) => Promise<unknown>): Promise<boolean> =>
  query('SELECT 1 FROM pay_payments LIMIT 1').then(
    () => true,
    () => false,
  );

/** SQLite reports a missing table by a message, PostgreSQL by a code (`undefined_table`). */
const isMissing = (error: unknown) =>
  /no such table/.test(String((error as Error).message)) || (error as { code?: unknown }).code === '42P01';
