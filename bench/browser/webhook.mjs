/** Measures the time from a webhook to the payer's page, with the real sandbox, shop and long poll. */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import { takeSample } from './machine.mjs';

/** The statuses of each payment, one webhook each. */
const STATUSES = ['DETECTED', 'CONFIRMING', 'PAID'];
/**
 * The time between two webhooks of a payment, so that their work does not overlap. In reality there are minutes between
 * them. Milliseconds.
 */
const WEBHOOK_SPACING_MS = 1_200;

/** Ms since 1970, more precise than Date. The page has the same clock, because it runs on the same machine. */
const now = () => performance.timeOrigin + performance.now();

/** A page of `servePages` with a shop. The routes below its `pay/` work after `startShop` was called. */
export const livePage = ({ script, files }) => ({ title: 'live', body: '', script, files });

async function startShop(served, page) {
  delete process.env.NODE_ENV; // Vite's build sets it to 'production', in which no sandbox starts
  const [{ createCheckout }, { nodeHandler }, { startSandbox }] = await Promise.all([
    import('../../dist/server/index.js'),
    import('../../dist/server/http/node/index.js'),
    import('../../dist/sandbox/index.js'),
  ]);
  const sandbox = await startSandbox({ requestsPerMinute: 100_000, quota: 1_000_000 });
  const checkout = createCheckout({
    service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey },
    secret: 'a secret of the benchmark alone: it signs nothing else',
    publicUrl: `${served.url('live')}pay`,
    order: async () => ({
      amount: '19.99',
      currency: 'USD',
      payout: { crypto: { BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' } },
    }),
    onStatus: async () => {},
    allowTestPayments: true,
  });
  const answer = nodeHandler(checkout);
  /** The number of open long polls, and the time of the last webhook. */
  const shop = { sandbox, longPolls: 0, received: NaN };
  page.handle = (request, response) => {
    if (request.url.includes('/webhook/')) shop.received = now();
    if (request.url.includes('since=')) {
      shop.longPolls += 1;
      response.on('close', () => (shop.longPolls -= 1));
    }
    answer(request, response);
  };
  shop.close = async () => {
    await checkout.close();
    await sandbox.close();
  };
  return shop;
}

/** Creates payments as visitors with different addresses, because the shop limits the creations of one visitor. */
async function buy(served, number) {
  const response = await fetch(`${served.url('live')}pay/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${number + 1}` },
    body: JSON.stringify({ order: `bench-${number}`, method: 'crypto', coin: 'BTC' }),
  });
  if (!response.ok) throw new Error(`no payment: ${response.status} ${await response.text()}`);
  return response.json();
}

/**
 * @param payments - The number of payments, each with three webhooks.
 * @returns Samples with `value`, the ms from the shop's receipt of a webhook to the changed page.
 */
export async function webhookToDom(browser, served, live, payments) {
  const shop = await startShop(served, live);
  const samples = [];
  const page = await browser.newPage();
  try {
    for (let number = 0; number < payments; number++) {
      const payment = await buy(served, number);
      await page.goto(served.url('live'));
      await page.evaluate((payment) => {
        const tag = Object.assign(document.createElement('pay-crypto'), { payment });
        window.changes = {};
        const note = () => (window.changes[tag.phase] ??= performance.timeOrigin + performance.now());
        new MutationObserver(note).observe(tag, { attributeFilter: ['phase'] });
        document.body.append(tag);
      }, payment);
      for (const status of STATUSES) {
        await delay(WEBHOOK_SPACING_MS);
        await until(() => shop.longPolls > 0, 'the page opens a long poll');
        const { values: at, disturbed } = await takeSample(async () => {
          await shop.sandbox.control.webhook(payment.tid, { status });
          const changed = page.waitForFunction((phase) => window.changes[phase], {}, status.toLowerCase());
          return (await changed).jsonValue();
        });
        samples.push({ round: samples.length, value: at - shop.received, disturbed });
      }
    }
  } finally {
    await page.close();
    await shop.close();
  }
  return samples;
}
