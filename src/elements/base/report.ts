import { PayProblemEvent } from '../events.ts';
import type { Reported } from './console-hints.ts';

/**
 * Dispatches the event of a problem that a payer meets, and tells the developer of the page:
 * `pay-crypto: unreadable-payment (status): missing, src="/pay/payments/1"`. Data that cannot be used is an error.
 * Everything else may be the payer's connection, or go away by itself. What to do about a mistake follows.
 */
export function report(host: Element & { readonly src: string }, event: Reported): void {
  // Few pages need it. Without a connection there is no hint.
  import('./console-hints.ts').then(({ printHint }) => printHint(host, event)).catch(() => {});
  if (event.type === 'doubt') return;
  const { problem } = event;
  const { code, ...details } = problem;
  const [named, ...rest] = Object.values<string | number>(details);
  const text = [`${host.localName}: ${code}${named ? ` (${named})` : ''}`, ...rest].join(': ');
  // `markup-check.ts` names the missing attributes, unless a payment is set soon after.
  if (code !== 'no-payment')
    console['field' in problem ? 'error' : 'info'](text + (host.src && `, src="${host.src}"`), problem);
  host.dispatchEvent(new PayProblemEvent(problem));
}
