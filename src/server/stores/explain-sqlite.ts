/** What is wrong and what to do, by the messages of SQLite, which are the same in every driver, and of the drivers. */
const REASONS: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  'file is not a database': ['the file is not a SQLite database', 'Check its path.'],
  'unable to open database file': [
    'the file cannot be opened or created',
    'Does its folder exist, and may this user read and write both?',
  ],
  'attempt to write a readonly database': [
    'it was opened as read-only, or this user may not write to the file and its folder',
    'Allow both.',
  ],
  'database is locked': ['another program keeps the file locked', 'End that program, or its transaction.'],
  'cannot start a transaction within a transaction': [
    'a transaction of the shop is open on this connection',
    'Give the store a connection that the shop does not use.',
  ],
  'statement has been finalized': ['it was closed', 'Close it after checkout.close().'],
  'database is not open': ['it was closed', 'Close it after checkout.close().'],
  'The database connection is not open': ['it was closed', 'Close it after checkout.close().'],
  'database disk image is malformed': ['the content of the file is damaged', 'Restore a backup.'],
  'database or disk is full': ['the disk is full', 'Free some space.'],
  'disk I/O error': ['the disk reports an error', 'Was the file deleted or replaced while it was open?'],
};

/** The message for a table or an index with the name of one of the store's, which is not the store's. */
const TAKEN_NAME = /^(?:table|index) pay_\w+ (?:already exists|has no column named version)$/;

/** Returns the reason of an error of SQLite, with SQLite's own message, and what to do. Other messages stay as they are. */
export function sqliteReason({ message }: Error): string {
  if (TAKEN_NAME.test(message))
    return `${message}, and it is not of this store. Rename it, or give the store a file of its own.`;
  const [reason, advice] = (Object.hasOwn(REASONS, message) && REASONS[message]) || [];
  return reason === undefined ? message : `${reason} (${message}). ${advice}`;
}
