import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { digitsOf, exactNumber, writeJson } from '../exact-json.ts';
import type { ContractGaps } from '../contract/contract-gaps.ts';
import { serialize } from '../contract/serializer.ts';
import type { StatusUpdate } from '../contract/status-words.ts';

/** A webhook as an HTTP request. */
export interface WebhookRequest {
  /** The `webhook_url` of the creation; for GET with the content in its query. */
  readonly url: string;
  /** From the setting `webhookMethod`. */
  readonly method: string;
  /** The content type, and the signature when webhooks are signed. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it is sent: JSON or form data, by the setting `webhookBody`. Empty for GET. */
  readonly body: string;
}

/** Serializes a webhook according to the settings. Contract 6: "Webhook payload, signing and retries: not shown". */
export function webhookRequest(
  url: string,
  content: StatusUpdate,
  contractGaps: ContractGaps,
  storeApiKey: string,
): WebhookRequest {
  const { webhookMethod: method, webhookSignature } = contractGaps;
  const { type, body } = written(content, contractGaps);
  if (method === 'GET') {
    const target = new URL(url);
    for (const [name, value] of new URLSearchParams(formOf(content, contractGaps)))
      target.searchParams.set(name, value);
    return { url: target.href, method, headers: {}, body: '' };
  }
  const signature = webhookSignature === 'hmac' ? { 'x-signature': signatureOf(body, storeApiKey) } : {};
  return { url, method, headers: { 'content-type': type, ...signature }, body };
}

function written(content: StatusUpdate, contractGaps: ContractGaps): { type: string; body: string } {
  const { webhookBody } = contractGaps;
  if (webhookBody === 'form') return { type: 'application/x-www-form-urlencoded', body: formOf(content, contractGaps) };
  const fields =
    typeof webhookBody === 'function'
      ? webhookBody(content, exactNumber)
      : webhookBody === 'data'
        ? { event: 'payment.updated', data: flat(content, contractGaps) }
        : flat(content, contractGaps);
  return { type: 'application/json', body: writeJson(serialize(fields, contractGaps)) };
}

function flat(
  { idKey, id, status, cryptoAmountReceived, confirmations, confirmationsRequired }: StatusUpdate,
  { testMark }: ContractGaps,
) {
  return {
    [idKey]: id,
    status,
    cryptoAmountReceived: cryptoAmountReceived === undefined ? undefined : exactNumber(cryptoAmountReceived),
    confirmations,
    confirmationsRequired,
    test: testMark || undefined,
  };
}

/** Converts the content to form data, which contains only texts: nested values and null are omitted. */
function formOf(content: StatusUpdate, contractGaps: ContractGaps): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(serialize(flat(content, contractGaps), contractGaps) as object)) {
    const text = value === true || typeof value === 'string' ? String(value) : digitsOf(value);
    if (text !== undefined) form.set(name, text);
  }
  return form.toString();
}

/** HMAC-SHA-256 of the body as it is sent, in hexadecimal. */
function signatureOf(body: string, key: string): string {
  const text = new TextEncoder();
  return [...hmac(sha256, text.encode(key), text.encode(body))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
