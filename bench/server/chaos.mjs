// Minutes of what `test/server/many/chaos.test.ts` tries for seconds: `node bench/server/chaos.mjs [seconds] [seed]`.
// Three shop processes, the sandbox and PostgreSQL, any of them killed at any time, under payers. Says what it found.
import { judge, summary } from '../../test/server/many/chaos-judge.ts';
import { runChaos } from '../../test/server/many/chaos.ts';

const [seconds = '180', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
console.log(`${seconds} s with seed ${seed} …`);
const aftermath = await runChaos({ seed: Number(seed), forMs: Number(seconds) * 1_000, payers: 12 });
console.log(summary(aftermath));
judge(aftermath);
console.log('Every payment is as the service has it, and every change was delivered: none was lost or doubled.');
