import { compareDecimals, phaseOf, type StatusTable } from '../core/index.ts';
import type { Emit } from './events.ts';
import { answer, BodyTooLarge, errorAnswer, type CheckoutAnswer, type CheckoutRequest } from './http.ts';
import type { createProbeAnswerer } from './probe.ts';
import type { Secrets } from './secrets.ts';
import type { Facts, PaymentRow, PaymentStore } from './stores/store.ts';
import type { TakeWord } from './take-word.ts';
import { readWebhook } from './webhook-body.ts';

/** Far above any notification seen; a body over it is not read to its end. Bytes. */
const BODY_MAX = 64 * 1024;

/** How often to look again when another webhook of the same payment was written in between. */
const NOTE_TRIES = 5;

export interface WebhookPorts {
  readonly store: PaymentStore;
  readonly secrets: Secrets;
  readonly answerProbe: ReturnType<typeof createProbeAnswerer>;
  readonly take: TakeWord;
  readonly statuses: StatusTable | undefined;
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
export function createWebhookReceiver({ store, secrets, answerProbe, take, statuses, emit, now }: WebhookPorts) {
  /** What a webhook of a word that is known already adds: more of the money, or another confirmation. Never less. */
  async function noteFacts(ref: string, status: string, facts: Facts): Promise<void> {
    for (let tries = 0; tries < NOTE_TRIES; tries += 1) {
      const row = await store.byRef(ref);
      if (!row || row.phase !== phaseOf(status, statuses)) return;
      const news = newer(row, facts);
      if (Object.keys(news).length === 0 || (await store.note(ref, row.version, news, now()))) return;
    }
  }

  return async function receive(request: CheckoutRequest, ref: string, signature: string): Promise<CheckoutAnswer> {
    const row = (await secrets.verify(ref, signature)) ? await store.byRef(ref) : undefined;
    if (!row) {
      const probed = await answerProbe(request, ref, signature);
      if (probed) return probed;
      emit({ type: 'webhook-refused' });
      return errorAnswer('not-found');
    }
    const { order } = row;
    const unreadable = () => emit({ type: 'webhook-unreadable', ref, order });
    const body = await request.text(BODY_MAX).catch((error: unknown) => {
      if (error instanceof BodyTooLarge) unreadable(); // it may have been news of money
      throw error;
    });
    const webhook = readWebhook(body);
    if (!webhook) {
      unreadable();
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
    const { id, status, facts } = webhook;
    const news = (await take(row, { id, status, facts })) !== undefined;
    if (!news) await noteFacts(ref, status, facts);
    emit({ type: 'webhook-taken', ref, order, news });
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
