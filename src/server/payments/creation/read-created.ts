import { decimalText, isPhase, phases, type Method } from '../../../core/index.ts';
import { otherCoinOf } from '../../../core/coins/address-fault.ts';
import { nearest } from '../../nearest.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { CreatedPayment, PaymentProvider } from '../../providers/provider.ts';
import { isTime, NEEDS_TIME } from '../read-report.ts';

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** The most digits of a decimal number that a double always keeps. */
const EXACT_DIGITS = 15;

/** A number with more digits than a double keeps was rounded before it came here, such as 0.012345678901234567 ETH. */
function isAmount(value: unknown): boolean {
  const text = decimalText(value);
  if (text === undefined || text === '0') return false;
  return typeof value === 'string' || text.replace('.', '').replace(/^0+/, '').length <= EXACT_DIGITS;
}

/** Members without which a payment cannot be shown to a payer. */
const REQUIRED: Readonly<Record<Method, readonly (keyof CreatedPayment)[]>> = {
  crypto: ['id', 'status', 'destination', 'amount'],
  wallet: ['id', 'status', 'note'],
  localcode: ['id', 'status'],
};

type Check = readonly [holds: (value: unknown) => boolean, reason: string];

const TEXT: Check = [isText, 'text is needed'];
const ANY: Check = [() => true, ''];

/** The check of each member, and the reason when it fails. The tags show a page or an image only when they can be used. */
const CHECKS: Readonly<Record<keyof CreatedPayment, Check>> = {
  id: TEXT,
  status: TEXT,
  phase: [isPhase, `one of ${phases.join(', ')} is needed`],
  expiresAt: [(value) => value instanceof Date || isTime(value), NEEDS_TIME],
  minimum: [(value) => decimalText(value) !== undefined, "decimal text such as '0.00031113' is needed"],
  test: [(value) => typeof value === 'boolean', 'true or false is needed'],
  destination: TEXT,
  amount: [isAmount, "decimal text above zero is needed, such as '0.00031113'"],
  note: TEXT,
  hostedUrl: ANY,
  qrImage: ANY,
  details: ANY,
};

/** Members that a method needs. Those of another method are not checked. */
const NEEDED: readonly string[] = Object.values(REQUIRED).flat();

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
    if (!Object.hasOwn(CHECKS, name) && given[name] !== undefined) {
      const meant = nearest(name, Object.keys(CHECKS));
      throw refuse(name, 'no such member', meant === undefined ? '' : `; did you mean ${meant}?`);
    }
  const required: readonly string[] = REQUIRED[method];
  for (const name of required) if (!isGiven(name) || given[name] === '') throw refuse(name, 'missing');
  for (const [name, [holds, reason]] of Object.entries(CHECKS)) {
    const isUsed = required.includes(name) || !NEEDED.includes(name);
    if (isUsed && isGiven(name) && !holds(given[name])) throw refuse(name, 'cannot be used', `; ${reason}`);
  }
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
