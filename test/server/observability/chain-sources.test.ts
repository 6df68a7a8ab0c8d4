import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { sandboxChain } from '../../../src/server/chain/index.ts';
import { openTelemetry } from '../../../src/server/observability/opentelemetry/index.ts';
import { openShop } from '../shop.ts';
import { instruments } from './opentelemetry/instruments.ts';

const MINUTE = 60_000;
const START = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();

it('health and metrics know each chain source and coin: its last answer, its last failure, and each call', async (t) => {
  const sandbox = await startSandbox();
  const sdk = instruments();
  let time = START;
  const chain = { sources: [sandboxChain({ url: sandbox.url })] };
  const shop = await openShop(sandbox, {
    now: () => time,
    sweepInterval: 2 ** 30,
    chain,
    onEvent: openTelemetry(sdk.providers),
  });
  t.after(async () => {
    await shop.close();
    await sdk.end();
    await sandbox.close();
  });
  const sweep = async () => {
    time += MINUTE;
    await shop.checkout.sweep();
    return shop.checkout.health();
  };
  const bitcoin = (health: Awaited<ReturnType<typeof sweep>>) => health.chain!.find(({ coin }) => coin === 'BTC');

  const before = await shop.checkout.health();
  assert.equal(before.chain!.length, 9);
  assert.deepEqual(bitcoin(before), { source: 'sandbox-chain', coin: 'BTC' });

  await shop.pay({ order: '1001', method: 'crypto', coin: 'BTC' });
  const answered = await sweep();
  assert.deepEqual(bitcoin(answered), { source: 'sandbox-chain', coin: 'BTC', reachedAt: iso(time) });
  assert.deepEqual([answered.ok, answered.warnings], [true, []]);
  const reachedAt = iso(time);

  sandbox.control.chain.fail(true);
  const failed = await sweep();
  const { code, at } = bitcoin(failed)!.failure!;
  assert.deepEqual([bitcoin(failed)!.reachedAt, at], [reachedAt, iso(time)]);
  assert.deepEqual([failed.ok, failed.warnings], [true, ['chain-source-failing']]);
  // Each coin has its own state.
  assert.deepEqual(
    failed.chain!.find((each) => each.coin === 'ETH'),
    { source: 'sandbox-chain', coin: 'ETH' },
  );

  sandbox.control.chain.fail(false);
  sandbox.control.chain.lag(24 * 60 * MINUTE);
  assert.equal(bitcoin(await sweep())!.failure!.code, 'out-of-sync');
  sandbox.control.chain.lag(0);
  const healed = await sweep();
  assert.deepEqual([bitcoin(healed)!.reachedAt, healed.warnings], [iso(time), []]);

  const points = await sdk.points('chain.call.duration');
  assert.deepEqual(
    points.map(({ attributes, value }) => [attributes, (value as { count: number }).count]),
    [undefined, code, 'out-of-sync'].map((error) => [
      {
        'pay_elements.chain.source': 'sandbox-chain',
        'pay_elements.payment.coin': 'BTC',
        ...(error !== undefined && { 'error.type': error }),
      },
      error === undefined ? 2 : 1,
    ]),
  );
  assert.ok(!JSON.stringify([healed, await sdk.all()]).includes(sandbox.url));
});
