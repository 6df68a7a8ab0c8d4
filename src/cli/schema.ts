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

/** SQLite reports a missing table by a message, PostgreSQL by a code (`undefined_table`). */
const isMissing = (error: unknown) =>
  /no such table/.test(String((error as Error).message)) || (error as { code?: unknown }).code === '42P01';
