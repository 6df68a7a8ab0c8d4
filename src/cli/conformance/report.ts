import { COLUMNS, printable, wrap } from '../text.ts';
import type { CheckResult } from './run-checks.ts';

const INDENT = ' '.repeat(9);

/** The longest request or response in the report, in lines. */
const LINES_MAX = 14;

/** Formats a result for the terminal. A failure has its request and the answer. */
export function reportOf({ name, rule, state, message, docs, request, response }: CheckResult): string {
  const head = `${state.padEnd(INDENT.length)}${name}`;
  if (state === 'ok') return `${head}\n`;
  const words = wrap(state === 'failed' ? `${rule}\n${message}\n${docs}` : message!, COLUMNS - INDENT.length);
  const shown = [request, response].flatMap((text) => (text === undefined ? [] : ['', ...linesOf(text)]));
  return (
    [head, ...[...words, ...shown].map((line) => `${INDENT}${line}`.trimEnd()), ''].join('\n') +
    (shown.length > 0 ? '\n' : '')
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => wrap(printable(line), COLUMNS - INDENT.length - 2))
    .slice(0, LINES_MAX)
    .map((line) => `| ${line}`);

/** Counts the results: `31 ok, 1 failed, 2 skipped.` */
export function summaryOf(results: readonly CheckResult[]): string {
  const count = (state: CheckResult['state']) => results.filter((result) => result.state === state).length;
  return `${count('ok')} ok, ${count('failed')} failed, ${count('skipped')} skipped.\n`;
}
