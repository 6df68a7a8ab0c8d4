import { metrics, trace, type MeterProvider, type TracerProvider } from '@opentelemetry/api';
import { ConfigurationError } from '../../configuration-error.ts';
import { checkNames, checkObject } from '../../read-options.ts';
import type { CheckoutEvent } from '../events.ts';
import { createCounting, type CountingStore } from './counting.ts';
import { createTracing } from './tracing.ts';

/** The options of `openTelemetry`: the providers of its instruments, and the store. */
export interface OpenTelemetryOptions {
  /**
   * The checkout's store. Its open payments are counted whenever metrics are collected. Without it they are not
   * counted.
   */
  readonly store?: CountingStore;
  /** Default: the global tracer provider. */
  readonly tracerProvider?: TracerProvider;
  /** Default: the global meter provider. */
  readonly meterProvider?: MeterProvider;
}

/** The name of the instrumentation scope. */
const SCOPE = 'pay-elements';

/**
 * Creates OpenTelemetry instruments for one checkout from its events:
 *
 *     const checkout = createCheckout({ ...options, store, onEvent: openTelemetry({ store }) });
 *
 * Each call of the service, or of a provider with `subscribe`, has a span, from its start to its end: `POST /v1/payments`.
 * Its parent is the active span. It has the attributes of HTTP clients, and an event for each failed attempt.
 *
 * | instrument | kind | attributes |
 * |---|---|---|
 * | `pay_elements.service.call.duration` | histogram, s | method and path of the call, HTTP status, `error.type` |
 * | `pay_elements.chain.call.duration` | histogram, s | name of the chain source, coin, `error.type` |
 * | `pay_elements.payments.created` | counter | method of payment, coin |
 * | `pay_elements.payments.phases` | counter | phase reached, method of payment |
 * | `pay_elements.payments.open` | gauge | |
 * | `pay_elements.webhooks` | counter | outcome |
 * | `pay_elements.problems` | counter | code: the type of the event; `error.type` when a call failed |
 * | `pay_elements.long_polls.open` | up-down counter | |
 *
 * The attributes have few values each. They contain no references, orders, addresses, amounts or free texts. The
 * instruments end with the checkout, so create them for each checkout. `@opentelemetry/api` is an optional peer
 * dependency.
 *
 * @throws ConfigurationError that names an option which cannot be used
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): (event: CheckoutEvent) => void {
  checkOptions(options);
  const { store, tracerProvider = trace.getTracerProvider(), meterProvider = metrics.getMeterProvider() } = options;
  const follow = createTracing(tracerProvider.getTracer(SCOPE));
  const count = createCounting(meterProvider.getMeter(SCOPE), store);
  return (event) => {
    follow(event);
    count(event);
  };
}

/** What each option is, and the method of it that is called. */
const OPTIONS = {
  store: ['the store of the checkout', 'countOpen'],
  tracerProvider: ['a TracerProvider of @opentelemetry/api', 'getTracer'],
  meterProvider: ['a MeterProvider of @opentelemetry/api', 'getMeter'],
} as const satisfies Record<keyof OpenTelemetryOptions, readonly [what: string, method: string]>;

/** @throws ConfigurationError */
function checkOptions(options: OpenTelemetryOptions): void {
  checkObject(options, 'openTelemetry', '{ store }');
  checkNames(options, Object.keys(OPTIONS), 'openTelemetry.');
  for (const [name, [what, method]] of Object.entries(OPTIONS)) {
    const value: unknown = options[name as keyof OpenTelemetryOptions];
    if (value !== undefined && typeof (Object(value) as Record<string, unknown>)[method] !== 'function')
      throw new ConfigurationError(`openTelemetry.${name}`, `${what} is needed`);
  }
}
