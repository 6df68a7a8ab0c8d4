import { isPhase, phaseOf, type StatusTable } from '../../core/index.ts';
import type { PaymentStore } from '../../server/stores/store.ts';
import { cut, printable } from '../text.ts';
import type { Finding } from './finding.ts';

/** The number of payments that are checked. */
const NEWEST = 1_000;

/** The width of a status in the output, in columns. */
const WORD_COLUMNS = 40;

/** Reports the statuses of the newest payments that neither `statusMap` nor the default map contains (contract 3). */
export async function checkStatuses(store: PaymentStore, statusMap: StatusTable | undefined): Promise<Finding> {
  const name = 'statuses';
  const rows = await store.latest(undefined, NEWEST);
  // The check of the configuration reports mistakes in the map.
  const map = Object.fromEntries(Object.entries(statusMap ?? {}).filter(([, phase]) => isPhase(phase)));
  const counts = new Map<string, number>();
  for (const { phase, status } of rows)
    if (phase === 'unknown' && phaseOf(status, map) === 'unknown') counts.set(status, (counts.get(status) ?? 0) + 1);
  if (counts.size === 0)
    return { name, state: 'ok', message: `Every status of the newest ${rows.length} payments is known.` };

  const words = [...counts]
    .map(([status, payments]) => ({ status: cut(printable(status), WORD_COLUMNS), payments }))
    .sort((a, b) => b.payments - a.payments);
  const all = words.reduce((sum, { payments }) => sum + payments, 0);
  const list = words.map(
    ({ status, payments }) => `${status} (${payments} ${payments === 1 ? 'payment' : 'payments'})`,
  );
  return {
    name,
    state: 'warning',
    message: `Of the newest ${rows.length} payments, ${all} ${all === 1 ? 'has' : 'have'} a status that is not known:\n${list.join('\n')}`,
    fix: `Ask the operator what they mean, and add them to the options:\nstatusMap: { ${nameOf(words[0]!.status)}: 'paid' }, or another phase.`,
    facts: { words },
  };
}

/** Writes a status as a property name of an object literal. */
const nameOf = (word: string) => (/^[A-Za-z_$][\w$]*$/.test(word) ? word : `'${word.replaceAll("'", "\\'")}'`);
