import { existsSync } from 'node:fs';
import { isPhase, phases } from '../../core/index.ts';
import type { PaymentRow } from '../../server/stores/store.ts';
import { CommandError, refuseOptions, UsageError, type Command, type Given } from '../command.ts';
import { readSettings, SETTINGS_OPTIONS } from '../settings.ts';
import { openStore, STORE_OPTIONS, type OpenStore } from '../store.ts';
import { unreadable } from '../store-error.ts';
import { didYouMean } from '../suggest.ts';
import { printable } from '../text.ts';
import { cursorOf, readCursor } from '../../server/stores/cursor.ts';
import { exportPayments, isExportFormat } from './export.ts';
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

--export prints all payments that fit, read in pages, for a spreadsheet (CSV) or
a program (JSON Lines). Amounts are the exact decimal text: in a spreadsheet,
import these columns as text. In CSV, a cell that a spreadsheet would run as a
formula begins with an apostrophe.

Exit code: 0 done, 1 the payment or the store does not exist, 2 a wrong command
line.`,
  examples: [
    ['payments --sqlite payments.db', 'the newest payments'],
    ['payments --sqlite payments.db 1001', 'the payments of order 1001'],
    ['payments --sqlite payments.db --export csv > payments.csv', 'all payments'],
  ],
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
    export: { value: '<format>', description: 'prints all payments as csv or jsonl (JSON Lines)' },
  },
  async run(given) {
    if (given.words.length > 1) throw new UsageError('Pass at most one payment.');
    const [name] = given.words;
    if (name === '') throw new UsageError('The payment is an empty text. A variable of the shell may have no value.');
    refuseUnused(given, name);
    const filter = readFilter(given);
    const format = given.text('export');
    if (format !== undefined && !isExportFormat(format))
      throw new UsageError(`--export must be csv or jsonl, not '${printable(format)}'.`);
    const open = await openOrRefuse(given, name);
    try {
      if (name !== undefined) await show(given, open, name);
      else if (format !== undefined) await exportPayments(open.store, filter, format, options(given));
      else await list(given, open, filter);
      return 0;
    } catch (error) {
      throw error instanceof CommandError ? error : unreadable(open.name, error);
    } finally {
      await open.close().catch(() => {}); // the result was printed, or its error is reported
    }
  },
};

/** Opens the store. @throws UsageError, CommandError when there is none */
async function openOrRefuse(given: Given, name: string | undefined): Promise<OpenStore> {
  const settings = await readSettings(given);
  const open = await openStore(given, settings);
  if (open) return open;
  if (given.text('config') !== undefined)
    throw new CommandError(
      `${settings.from} has no option store. Add it there, or use --sqlite <file> or --postgres <url> instead of --config.`,
    );
  const hint = name !== undefined && existsSync(name) ? ` Did you mean --sqlite ${name}?` : '';
  throw new UsageError(
    `The store is missing. Use --sqlite <file>, --postgres <url> or --config <file>, or set DATABASE_URL.${hint}`,
  );
}

/** Refuses options without an effect: without an error, the output would look like a result that they have changed. */
function refuseUnused(given: Given, name: string | undefined): void {
  const oneStore = 'is not needed with --sqlite or --postgres.';
  if (given.text('sqlite') !== undefined || given.text('postgres') !== undefined)
    refuseOptions(given, ['config'], oneStore);
  if (name !== undefined)
    return refuseOptions(
      given,
      ['open', 'phase', 'order', 'limit', 'after', 'export'],
      'is for a list, not for one payment.',
    );
  if (given.text('export') !== undefined) return refuseOptions(given, ['limit', 'json'], 'does not apply to --export.');
  if (!given.has('json'))
    refuseOptions(given, ['private'], 'is for one payment, --json and --export, not for the table.');
}

function readFilter(given: Given): ListFilter {
  const [phase, orderRef, after] = [given.text('phase'), given.text('order'), given.text('after')];
  if (phase !== undefined && !isPhase(phase))
    throw new UsageError(
      `--phase must be one of: ${phases.join(', ')}; not '${printable(phase)}'.${didYouMean(phase, phases)}`,
    );
  const limit = Number(given.text('limit') ?? LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
    throw new UsageError(
      `--limit must be a whole number from 1 to ${LIMIT_MAX}, not '${printable(given.text('limit')!)}'.`,
    );
  const cursor = after === undefined ? undefined : readCursor(after);
  if (after !== undefined && !cursor)
    throw new UsageError(`--after must be a cursor that the last line of a list shows, not '${printable(after)}'.`);
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
