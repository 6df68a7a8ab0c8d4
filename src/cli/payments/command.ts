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
  about: `Lists the payments of a store, newest first, or shows one: by its
paymentRef, its token, the service's id, or its orderRef. Nothing is changed.
Times are UTC.

Exit code: 0, or 1 when there is no such payment or store, 2 usage error.`,
  options: {
    ...STORE_OPTIONS,
    ...SETTINGS_OPTIONS,
    open: { description: 'only those that can still be paid' },
    phase: { value: '<phase>', description: `only those in this phase: ${phases.join(', ')}` },
    order: { value: '<orderRef>', description: 'only those of this order' },
    limit: { value: '<number>', description: `how many (default: ${LIMIT}, at most ${LIMIT_MAX})` },
    after: { value: '<cursor>', description: 'goes on where another list ended; its last line says the cursor' },
    private: { description: 'shows where the money goes, meta and token too: do not paste that anywhere' },
    json: { description: 'one JSON object a line, for programs' },
  },
  async run(given) {
    if (given.words.length > 1) throw new UsageError('One payment at a time.');
    const filter = readFilter(given);
    const open = await openStore(given, await readSettings(given));
    if (!open) throw new UsageError('Which store? --sqlite <file>, --postgres <url>, --config <file> or DATABASE_URL.');
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
  if (phase !== undefined && !isPhase(phase)) throw new UsageError(`--phase is one of: ${phases.join(', ')}.`);
  const limit = Number(given.text('limit') ?? LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
    throw new UsageError(`--limit is a whole number from 1 to ${LIMIT_MAX}.`);
  const cursor = after === undefined ? undefined : readCursor(after);
  if (after !== undefined && !cursor) throw new UsageError('--after is a cursor that a list has ended with.');
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
  if (rows.length === 0) return print(`No such payments in ${name}.`);
  print(tableOf(rows, Date.now()));
  if (more) print(`\nMore with --after ${cursorOf(rows.at(-1)!)}`);
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
