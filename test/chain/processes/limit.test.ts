import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSandbox } from '../../../src/sandbox/index.ts';
import { openDatabase, type TestDatabase } from '../../support/postgres.ts';
import { between, chanceOf } from '../../model/network-faults.ts';

const PROCESSES = 4;
const PER_MINUTE = 35;
const MINUTE_MS = 60_000;
/** How long it is tried, and how far the clock is turned at most between two tries. */
const TRIED_MS = 10 * MINUTE_MS;
const STEP_MS = 4_000;

describe('the rate limit of four processes', () => {
  let database: TestDatabase;
  before(async () => (database = await openDatabase()));
  after(() => database.close());

  it('lets 35 requests into every minute and never a 36th, by the clock of the database', async (t) => {
    const schema = await database.schema();
    const turn = await schema.stopClock();
    let time = Date.UTC(2026, 10, 20);
    // The judge: it has the service's own sliding count, by the same clock.
    const sandbox = await startSandbox({ clock: () => time, quota: 1_000_000 });
    t.after(() => sandbox.close());
    const script = fileURLToPath(new URL('limit-child.ts', import.meta.url));
    const children = Array.from({ length: PROCESSES }, () => fork(script, [schema.url, sandbox.url, sandbox.apiKey]));
    t.after(() => children.forEach((child) => child.disconnect()));
    await Promise.all(children.map((child) => once(child, 'message')));
    const callAtOnce = async (child: ChildProcess, count: number): Promise<string[]> => {
      const delivered = once(child, 'message');
      child.send(count);
      return (await delivered)[0] as string[];
    };

    const seed = Date.now();
    t.diagnostic(`seed ${seed}`);
    const chance = chanceOf(seed);
    const sent: number[] = [];
    const begun = time;
    while (time - begun < TRIED_MS) {
      const became = (await Promise.all(children.map((child) => callAtOnce(child, between(chance, 1, 12))))).flat();
      assert.deepEqual(
        became.filter((one) => one !== 'went' && one !== 'busy'),
        [],
        'nothing is refused by the service',
      );
      for (const one of became) if (one === 'went') sent.push(time);
      const step = between(chance, 0, STEP_MS);
      time += step;
      await turn(step);
    }

    const within = sent.map((first) => sent.filter((other) => other >= first && other < first + MINUTE_MS).length);
    assert.equal(Math.max(...within), PER_MINUTE);
    // A slot counts half a second longer than the minute, and comes to be used at the next step of the clock.
    const full = Math.floor(TRIED_MS / (MINUTE_MS + 500 + STEP_MS));
    assert.ok(sent.length >= full * PER_MINUTE, `${sent.length} went`);
  });
});
