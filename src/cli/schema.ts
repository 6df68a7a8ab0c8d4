import { asSentence } from '../server/as-sentence.ts';
import { migrations, readSchema, schemaVersion } from '../server/stores/sql.ts';
import { sqliteReason } from '../server/stores/sqlite-error.ts';
import { causeOf } from './cause-of.ts';
import { CommandError } from './command.ts';

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

/** Why a store does not work, as a sentence: the cause of a failed connection, or the message of its driver, and what to do. */
export function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  return cause ? `${cause.message}. ${cause.fix}` : asSentence(sqliteReason(error as Error));
}

/** The error of a store that cannot be read. */
export const unreadable = (name: string, error: unknown): CommandError =>
  new CommandError(`${name} cannot be read: ${reasonOf(error)}`);

/** SQLite reports a missing table by a message, PostgreSQL by a code (`undefined_table`). */
const isMissing = (error: unknown) =>
  /no such table/.test(String((error as Error).message)) || (error as { code?: unknown }).code === '42P01';
