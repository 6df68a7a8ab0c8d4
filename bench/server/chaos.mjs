// Runs the scenario of `test/chain/processes/chaos.test.ts` for minutes instead of seconds:
// `node bench/server/chaos.mjs [seconds] [seed] [provider]`. Three shop processes, the payment server and PostgreSQL run while
// payers pay, and any of them is killed at any time. Prints the result. The provider is `service`, with the sandbox, or
// `btcpay`, with the double of BTCPay Server.
import { judge, summary } from '../../test/chain/processes/chaos-judge.ts';
import { runChaos } from '../../test/chain/processes/chaos.ts';

const [seconds = '180', seed = String(Date.now() % 1_000_000), provider = 'service'] = process.argv.slice(2);
console.log(`${seconds} s with seed ${seed} and ${provider} …`);
const aftermath = await runChaos({ provider, seed: Number(seed), forMs: Number(seconds) * 1_000, payers: 12 });
console.log(summary(aftermath));
judge(aftermath);
console.log('Every payment matches the service, and every change was delivered: none was lost or duplicated.');
