import { asSentence } from '../server/as-sentence.ts';
import { explainPostgres } from '../server/stores/explain-postgres.ts';
import { sqliteReason } from '../server/stores/explain-sqlite.ts';
import { causeOf } from './cause-of.ts';
import { CommandError } from './command.ts';

/** Why a store does not work, as a sentence: the cause of a failed connection, or the message of its driver, and what to do. */
export function reasonOf(error: unknown): string {
  const cause = causeOf(error);
  return cause ? `${cause.message}. ${cause.fix}` : asSentence(sqliteReason(explainPostgres(error) as Error));
}

/** The error of a store that cannot be read. */
export const unreadable = (name: string, error: unknown): CommandError =>
  new CommandError(`${name} cannot be read: ${reasonOf(error)}`);
