import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runChaos } from './chaos.ts';
import { judge, summary } from './chaos-judge.ts';

/** Longer: `bench/server/chaos.mjs`, or CHAOS_SECONDS. */
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 15);

for (const [provider, name] of [
  ['service', 'the service'],
  ['btcpay', 'a sandbox of BTCPay Server'],
] as const)
  describe(`three shops, ${name} and the database, any of them killed at any time`, () => {
    it('end with every payment as the server has it, every change delivered, and none lost or doubled', async (t) => {
      const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
      t.diagnostic(`CHAOS_SEED=${seed}`);
      const aftermath = await runChaos({ provider, seed, forMs: SECONDS * 1_000, payers: 12 });
      t.diagnostic(summary(aftermath));
      assert.ok(aftermath.purchases.length > 0);
      judge(aftermath);
    });
  });
