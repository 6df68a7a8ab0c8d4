import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phaseOf } from '../../../src/core/index.ts';
import { memoryStore } from '../../../src/server/index.ts';
import type { CheckoutRequest } from '../../../src/server/http/http.ts';
import { createReportApplier } from '../../../src/server/payments/apply-report.ts';
import { readMoneyRules } from '../../../src/server/payments/money-rules.ts';
import { createProbeAnswerer } from '../../../src/server/http/probe.ts';
import { createWebhookReceiver } from '../../../src/server/http/receive-webhook.ts';
import { createSecrets } from '../../../src/server/payments/secrets.ts';
import { SECRET } from '../shop.ts';
import { CREATED } from '../payments/row.ts';
import { newPayment } from '../stores/contract.ts';

describe('a webhook with the identifier of another payment', () => {
  it('is a conflict also when the answer to the creation arrives while the webhook is read', async () => {
    const store = memoryStore();
    const { paymentRef, ...fields } = newPayment();
    await store.insert({ ...fields, paymentRef });
    const attach = () =>
      store.setResponse(paymentRef, { serviceId: 't1', status: 'NEW', data: fields.data, at: CREATED });
    const events: string[] = [];
    const emit = ({ type }: { readonly type: string }) => void events.push(type);
    const secrets = createSecrets(SECRET);
    const { receive } = createWebhookReceiver({
      store,
      secrets,
      emit,
      answerProbe: createProbeAnswerer(SECRET, { networksOf: async () => [], developmentOptions: [], emit }),
      readWebhook: () => ({ id: 't9', status: 'PAID' }),
      provider: { name: 'service' },
      applyReport: createReportApplier({
        store,
        delivery: { deliver: async () => {} },
        phaseOf,
        verifyPayment: undefined,
        rules: readMoneyRules({}),
        emit,
        now: () => CREATED,
      }),
    });
    const request = { text: async () => (await attach(), ''), header: () => undefined } as unknown as CheckoutRequest;
    const { status } = await receive(request, paymentRef, await secrets.sign(paymentRef));
    assert.deepEqual([status, events], [202, ['webhook-conflict']]);
    const { phase, serviceId } = (await store.byPaymentRef(paymentRef))!;
    assert.deepEqual([phase, serviceId], ['awaiting', 't1']);
  });
});
