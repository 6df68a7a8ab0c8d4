import { COLUMNS, wrap } from '../text.ts';
import type { Finding } from './finding.ts';

const TITLES: Readonly<Record<Finding['name'], string>> = {
  configuration: 'Configuration',
  service: 'Service',
  provider: 'Provider',
  keys: 'Keys',
  account: 'Account',
  usage: 'Usage',
  chain: 'Chain',
  store: 'Store',
  statuses: 'Status words',
  order: 'Order',
  webhooks: 'Webhooks',
  forms: 'Webhook forms',
  development: 'Development',
  visitors: 'Visitors',
};

/** The column where a finding's text begins: after the longest title and the longest state. */
const INDENT = 'Configuration'.length + 2 + 'problem'.length + 2;

/** Formats the findings for the terminal: each result, and after an arrow the recommended action. */
export function reportOf(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ name, state, message, fix }) => {
    const head = `${TITLES[name].padEnd('Configuration'.length + 2)}${state.padEnd('problem'.length + 2)}`;
    const words = wrap(message, COLUMNS - INDENT);
    const advice =
      fix === undefined ? [] : wrap(fix, COLUMNS - INDENT - 2).map((line, i) => `${i === 0 ? '→' : ' '} ${line}`);
    return [...words, ...advice].map((line, i) => `${i === 0 ? head : ' '.repeat(INDENT)}${line}`);
  });
  return `${lines.join('\n')}\n\n${summaryOf(findings)}\n`;
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const counts = [plural(problems, 'problem'), plural(warnings, 'warning')].filter(Boolean).join(', ');
  return counts === '' ? 'No problems found.' : `${counts}.`;
}

const plural = (count: number, what: string) => (count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`);
