import type { Problem } from '../../core/payments/problem.ts';

/**
 * Tells the developer of the page of a problem that a payer meets: `pay-crypto: unreadable-payment (status): missing`. Data
 * that cannot be used is an error. Everything else may be the payer's connection, or go away by itself.
 */
export function reportProblem(host: Element, problem: Problem): void {
  const { code, ...details } = problem;
  // `attribute-check.ts` names the missing attributes, unless a payment is set soon after.
  if (code === 'no-payment') return;
  const [named, ...rest] = Object.values<string | number>(details);
  const text = [`${host.localName}: ${code}${named ? ` (${named})` : ''}`, ...rest].join(': ');
  console['field' in problem ? 'error' : 'info'](text, problem);
}
