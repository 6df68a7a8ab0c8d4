import { digitsOf, exactNumber } from '../exact-json.ts';
import type { ContractGaps } from './contract-gaps.ts';

type Choices = Pick<ContractGaps, 'numbers' | 'extraFields' | 'keyOrder'>;

/** Fields that the contract does not name: nulls, lists, objects, and a name that must not set a prototype. */
const EXTRA: readonly (readonly [string, unknown])[] = [
  ['_links', { self: null }],
  ['traceId', 'tr_0000'],
  ['deprecatedAmount', null],
  ['tags', []],
  ['__proto__', { status: 'PAID', phase: 'paid' }],
];

/** A field that is returned exactly as it was sent. */
const ECHOED = 'meta';

/** Serializes a JSON value according to the settings `numbers`, `extraFields` and `keyOrder`. */
export function serialize(value: unknown, choices: Choices): unknown {
  const digits = typeof value === 'number' ? String(value) : digitsOf(value);
  if (digits !== undefined) return written(digits, choices.numbers);
  if (Array.isArray(value)) return value.map((item) => serialize(item, choices));
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).map(
    ([key, item]) => [key, key === ECHOED ? item : serialize(item, choices)] as const,
  );
  const all = [...own, ...(choices.extraFields ? EXTRA : [])];
  // `fromEntries` creates own properties only, so `__proto__` becomes an ordinary field.
  return Object.fromEntries(choices.keyOrder === 'reversed' ? all.reverse() : all);
}

function written(digits: string, numbers: Choices['numbers']): unknown {
  if (numbers === 'text') return digits;
  return exactNumber(numbers === 'exponent' ? exponent(digits) : digits);
}

/** Converts 0.00030973 to 3.0973e-4, with exactly the same digits. A whole number is not changed. */
function exponent(digits: string): string {
  const [, sign = '', whole = '', places = ''] = /^(-?)(\d+)\.(\d+)$/.exec(digits) ?? [];
  const all = `${whole}${places}`.replace(/^0+/, '');
  if (places === '' || all === '') return digits;
  const power = all.length - places.length - 1;
  const rest = all.slice(1).replace(/0+$/, '');
  return `${sign}${all[0]}${rest === '' ? '' : `.${rest}`}e${power}`;
}
