/**
 * The service, which may be killed at any time and goes on where it was. Arguments: its file and its port. It sends the options
 * of a checkout with it, as JSON.
 */
import { startSandbox } from '../../../src/sandbox/index.ts';

const [data, port] = process.argv.slice(2) as [string, string];
const { url: baseUrl, apiKey } = await startSandbox({
  data,
  port: Number(port),
  requestsPerMinute: 1_000_000,
  quota: 1_000_000,
  contractGaps: {
    confirmations: { required: 2, everyMs: 50 },
    // It does not give up before the shop is up again.
    webhookRetriesMs: Array.from({ length: 200 }, (_, n) => Math.min(2_000, 100 * 2 ** n)),
  },
});
process.send?.(JSON.stringify({ service: { baseUrl, apiKey, limit: { perMinute: 100_000 } } }));
process.on('disconnect', () => process.exit());
