import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startBtcpaySandboxWith, type InspectedBtcpaySandbox } from '../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import { providersOf, readStacks } from '../../src/cli/init/stacks.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { checkTypes, makeShop, setEnv, startShop, type RunningShop } from './example.ts';
import { createPayment } from './production.ts';

/** What `init --provider btcpay` writes, on each stack that it is for: in TypeScript, so that its types are checked, too. */
for (const [name, stack] of Object.entries(readStacks()).filter(([, each]) => providersOf(each).includes('btcpay')))
  describe(`the example for ${name} with BTCPay Server`, { timeout: 300_000 }, () => {
    let sandbox: InspectedBtcpaySandbox;
    let folder: string;
    let shop: RunningShop | undefined;
    before(async () => {
      const port = await freePort();
      sandbox = await startBtcpaySandboxWith();
      folder = await makeShop(name, port, { provider: 'btcpay', typescript: stack.language === 'javascript' });
      setEnv(folder, {
        BTCPAY_URL: sandbox.url,
        BTCPAY_STORE_ID: sandbox.storeId,
        BTCPAY_API_KEY: sandbox.apiKey,
        BTCPAY_WEBHOOK_SECRET: sandbox.webhookSecret,
        ALLOW_TEST_PAYMENTS: 'yes',
      });
      sandbox.setWebhook(`http://127.0.0.1:${port}/pay/webhook/btcpay`);
    });
    after(async () => {
      await shop?.stop();
      await sandbox.close();
    });

    it('passes its own check of types', () => checkTypes(folder));

    it('takes a payment in two parts, and sends the goods once', async () => {
      shop = await startShop(folder);
      const { tid, statusUrl } = await createPayment(shop.origin);
      const phase = async () => ((await (await fetch(statusUrl)).json()) as { phase: string }).phase;
      const { invoices } = sandbox;
      invoices.pay(tid, '0.0001');
      await until(async () => (await phase()) === 'underpaid', `a part to be seen: ${shop.log()}`);
      invoices.pay(tid, '1', { isSettled: true });
      invoices.confirm(tid);
      await until(async () => (await phase()) === 'overpaid', `the payment to be paid: ${shop.log()}`);
      const timesShipped = () => shop!.log().split('ship order ').length - 1;
      await until(() => timesShipped() > 0, `the goods to be sent: ${shop.log()}`);
      await sandbox.webhooks.sent;
      assert.equal(timesShipped(), 1);
      for (const secret of [sandbox.apiKey, sandbox.webhookSecret]) assert.ok(!shop.log().includes(secret));
    });
  });
