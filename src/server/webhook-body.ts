import { decimalText, exactJson } from '../core/index.ts';
import type { Facts } from './stores/store.ts';

/** What a webhook said. Undefined where it said nothing that we know how to read. */
export interface Webhook {
  /** `tid`, `pid` or `bid`. */
  readonly id: string | undefined;
  readonly status: string | undefined;
  readonly facts: Facts;
}

/** Longer than any identifier or word; what is longer is not read. Characters. */
const TEXT_MAX = 200;

const ID_NAMES = ['tid', 'pid', 'bid'] as const;
/** The names that can only mean the payment come before those that may mean the call. */
const STATUS_NAMES = ['paymentStatus', 'payment_status', 'status', 'state'] as const;
/** Where a payment is usually wrapped. One level down and no deeper. */
const WRAPPERS = ['data', 'payment', 'payload', 'object', 'event'] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a webhook's body. Its shape is not shown (contract 6), so it is looked for where the trade puts it:
 * an identifier and a status word at the top or one level down, as JSON or as a form. Only own properties
 * of plain objects count, and only texts are words: numbers, lists and objects are nobody's status.
 *
 * The level that holds both is believed first. The account family's envelope says `status: 'success'` of
 * the call, not of the payment (contract 2.1), so that word is passed over at the top unless it stands beside
 * an identifier and beside nothing that could be the payment itself.
 *
 * @returns undefined when the body is no object at all.
 */
export function readWebhook(body: string): Webhook | undefined {
  const read = readBody(body.replace(/^\uFEFF/, ''));
  if (!read) return undefined;
  const { plain, exact } = read;
  const wrapped = WRAPPERS.filter((name) => isObject(own(plain, name)));
  // Also `data: null` and a list: a call that succeeded, whatever became of the payment.
  const isEnvelope = WRAPPERS.some((name) => typeof own(plain, name) === 'object') || !first(plain, ID_NAMES);
  const levels = [
    { plain, exact },
    ...wrapped.map((name) => ({ plain: own(plain, name) as Fields, exact: Object(own(exact, name)) as Fields })),
  ].map(({ plain: fields, exact: digits }, index) => {
    const word = first(fields, STATUS_NAMES);
    const ofTheCall = index === 0 && isEnvelope && word?.toLowerCase() === 'success';
    return { id: first(fields, ID_NAMES), status: ofTheCall ? undefined : word, facts: readFacts(fields, digits) };
  });
  const whole = levels.find(({ id, status }) => id !== undefined && status !== undefined);
  return {
    id: whole?.id ?? pick(levels, 'id'),
    status: whole?.status ?? pick(levels, 'status'),
    facts: Object.fromEntries([...levels.filter((level) => level !== whole), ...(whole ? [whole] : [])].flatMap(said)),
  };
}

function readBody(body: string): { plain: Fields; exact: Fields } | undefined {
  try {
    const plain: unknown = JSON.parse(body);
    return isObject(plain) ? { plain, exact: exactJson(body) as Fields } : undefined;
  } catch {
    // A form has at least one pair; anything else would be read as one field without a value.
    if (!/^[^\s={}[\]<>]+=/.test(body)) return undefined;
    const plain = Object.fromEntries(new URLSearchParams(body));
    return { plain, exact: plain };
  }
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

function first(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = own(fields, name);
    if (typeof value === 'string' && value.trim() !== '' && value.length <= TEXT_MAX) return value.trim();
  }
  return undefined;
}

const pick = <Name extends 'id' | 'status'>(levels: readonly Webhook[], name: Name) =>
  levels.find((level) => level[name] !== undefined)?.[name];

const said = ({ facts }: Webhook) => Object.entries(facts).filter(([, value]) => value !== undefined);

/** Digits as they were written: a coin amount must not go through a double. */
function readFacts(plain: Fields, exact: Fields): Facts {
  return {
    cryptoAmountReceived: decimalText(own(exact, 'cryptoAmountReceived')),
    confirmations: count(own(plain, 'confirmations')),
    confirmationsRequired: count(own(plain, 'confirmationsRequired')),
    expiresAt: instant(own(plain, 'expiresAt')),
  };
}

/** Far above any chain's depth of confirmation; a database column holds it. */
const COUNT_MAX = 1_000_000;

function count(value: unknown): number | undefined {
  const number = Number(decimalText(value));
  return Number.isInteger(number) && number <= COUNT_MAX ? number : undefined;
}

function instant(value: unknown): string | undefined {
  const time = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
