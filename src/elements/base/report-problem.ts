import { isRecoverable, type Problem } from '../../core/payments/problem.ts';

/** Tells the developer of the page of a problem that a payer meets: its code and what it names. */
export function reportProblem(host: Element, problem: Problem): void {
  const { code, ...details } = problem;
  if (code === 'no-payment') return; // `attribute-check.ts` names the attributes, unless a payment is set soon after
  const named = Object.values(details).join(': ');
  console[isRecoverable(problem) ? 'warn' : 'error'](
    `${host.localName}: ${code}${named === '' ? '' : ` (${named})`}`,
    problem,
  );
}
