import { expect } from './expectations.ts';
import type { Exchange } from './exchange.ts';

/** A decimal text without an exponent: `0.00031113`. */
const DECIMAL = /^(?:0|[1-9]\d{0,79})(?:\.\d{1,80})?$/;

/** The fields that a payer may see: docs/any-backend.md, "A payment" and "The status". */
const PAYMENT_FIELDS = [
  ...['tid', 'pid', 'bid', 'status', 'amount', 'currency', 'address', 'cryptoCoin', 'cryptoAmountExpected', 'note'],
  ...['statusUrl', 'phase', 'version', 'hostedUrl', 'qrCodeBase64', 'expiresAt', 'minimumTransactionCoin'],
  ...['cryptoAmountReceived', 'confirmations', 'confirmationsRequired', 'qr', 'rate', 'orderRef', 'paidAt', 'test'],
  ...['orderPhase', 'after', 'createdAt', 'updatedAt', 'moneyGone', 'transactions'],
];

const AMOUNT_FIELDS = [
  ...['amount', 'cryptoAmountExpected', 'cryptoAmountReceived', 'minimumTransactionCoin', 'rate'],
] as const;

/** Fields of the service that only the shop may see (rule "Never pass on the service's answer"). */
export const PRIVATE_FIELDS = [
  ...['webhookUrl', 'webhook_url', 'meta', 'payoutAddress', 'payout_address', 'payoutEmail', 'payout_email'],
  ...['splitPayoutAddresses', 'addresses', 'additionalInformation', 'additional_information', 'apiKey'],
];

/** Expects amounts as decimal text. @throws Failure */
export function expectAmounts(json: Readonly<Record<string, unknown>>, exchange: Exchange): void {
  for (const name of AMOUNT_FIELDS) {
    const value = json[name];
    if (value === undefined || value === null) continue;
    expect(
      typeof value === 'string',
      `${name} is the ${typeof value} ${JSON.stringify(value)}. An amount is decimal text: a number loses digits on its way.`,
      exchange,
    );
    expect(DECIMAL.test(value), `${name} is '${value}', which is no decimal text such as 0.00031113.`, exchange);
  }
}

/** Expects no other fields than those of a payment. @throws Failure */
export function expectPaymentFields(json: Readonly<Record<string, unknown>>, exchange: Exchange): void {
  for (const name of Object.keys(json))
    expect(
      PAYMENT_FIELDS.includes(name),
      `The payment has the field '${name}', which is not in the list. Copy the fields by name, and never pass on the service's answer.`,
      exchange,
    );
}

/** Expects an ISO 8601 time with its time zone: without one it is read in that of the payer. @throws Failure */
export function expectTime(value: unknown, name: string, exchange: Exchange): number {
  const isTime =
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value));
  expect(
    isTime,
    `${name} is ${JSON.stringify(value)}, which is no ISO 8601 time that ends with Z or an offset.`,
    exchange,
  );
  return Date.parse(String(value));
}

/** The names of all fields in a value, at any depth. */
export function fieldNamesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldNamesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldNamesIn(inner)]);
}
