import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox, type RunningSandbox, type StartOptions } from '../../src/sandbox/index.ts';
import { createCheckoutWith, type CheckoutInternals } from '../../src/server/checkout.ts';
import {
  memoryStore,
  type Checkout,
  type CheckoutBaseOptions,
  type CheckoutEvent,
  type CheckoutOptions,
  type Order,
  type PaymentProvider,
  type PaymentStore,
} from '../../src/server/index.ts';
import { nodeHandler } from '../../src/server/http/node/index.ts';

export { until } from '../support/until.ts';

export const SECRET = 'a secret of at least thirty-two bytes, for tests';

export const BTC_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
export const EVM_ADDRESS = '0xAff4d6793F584a473348EbA058deb8caad77a288';

/** An order that can be paid in each way. */
export const ORDER: Order = {
  amount: '19.99',
  currency: 'USD',
  payout: {
    crypto: { BTC: BTC_ADDRESS, ETH: EVM_ADDRESS },
    wallet: 'till@shop.example',
    localcode: { currency: 'USD', payoutCryptoCoin: 'ETH', payoutAddress: EVM_ADDRESS },
  },
  meta: { cart: 7 },
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** An empty object when there is none. */
  readonly json: Json;
}

export interface Json {
  readonly [name: string]: unknown;
  readonly error?: { readonly code: string; readonly field?: string; readonly retryAfter?: number };
  readonly payment?: Readonly<Record<string, unknown>>;
  readonly paid?: Readonly<Record<string, unknown>> | true;
}

export interface Shop {
  readonly checkout: Checkout;
  readonly store: PaymentStore;
  /** Events of level `warn` and `error`. */
  readonly events: CheckoutEvent[];
  /** Every event. */
  readonly received: CheckoutEvent[];
  /** Where the checkout is mounted. */
  readonly url: string;
  readonly get: (path: string, init?: RequestInit) => Promise<Answer>;
  readonly pay: (paymentRequest: object, headers?: Record<string, string>) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export type ShopOptions = Partial<Omit<CheckoutBaseOptions, 'order'>> &
  CheckoutInternals & { readonly order?: CheckoutBaseOptions['order'] };

/** A shop on real HTTP, in front of any service or another provider. */
export async function openShop(
  service: { readonly url: string; readonly apiKey: string } | PaymentProvider,
  {
    order = async (orderRef) => (orderRef === '1001' ? ORDER : undefined),
    now,
    sweepInterval,
    ...options
  }: ShopOptions = {},
): Promise<Shop> {
  // A test that fails before it closes the shop ends nevertheless.
  const server: Server = createServer().unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`;
  const events: CheckoutEvent[] = [];
  const received: CheckoutEvent[] = [];
  const store = options.store ?? memoryStore();
  const given = {
    ...('create' in service ? { provider: service } : { service: { baseUrl: service.url, apiKey: service.apiKey } }),
    secret: SECRET,
    publicUrl: url,
    order,
    allowTestPayments: true,
    ...options,
    store,
    onEvent: (event) => {
      received.push(event);
      if (event.level === 'warn' || event.level === 'error') events.push(event);
      return options.onEvent?.(event);
    },
  } satisfies CheckoutOptions;
  const checkout = createCheckoutWith(given, { now, sweepInterval });
  server.on('request', nodeHandler(checkout));

  const get = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(path.startsWith('http') ? path : `${url}/${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: (text ? JSON.parse(text) : {}) as Json };
  };
  return {
    checkout,
    store,
    events,
    received,
    url,
    get,
    pay: (paymentRequest, headers) =>
      get('payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(paymentRequest),
      }),
    async close() {
      await checkout.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A shop with a sandbox behind it. */
export async function openShopAndSandbox(
  options?: ShopOptions,
  start?: StartOptions,
): Promise<Shop & { readonly sandbox: RunningSandbox }> {
  const sandbox = await startSandbox(start);
  const shop = await openShop(sandbox, options);
  return {
    ...shop,
    sandbox,
    async close() {
      await shop.close();
      await sandbox.close();
    },
  };
}

/** Opens a shop with a sandbox behind it, and closes both at the end. */
export async function withShopAndSandbox(
  options: ShopOptions,
  use: (shop: Awaited<ReturnType<typeof openShopAndSandbox>>) => Promise<void>,
): Promise<void> {
  const shop = await openShopAndSandbox(options);
  try {
    await use(shop);
  } finally {
    await shop.close();
  }
}

/** The webhook address of the youngest payment, as the service was given it. */
export const webhookOf = (sandbox: RunningSandbox): string =>
  String(sandbox.control.payments().sort((a, b) => b.createdAt - a.createdAt)[0]!.data['webhookUrl']);

export const sendWebhook = (url: string, body: unknown, init: RequestInit = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });
