import { decimalText, exactJson } from '../../core/index.ts';
import { isRecord } from '../is-record.ts';

/** What a webhook says of its payment. What it does not say is absent or undefined. */
export interface WebhookContent {
  /** `tid`, `pid` or `bid` (contract 2.6 to 2.8). With another payment's id the webhook is refused. */
  readonly id?: string | undefined;
  /** The status, which `statusMap` and the default map translate into a phase. */
  readonly status?: string | undefined;
  /** What has arrived so far, in the coin: decimal text such as `'0.00031113'`. */
  readonly received?: string | undefined;
  /** Whole numbers. */
  readonly confirmations?: number | undefined;
  readonly confirmationsRequired?: number | undefined;
  /** Until when the payment can be paid, ISO 8601. */
  readonly expiresAt?: string | undefined;
  /** True when the service marks the payment as a test: see the option `allowTestPayments`. */
  readonly test?: boolean | undefined;
}

/** The headers of a webhook, by name in any letter case; a `Headers` object is one. */
export interface WebhookHeaders {
  readonly get: (name: string) => string | null;
}

/**
 * Reads the body of a webhook. Undefined when it cannot be read: that is answered 202, with the event
 * `webhook-unreadable`. After an exception or a rejection the answer is 500, and the service sends the webhook again.
 */
export type ReadWebhook = (
  body: string,
  headers: WebhookHeaders,
) => WebhookContent | undefined | Promise<WebhookContent | undefined>;

/** Longer identifiers and statuses are not read. Characters. */
export const TEXT_MAX = 200;

const ID_NAMES = ['tid', 'pid', 'bid'] as const;
/** The names that can only mean the payment come before those that may mean the call. */
const STATUS_NAMES = ['paymentStatus', 'payment_status', 'status', 'state'] as const;
/** Where a payment is usually wrapped. One level down and no deeper. */
const WRAPPERS = ['data', 'payment', 'payload', 'object', 'event'] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The built-in reader of webhooks, and the default of the option `readWebhook`. The shape of their bodies is not shown
 * (contract 6), so an identifier and a status are looked for at the top and one level down, as JSON or as a form. Only
 * own properties of plain objects count, and only texts are identifiers and statuses.
 *
 * The level that holds both comes first. The account family's envelope says `status: 'success'` of the call and not of
 * the payment (contract 2.1): this `status` at the top counts only beside an identifier and without a wrapped payment.
 *
 *     readWebhook: (body, headers) => (isSigned(body, headers) ? readWebhook(body) : undefined)
 *
 * @returns undefined when the body is no object at all.
 */
export function readWebhook(body: string): WebhookContent | undefined {
  const read = readBody(body.replace(/^\uFEFF/, ''));
  if (!read) return undefined;
  const { plain, exact } = read;
  const wrapped = WRAPPERS.filter((name) => isRecord(own(plain, name)));
  // Also `data: null` and a list: a call that succeeded, whatever became of the payment.
  const isEnvelope = WRAPPERS.some((name) => typeof own(plain, name) === 'object') || !firstText(plain, ID_NAMES);
  const levels: WebhookContent[] = [
    { plain, exact },
    ...wrapped.map((name) => ({ plain: own(plain, name) as Fields, exact: Object(own(exact, name)) as Fields })),
  ].map(({ plain: fields, exact: digits }, index) => {
    const word = firstText(fields, STATUS_NAMES);
    const ofTheCall = index === 0 && isEnvelope && word?.toLowerCase() === 'success';
    return { id: firstText(fields, ID_NAMES), status: ofTheCall ? undefined : word, ...readFacts(fields, digits) };
  });
  const whole = levels.find(({ id, status }) => id !== undefined && status !== undefined);
  const byWeight = [...levels.filter((level) => level !== whole), ...(whole ? [whole] : [])];
  const first = <Name extends 'id' | 'status'>(name: Name) =>
    whole?.[name] ?? levels.find((level) => level[name] !== undefined)?.[name];
  return merge([...byWeight, { id: first('id'), status: first('status') }]);
}

/** Several contents as one: of each field the last that is given. */
const merge = (contents: readonly WebhookContent[]): WebhookContent =>
  Object.fromEntries(contents.flatMap((each) => Object.entries(each).filter(([, value]) => value !== undefined)));

function readBody(body: string): { plain: Fields; exact: Fields } | undefined {
  try {
    const plain: unknown = JSON.parse(body);
    return isRecord(plain) ? { plain, exact: exactJson(body) as Fields } : undefined;
  } catch {
    // A form has at least one pair; anything else would be read as one field without a value.
    if (!/^[^\s={}[\]<>]+=/.test(body)) return undefined;
    const plain = Object.fromEntries(new URLSearchParams(body));
    return { plain, exact: plain };
  }
}

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

function firstText(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = own(fields, name);
    if (typeof value === 'string' && value.trim() !== '' && value.length <= TEXT_MAX) return value.trim();
  }
  return undefined;
}

/** Digits as they were written: a coin amount must not go through a double. */
function readFacts(plain: Fields, exact: Fields): WebhookContent {
  return {
    received: decimalText(own(exact, 'cryptoAmountReceived')),
    confirmations: count(own(plain, 'confirmations')),
    confirmationsRequired: count(own(plain, 'confirmationsRequired')),
    expiresAt: instant(own(plain, 'expiresAt')),
    // A form has texts alone.
    test: [true, 'true'].includes(own(plain, 'test') as boolean) ? true : undefined,
  };
}

/** Far above any chain's depth of confirmation; a database column holds it. */
export const COUNT_MAX = 1_000_000;

function count(value: unknown): number | undefined {
  const number = Number(decimalText(value));
  return Number.isInteger(number) && number <= COUNT_MAX ? number : undefined;
}

function instant(value: unknown): string | undefined {
  const time = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
