import { migrations, schemaVersion } from '../server/stores/sql.ts';
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
  try {
    version = Number((await query(schemaVersion))[0]?.version ?? 0);
  } catch (error) {
    if (isMissing(error)) version = 0;
    else throw new CommandError(`${name} cannot be read: ${(error as Error).message}`);
  }
  if (version === 0) throw new CommandError(`${name} holds no payments: its tables were never made.`);
  if (version > migrations.length)
    throw new CommandError(
      `The payment tables in ${name} are of version ${version}; this release knows ${migrations.length}.\n` +
        'A later pay-elements made them: use that one here too.',
    );
  if (version < migrations.length)
    throw new CommandError(
      `The payment tables in ${name} are of version ${version}; this release has ${migrations.length}.\n` +
        'Start the shop with this release once, or call store.migrate(): then they are brought up to date.',
    );
}

/** SQLite reports a missing table by a message, PostgreSQL by a code (`undefined_table`). */
const isMissing = (error: unknown) =>
  /no such table/.test(String((error as Error).message)) || (error as { code?: unknown }).code === '42P01';
