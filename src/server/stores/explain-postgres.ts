const NO_URL = [
  'DATABASE_URL is no URL',
  'Write one such as postgres://user:password@host:5432/database, and in a password %23 for #, %40 for @, %2F for / and %3A for :.',
] as const;

/**
 * What is wrong and what to do, by the code of PostgreSQL or of the connection, which both drivers have, or by the message of
 * pg where it has no code.
 */
const REASONS: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  ECONNREFUSED: ['nothing listens there', 'Is the server running, and are host and port of DATABASE_URL right?'],
  ENOTFOUND: ['its host does not exist', 'Is the name in DATABASE_URL correct?'],
  EAI_AGAIN: ['the DNS lookup of its host failed', 'Does DNS work on this machine?'],
  ETIMEDOUT: [
    'the connection is not answered',
    'Is the host in DATABASE_URL right, and does its firewall allow this machine?',
  ],
  '3D000': ['it does not exist', 'Create it, or correct its name in DATABASE_URL.'],
  28000: [
    'the role is refused',
    'Does the role of DATABASE_URL exist, and does pg_hba.conf allow it from this machine?',
  ],
  '28P01': ['the password is refused', 'Correct role and password in DATABASE_URL.'],
  42501: [
    'the role has no right to it',
    'Grant the role of DATABASE_URL the rights, or migrate with the role that owns the tables.',
  ],
  '3F000': ['it has no schema to use', 'Create one, or set search_path for the role of DATABASE_URL.'],
  '42P01': ['a table is missing', 'Was it dropped? A restart of the shop creates it.'],
  '42P07': [
    'a table that is not of this store has a name that it needs',
    'Rename that table, or give the store another schema: set search_path in its DATABASE_URL.',
  ],
  ERR_INVALID_URL: NO_URL,
  'Connection terminated unexpectedly': [
    'the connection was ended',
    'Was the server restarted, or does another program listen at the port of DATABASE_URL?',
  ],
  'timeout exceeded when trying to connect': [
    'no connection of the pool became free in time, or none could be opened',
    'Give the store a pool that the shop does not use, or raise its max.',
  ],
  'Cannot use a pool after calling end on the pool': ['its pool was closed', 'Close it after checkout.close().'],
  53300: [
    'all connections of the server are in use',
    'Lower max of the pools, or raise max_connections of the server.',
  ],
};

/** The host that pg connects to when a connection string has none, because it is no URL. */
const HOST_OF_NO_URL = 'base';

/** Says in an error of a connection what is wrong and what to do, as a `StoreError`. @returns any other error as it is */
export function explainPostgres(error: unknown): unknown {
  const { code = '', hostname, message } = Object(error) as { code?: string; hostname?: string; message?: string };
  const key = [code, message ?? ''].find((each) => Object.hasOwn(REASONS, each));
  if (key === undefined) return error;
  const [reason, advice] = hostname === HOST_OF_NO_URL ? NO_URL : REASONS[key]!;
  const explained = new Error(`The PostgreSQL database: ${reason} (${message || code}). ${advice}`, { cause: error });
  return Object.assign(explained, { name: 'StoreError', code });
}
