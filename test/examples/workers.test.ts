import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startSandbox, type RunningSandbox } from 'pay-elements/sandbox';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { makeShop, setEnv, startShop, type RunningShop } from './example.ts';
import { createPayment } from './production.ts';
import { testExample } from './suite.ts';

const command = (port: string) => ['node_modules/.bin/wrangler', 'dev', '--port', port, '--inspector-port', '0'];
const pay = (ref: string) => `/pay/${ref}`;
testExample('workers', { command, production: 'routes', pay });

/** Replaces a part of a file of the shop that must be there. */
function replaceIn(file: string, part: string, text: string): void {
  const source = readFileSync(file, 'utf8');
  assert.ok(source.includes(part), `${file}: ${part}`);
  writeFileSync(file, source.replace(part, text));
}

describe('the objects of the orders in the example for workers', { timeout: 120_000 }, () => {
  let folder: string;
  let sandbox: RunningSandbox;
  let shop: RunningShop;
  before(async () => {
    const port = await freePort();
    folder = await makeShop('workers', port);
    // The shops of the other test get their webhooks by POST.
    sandbox = await startSandbox({ requestsPerMinute: 1000, contractGaps: { webhookMethod: 'PUT' } });
    setEnv(folder, { SERVICE_URL: sandbox.url, SERVICE_KEY: sandbox.apiKey, ALLOW_TEST_PAYMENTS: 'yes' });
    replaceIn(join(folder, 'wrangler.jsonc'), '"vars": {', '"vars": { "PRINTER": "broken",');
    replaceIn(join(folder, 'src/worker.ts'), 'SWEEP_MS = 60_000', 'SWEEP_MS = 3_000');
    const broken = `if (process.env.PRINTER === 'broken') throw new Error('no paper');`;
    replaceIn(join(folder, 'src/shop/shop.ts'), '=> console.log(`ship', `=> { ${broken} console.log(\`ship`);
    replaceIn(join(folder, 'src/shop/shop.ts'), 'ship order ${ref}`);', 'ship order ${ref}`); };');
    shop = await startShop(folder, { command: command(String(port)) });
  });
  after(async () => {
    await shop?.stop();
    await sandbox?.close();
  });

  it('answers 404 for an order that does not exist', async () => {
    const unknown = randomBytes(10).toString('hex');
    for (const path of [`/checkout/${unknown}`, `${pay(unknown)}/orders/${unknown}`, `/pay/orders/${unknown}`])
      assert.equal((await fetch(shop.origin + path)).status, 404, path);
  });

  it('sends the goods after a restart, without a request, when sending them has failed', async () => {
    const { tid, statusUrl } = await createPayment(shop.origin, pay);
    const [, ref] = /\/pay\/([^/]+)\/status\//.exec(statusUrl)!;
    sandbox.control.pay(tid);
    await until(() => shop.log().includes('no paper'), `the failure: ${shop.log()}`);
    assert.ok(!shop.log().includes(`ship order ${ref}`));
    replaceIn(join(folder, 'wrangler.jsonc'), '"broken"', '"works"');
    await shop.restart();
    await until(() => shop.log().includes(`ship order ${ref}`), `the goods to be sent: ${shop.log()}`);
  });

  it('limits the orders of a visitor', async () => {
    const body = () => new URLSearchParams({ beans: '1' });
    const place = () => fetch(`${shop.origin}/orders`, { method: 'POST', body: body(), redirect: 'manual' });
    const answers = await Promise.all(Array.from({ length: 40 }, place));
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.includes(303) && statuses.includes(429), String(statuses));
  });

  it('limits the payments of the shop: a form gets its page with a message, a component gets 503', async () => {
    const order = randomBytes(10).toString('hex');
    const send = (path: string) => fetch(shop.origin + path, { method: 'POST', redirect: 'manual' });
    const forms = await Promise.all(Array.from({ length: 40 }, () => send(`/checkout/${order}`)));
    const limited = forms.find(({ status }) => status === 303);
    assert.match(String(limited?.headers.get('location')), new RegExp(`^/checkout/${order}\\?failed$`));
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(`/pay/${order}/orders/${order}/payments`)));
    const busy = answers.find(({ status }) => status === 503);
    assert.deepEqual(await busy?.json(), { error: { code: 'busy' } });
  });
});
