import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../src/sandbox/index.ts';
import { CHECKS } from '../../src/cli/conformance/checks/index.ts';
import { runChecks } from '../../src/cli/conformance/run-checks.ts';
import { Shop } from '../../src/cli/conformance/shop.ts';
import { setEnv, startShop, type StartOptions } from './example.ts';

/**
 * The checks of what a stack may change: addresses, headers, bodies, sessions. The others are of the handler, which is the same
 * everywhere, and passes them in `test/cli/conformance/own-handler.test.ts`. All of them together create more payments in a
 * minute than the service allows a shop.
 */
const OF_THE_STACK = [
  ...['order', 'unknown-order', 'other-visitor', 'payment', 'amounts-as-text', 'one-payment-per-choice', 'found-again'],
  ...[
    'bad-input',
    'body-limit',
    'cross-site-request',
    'status',
    'unknown-payment',
    'versions-grow',
    'webhook-address',
    'webhook-bodies',
  ],
  ...['paid-order', 'headers', 'cors', 'forged-host'],
];

/**
 * Runs the checks of `pay-elements conformance` against the shop in a folder. Its orders come from the form of its page.
 * @param pay - the path of the checkout, with the word ORDER where each order has its own
 */
export async function checkConformance(folder: string, start: StartOptions, pay: string): Promise<void> {
  const contractGaps = { quoteDecimals: { ETH: 18 }, noteMarks: true } as const;
  const sandbox = await startSandbox({ requestsPerMinute: 100_000, quota: 100_000, contractGaps });
  const env = readFileSync(join(folder, '.env'), 'utf8');
  // Each check is another visitor, by the header of a proxy.
  setEnv(folder, { SERVICE_URL: sandbox.url, SERVICE_KEY: sandbox.apiKey, PROXIES: '1' });
  // The checks of one minute send more requests than the shop for Workers lets through to payments.
  const workers = join(folder, 'wrangler.jsonc');
  const settings = existsSync(workers) ? readFileSync(workers, 'utf8') : undefined;
  if (settings) {
    const raised = settings.replace(/("PAYMENTS".*"limit": )30/, '$11000');
    assert.notEqual(raised, settings);
    writeFileSync(workers, raised);
  }
  const running = await startShop(folder, start);
  let visitors = 0;
  try {
    const order = async () => {
      // Each order is of another visitor: Workers limit the orders of one.
      const headers = { origin: running.origin, 'cf-connecting-ip': `203.0.113.${(visitors += 1)}` };
      const body = new URLSearchParams({ beans: '1' });
      const answer = await fetch(`${running.origin}/orders`, { method: 'POST', redirect: 'manual', headers, body });
      const orderRef = answer.headers.get('location')!.split('/').at(-1)!;
      const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0]);
      return { orderRef, cookie: cookie.join('; ') };
    };
    const shop = new Shop({
      base: running.origin + pay,
      second: undefined,
      control: sandbox.control,
      secrets: [sandbox.apiKey],
      recipes: { order, changeOrder: undefined, webhook: undefined },
    });
    const results = await runChecks(
      shop,
      CHECKS.filter(({ name }) => OF_THE_STACK.includes(name)),
    );
    assert.deepEqual(
      results.map(({ name, state, message }) => [name, state === 'ok' ? state : message]),
      OF_THE_STACK.map((name) => [name, 'ok']),
    );
  } finally {
    await running.stop();
    await sandbox.close();
    writeFileSync(join(folder, '.env'), env);
    if (settings) writeFileSync(workers, settings);
  }
}
