import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CheckResult } from '../../../src/cli/conformance/run-checks.ts';
import { runChecks } from '../../../src/cli/conformance/run-checks.ts';
import { CHECKS } from '../../../src/cli/conformance/checks/index.ts';
import { Shop } from '../../../src/cli/conformance/shop.ts';
import { startSandbox, type RunningSandbox } from '../../../src/sandbox/index.ts';
import { MISTAKES, type Mistake } from './mistakes.ts';
import { Data, WrongShop } from './wrong-shop.ts';

describe('the checks of pay-elements conformance', { concurrency: 4 }, () => {
  let sandbox: RunningSandbox;
  before(async () => {
    const contractGaps = { quoteDecimals: { ETH: 18 }, noteMarks: true } as const;
    sandbox = await startSandbox({ requestsPerMinute: 100_000, quota: 100_000, contractGaps });
  });
  after(() => sandbox.close());

  /** Runs checks against the shop in two processes, with or without a mistake. */
  async function check(
    names: readonly string[],
    { mistake, hasSessions = false }: { mistake?: Mistake; hasSessions?: boolean } = {},
  ): Promise<readonly CheckResult[]> {
    // A sandbox of its own where a check makes the service fail.
    const own = names.some((name) => name.startsWith('service-'))
      ? await startSandbox({ requestsPerMinute: 100_000, quota: 100_000 })
      : undefined;
    const service = own ?? sandbox;
    const data = new Data();
    const first = await WrongShop.start({ service, mistake, data, hasSessions });
    const second = await WrongShop.start({
      ...{ service, mistake, hasSessions },
      data: mistake === 'two-processes' ? new Data() : data,
    });
    const shop = new Shop({
      base: first.url,
      second: second.url,
      control: service.control,
      secrets: [service.apiKey],
      recipes: {
        order: async (order) => first.newOrder(order),
        changeOrder: async (orderRef, amount) => first.changeOrder(orderRef, amount),
      },
    });
    try {
      return await runChecks(
        shop,
        CHECKS.filter(({ name }) => names.includes(name)),
      );
    } finally {
      await Promise.all([first.close(), second.close(), own?.close()]);
    }
  }

  const all = CHECKS.map(({ name }) => name);
  const serviceChecks = all.filter((name) => name.startsWith('service-'));
  const otherChecks = all.filter((name) => !serviceChecks.includes(name));

  const statesOf = (results: readonly CheckResult[]) =>
    results.filter(({ state }) => state !== 'ok').map(({ name, state, message }) => [name, state, message]);

  it('pass for a backend that follows the rules', async () => {
    assert.deepEqual(statesOf(await check(otherChecks)), [
      [
        'other-visitor',
        'skipped',
        'The order command prints no cookie, so orders have names that cannot be guessed instead.',
      ],
    ]);
    assert.deepEqual(statesOf(await check(serviceChecks)), []);
  });

  it('pass for a backend whose orders belong to sessions', async () => {
    const results = await check(['order', 'other-visitor', 'unguessable-order', 'paid-order'], { hasSessions: true });
    assert.deepEqual(statesOf(results), [
      ['unguessable-order', 'skipped', 'Orders belong to the session of a visitor.'],
    ]);
  });

  it('each has a mistake that shows that it can fail, and a name and a paragraph of its own', () => {
    assert.deepEqual(Object.keys(MISTAKES).sort(), all.toSorted());
    assert.equal(new Set(all).size, all.length);
  });

  for (const [mistake, what] of Object.entries(MISTAKES))
    it(`${mistake} fails for a backend that ${what}`, async () => {
      const [result] = await check([mistake], {
        mistake: mistake as Mistake,
        hasSessions: mistake === 'other-visitor',
      });
      assert.equal(result!.state, 'failed', result!.message);
      assert.match(result!.docs, /^docs\/any-backend\.md#[\w-]+$/);
      assert.match(result!.message!, /\w.*[.?]$/);
      assert.match(result!.request!, /^(?:GET|POST|OPTIONS) http:/);
      assert.ok(result!.response);
    });
});
