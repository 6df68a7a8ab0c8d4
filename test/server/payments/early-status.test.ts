import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PaymentRow } from '../../../src/server/store.ts';
import { createChecks, type CheckPorts } from '../../../src/server/payments/checks.ts';
import { createEarlyStatusJudge } from '../../../src/server/payments/early-status.ts';
import { memoryStore } from '../../../src/server/stores/memory.ts';
import { CREATED, rowOf } from './row.ts';

/** The longest creation: after it no answer is possible any more. Milliseconds. */
const CREATION_MS = 60_000;

const { answer: _, ...unanswered } = rowOf().data;

/** A payment whose webhook said paid before the service had answered the creation. */
const early = (fields: Partial<PaymentRow> = {}) =>
  rowOf({
    data: unanswered,
    stage: 'creating',
    serviceId: null,
    phase: 'confirming',
    knownPhase: 'confirming',
    status: 'PAID',
    version: 2,
    earlyStatus: 'PAID',
    ...fields,
  });

interface Judged {
  /** Whether the change may be delivered. */
  readonly isReady: boolean;
  readonly events: readonly object[];
  /** The statuses that were applied. */
  readonly applied: readonly unknown[];
}

interface Circumstances {
  /** The status of the change that is to be delivered. */
  readonly status?: string;
  readonly isSweep?: boolean;
  /** How old the payment is. Milliseconds. */
  readonly age?: number;
}

async function judge(row: PaymentRow, { status = 'PAID', isSweep = false, age = 0 }: Circumstances): Promise<Judged> {
  const events: object[] = [];
  const applied: unknown[] = [];
  const judgeEarlyStatus = createEarlyStatusJudge({
    applyEarlyStatus: async (row) => applied.push(row),
    emit: (event) => void events.push(event),
    now: () => CREATED + age,
  });
  const change = { paymentRef: 'r1', version: 2, from: 'awaiting', to: 'confirming', status, at: CREATED } as const;
  return { isReady: await judgeEarlyStatus(row, change, isSweep), events, applied };
}

const delivered = { isReady: true, events: [], applied: [] };
const waits = { isReady: false, events: [], applied: [] };

describe('a change of a payment', () => {
  it('is delivered when the payment has no early status, or has ended', async () => {
    for (const isSweep of [false, true]) {
      assert.deepEqual(await judge(early({ earlyStatus: undefined }), { isSweep }), delivered);
      assert.deepEqual(await judge(early({ knownPhase: 'failed' }), { isSweep }), delivered);
    }
  });

  it('waits for the early status, which a sweep applies once the creation is answered', async () => {
    const row = early({ data: rowOf().data, stage: 'ready', serviceId: 'p1' });
    assert.deepEqual(await judge(row, { age: CREATION_MS }), waits);
    assert.deepEqual(await judge(row, { isSweep: true }), {
      isReady: true,
      events: [],
      applied: [row],
    });
  });

  it('waits until the creation is answered or can no longer be', async () => {
    for (const isSweep of [false, true])
      for (const status of ['PAID', 'CONFIRMING'])
        assert.deepEqual(await judge(early(), { status, isSweep, age: CREATION_MS - 1 }), waits);
  });

  const reported = { type: 'paid-without-answer', paymentRef: 'r1', orderRef: '1001', status: 'PAID' };

  it('is delivered with an event for the early status when no answer has come in time', async () => {
    assert.deepEqual(await judge(early(), { age: CREATION_MS }), { ...delivered, events: [reported] });
    assert.deepEqual(await judge(early(), { age: CREATION_MS, status: 'CONFIRMING' }), delivered);
  });

  it('is delivered at once when the creation has failed, with the identifier that a webhook named', async () => {
    const failed = { ...delivered, events: [reported] };
    assert.deepEqual(await judge(early({ stage: 'released' }), {}), failed);
    const named = { ...delivered, events: [{ ...reported, id: 'p9' }] };
    assert.deepEqual(await judge(early({ stage: 'released', serviceId: 'p9' }), {}), named);
  });
});

describe('the early status of a payment whose creation is answered', () => {
  const row = early({ data: rowOf().data, stage: 'ready', serviceId: 'p1' });
  const applied: unknown[] = [];
  const applyReport = async (...given: unknown[]) => void applied.push(given);
  const checks = (read?: CheckPorts['provider']['read']) =>
    createChecks({
      store: memoryStore(),
      provider: { name: 'toy', read },
      applyReport,
      emit: () => {},
      now: () => CREATED,
    });

  it('is a report of the webhook', async () => {
    const end = { id: 'p1', expiresAt: '2026-11-20T10:00:00.000Z' };
    await checks().applyEarlyStatus(row, end);
    assert.deepEqual(applied.splice(0), [[row, { ...end, source: 'webhook', status: 'PAID' }]]);
  });

  it('is read again where the provider can be asked', async () => {
    const read: string[] = [];
    await checks(async ({ paymentRef }) => void read.push(paymentRef)).applyEarlyStatus(row);
    assert.deepEqual([read, applied], [[row.paymentRef], []]);
  });
});
