import { isPhase, phases } from '../../core/index.ts';
import type { PaymentRow } from '../../server/stores/store.ts';
import { CommandError, UsageError, type Command, type Given } from '../command.ts';
import { readSettings, SETTINGS_OPTIONS } from '../settings.ts';
import { openStore, STORE_OPTIONS, type OpenStore } from '../store.ts';
import { cursorOf, readCursor } from '../../server/stores/cursor.ts';
import { findPayments } from './find.ts';
import { listPayments, type ListFilter } from './list.ts';
import { toRecord } from './record.ts';
import { detailsOf, tableOf } from './table.ts';

/** The default length of a list. */
const LIMIT = 20;
/** The longest list. Programs continue with --after. */
const LIMIT_MAX = 10_000;

/** The command `pay-elements payments`. */
export const payments: Command = {
  name: 'payments',
  words: '[<payment>]',
  about: `Lists the payments of a store, newest first. With <payment>, shows the payments
with this paymentRef, token, service id or orderRef. Changes nothing. Times are
in UTC.

Exit code: 0, 1 if the payment or the store does not exist, 2 usage error.`,
  options: {
    ...STORE_OPTIONS,
    ...SETTINGS_OPTIONS,
    open: { description: 'only payments that can still be paid' },
    phase: { value: '<phase>', description: `only payments in this phase: ${phases.join(', ')}` },
    order: { value: '<orderRef>', description: 'only payments of this order' },
    limit: { value: '<number>', description: `the number of payments (default: ${LIMIT}, at most ${LIMIT_MAX})` },
    after: {
      value: '<cursor>',
      description: 'continues the list after this cursor, which the last line of a list shows',
    },
    private: { description: 'also shows payout addresses, meta and the token: do not share this output' },
    json: { description: 'prints one JSON object per line, for programs' },
  },
  async run(given) {
    if (given.words.length > 1) throw new UsageError('Pass at most one payment.');
    const filter = readFilter(given);
    const open = await openStore(given, await readSettings(given));
    if (!open)
      throw new UsageError(
        'The store is missing. Use --sqlite <file>, --postgres <url> or --config <file>, or set DATABASE_URL.',
      );
    try {
      const [name] = given.words;
      await (name === undefined ? list(given, open, filter) : show(given, open, name));
      return 0;
    } finally {
      await open.close();
    }
  },
};

function readFilter(given: Given): ListFilter {
  const [phase, orderRef, after] = [given.text('phase'), given.text('order'), given.text('after')];
  if (phase !== undefined && !isPhase(phase)) throw new UsageError(`--phase must be one of: ${phases.join(', ')}.`);
  const limit = Number(given.text('limit') ?? LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
    throw new UsageError(`--limit must be a whole number from 1 to ${LIMIT_MAX}.`);
  const cursor = after === undefined ? undefined : readCursor(after);
  if (after !== undefined && !cursor)
    throw new UsageError('--after must be a cursor that the last line of a list shows.');
  return {
    limit,
    isOpen: given.has('open'),
    ...(phase !== undefined && { phase }),
    ...(orderRef !== undefined && { orderRef }),
    ...(cursor && { after: cursor }),
  };
}

async function list(given: Given, { store, name }: OpenStore, filter: ListFilter): Promise<void> {
  const { rows, more } = await listPayments(store, filter, Date.now());
  if (given.has('json')) return printRecords(given, rows);
  if (rows.length === 0) return print(`No payments found in ${name}.`);
  print(tableOf(rows, Date.now()));
  if (more) print(`\nNext page: --after ${cursorOf(rows.at(-1)!)}`);
}

async function show(given: Given, { store, name }: OpenStore, query: string): Promise<void> {
  const rows = await findPayments(store, query);
  if (rows.length === 0)
    throw new CommandError(`No payment in ${name} has this paymentRef, token, service id or orderRef.`);
  if (given.has('json')) return printRecords(given, rows);
  const undelivered = await Promise.all(
    rows.map(async ({ paymentRef }) => (await store.unhandledOf(paymentRef)).length),
  );
  print(rows.map((row, i) => detailsOf(toRecord(row, options(given)), undelivered[i]!)).join('\n\n'));
}

const options = (given: Given) => ({ isPrivate: given.has('private'), now: Date.now() });

function printRecords(given: Given, rows: readonly PaymentRow[]): void {
  for (const row of rows) print(JSON.stringify({ ...toRecord(row, options(given)), cursor: cursorOf(row) }));
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
