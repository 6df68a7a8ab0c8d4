import { decimalText, isPhase, phases, type Method } from '../../../core/index.ts';
import { instantOf } from '../../../core/payments/payment-fields.ts';
import { nearest } from '../../nearest.ts';
import { createdFault } from '../../providers/provider-error.ts';
import type { CreatedPayment } from '../../providers/provider.ts';
import { isWord, NEEDS_TIME, TEXT_MAX } from '../../providers/report.ts';

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** A time in ISO 8601, in UTC. A `Date` is accepted, too. */
const timeOf = (value: unknown) =>
  instantOf(value instanceof Date && !Number.isNaN(+value) ? value.toISOString() : value);

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
const WORD: Check = [isWord, `a text of 1 to ${TEXT_MAX} whole characters is needed`];
const ANY: Check = [() => true, ''];

/** The check of each member, and the reason when it fails. The tags show a page or an image only when they can be used. */
const CHECKS: Readonly<Record<keyof CreatedPayment, Check>> = {
  id: WORD,
  status: WORD,
  phase: [isPhase, `one of ${phases.join(', ')} is needed`],
  expiresAt: [(value) => timeOf(value) !== undefined, NEEDS_TIME],
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

/**
 * Checks what `create()` of a provider has returned, before a payer sees it, and brings its texts into the form that reports
 * have.
 *
 * @throws ProviderError that names the first member that is missing, unknown, or cannot be used
 */
export function readCreated(created: CreatedPayment, method: Method): CreatedPayment {
  const given = Object(created) as Partial<Record<string, unknown>>;
  const isGiven = (name: string) => given[name] !== undefined && given[name] !== null;
  for (const name of Object.keys(given))
    if (!Object.hasOwn(CHECKS, name) && given[name] !== undefined) {
      const meant = nearest(name, Object.keys(CHECKS));
      throw createdFault(name, 'no such member', meant === undefined ? '' : `; did you mean ${meant}?`);
    }
  const required: readonly string[] = REQUIRED[method];
  for (const name of required) if (!isGiven(name) || given[name] === '') throw createdFault(name, 'missing');
  for (const [name, [holds, reason]] of Object.entries(CHECKS)) {
    const isUsed = required.includes(name) || !NEEDED.includes(name);
    if (isUsed && isGiven(name) && !holds(given[name])) throw createdFault(name, 'cannot be used', `; ${reason}`);
  }
  const { id, status, expiresAt } = created;
  return { ...created, id: id.trim(), status: status.trim(), expiresAt: timeOf(expiresAt) };
}
