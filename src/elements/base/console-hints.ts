import { findCoin } from '../../core/coins/coin.ts';
import { phases } from '../../core/payments/phases.ts';
import type { ModelEvent, PaymentModel } from '../../model/payment-model.ts';
import { warnOnce } from './warn-once.ts';

/** What is reported to the developer of the page. A problem is one that a payer meets. */
export type Reported = Extract<ModelEvent, { type: 'problem' | 'doubt' }>;

/** An element, as far as a hint needs it. `<pay-checkout>` has neither a payment nor its model. */
interface Host extends Element {
  readonly src: string;
  readonly payment?: unknown;
  readonly model?: PaymentModel;
}

/** The form of the fields of a payment that are not any text, by a part of their names. */
const FORMS: readonly (readonly [name: RegExp, form: string])[] = [
  [/amount|minimum|rate/i, "decimal text such as '19.99'"],
  [/version|conf/, 'a whole number'],
  [/At$/, "a time with its zone, such as '2031-01-31T12:00:00Z'"],
  [/Url$/, 'an http: or https: address'],
  [/^phase/, `one of: ${phases.join(', ')}`],
];

/** What a field must be; empty when any text is allowed. */
const formOf = (field: string) => FORMS.find(([name]) => name.test(field))?.[1] ?? '';

/** What to do about a problem, by its code. */
const HINTS: Readonly<Record<string, string>> = {
  'wrong-method': '<pay-crypto> needs a tid, <pay-wallet> a pid, <pay-localcode> a bid',
  'unknown-order':
    'order() returned nothing: a wrong reference, a missing return, or not the order of this visitor (no cookies to another origin)',
  'unknown-status': 'say what the status means: statusMap of the backend, or phase beside status',
};

/** What is probably the cause of a failed request, by its reason. */
const CAUSES: readonly (readonly [reason: RegExp, hint: string])[] = [
  [/^HTTP 4(04|10)|^unexp/, 'Is its path right?'],
  [/^(HTTP )?40[13]/, 'A login or a CSRF check of the shop may have refused it'],
  [/^HTTP 500/, 'The output of the shop has the cause'],
];

/** What is wrong with a field of a payment that is shown. */
function doubtText(field: string, { model }: Host): string {
  const { cryptoCoin = '' } = model!.snapshot.payment as { cryptoCoin?: string };
  if (field === 'address')
    return `address is ${findCoin(cryptoCoin)?.chainId ? 'not ' : ''}one of Ethereum (0x…), but cryptoCoin is ${cryptoCoin}`;
  const form = formOf(field);
  return `${field} is not readable${form && `. Use ${form}`}`;
}

/** What is probably the reason of a problem. */
function problemText(reason: string, field: string, { src, payment, model }: Host): string | undefined {
  if (reason === 'not JSON' && typeof payment === 'string')
    return 'payment: set the property, or write " as &quot; in the attribute';
  // Other problems name a field whose value is readable: it was changed.
  if (reason && formOf(field)) return `${field}: use ${formOf(field)}`;
  const hint = CAUSES.find(([name]) => name.test(reason))?.[1];
  return hint && `${src || model?.snapshot.polling?.url}: ${reason}. ${hint}`;
}

/** Tells the developer of the page what is probably wrong in a payment, once, or with an address. */
export function printHint(element: Element, event: Reported): void {
  const host = element as Host;
  if (event.type === 'doubt') {
    warnOnce(host, `payment: ${doubtText(event.field, host)}`);
    return;
  }
  const { code, reason = '', field = '' } = event.problem as { code: string; reason?: string; field?: string };
  const text = problemText(reason, field, host) ?? HINTS[code];
  if (text) console.info(`${host.localName}: ${text}`);
}
