import type { Meter, ObservableResult } from '@opentelemetry/api';
import type { CheckoutEvent } from '../events.ts';
import * as name from './attributes.ts';
import { outcome } from './tracing.ts';

/** The histogram's bucket boundaries in seconds: from a response of the same machine to the longest wait of a payer. */
const BOUNDARIES_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 45];

/** The result of a webhook, by event. */
const OUTCOMES: Partial<Readonly<Record<CheckoutEvent['type'], string>>> = {
  'webhook-rejected': 'refused',
  'webhook-unreadable': 'unreadable',
  'webhook-content-invalid': 'invalid',
  'webhook-without-status': 'without-status',
  'webhook-unmatched': 'unmatched',
  'webhook-conflict': 'conflict',
};

/** The part of a store that is used. */
export interface CountingStore {
  /** Resolves with the number of open payments. When it rejects, the gauge has no value. */
  readonly countOpen: () => Promise<number>;
}

/** Counters and gauges of a checkout's events, and of its store when one is passed. */
export function createCounting(meter: Meter, store: CountingStore | undefined): (event: CheckoutEvent) => void {
  const durations = meter.createHistogram('pay_elements.service.call.duration', {
    description: 'Duration of calls to the payment service, with waits and retries.',
    unit: 's',
    advice: { explicitBucketBoundaries: BOUNDARIES_S },
  });
  const looks = meter.createHistogram('pay_elements.chain.call.duration', {
    description: 'Duration of calls to the chain sources.',
    unit: 's',
    advice: { explicitBucketBoundaries: BOUNDARIES_S },
  });
  const counter = (what: string, unit: string, description: string) =>
    meter.createCounter(`pay_elements.${what}`, { unit, description });
  const created = counter('payments.created', '{payment}', 'Payments that the service created.');
  const phases = counter('payments.phases', '{payment}', 'Payments that reached a phase.');
  const webhooks = counter('webhooks', '{webhook}', 'Requests to webhook addresses, by result.');
  const problems = counter('problems', '{problem}', 'Warnings and errors, by code.');
  const longPolls = meter.createUpDownCounter('pay_elements.long_polls.open', {
    description: 'Status requests that are kept open.',
    unit: '{request}',
  });
  const stopObserving = store && observeOpenPayments(meter, store);

  return (event) => {
    const outcomeOfWebhook =
      event.type === 'webhook-accepted' ? (event.changed ? 'changed' : 'unchanged') : OUTCOMES[event.type];
    if (outcomeOfWebhook !== undefined) webhooks.add(1, { [name.OUTCOME]: outcomeOfWebhook });
    if (event.level === 'warn' || event.level === 'error')
      problems.add(1, { [name.CODE]: event.type, ...('code' in event && { [name.ERROR]: event.code }) });
    switch (event.type) {
      case 'request-completed':
        return durations.record(event.ms / 1000, {
          [name.METHOD]: event.method,
          [name.TEMPLATE]: event.path,
          ...outcome(event.status, event.code),
        });
      case 'chain-call-completed':
        return looks.record(event.ms / 1000, {
          [name.CHAIN_SOURCE]: event.source,
          [name.COIN]: event.coin,
          ...outcome(undefined, event.code),
        });
      case 'payment-created':
        return created.add(1, { [name.PAYMENT_METHOD]: event.method, ...(event.coin && { [name.COIN]: event.coin }) });
      case 'payment-changed':
        return phases.add(1, { [name.PHASE]: event.to, [name.PAYMENT_METHOD]: event.method });
      case 'long-poll-started':
        return longPolls.add(1);
      case 'long-poll-ended':
        return longPolls.add(-1);
      case 'closed':
        return stopObserving?.();
    }
  };
}

/**
 * Counts the open payments at each collection. There is no value when the store does not respond, because an old number
 * would mislead.
 */
function observeOpenPayments(meter: Meter, store: CountingStore): () => void {
  const open = meter.createObservableGauge('pay_elements.payments.open', {
    description: 'Payments that can still be paid.',
    unit: '{payment}',
  });
  const observe = async (result: ObservableResult) => {
    const count = await store.countOpen().catch(() => undefined);
    if (count !== undefined) result.observe(count);
  };
  open.addCallback(observe);
  return () => open.removeCallback(observe);
}
