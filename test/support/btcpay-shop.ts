import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import {
  startBtcpaySandboxWith,
  type InspectedBtcpaySandbox,
  type BtcpaySandboxInternals,
  type Exchange,
} from '../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import { createCheckoutWith, type CheckoutInternals } from '../../src/server/checkout.ts';
import { memoryStore, type CheckoutEvent, type CheckoutOptions } from '../../src/server/index.ts';
import { nodeHandler } from '../../src/server/http/node/index.ts';
import { btcpay } from '../../src/server/providers/btcpay/index.ts';
import { validateRequest, validateWebhook } from '../server/providers/btcpay/schema.ts';
import { SECRET } from '../server/shop.ts';
import { until } from './until.ts';

const SCRIPT = new URL('../../dist/cdn/pay-elements.js', import.meta.url);

/** A payment as its payer sees it. */
export interface Shown {
  readonly tid: string;
  readonly phase: string;
  readonly address: string;
  readonly cryptoAmountExpected: string;
  readonly cryptoAmountReceived?: string;
  readonly cryptoAmountDue?: string;
  readonly expiresAt: string;
  readonly statusUrl: string;
}

/**
 * A shop on real HTTP with a sandbox of BTCPay Server behind it, and a page with the order 1001. Each request and each
 * webhook is compared with the server's documents.
 */
export async function openBtcpayShop(
  t: TestContext,
  server: BtcpaySandboxInternals = {},
  options: Partial<CheckoutOptions> = {},
  { sweepInterval }: Pick<CheckoutInternals, 'sweepInterval'> = {},
) {
  const exchanges: Exchange[] = [];
  const bodies: string[] = [];
  const sandbox = await startBtcpaySandboxWith({
    retries: [10, 10, 10],
    ...server,
    onExchange: (exchange) => exchanges.push(exchange),
    onWebhook: (body) => bodies.push(body),
  });
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const url = `${origin}/pay`;
  const events: CheckoutEvent[] = [];
  const paid: string[] = [];
  const changes: string[] = [];
  const { storeId, apiKey, webhookSecret } = sandbox;
  let amount = '24.90';
  let ahead = 0;
  const given = {
    provider: btcpay({ url: sandbox.url, storeId, apiKey, webhookSecret }),
    secret: SECRET,
    publicUrl: url,
    store: memoryStore(),
    order: async () => ({ amount, currency: 'EUR' }),
    allowTestPayments: true,
    onPaid: ({ orderRef }) => void paid.push(orderRef),
    onStatus: (_, { from, to }) => void changes.push(`${from} -> ${to}`),
    onEvent: (event: CheckoutEvent) => void events.push(event),
    ...options,
  } as CheckoutOptions;
  const checkout = createCheckoutWith(given, { now: () => Date.now() + ahead, sweepInterval });
  const pay = nodeHandler(checkout);
  http.on('request', (request, response) => {
    if (request.url === '/pay-elements.js')
      return void response.setHeader('content-type', 'text/javascript').end(readFileSync(SCRIPT));
    if (request.url !== '/') return void pay(request, response);
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>A shop</title>
      <script type="module" src="/pay-elements.js"></script><pay-checkout src="/pay/orders/1001"></pay-checkout>`);
  });
  const webhook = `${url}/webhook/btcpay`;
  sandbox.setWebhook(webhook);
  t.after(async () => {
    await sandbox.close();
    await checkout.close();
    http.close();
    http.closeAllConnections();
    exchanges.forEach(validateRequest);
    bodies.forEach(validateWebhook);
  });

  const begin = async (): Promise<{ readonly status: number; readonly payment: Shown }> => {
    const response = await fetch(`${url}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order: '1001', method: 'crypto', coin: 'BTC' }),
    });
    return { status: response.status, payment: (await response.json()) as Shown };
  };
  const show = async ({ statusUrl }: Shown) => (await (await fetch(statusUrl)).json()) as Shown;
  const phase = (payment: Shown, wanted: string) => until(async () => (await show(payment)).phase === wanted, wanted);
  const types = () => events.map(({ type }) => type);
  return {
    ...{ origin, sandbox, checkout, invoices: sandbox.invoices, webhook, bodies, exchanges },
    ...{ begin, show, phase, paid, changes, events, types },
    setAmount: (to: string) => (amount = to),
    /** Turns the clock of the shop. Milliseconds. */
    turn: (ms: number) => (ahead += ms),
  };
}

/** Holds the answers to requests of this kind. What was asked for has happened by then. */
export function holdAnswers(sandbox: InspectedBtcpaySandbox, is: (exchange: Exchange) => boolean) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => {
    sandbox.holdAnswers((exchange) => {
      if (!is(exchange)) return undefined;
      resolve();
      return released;
    });
  });
  return {
    /** Resolves when an answer is held. */
    reached,
    /** Sends what was held, and holds nothing more. */
    release() {
      sandbox.holdAnswers(() => undefined);
      release();
    },
  };
}

/** Searching the invoices of an order. */
export const isSearch = ({ path }: Exchange): boolean => path.includes('orderId=');
/** Making an invoice. */
export const isCreation = ({ method }: Exchange): boolean => method === 'POST';
/** Reading the payment methods of an invoice that was made. */
export const isMethods = ({ path }: Exchange): boolean => path.endsWith('/payment-methods');
/** Reading an invoice. */
export const isReading = ({ path }: Exchange): boolean => /\/invoices\/\w+\?/.test(path);
