import type { TestContext } from 'node:test';
import {
  startBtcpayDouble,
  type BtcpayDouble,
  type DoubleOptions,
  type Exchange,
} from '../../../../demo/btcpay/double.ts';
import { btcpay } from '../../../../src/server/providers/btcpay/index.ts';
import type { BtcpayOptions } from '../../../../src/server/providers/btcpay/index.ts';
import { validateRequest, validateResponse } from './schema.ts';

export interface TestServer {
  readonly double: BtcpayDouble;
  readonly provider: ReturnType<typeof btcpay>;
  readonly exchanges: Exchange[];
  /** The bodies of the webhooks, in the order in which they were made. */
  readonly webhooks: string[];
}

export const call = () => ({ timeout: 2_000, signal: new AbortController().signal });

/** The options of a provider of a double. */
export const optionsOf = ({ url, storeId, apiKey, webhookSecret }: BtcpayDouble): BtcpayOptions => ({
  url,
  storeId,
  apiKey,
  webhookSecret,
});

/** A double and a provider of it. Each request and each response is compared with the server's documents. */
export async function startServer(test: TestContext, options: DoubleOptions = {}): Promise<TestServer> {
  const exchanges: Exchange[] = [];
  const webhooks: string[] = [];
  const double = await startBtcpayDouble({
    ...options,
    onExchange: (exchange) => exchanges.push(exchange),
    onWebhook: (body) => webhooks.push(body),
  });
  test.after(async () => {
    await double.close();
    for (const exchange of exchanges) {
      validateRequest(exchange);
      if (typeof exchange.answer !== 'string') validateResponse(exchange);
    }
  });
  return { double, provider: btcpay(optionsOf(double)), exchanges, webhooks };
}

/** A request for a payment in BTC. */
export const wanted = {
  paymentRef: 'Zm9vYmFyYmF6cXV4MTIzNA',
  orderRef: 'A-1001 / ä',
  amount: '24.90',
  currency: 'EUR',
  webhookUrl: 'https://shop.example/pay/webhook/secret',
  meta: { buyerEmail: 'payer@shop.example' },
  method: 'crypto',
  coin: 'BTC',
  payout: undefined,
} as const;
