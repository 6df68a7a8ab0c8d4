import { digitsOf, exactNumber } from '../exact-json.ts';
import type { ContractGaps } from './contract-gaps.ts';

type Choices = Pick<ContractGaps, 'numbers' | 'extraFields' | 'keyOrder'>;

/** Fields that no contract names: nulls, lists, objects, a name that must not become anybody's prototype. */
const EXTRA: readonly (readonly [string, unknown])[] = [
  ['_links', { self: null }],
  ['traceId', 'tr_0000'],
  ['deprecatedAmount', null],
  ['tags', []],
  ['__proto__', { status: 'PAID', phase: 'paid' }],
];

/** What is given back as it was sent. */
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
  // `fromEntries` makes own properties only: `__proto__` becomes a field like any other.
  return Object.fromEntries(choices.keyOrder === 'reversed' ? all.reverse() : all);
}

function written(digits: string, numbers: Choices['numbers']): unknown {
  if (numbers === 'text') return digits;
  return exactNumber(numbers === 'exponent' ? exponent(digits) : digits);
}

/** 0.00030973 as 3.0973e-4: the same number, digit for digit. A whole number stays as it is. */
function exponent(digits: string): string {
  const [, sign = '', whole = '', places = ''] = /^(-?)(\d+)\.(\d+)$/.exec(digits) ?? [];
  const all = `${whole}${places}`.replace(/^0+/, '');
  if (places === '' || all === '') return digits;
  const power = all.length - places.length - 1;
  const rest = all.slice(1).replace(/0+$/, '');
  return `${sign}${all[0]}${rest === '' ? '' : `.${rest}`}e${power}`;
}
