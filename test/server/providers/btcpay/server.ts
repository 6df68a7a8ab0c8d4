import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import {
  startBtcpaySandboxWith,
  type InspectedBtcpaySandbox,
  type BtcpaySandboxInternals,
  type Exchange,
} from '../../../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import { btcpay } from '../../../../src/server/providers/btcpay/index.ts';
import type { BtcpayOptions } from '../../../../src/server/providers/btcpay/index.ts';
import { validateRequest, validateResponse } from './schema.ts';

export interface TestServer {
  readonly sandbox: InspectedBtcpaySandbox;
  readonly provider: ReturnType<typeof btcpay>;
  readonly exchanges: Exchange[];
  /** The bodies of the webhooks, in the order in which they were made. */
  readonly webhooks: string[];
}

export const call = () => ({ timeout: 2_000, signal: new AbortController().signal });

/** The options of a provider of a sandbox. */
export const optionsOf = ({ url, storeId, apiKey, webhookSecret }: InspectedBtcpaySandbox): BtcpayOptions => ({
  url,
  storeId,
  apiKey,
  webhookSecret,
});

/** A sandbox and a provider of it. Each request and each response is compared with the server's documents. */
export async function startServer(test: TestContext, options: BtcpaySandboxInternals = {}): Promise<TestServer> {
  const exchanges: Exchange[] = [];
  const webhooks: string[] = [];
  const sandbox = await startBtcpaySandboxWith({
    ...options,
    onExchange: (exchange) => exchanges.push(exchange),
    onWebhook: (body) => webhooks.push(body),
  });
  test.after(async () => {
    await sandbox.close();
    for (const exchange of exchanges) {
      validateRequest(exchange);
      if (typeof exchange.answer !== 'string') validateResponse(exchange);
    }
  });
  return { sandbox, provider: btcpay(optionsOf(sandbox)), exchanges, webhooks };
}

/** Starts a server that gives every request the same answer. Returns its address. */
export async function startAnswer(t: TestContext, status: number, body: unknown): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
