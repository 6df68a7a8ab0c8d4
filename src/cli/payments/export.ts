import { once } from 'node:events';
import { cursorOf } from '../../server/stores/cursor.ts';
import type { PaymentStore } from '../../server/stores/store.ts';
import { readPayments, type PaymentFilter } from './list.ts';
import { toRecord, type PaymentRecord, type RecordOptions } from './record.ts';

/** The columns of the CSV, in this order also when they are empty everywhere: a program may rely on them. */
const COLUMNS = [
  ...['created', 'updated', 'orderRef', 'label', 'method', 'coin', 'phase', 'status', 'amount', 'currency'],
  ...['cryptoAmountExpected', 'cryptoAmountReceived', 'confirmations', 'confirmationsRequired', 'expiresAt'],
  ...['address', 'note', 'hostedUrl', 'paymentRef', 'id', 'token', 'stage', 'problem', 'version'],
] as const;

/** Columns that only `--private` has. Their values are JSON. */
const PRIVATE_COLUMNS = ['meta', 'answer'] as const;

export type ExportFormat = 'csv' | 'jsonl';

export const isExportFormat = (text: string): text is ExportFormat => text === 'csv' || text === 'jsonl';

/** Prints all payments that fit, newest first. It waits while the reader of the output is slower than the store. */
export async function exportPayments(
  store: PaymentStore,
  filter: PaymentFilter,
  format: ExportFormat,
  options: RecordOptions,
): Promise<void> {
  const columns = options.isPrivate ? [...COLUMNS, ...PRIVATE_COLUMNS] : COLUMNS;
  if (format === 'csv') await write(csvLine(columns));
  for await (const row of readPayments(store, filter, options.now)) {
    const record = toRecord(row, options);
    await write(
      format === 'csv'
        ? csvLine(columns.map((name) => cellOf(record, name)))
        : `${JSON.stringify({ ...record, cursor: cursorOf(row) })}\n`,
    );
  }
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

function cellOf(record: PaymentRecord, name: string): string {
  const value = record[name];
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Where spreadsheets see a formula: they also trim spaces, and accept the full-width forms of these signs. Some split cells at
 * a semicolon or a tab, too.
 */
const FORMULA = /(^|(?<=\S)[^\S\r\n]*[;\t])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])/g;

/** A line of RFC 4180. */
function csvLine(cells: readonly string[]): string {
  const line = cells.map((cell) => {
    const text = cell.replace(FORMULA, "$1'");
    return /[",;\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${line.join(',')}\r\n`;
}
