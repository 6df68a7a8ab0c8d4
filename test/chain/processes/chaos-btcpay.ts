/**
 * A sandbox of BTCPay Server, which may be killed at any time and goes on where it was, without the webhooks that it had still to
 * send. Arguments: its file, its port, and the address of its webhook. It sends the options of `btcpay()`, as JSON.
 */
import { startBtcpaySandboxWith } from '../../../src/sandbox/btcpay/start-btcpay-sandbox.ts';

const [data, port, webhook] = process.argv.slice(2) as [string, string, string];
const sandbox = await startBtcpaySandboxWith({
  data,
  port: Number(port),
  // It does not give up before the shop is up again.
  retries: Array.from({ length: 200 }, (_, n) => Math.min(2_000, 100 * 2 ** n)),
});
sandbox.setWebhook(webhook);
const { url, storeId, apiKey, webhookSecret } = sandbox;
process.send?.(JSON.stringify({ btcpay: { url, storeId, apiKey, webhookSecret, readsPerMinute: 6_000 } }));
process.on('disconnect', () => process.exit());
