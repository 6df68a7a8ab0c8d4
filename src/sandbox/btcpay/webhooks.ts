import { createHmac, randomBytes } from 'node:crypto';
import type { WebhookSender } from '../webhooks/sender.ts';
import type { InvoiceEvent } from './invoices.ts';
import { nowInSeconds } from './invoices.ts';

/** The pauses before a failed delivery is sent again: 10 s, 1 min and six times 10 min, as the server waits. */
export const RETRIES_MS = [10_000, 60_000, ...Array.from({ length: 6 }, () => 600_000)];

export interface WebhookOptions {
  /** Undefined until there is a webhook. */
  readonly url: () => string | undefined;
  readonly secret: string;
  readonly retries: readonly number[];
  readonly send: WebhookSender;
  /** Called with each body before it is sent. */
  readonly onBody?: ((body: string) => void) | undefined;
}

const newId = (): string => randomBytes(16).toString('hex').slice(0, 22);

/**
 * Sends the webhooks of a store one after the other, as `WebhookSender` does: the signature covers the bytes of the
 * indented JSON, and a delivery is sent again after 5xx, 408, 429 and no answer.
 */
export class Webhooks {
  /** What is not sent: each is called with an event and says so by true. */
  isLost: (event: InvoiceEvent) => boolean = () => false;
  readonly #options: WebhookOptions;
  readonly #closing = new AbortController();
  /** Resolves with undefined at the end. */
  readonly #closed = new Promise<undefined>((resolve) =>
    this.#closing.signal.addEventListener('abort', () => resolve(undefined)),
  );
  readonly #webhookId = newId();
  #queue: Promise<void> = Promise.resolve();

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  send(event: InvoiceEvent): void {
    if (this.isLost(event)) return;
    const { type, invoice, fields } = event;
    // Read now: the invoice may change before the delivery.
    const content = { type, timestamp: nowInSeconds(), storeId: invoice.storeId, invoiceId: invoice.id };
    const rest = { ...content, metadata: invoice.metadata };
    this.#queue = this.#queue.then(() => this.#deliver(fields ?? {}, rest));
  }

  /** Resolves when everything was sent. */
  get sent(): Promise<void> {
    return this.#queue;
  }

  /** A body with its signature. */
  sign(body: string): { readonly 'btcpay-sig': string } {
    return { 'btcpay-sig': `sha256=${createHmac('sha256', this.#options.secret).update(body).digest('hex')}` };
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#queue;
  }

  async #deliver(fields: object, rest: object): Promise<void> {
    const original = newId();
    for (const [tries, pause] of [0, ...this.#options.retries].entries()) {
      if (!(await sleep(pause, this.#closing.signal))) return;
      const isRedelivery = tries > 0;
      const deliveryId = isRedelivery ? newId() : original;
      const delivery = { deliveryId, webhookId: this.#webhookId, originalDeliveryId: original, isRedelivery };
      const body = JSON.stringify({ ...fields, ...delivery, ...rest }, undefined, 2);
      if (!(await this.#isRefused(body))) return;
    }
  }

  /** Sends a body once. Whether it is to be sent again. */
  async #isRefused(body: string): Promise<boolean> {
    const url = this.#options.url();
    if (url === undefined) return false;
    this.#options.onBody?.(body);
    try {
      const headers = { 'content-type': 'application/json', ...this.sign(body) };
      const sending = this.#options.send(url, body, { method: 'POST', headers });
      const response = await Promise.race([sending, this.#closed]);
      if (!response) return false;
      return response.status >= 500 || response.status === 408 || response.status === 429;
    } catch {
      return true;
    }
  }
}

/** Resolves with false when it was aborted. Does not keep the process alive: the server does, unless it is for a test. */
function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    if (ms === 0) return resolve(true);
    const end = () => (clearTimeout(timer), resolve(false));
    const timer = setTimeout(() => (signal.removeEventListener('abort', end), resolve(true)), ms);
    timer.unref();
    signal.addEventListener('abort', end, { once: true });
  });
}
