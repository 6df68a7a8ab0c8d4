import type { Emit } from '../observability/events.ts';
import { answer, BodyTooLarge, errorAnswer, type CheckoutAnswer, type CheckoutRequest } from './http.ts';
import type { createProbeAnswerer } from './probe.ts';
import type { Secrets } from '../payments/secrets.ts';
import type { PaymentStore } from '../stores/store.ts';
import type { ApplyStatus } from '../payments/apply-status.ts';
import { whyUnreadable } from '../providers/service/read-webhook.ts';
import type { createWebhookReader } from '../payments/webhook-reader.ts';

/** Far above any notification seen; a body over it is not read to its end. Bytes. */
const BODY_MAX = 64 * 1024;

export interface WebhookPorts {
  readonly store: PaymentStore;
  readonly secrets: Secrets;
  readonly answerProbe: ReturnType<typeof createProbeAnswerer>;
  readonly read: ReturnType<typeof createWebhookReader>;
  readonly applyStatus: ApplyStatus;
  readonly emit: Emit;
}

/**
 * Receives the service's webhooks: the only source of a payment's status.
 *
 * Answers after the durable write and before any callback of the shop runs. 200: applied, or known already. 202: the
 * content cannot be used (after a 4xx, some senders would retry for ever and others give up). 404: an unknown address or
 * a wrong signature. An exception becomes the handler's 500, and the service sends the webhook again.
 */
export function createWebhookReceiver(ports: WebhookPorts) {
  const { store, secrets, answerProbe, read, applyStatus, emit } = ports;

  return async function receive(
    request: CheckoutRequest,
    paymentRef: string,
    signature: string,
  ): Promise<CheckoutAnswer> {
    const row = (await secrets.verify(paymentRef, signature)) ? await store.byPaymentRef(paymentRef) : undefined;
    if (!row) {
      const probed = await answerProbe(request, paymentRef, signature);
      if (probed) return probed;
      emit({ type: 'webhook-rejected' });
      return errorAnswer('not-found');
    }
    const { orderRef } = row;
    const unreadable = (reason: string) => emit({ type: 'webhook-unreadable', paymentRef, orderRef, reason });
    const conflict = () => {
      emit({ type: 'webhook-conflict', paymentRef, orderRef });
      return answer(202);
    };
    const body = await request.text(BODY_MAX).catch((error: unknown) => {
      if (error instanceof BodyTooLarge) unreadable(`longer than ${BODY_MAX / 1024} KiB`); // it may have reported money
      throw error;
    });
    const webhook = await read(body, request.header, row);
    if (!webhook) {
      unreadable(whyUnreadable(body));
      return answer(202);
    }
    if (webhook.id !== undefined && row.serviceId !== null && webhook.id !== row.serviceId) return conflict();
    if (webhook.status === undefined) {
      emit({ type: 'webhook-without-status', paymentRef, orderRef });
      return answer(202);
    }
    const { id, status, facts, isAmountUnreadable } = webhook;
    if (isAmountUnreadable) emit({ type: 'amount-unreadable', paymentRef, orderRef, status });
    const updated = await applyStatus(row, { id, status, facts, isAmountUnreadable });
    if (updated === 'conflict') return conflict();
    emit({ type: 'webhook-accepted', paymentRef, orderRef, changed: updated !== undefined });
    return answer(200);
  };
}
