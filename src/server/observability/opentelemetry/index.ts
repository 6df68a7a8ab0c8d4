import { metrics, trace, type MeterProvider, type TracerProvider } from '@opentelemetry/api';
import type { CheckoutEvent } from '../events.ts';
import type { PaymentStore } from '../../stores/store.ts';
import { createCounting } from './counting.ts';
import { createTracing } from './tracing.ts';

/** Where instruments go, and what is looked at beside the events. */
export interface OpenTelemetryOptions {
  /** The checkout's store: its open payments are counted whenever metrics are collected. By default they are not. */
  readonly store?: Pick<PaymentStore, 'countOpen'>;
  /** Default: the global one. */
  readonly tracerProvider?: TracerProvider;
  /** Default: the global one. */
  readonly meterProvider?: MeterProvider;
}

/** The name under which the instruments are found: OpenTelemetry calls it the instrumentation scope. */
const SCOPE = 'pay-elements';

/**
 * OpenTelemetry instruments for one checkout, made from its events alone:
 *
 *     const checkout = createCheckout({ ...options, store, onEvent: openTelemetry({ store }) });
 *
 * A span for each call of the service, from asking to its answer, below the span that was active: `POST
 * /v1/payments`, with the attributes of HTTP clients, and an event for each attempt that failed.
 *
 * | instrument | kind | attributes |
 * |---|---|---|
 * | `pay_elements.service.call.duration` | histogram, s | method and path of the call, HTTP status, `error.type` |
 * | `pay_elements.payments.created` | counter | method of payment, coin |
 * | `pay_elements.payments.phases` | counter | phase reached, method of payment |
 * | `pay_elements.payments.open` | gauge | |
 * | `pay_elements.webhooks` | counter | outcome |
 * | `pay_elements.problems` | counter | code: the type of the event; `error.type` where the service said no |
 * | `pay_elements.long_polls.open` | up-down counter | |
 *
 * Their attributes have few values each: no references, orders, addresses, amounts or texts of anybody.
 * Ends with the checkout, so each needs one of its own. `@opentelemetry/api` is an optional peer.
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): (event: CheckoutEvent) => void {
  const { store, tracerProvider = trace.getTracerProvider(), meterProvider = metrics.getMeterProvider() } = options;
  const follow = createTracing(tracerProvider.getTracer(SCOPE));
  const count = createCounting(meterProvider.getMeter(SCOPE), store);
  return (event) => {
    follow(event);
    count(event);
  };
}
