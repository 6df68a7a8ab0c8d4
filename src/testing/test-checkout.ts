import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CoinSymbol, Method, PublicPayment } from '../core/index.ts';
import { createCheckoutWith } from '../server/checkout.ts';
import type { Checkout, CheckoutOptions } from '../server/index.ts';
import { nodeHandler } from '../server/http/node/index.ts';
import { startTestService, type TestService } from './test-service.ts';

/** The options of `createCheckout`. Service, secret, address and clock have defaults here. */
export type TestCheckoutOptions = Partial<CheckoutOptions> & Pick<CheckoutOptions, 'order'>;

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
   * @throws Error with the HTTP status and body when the checkout refuses the request
   */
  readonly create: (orderRef: string, method: Method, coin?: CoinSymbol) => Promise<PublicPayment>;
}

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
  const service = await startTestService();
  const server = createServer();
  server.unref().on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`;

  async function closeServers(): Promise<void> {
    server.closeAllConnections();
    await Promise.all([service.close(), new Promise((resolve) => server.close(resolve))]);
  }

  let checkout: Checkout;
  try {
    const given = {
      service: { baseUrl: service.sandbox.url, apiKey: service.sandbox.apiKey },
      secret: randomBytes(32).toString('base64'),
      publicUrl: url,
      creationLimit: false,
      allowTestPayments: true,
      ...options,
    } as CheckoutOptions;
    checkout = createCheckoutWith(given, { now: service.now });
  } catch (error) {
    await closeServers();
    throw error;
  }
  server.on('request', nodeHandler(checkout));

  /** Waits for the shop's callbacks, which run after the response to the webhook. */
  const thenDelivered =
    <Args extends unknown[]>(action: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      await action(...args);
      await checkout.sweep();
    };

  async function close(): Promise<void> {
    await checkout.close();
    await closeServers();
  }

  return {
    ...service,
    service,
    checkout,
    url,
    async create(orderRef, method, coin) {
      const response = await fetch(`${url}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: orderRef, method, coin }),
      });
      const body = await response.text();
      if (!response.ok) throw new Error(`The checkout answered ${response.status}: ${body}`);
      return JSON.parse(body) as PublicPayment;
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
