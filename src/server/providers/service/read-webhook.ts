import { decimalText } from '../../../core/index.ts';
import { exactJson, isJson, isRecord } from '../../../core/json.ts';
import { instantOf } from '../../../core/payments/payment-fields.ts';
import { COUNT_MAX, isWord, type WebhookReport } from '../report.ts';

const ID_NAMES = ['tid', 'pid', 'bid'] as const;
/** Names that can only mean the payment's status come before names that may mean the status of the call. */
const STATUS_NAMES = ['paymentStatus', 'payment_status', 'status', 'state'] as const;
/** Common names of a wrapper around the payment. Only one level is searched. */
const WRAPPERS = ['data', 'payment', 'payload', 'object', 'event'] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The built-in parser of webhooks, and the default of the option `readWebhook`. The contract does not show the shape of
 * their bodies (contract 6). So an identifier and a status are searched at the top level and one level down, in JSON or
 * form data (`application/x-www-form-urlencoded` and `multipart/form-data`). Only own properties of plain objects are
 * read, and only texts are accepted as identifiers and statuses: of at most 200 characters, all of them whole.
 *
 * A level that contains both takes precedence. In the envelope of the account endpoints, `status: 'success'` describes
 * the call and not the payment (contract 2.1). So this `status` at the top level is read only next to an identifier and
 * without a wrapped payment.
 *
 *     readWebhook: (body, headers) => (isSigned(body, headers) ? readWebhook(body) : undefined)
 *
 * @returns undefined when the body is not an object
 */
export function readWebhook(body: string): WebhookReport | undefined {
  const read = readBody(body.replace(/^\uFEFF/, ''));
  if (!read) return undefined;
  const { plain, exact } = read;
  const wrapped = WRAPPERS.filter((name) => isRecord(own(plain, name)));
  // `data: null` and an array also make it an envelope: the call succeeded, and the payment's status is unknown.
  const isEnvelope = WRAPPERS.some((name) => typeof own(plain, name) === 'object') || !firstText(plain, ID_NAMES);
  const levels: WebhookReport[] = [
    { plain, exact },
    ...wrapped.map((name) => ({ plain: own(plain, name) as Fields, exact: Object(own(exact, name)) as Fields })),
  ].map(({ plain: fields, exact: digits }, index) => {
    const word = firstText(fields, STATUS_NAMES);
    const ofTheCall = index === 0 && isEnvelope && word?.toLowerCase() === 'success';
    return { id: firstText(fields, ID_NAMES), status: ofTheCall ? undefined : word, ...readFacts(fields, digits) };
  });
  const whole = levels.find(({ id, status }) => id !== undefined && status !== undefined);
  const byWeight = [...levels, ...(whole ? [whole] : [])];
  const first = <Name extends 'id' | 'status'>(name: Name) =>
    whole?.[name] ?? levels.find((level) => level[name] !== undefined)?.[name];
  return merge([...byWeight, { id: first('id'), status: first('status') }]);
}

/** Why this parser cannot read the body of a webhook, without its content; undefined when it can. */
export function whyUnreadable(body: string): string | undefined {
  const text = body.replace(/^\uFEFF/, '');
  if (text.trim() === '') return 'empty';
  if (readBody(text)) return undefined;
  return isJson(text) ? 'JSON, but not an object' : 'not JSON, a form, or multipart';
}

/** Merges several contents: each field has the last value that is given. */
const merge = (contents: readonly WebhookReport[]): WebhookReport =>
  Object.fromEntries(contents.flatMap((each) => Object.entries(each).filter(([, value]) => value !== undefined)));

function readBody(body: string): { plain: Fields; exact: Fields } | undefined {
  try {
    const plain: unknown = JSON.parse(body);
    return isRecord(plain) ? { plain, exact: exactJson(body) as Fields } : undefined;
  } catch {
    const parts = readMultipart(body);
    if (parts) return { plain: parts, exact: parts };
    // Form data has at least one pair; any other text would be parsed as one field without a value.
    if (!/^[^\s={}[\]<>]+=/.test(body)) return undefined;
    const plain = Object.fromEntries(new URLSearchParams(body));
    return { plain, exact: plain };
  }
}

/**
 * The fields of `multipart/form-data` (RFC 7578), whose first line is the boundary. `Response.formData()` reads it too, but
 * only later, and needs the boundary from a header.
 */
function readMultipart(body: string): Fields | undefined {
  const [boundary] = /^--[^\r\n]{1,70}(?=\r\n)/.exec(body) ?? [];
  if (boundary === undefined) return undefined;
  const parts = `\r\n${body}`.split(`\r\n${boundary}`).slice(1, -1); // the last one is the end
  return Object.fromEntries(
    parts.flatMap((part) => {
      const end = part.indexOf('\r\n\r\n');
      const [, name] = /;[ \t]*name="([^"\r\n]*)"/i.exec(part.slice(0, Math.max(end, 0))) ?? [];
      return name === undefined ? [] : [[name, part.slice(end + 4)] as const];
    }),
  );
}

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

function firstText(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = own(fields, name);
    if (isWord(value)) return value.trim();
  }
  return undefined;
}

/** Reads amounts with their exact digits: a coin amount must not be converted to a double. */
function readFacts(plain: Fields, exact: Fields): WebhookReport {
  return {
    received: amount(own(exact, 'cryptoAmountReceived')),
    confirmations: count(own(plain, 'confirmations')),
    confirmationsRequired: count(own(plain, 'confirmationsRequired')),
    expiresAt: instantOf(own(plain, 'expiresAt')),
    // Form data contains only texts.
    test: [true, 'true'].includes(own(plain, 'test') as boolean) ? true : undefined,
  };
}

/** An amount; undefined when there is none, null when it cannot be read. A form has an empty text for none. */
function amount(value: unknown): string | null | undefined {
  const isAbsent = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  return isAbsent ? undefined : (decimalText(value) ?? null);
}

function count(value: unknown): number | undefined {
  const number = Number(decimalText(value));
  return Number.isInteger(number) && number <= COUNT_MAX ? number : undefined;
}
