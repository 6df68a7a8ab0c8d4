/** A whole purchase on a real chain: the tags in Chromium, the checkout, a source and its node. Only webhooks are missing. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { bundlePage } from '../../scripts/pages/bundle.mjs';
import { createCheckoutWith } from '../../src/server/checkout.ts';
import type { ChainSource } from '../../src/server/chain/index.ts';
import { nodeHandler } from '../../src/server/http/node/index.ts';
import { memoryStore, readWebhook, type CheckoutEvent, type PaymentProvider } from '../../src/server/index.ts';
import { SECRET } from '../server/shop.ts';
import { press, shadowText, waitForPhase } from '../support/chromium.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const HTML = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<script type="module" src="/entry.js"></script>
<pay-checkout src="/pay/orders/1001"></pay-checkout>`;

/** How many confirmations a payment needs. */
export const CONFIRMATIONS = 3;

/** The time from one look at an address to the next, and some. Milliseconds. */
const INTERVAL_MS = 16_000;

/** The clock of a test chain is up to some seconds behind, and money from before the payment is not counted. Milliseconds. */
const CLOCK_SLACK_MS = 60_000;

/** The files of the page, for all purchases of a test file. */
export const bundleTags = async () =>
  (await bundlePage(`import 'pay-elements/define';`, root)) as ReadonlyMap<string, string>;

export interface PurchaseOptions {
  readonly source: ChainSource;
  /** The amount of the payment in the coin. */
  readonly amount: string;
  /** A new address. */
  readonly address: () => Promise<string>;
}

export interface Purchase {
  readonly page: Page;
  /** The address on the page. */
  readonly address: string;
  /** The events of level `warn` and `error`. */
  readonly events: readonly CheckoutEvent[];
  /** The payments that `onPaid` was called for, with the ids of their transactions. */
  readonly paid: readonly (readonly string[])[];
  /** Lets the shop look at the chain, and waits until the page shows the phase. */
  readonly look: (phase: string) => Promise<void>;
  /** Waits until the page shows a text. */
  readonly shows: (text: string) => Promise<unknown>;
  /** Waits until the page shows how many confirmations of all that are needed there are. */
  readonly showsConfirmations: (count: number) => Promise<unknown>;
  /** The amount to send that the page shows. */
  readonly amount: () => Promise<string | undefined>;
}

/** Begins a payment in a new page, and ends it after `use`. */
export async function purchase(
  browser: Browser,
  files: ReadonlyMap<string, string>,
  { source, amount, address }: PurchaseOptions,
  use: (purchase: Purchase) => Promise<void>,
): Promise<void> {
  const coin = source.coins[0]!;
  let ahead = -CLOCK_SLACK_MS;
  const events: CheckoutEvent[] = [];
  const paid: (readonly string[])[] = [];
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let created = 0;
  const provider: PaymentProvider = {
    name: 'node',
    payouts: 'account',
    offers: async () => ({ coins: [coin] }),
    create: async () => ({
      id: `n-${(created += 1)}`,
      status: 'NEW',
      destination: await address(),
      amount,
      test: true,
    }),
    readWebhook,
    phaseOf: (status) => (status === 'NEW' ? 'awaiting' : 'unknown'),
  };
  const checkout = createCheckoutWith(
    {
      provider,
      secret: SECRET,
      publicUrl: `${url}/pay`,
      store: memoryStore(),
      order: () => ({ amount: '24.90', currency: 'EUR' }),
      allowTestPayments: true,
      chain: { sources: [source], trust: 'chain', confirmations: { [coin]: CONFIRMATIONS } },
      onPaid: ({ transactions = [] }) => void paid.push(transactions),
      onEvent: (event) => {
        if (event.level === 'warn' || event.level === 'error') events.push(event);
      },
    },
    { now: () => Date.now() + ahead, sweepInterval: 2 ** 30 },
  );
  const handle = nodeHandler(checkout);
  server.on('request', (request, response) => {
    if (request.url!.startsWith('/pay/')) return handle(request, response);
    const file = request.url === '/' ? HTML : files.get(request.url!.slice(1));
    const type = request.url === '/' ? 'text/html' : 'text/javascript';
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': type,
      'content-security-policy': STRICT_POLICY,
    });
    response.end(file);
  });
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1200, height: 1000 });
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const inCard = (selector: string) => page.waitForSelector(`pay-checkout >>> pay-crypto >>> ${selector}`);
  async function look(phase: string): Promise<void> {
    ahead += INTERVAL_MS;
    await checkout.sweep();
    await waitForPhase(page, 'pay-crypto', phase);
  }
  const amountShown = () => shadowText(page, 'pay-crypto', '[part~=coin-amount]');
  try {
    await page.goto(url);
    // The only way to pay is begun at once; the network of a token is asked about before.
    if (coin.includes('/')) await press(page, 'Yes, continue');
    await waitForPhase(page, 'pay-crypto', 'awaiting');
    assert.match((await amountShown()) ?? '', new RegExp(`\\b${amount.replace('.', '\\.')}\\b`));
    // The first look makes the address known to the node.
    await look('awaiting');
    await use({
      page,
      address: (await shadowText(page, 'pay-crypto', '[part~=address]'))!,
      events,
      paid,
      amount: amountShown,
      look,
      shows: (text) => inCard(`::-p-text(${text})`),
      showsConfirmations: (count) => inCard(`.ring::-p-text(${count}/${CONFIRMATIONS})`),
    });
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
    await checkout.close();
    server.closeAllConnections();
    server.close();
  }
}
