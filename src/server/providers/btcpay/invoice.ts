import { compareDecimals, decimalText } from '../../../core/index.ts';
import { exactJson, isRecord } from '../../../core/json.ts';

/** The reason why a response of BTCPay Server cannot be used. */
export class UnreadableResponse extends Error {
  override readonly name = 'UnreadableResponse';
}

/** What is read of an invoice. */
export interface Invoice {
  readonly id: string;
  readonly storeId: string;
  /** `New`, `Processing`, `Expired`, `Invalid` or `Settled`. */
  readonly status: string;
  /** `None`, `PaidPartial`, `PaidLate`, `PaidOver` or `Marked`. */
  readonly additionalStatus: string;
  /** Decimal text, in `currency`. */
  readonly amount: string;
  readonly currency: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Seconds since 1970. */
  readonly createdTime: number;
  /** Our reference, which is kept in the metadata of the invoice; undefined for an invoice that we have not created. */
  readonly paymentRef: string | undefined;
  readonly checkoutLink: string | undefined;
  /** Undefined when the response does not contain them: before BTCPay Server 2.4.1, and in that to a creation. */
  readonly paymentMethods: readonly InvoiceMethod[] | undefined;
}

/** One way to pay an invoice. Amounts are decimal text, in the coin. */
export interface InvoiceMethod {
  readonly paymentMethodId: string;
  /** False when the destination is made only when a payer chooses it. */
  readonly isActivated: boolean;
  readonly destination: string;
  /** All that has to be paid, with the network fee that the store's settings add. */
  readonly amount: string;
  /** What is left to pay; zero when nothing is. */
  readonly due: string;
  readonly received: string;
  /** What one coin cost when the invoice was made, in the invoice's currency. */
  readonly rate: string;
  readonly payments: readonly InvoicePayment[];
}

/** A transaction that pays an invoice. */
interface InvoicePayment {
  readonly id: string;
  /** `Invalid`, `Processing` or `Settled`. `Invalid`: its transaction was replaced. */
  readonly status: unknown;
  /** Seconds since 1970; undefined when the response does not contain it. */
  readonly receivedDate: number | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Parses JSON with the exact digits of each number, which become text. @throws UnreadableResponse */
export function parseBody(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    // The parser's message quotes the text around the error.
    throw new UnreadableResponse('the response is not JSON');
  }
}

export function readInvoice(value: unknown): Invoice {
  const fields = record(value, 'invoice');
  const metadata = isRecord(fields.metadata) ? fields.metadata : {};
  const methods = fields.paymentMethods;
  return {
    id: text(fields, 'id'),
    storeId: text(fields, 'storeId'),
    status: text(fields, 'status'),
    additionalStatus: typeof fields.additionalStatus === 'string' ? fields.additionalStatus : 'None',
    amount: decimal(fields, 'amount'),
    currency: text(fields, 'currency'),
    expiresAt: new Date(seconds(fields, 'expirationTime') * 1000).toISOString(),
    createdTime: seconds(fields, 'createdTime'),
    paymentRef: typeof metadata.paymentRef === 'string' ? metadata.paymentRef : undefined,
    checkoutLink: typeof fields.checkoutLink === 'string' ? fields.checkoutLink : undefined,
    paymentMethods: Array.isArray(methods) && methods.length > 0 ? readInvoiceMethods(methods) : undefined,
  };
}

export function readInvoices(value: unknown): readonly Invoice[] {
  return list(value, 'invoices').map(readInvoice);
}

export function readInvoiceMethods(value: unknown): readonly InvoiceMethod[] {
  return list(value, 'paymentMethods').map((given) => {
    const fields = record(given, 'paymentMethods');
    return {
      paymentMethodId: text(fields, 'paymentMethodId'),
      isActivated: fields.activated !== false,
      destination: typeof fields.destination === 'string' ? fields.destination : '',
      amount: decimal(fields, 'amount'),
      due: notNegative(fields, 'due'),
      received: decimal(fields, 'paymentMethodPaid'),
      rate: decimalText(fields.rate) ?? '0',
      payments: Array.isArray(fields.payments) ? fields.payments.map(readPayment) : [],
    };
  });
}

/** The ids of the payment methods that are enabled in a store. */
export function readStoreMethods(value: unknown): readonly string[] {
  return list(value, 'paymentMethods')
    .map((given) => record(given, 'paymentMethods'))
    .filter(({ enabled }) => enabled !== false)
    .map((fields) => text(fields, 'paymentMethodId'));
}

/** What a refund pays back. Decimal text, in `currency`, which is a coin or the currency of the invoice. */
export interface Refund {
  readonly amount: string;
  readonly currency: string;
}

export function readRefund(value: unknown): Refund {
  const fields = record(value, 'pull payment');
  return { amount: decimal(fields, 'amount'), currency: text(fields, 'currency') };
}

function readPayment(value: unknown): InvoicePayment {
  const fields = record(value, 'payments');
  const { status, receivedDate } = fields;
  return {
    id: text(fields, 'id'),
    status,
    receivedDate: receivedDate === undefined ? undefined : seconds(fields, 'receivedDate'),
  };
}

export function record(value: unknown, name: string): Fields {
  if (!isRecord(value)) throw new UnreadableResponse(`${name}: not an object`);
  return value;
}

export function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadableResponse(`${name}: not a list`);
  return value as readonly unknown[];
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new UnreadableResponse(`${name}: missing or not text`);
  return value;
}

function decimal(fields: Fields, name: string): string {
  const value = decimalText(fields[name]);
  if (value === undefined) throw new UnreadableResponse(`${name}: missing or not a decimal`);
  return value;
}

/** What is left to pay is below zero once too much was paid. */
function notNegative(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' && value.startsWith('-') ? '0' : decimal(fields, name);
}

function seconds(fields: Fields, name: string): number {
  const value = Number(decimal(fields, name));
  // A date holds up to 8.64e12 seconds.
  if (!Number.isSafeInteger(value) || value > 8.64e12) throw new UnreadableResponse(`${name}: not a time in seconds`);
  return value;
}

export const isSameAmount = (a: string, b: string): boolean => compareDecimals(a, b) === 0;
