import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CoinSymbol, Method, PublicPayment } from '../core/index.ts';
import { ConfigurationError } from '../server/configuration-error.ts';
import { createCheckoutWith } from '../server/checkout.ts';
import type { Checkout, CheckoutEvent, CheckoutOptions } from '../server/index.ts';
import { nodeHandler } from '../server/http/node/index.ts';
import { eventText } from '../server/observability/console-log.ts';
import { kindOf } from '../server/read-options.ts';
import { REQUESTS_PER_MINUTE, startTestService, type TestService } from './test-service.ts';

/**
 * The options of `createCheckout`. `secret`, `creationLimit` and `allowTestPayments` have defaults here. `service` and
 * `publicUrl` have no effect: the test has a service and an address of its own.
 */
export type TestCheckoutOptions = Partial<Omit<CheckoutOptions, 'provider'>> & Pick<CheckoutOptions, 'order'>;

/** A checkout with its payment service, both on the loopback address, and the payer actions. */
export interface TestCheckout extends TestService {
  /** The payment service alone. Its actions resolve before the callbacks of the shop have ended. */
  readonly service: TestService;
  /** The checkout that is tested, as `createCheckout` returns it. */
  readonly checkout: Checkout;
  /** The URL of the checkout's routes, without a trailing slash: `GET ${url}/orders/1001`. */
  readonly url: string;
  /**
   * Creates a payment of an order, like a payer in the browser.
   *
   * @throws Error with the HTTP status, the body and the reason when the checkout refuses the request
   */
  readonly create: (orderRef: string, method: Method, coin?: CoinSymbol) => Promise<PublicPayment>;
}

/** After this time an action says that it waits for the shop. Milliseconds. */
const WAITING_MS = 5_000;
const STILL_WAITING =
  'pay-elements/testing: this action still waits for a callback of the shop. Does onPaid() or onStatus() end?';

/** Why the checkout has refused a creation, where no event says so. */
const REASONS: Readonly<Record<string, string>> = {
  'invalid-request': 'Does order() offer this method and this coin? With several coins, create() needs one.',
  'unknown-order': 'order() returned no order for this reference.',
  'offer-expired': 'order() returned an expiresAt that has passed.',
};

/**
 * Starts a checkout and the payment service for a test of the shop's `order`, `onStatus` and `onPaid`. Each action
 * resolves after its webhooks are delivered and the shop's callbacks have ended, so that an assertion can follow
 * directly.
 *
 *     await using shop = await startTestCheckout({ order, onStatus });
 *     const payment = await shop.create('1001', 'wallet');
 *     await shop.pay(payment);
 *     assert.equal(orders.get('1001').state, 'paid');
 *
 * @throws TypeError when an option is invalid; the message names it
 */
export async function startTestCheckout(options: TestCheckoutOptions): Promise<TestCheckout> {
  if (options !== undefined && kindOf(options) !== 'an object')
    throw new ConfigurationError('options', `an object with order is needed, not ${kindOf(options)}`);
  const { onEvent, log = onEvent ? false : 'warn', provider } = Object(options) as Partial<CheckoutOptions>;
  if (provider !== undefined)
    throw new TypeError('provider: this test plays the payment service; test a provider with createCheckout');
  const service = await startTestService();
  const server = createServer();
  server.unref().on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`;

  async function closeServers(): Promise<void> {
    server.closeAllConnections();
    await Promise.all([service.close(), new Promise((resolve) => server.close(resolve))]);
  }

  /** The last event about something wrong. The answers of the routes do not say why: a payer reads them, too. */
  let reason = '';
  let checkout: Checkout;
  try {
    const given = {
      secret: randomBytes(32).toString('base64'),
      creationLimit: false,
      allowTestPayments: true,
      ...options,
      // The clock that a test moves is not that of the client's limit.
      service: {
        baseUrl: service.sandbox.url,
        apiKey: service.sandbox.apiKey,
        limit: { perMinute: REQUESTS_PER_MINUTE },
      },
      publicUrl: url,
      log,
      onEvent(event: CheckoutEvent) {
        if (event.level === 'warn' || event.level === 'error') reason = eventText(event);
        return onEvent?.(event);
      },
    } as CheckoutOptions;
    checkout = createCheckoutWith(given, { now: service.now });
  } catch (error) {
    await closeServers();
    throw error;
  }
  server.on('request', nodeHandler(checkout));
  let isClosed = false;
  function checkOpen(): void {
    if (isClosed) throw new Error('this test checkout is closed');
  }

  /** Waits for the shop's callbacks, which run after the response to the webhook. */
  const thenDelivered =
    <Args extends unknown[]>(action: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      checkOpen();
      const waiting = setTimeout(() => console.warn(STILL_WAITING), WAITING_MS).unref();
      try {
        await action(...args);
        await checkout.sweep();
      } finally {
        clearTimeout(waiting);
      }
    };

  async function close(): Promise<void> {
    isClosed = true;
    await checkout.close();
    await closeServers();
  }

  return {
    ...service,
    service,
    checkout,
    url,
    async create(orderRef, method, coin) {
      checkOpen();
      if (typeof (orderRef as unknown) !== 'string')
        throw new TypeError(`create: the reference of the order is needed, as text, not ${kindOf(orderRef)}`);
      reason = '';
      const response = await fetch(`${url}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: orderRef, method, coin }),
      }).catch((error: unknown) => {
        checkOpen();
        throw error;
      });
      const body = await response.text();
      if (response.ok) return JSON.parse(body) as PublicPayment;
      const { error } = JSON.parse(body) as { error: { code: string } };
      const cause = [reason, REASONS[error.code] ?? ''].find((text) => text !== '');
      throw new Error(`The checkout answered ${response.status}: ${body}${cause === undefined ? '' : `\n${cause}`}`);
    },
    pay: thenDelivered(service.pay),
    underpay: thenDelivered(service.underpay),
    overpay: thenDelivered(service.overpay),
    payWithWrongNote: thenDelivered(service.payWithWrongNote),
    repeatWebhook: thenDelivered(service.repeatWebhook),
    expire: thenDelivered(service.expire),
    advance: thenDelivered(service.advance),
    settled: thenDelivered(service.settled),
    close,
    [Symbol.asyncDispose]: close,
  };
}
