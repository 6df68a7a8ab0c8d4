import { decimalText } from '../../core/index.ts';
import type { Emit, OfPayment } from '../observability/events.ts';
import type { Facts } from '../stores/store.ts';
import type { ReadWebhook, WebhookReport } from '../providers/report.ts';
import { COUNT_MAX, TEXT_MAX } from '../providers/service/read-webhook.ts';

/** The validated content of a webhook. A value that it does not contain is undefined. */
export interface Webhook {
  readonly id: string | undefined;
  readonly status: string | undefined;
  readonly facts: Facts;
  /** Whether it has a received amount that cannot be read. */
  readonly isAmountUnreadable: boolean;
}

/** `readWebhook()` returned a value that cannot be used. An event reports it. */
export class WebhookContentError extends Error {
  override readonly name = 'WebhookContentError';
  readonly field: string;
  readonly reason: string;

  constructor(field: string, reason: string) {
    super(`readWebhook: ${field}: ${reason}`);
    this.field = field;
    this.reason = reason;
  }
}

/** Creates a parser of webhooks from that of the shop or of the provider. */
export function createWebhookReader(reader: ReadWebhook, emit: Emit) {
  /** @throws WebhookContentError, and any error of the shop's parser */
  return async function read(
    body: string,
    header: (name: string) => string | undefined,
    { paymentRef, orderRef }: OfPayment,
  ): Promise<Webhook | undefined> {
    const headers = { get: (name: string) => header(String(name).toLowerCase()) ?? null };
    const content = await reader(body, headers);
    try {
      return content === undefined ? undefined : toWebhook(content);
    } catch (error) {
      if (error instanceof WebhookContentError) {
        const { field, reason } = error;
        emit({ type: 'webhook-content-invalid', paymentRef, orderRef, field, reason });
      }
      throw error;
    }
  };
}

const TEXT = `a text of 1 to ${TEXT_MAX} characters is needed`;
const COUNT = `a whole number from 0 to ${COUNT_MAX} is needed`;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= TEXT_MAX;
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= COUNT_MAX;

/** The check of each field of a `WebhookReport`, and the reason when it fails. */
const CHECKS: Readonly<
  Record<
    Exclude<keyof WebhookReport, 'phase' | 'due' | 'transactions'>,
    readonly [holds: (value: unknown) => boolean, reason: string]
  >
> = {
  id: [isText, TEXT],
  status: [isText, TEXT],
  received: [
    (value) => value === null || (typeof value === 'string' && decimalText(value) !== undefined),
    "decimal text such as '0.00031113' is needed, or null for an amount that cannot be read",
  ],
  confirmations: [isCount, COUNT],
  confirmationsRequired: [isCount, COUNT],
  expiresAt: [
    (value) => isText(value) && !Number.isNaN(Date.parse(value)),
    "a time in ISO 8601 is needed, such as '2026-01-31T12:00:00Z'",
  ],
  test: [(value) => typeof value === 'boolean', 'true or false is needed'],
};

function toWebhook(content: WebhookReport): Webhook {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new WebhookContentError('readWebhook', 'an object, or undefined for an unreadable webhook, must be returned');
  for (const field of Object.keys(content))
    if (!Object.hasOwn(CHECKS, field))
      throw new WebhookContentError(field, `no such field; use ${Object.keys(CHECKS).join(', ')}`);
  const { id, status, received, confirmations, confirmationsRequired, expiresAt, test } = content;
  const given = { id, status, received, confirmations, confirmationsRequired, expiresAt, test };
  for (const [field, [holds, reason]] of Object.entries(CHECKS)) {
    const value = given[field as keyof typeof given];
    if (value !== undefined && !holds(value)) throw new WebhookContentError(field, reason);
  }
  return {
    id: id?.trim(),
    status: status?.trim(),
    isAmountUnreadable: received === null,
    facts: {
      cryptoAmountReceived: decimalText(received),
      confirmations,
      confirmationsRequired,
      expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt).toISOString(),
      test: test === true ? true : undefined,
    },
  };
}
