import { decimalText, isPhase, phases, type Method } from '../../../core/index.ts';
import { otherCoinOf } from '../../../core/coins/address-fault.ts';
import { nearest } from '../../nearest.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { CreatedPayment, PaymentProvider } from '../../providers/provider.ts';
import { isTime, NEEDS_TIME } from '../read-report.ts';

/** All members of what `create()` returns. */
const MEMBERS = Object.keys({
  id: 0,
  status: 0,
  phase: 0,
  destination: 0,
  amount: 0,
  note: 0,
  hostedUrl: 0,
  qrImage: 0,
  expiresAt: 0,
  minimum: 0,
  test: 0,
  details: 0,
} satisfies Record<keyof CreatedPayment, 0>);

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const isAmount = (value: unknown) => decimalText(value) !== undefined && decimalText(value) !== '0';

/** Members without which a payment cannot be shown to a payer. */
const REQUIRED: Readonly<Record<Method, readonly (keyof CreatedPayment)[]>> = {
  crypto: ['id', 'status', 'destination', 'amount'],
  wallet: ['id', 'status', 'note'],
  localcode: ['id', 'status'],
};

/** The check of each member, and the reason when it fails. The tags show a page or an image only when they can be used. */
const CHECKS: readonly (readonly [keyof CreatedPayment, holds: (value: unknown) => boolean, reason: string])[] = [
  ['id', isText, 'text is needed'],
  ['status', isText, 'text is needed'],
  ['phase', isPhase, `one of ${phases.join(', ')} is needed`],
  ['expiresAt', (value) => value instanceof Date || isTime(value), NEEDS_TIME],
  ['minimum', (value) => decimalText(value) !== undefined, "decimal text such as '0.00031113' is needed"],
  ['test', (value) => typeof value === 'boolean', 'true or false is needed'],
];

/** The same for the members that only these methods need. */
const CHECKS_OF: Readonly<Record<Method, typeof CHECKS>> = {
  crypto: [
    ['destination', isText, 'text is needed'],
    ['amount', isAmount, "decimal text above zero is needed, such as '0.00031113'"],
  ],
  wallet: [['note', isText, 'text is needed']],
  localcode: [],
};

const refuse = (field: string, problem: string, hint = '') =>
  new ProviderError('bad-answer', `${field}: ${problem} in what create() returned${hint}`, { sent: true, field });

/**
 * Checks what `create()` of a provider has returned, before a payer sees it.
 *
 * @throws ProviderError that names the first member that is missing, unknown, or cannot be used
 */
export function checkCreated(created: CreatedPayment, method: Method): void {
  const given = Object(created) as Partial<Record<string, unknown>>;
  const isGiven = (name: string) => given[name] !== undefined && given[name] !== null;
  for (const name of Object.keys(given))
    if (!MEMBERS.includes(name) && given[name] !== undefined) {
      const meant = nearest(name, MEMBERS);
      throw refuse(name, 'no such member', meant === undefined ? '' : `; did you mean ${meant}?`);
    }
  for (const name of REQUIRED[method]) if (!isGiven(name) || given[name] === '') throw refuse(name, 'missing');
  for (const [name, holds, reason] of [...CHECKS, ...CHECKS_OF[method]])
    if (isGiven(name) && !holds(given[name])) throw refuse(name, 'cannot be used', `; ${reason}`);
}

/**
 * Wraps `create()` of a provider of the shop's own: an address of another coin is refused. The contract's service names the
 * coin in its response, where it is compared (`mismatchedPrice`).
 */
export function refuseOtherCoins(create: PaymentProvider['create']): PaymentProvider['create'] {
  return async (request, options) => {
    const created = await create(request, options);
    const { destination } = Object(created) as Partial<CreatedPayment>;
    const other = request.method === 'crypto' && otherCoinOf(request.coin, String(destination));
    if (other) throw refuse('destination', `an address of ${other}`, `; one of ${request.coin} is needed`);
    return created;
  };
}
