import type { PaymentRow } from '../../server/stores/store.ts';
import { shownPhase } from '../../server/payments/row-views.ts';
import { COLUMNS, cut, pad, printable, widthOf, wrap } from '../text.ts';
import type { PaymentRecord } from './record.ts';

/** The text between two columns. */
const GAP = '  ';

interface Column {
  readonly title: string;
  readonly of: (row: PaymentRow, now: number) => string;
  /** The greatest width in columns. The last column takes the rest of the line. */
  readonly most: number;
  readonly toTheRight?: boolean;
}

const LIST: readonly Column[] = [
  { title: 'CREATED', of: ({ created }) => new Date(created).toISOString().slice(0, 16).replace('T', ' '), most: 16 },
  { title: 'PHASE', of: phaseOf, most: 12 },
  { title: 'AMOUNT', of: ({ data }) => `${data.amount} ${data.currency}`, most: 18, toTheRight: true },
  { title: 'BY', of: ({ method, coin }) => coin || method, most: 10 },
  { title: 'ORDER', of: ({ orderRef }) => orderRef, most: COLUMNS },
];

/** Returns the phase to show. A creation that has failed or is still running has no useful phase. */
function phaseOf(row: PaymentRow, now: number): string {
  if (row.stage === 'released' && row.knownPhase === 'awaiting' && row.data.problem !== 'replaced') return 'not made';
  return row.stage === 'creating' ? 'being made' : shownPhase(row, now);
}

/** Formats a list for the terminal: aligned, in at most 80 columns. */
export function tableOf(rows: readonly PaymentRow[], now: number): string {
  let left = COLUMNS;
  const columns = LIST.map(({ title, of, most, toTheRight }) => {
    const cells = [title, ...rows.map((row) => printable(of(row, now)))];
    const width = Math.min(most, left, Math.max(...cells.map(widthOf)));
    left -= width + GAP.length;
    return cells.map((cell) => {
      const text = cut(cell, width);
      return toTheRight ? ' '.repeat(Math.max(0, width - widthOf(text))) + text : pad(text, width);
    });
  });
  const lines = columns[0]!.map((_, line) => columns.map((cells) => cells[line]).join(GAP));
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** Formats one payment for the terminal: a name and its value in each line. Long values continue on the next lines. */
export function detailsOf(record: PaymentRecord, undelivered: number): string {
  const fields = Object.entries({ ...record, ...(undelivered > 0 && { undelivered: `${undelivered} changes` }) });
  const width = Math.max(...fields.map(([name]) => name.length)) + GAP.length;
  return fields
    .flatMap(([name, value]) => {
      const lines = typeof value === 'string' ? [value] : JSON.stringify(value, null, 1).split('\n');
      return lines
        .flatMap((text) => wrap(printable(text), COLUMNS - width))
        .map((text, i) => `${(i === 0 ? name : '').padEnd(width)}${text}`);
    })
    .join('\n');
}
