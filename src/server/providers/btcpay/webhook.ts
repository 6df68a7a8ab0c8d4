import { isRecord } from '../../../core/json.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** `BTCPay-Sig: sha256=<HMAC-SHA256 of the body's bytes, hexadecimal>`. */
const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** Verifies signatures of webhooks, in constant time. The key is imported at its first use. */
export function createSignatureCheck(secret: string) {
  let key: Promise<CryptoKey> | undefined;
  const importKey = () =>
    crypto.subtle.importKey('raw', new TextEncoder().encode(secret), HMAC, false, ['verify'] as const);
  return async function isSigned(body: Uint8Array, signature: string | null): Promise<boolean> {
    const hex = SIGNATURE.exec(signature ?? '')?.[1];
    if (hex === undefined) return false;
    const given = Uint8Array.from(hex.match(/../g)!, (byte) => Number.parseInt(byte, 16));
    return crypto.subtle.verify(HMAC, await (key ??= importKey()), given, new Uint8Array(body));
  };
}

/** What is read of a webhook. Everything else is read from the invoice. */
export interface InvoiceEvent {
  /** `InvoiceSettled`. */
  readonly type: string;
  readonly storeId: string;
  readonly invoiceId: string;
  /** Of a refund. */
  readonly pullPaymentId: string | undefined;
}

/** Reads the body of a webhook with a valid signature; undefined when it is not about an invoice. */
export function readInvoiceEvent(body: Uint8Array): InvoiceEvent | undefined {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder().decode(body));
  } catch {
    // It is no JSON.
  }
  if (!isRecord(event)) return undefined;
  const { type, storeId, invoiceId, pullPaymentId } = event;
  if (typeof type !== 'string' || !type.startsWith('Invoice')) return undefined;
  if (typeof storeId !== 'string' || typeof invoiceId !== 'string' || invoiceId === '') return undefined;
  return { type, storeId, invoiceId, pullPaymentId: typeof pullPaymentId === 'string' ? pullPaymentId : undefined };
}
