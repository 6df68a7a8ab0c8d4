import { createCheckout, memoryStore, type CheckoutEvent, type Order, type PaymentStore } from 'pay-elements/server';

const EVM_ADDRESS = '0xAff4d6793F584a473348EbA058deb8caad77a288';

/** An order that can be paid in each way. */
const ORDER: Order = {
  amount: '19.99',
  currency: 'USD',
  payout: {
    crypto: { BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', ETH: EVM_ADDRESS },
    wallet: 'till@shop.example',
    localcode: { currency: 'USD', payoutCryptoCoin: 'ETH', payoutAddress: EVM_ADDRESS },
  },
  meta: { margin: 'only the shop may know' },
};

export interface ShopSettings {
  /** The service's address and key. */
  readonly serviceUrl: string;
  readonly apiKey: string;
  /** Where the shop is reached, without a path. */
  readonly origin: string;
  /** How long a question is held, in ms. */
  readonly longPollTimeout?: number;
  /** Where the orders are read, each by its name. By default every number is an order. */
  readonly ordersUrl?: string | undefined;
  /** By default they are in memory. */
  readonly payments?: PaymentStore;
}

/** What the shop has seen, as `GET /seen` tells it: a suite in another process can ask too. */
export interface Seen {
  /** `onStatus`: `orderRef from -> to`. */
  readonly delivered: string[];
  readonly events: CheckoutEvent[];
  /** How many questions are held. */
  longPolls: number;
}

/** An order of another program of the shop. */
async function readOrder(ordersUrl: string, orderRef: string): Promise<Order | undefined> {
  const response = await fetch(`${ordersUrl}/${encodeURIComponent(orderRef)}`);
  return response.ok ? { ...ORDER, ...((await response.json()) as Partial<Order>) } : undefined;
}

/** The shop that each runtime serves: web-standard, and nothing of it knows where it runs. */
export function openShop(settings: ShopSettings) {
  const { serviceUrl, apiKey, origin, longPollTimeout = 15_000, ordersUrl, payments = memoryStore() } = settings;
  const seen: Seen = { delivered: [], events: [], longPolls: 0 };
  const store: PaymentStore = {
    ...payments,
    subscribe(token, look) {
      seen.longPolls += 1;
      const stop = payments.subscribe(token, look);
      return () => {
        seen.longPolls -= 1;
        stop();
      };
    },
  };
  const checkout = createCheckout({
    service: { baseUrl: serviceUrl, apiKey, limit: { perMinute: 100_000 } },
    secret: 'a secret of at least thirty-two bytes, for tests',
    publicUrl: `${origin}/pay`,
    store,
    longPoll: { timeout: longPollTimeout },
    allowTestPayments: true,
    creationLimit: { proxies: 1 },
    afterExpiry: 'late',
    order: async (orderRef) =>
      ordersUrl ? readOrder(ordersUrl, orderRef) : /^\d+$/.test(orderRef) ? ORDER : undefined,
    async onStatus({ orderRef }, { from, to }) {
      await (await fetch(serviceUrl)).text(); // as a shop that sends a letter: longer than the webhook's answer
      seen.delivered.push(`${orderRef} ${from} -> ${to}`);
    },
    onEvent: (event) => seen.events.push(event),
  });
  return {
    checkout,
    async fetch(request: Request, context?: unknown): Promise<Response> {
      const { pathname } = new URL(request.url);
      if (pathname === '/seen') return Response.json(seen);
      if (pathname === '/account') return Response.json(await checkout.client.currentUser());
      return checkout.fetch(request, context);
    },
    close: () => checkout.close(),
  };
}
