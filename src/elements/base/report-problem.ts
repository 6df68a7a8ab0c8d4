import type { Problem } from '../../core/payments/problem.ts';

/** Tells the developer of the page of a problem that a payer meets: `pay-crypto: unreadable-payment: status: missing`. */
export function reportProblem(host: Element, problem: Problem): void {
  // `attribute-check.ts` names the missing attributes, unless a payment is set soon after.
  if (problem.code !== 'no-payment') console.error(`${host.localName}: ${Object.values(problem).join(': ')}`, problem);
}
