import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { digitsOf, exactNumber, writeJson } from './exact-json.ts';
import type { NotShown } from './not-shown.ts';
import { shaped } from './shape.ts';
import type { News } from './vocabulary.ts';

/** A webhook as it goes over the wire. */
export interface WebhookRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Writes news as the switches want them. Contract 6: "Webhook payload, signing and retries: not shown". */
export function webhookRequest(url: string, news: News, notShown: NotShown, storeApiKey: string): WebhookRequest {
  const { webhookMethod: method, webhookSignature } = notShown;
  const { type, body } = written(news, notShown);
  if (method === 'GET') {
    const target = new URL(url);
    for (const [name, value] of new URLSearchParams(formOf(news, notShown))) target.searchParams.set(name, value);
    return { url: target.href, method, headers: {}, body: '' };
  }
  const signature = webhookSignature === 'hmac' ? { 'x-signature': signatureOf(body, storeApiKey) } : {};
  return { url, method, headers: { 'content-type': type, ...signature }, body };
}

function written(news: News, notShown: NotShown): { type: string; body: string } {
  const { webhookBody } = notShown;
  if (webhookBody === 'form') return { type: 'application/x-www-form-urlencoded', body: formOf(news, notShown) };
  const fields =
    typeof webhookBody === 'function'
      ? webhookBody(news, exactNumber)
      : webhookBody === 'data'
        ? { event: 'payment.updated', data: flat(news) }
        : flat(news);
  return { type: 'application/json', body: writeJson(shaped(fields, notShown)) };
}

function flat({ idKey, id, status, cryptoAmountReceived, confirmations, confirmationsRequired }: News) {
  return {
    [idKey]: id,
    status,
    cryptoAmountReceived: cryptoAmountReceived === undefined ? undefined : exactNumber(cryptoAmountReceived),
    confirmations,
    confirmationsRequired,
  };
}

/** A form has texts alone: what is nested or null is not in it. */
function formOf(news: News, notShown: NotShown): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(shaped(flat(news), notShown) as object)) {
    const text = typeof value === 'string' ? value : digitsOf(value);
    if (text !== undefined) form.set(name, text);
  }
  return form.toString();
}

/** HMAC-SHA-256 over the body as it is sent, in hexadecimal. */
function signatureOf(body: string, key: string): string {
  const text = new TextEncoder();
  return [...hmac(sha256, text.encode(key), text.encode(body))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
