import { compareDecimals, mayFollow, phaseOf, type Phase, type StatusTable } from '../core/index.ts';
import type { Delivery } from './delivery.ts';
import type { Emit } from './events.ts';
import { answer, errorAnswer, type CheckoutAnswer, type CheckoutRequest } from './http.ts';
import type { Secrets } from './secrets.ts';
import type { Change, Facts, PaymentRow, PaymentStore } from './stores/store.ts';
import { toShopPayment, type ShopPayment } from './view.ts';
import { readWebhook, type Webhook } from './webhook-body.ts';

/** Far above any notification seen; a body over it is not read to its end. Bytes. */
const BODY_MAX = 64 * 1024;

/** How often to look again when another webhook of the same payment was written in between. */
const NOTE_TRIES = 5;

/**
 * A second look before a payment becomes paid or overpaid; false leaves it as it is. When it throws, nobody
 * knows: the webhook is answered with a 500, which asks the service for another try.
 */
export type Confirm = (payment: ShopPayment, change: Omit<Change, 'version'>) => boolean | Promise<boolean>;

export interface WebhookPorts {
  readonly store: PaymentStore;
  readonly secrets: Secrets;
  readonly delivery: Delivery;
  readonly statuses: StatusTable | undefined;
  readonly confirm: Confirm | undefined;
  readonly emit: Emit;
  readonly now: () => number;
}

/**
 * Receives the service's notifications, the only news there is of a payment.
 *
 * Answers after the durable write and before any code of the shop's. 200 for what was taken and for what
 * was known already; 202 for what cannot be used (a 4xx would be tried for ever by some senders and given
 * up by others); 404 alike for an unknown address and a wrong signature. What throws becomes the handler's
 * 500, which asks for another try.
 */
export function createWebhookReceiver(ports: WebhookPorts) {
  const { store, secrets, delivery, statuses, confirm, emit, now } = ports;

  /** What a webhook adds beside the status: more of the money, or another confirmation. Never less. */
  async function noteFacts(ref: string, phase: Phase, facts: Facts): Promise<void> {
    for (let tries = 0; tries < NOTE_TRIES; tries += 1) {
      const row = await store.byRef(ref);
      if (!row || row.phase !== phase) return;
      const news = newer(row, facts);
      if (Object.keys(news).length === 0 || (await store.note(ref, row.version, news, now()))) return;
    }
  }

  async function take(row: PaymentRow, { id, facts }: Webhook, status: string): Promise<void> {
    const { ref, order } = row;
    const phase = phaseOf(status, statuses);
    const at = now();
    if (confirm && (phase === 'paid' || phase === 'overpaid') && mayFollow(row.knownPhase, phase)) {
      const change = { ref, from: row.phase, to: phase, status, at };
      if (!(await confirm(toShopPayment(row), change))) return emit({ type: 'not-confirmed', ref, order, to: phase });
    }
    const moved = await store.move(ref, { phase, status, serviceId: id, facts, at });
    if (!moved) return noteFacts(ref, phase, facts);
    if (phase === 'unknown') emit({ type: 'status-unknown', ref, order, status });
    void delivery.deliver(ref);
  }

  return async function receive(request: CheckoutRequest, ref: string, signature: string): Promise<CheckoutAnswer> {
    const row = (await secrets.verify(ref, signature)) ? await store.byRef(ref) : undefined;
    if (!row) return errorAnswer('not-found');
    const { order } = row;
    const webhook = readWebhook(await request.text(BODY_MAX));
    if (!webhook) {
      emit({ type: 'webhook-unreadable', ref, order });
      return answer(202);
    }
    if (webhook.id !== undefined && row.serviceId !== null && webhook.id !== row.serviceId) {
      emit({ type: 'webhook-conflict', ref, order });
      return answer(202);
    }
    if (webhook.status === undefined) {
      emit({ type: 'webhook-without-status', ref, order });
      return answer(202);
    }
    await take(row, webhook, webhook.status);
    return answer(200);
  };
}

function newer(row: PaymentRow, facts: Facts): Facts {
  const { cryptoAmountReceived: received, confirmations, confirmationsRequired, expiresAt } = facts;
  const more = received !== undefined && compareDecimals(received, row.cryptoAmountReceived ?? '0') > 0;
  const further = confirmations !== undefined && confirmations > (row.confirmations ?? -1);
  return {
    ...(more ? { cryptoAmountReceived: received } : {}),
    ...(further ? { confirmations } : {}),
    ...(confirmationsRequired !== undefined && row.confirmationsRequired === undefined
      ? { confirmationsRequired }
      : {}),
    ...(expiresAt !== undefined && row.expiresAt === undefined ? { expiresAt } : {}),
  };
}
