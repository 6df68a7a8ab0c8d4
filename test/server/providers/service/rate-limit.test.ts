import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../../../../src/server/providers/service/client/errors.ts';
import {
  createRateLimit,
  type PermitRequest,
  type Permit,
} from '../../../../src/server/providers/service/transport/rate-limit.ts';
import { retryAfterMs } from '../../../../src/server/providers/service/transport/retry-after.ts';
import { createPermitLog } from '../../../../src/server/providers/service/transport/permit-log.ts';
import { PERMIT_MS, type PermitLog } from '../../../../src/server/permits.ts';
import { failure, fakeClock } from './support.ts';

const MINUTE = 60_000;

function limited({ perMinute = 35, log }: { perMinute?: number; log?: PermitLog } = {}) {
  const clock = fakeClock();
  const limit = createRateLimit(log ?? createPermitLog({ perMinute, now: clock.now }), clock);
  /** Asks for a turn; keeps what came of it and when. */
  const request = (more: Partial<PermitRequest> = {}) => {
    const request: { slot?: Permit; error?: ServiceError; at?: number } = {};
    void limit.acquire({ creation: true, within: 8_000, ...more }).then(
      (slot) => Object.assign(request, { slot, at: clock.now() }),
      (error: ServiceError) => Object.assign(request, { error, at: clock.now() }),
    );
    return request;
  };
  return { clock, limit, request };
}

describe('slot log (contract 8)', () => {
  it('has 35 slots, and the next one is free a minute and a margin after the first', () => {
    let now = 0;
    const log = createPermitLog({ now: () => now });
    for (let i = 0; i < 35; i += 1) assert.deepEqual(log.reserve(1), [0]);
    assert.deepEqual(log.reserve(1), [60_500]);
    now = 60_499;
    assert.deepEqual(log.reserve(1), [1]);
    now = 60_500;
    assert.deepEqual(log.reserve(1), [0]);
  });

  it('returns when each of the next permits is free, also beyond one window', () => {
    let now = 0;
    const log = createPermitLog({ perMinute: 2, now: () => now });
    void log.reserve(1);
    now = 1_000;
    assert.deepEqual(log.reserve(5), [0, 59_500, 60_500, 120_000, 121_000]);
  });

  it('does not lock up when the clock is set back', () => {
    let now = 3_600_000;
    const log = createPermitLog({ perMinute: 1, now: () => now });
    void log.reserve(1);
    now = 0;
    assert.deepEqual(log.reserve(1), [PERMIT_MS]);
    now = PERMIT_MS;
    assert.deepEqual(log.reserve(1), [0]);
  });

  it('is blocked no longer when the clock is set back', () => {
    let now = 3_600_000;
    const log = createPermitLog({ now: () => now });
    void log.block(20_000);
    now = 0;
    assert.equal(log.free?.(), 0);
    assert.deepEqual(log.reserve(1), [20_000]);
    now = 5_000;
    assert.deepEqual(log.reserve(1), [15_000]);
    void log.block(1_000);
    now = 19_999;
    assert.deepEqual([log.free?.(), log.reserve(1)], [0, [1]]);
    now = 20_000;
    assert.deepEqual([log.free?.(), log.reserve(1)], [35, [0]]);
  });

  it('refuses a limit that is none', () => {
    for (const perMinute of [0, -1, 1.5, NaN]) assert.throws(() => createPermitLog({ perMinute }), TypeError);
  });

  it('never lets 36 through in any 60 s, and reaches 35', () => {
    const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 5_000 })), {
      minLength: 40,
      maxLength: 200,
    });
    fc.assert(
      fc.property(gaps, (arrivals) => {
        let now = 0;
        const log = createPermitLog({ now: () => now });
        const sent: number[] = [];
        for (const gap of arrivals) {
          now += gap;
          const counted = sent.filter((time) => now - time < PERMIT_MS).length;
          const [wait = 0] = log.reserve(1) as readonly number[];
          // No call waits while a permit is free, so 35 are reached; a call that must wait may be sent then, and not earlier.
          assert.equal(wait > 0, counted === 35);
          now += wait;
          if (wait > 0) assert.deepEqual(log.reserve(1), [0]);
          sent.push(now);
        }
        for (const [i, start] of sent.entries()) {
          const within = sent.slice(i).filter((time) => time - start < MINUTE).length;
          assert.ok(within <= 35, `${within} from ${start} on`);
        }
      }),
    );
  });
});

describe('rate limit', () => {
  it('never lets 36 through in any 60 s however they come, and reaches 35', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ gap: fc.integer({ min: 0, max: 1_500 }), creation: fc.boolean() }), {
          minLength: 60,
          maxLength: 90,
        }),
        async (arrivals) => {
          const { clock, request } = limited();
          const all = [];
          for (const { gap, creation } of arrivals) {
            await clock.turn(gap);
            all.push(request({ creation, within: 200_000 }));
          }
          await clock.turn(400_000);
          assert.ok(
            all.every(({ slot }) => slot),
            'everybody had a turn',
          );
          const sent = all.map(({ at }) => at!).sort((a, b) => a - b);
          const busiest = Math.max(...sent.map((from) => sent.filter((at) => at >= from && at - from < MINUTE).length));
          assert.ok(busiest <= 35, `${busiest} in a minute`);
          const crowded = arrivals.slice(0, 35).reduce((sum, { gap }) => sum + gap, 0) < 50_000;
          if (crowded) assert.equal(busiest, 35);
          assert.equal(clock.timers(), 0);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('lets a call wait up to 8 s for its permit, and refuses a longer wait at once without taking a permit', async () => {
    const { clock, request } = limited({ perMinute: 1 });
    request();
    await clock.turn(52_000);
    const early = request();
    await clock.turn(0);
    assert.equal(early.error?.code, 'busy');
    assert.equal(early.error?.retryAfter, 9);
    assert.equal(early.error?.sent, false);
    await clock.turn(500);
    const next = request();
    const tooMany = request();
    await clock.turn(0);
    assert.equal(Boolean(next.slot), false);
    assert.equal(tooMany.error?.code, 'busy');
    await clock.turn(8_000);
    assert.equal(next.slot?.waited, 8_000);
  });

  it('lets creations go before reads', async () => {
    const { clock, request } = limited({ perMinute: 1 });
    request();
    await clock.turn(1);
    const read = request({ creation: false, within: 200_000 });
    const creation = request({ within: 200_000 });
    const later = request({ within: 200_000 });
    await clock.turn(PERMIT_MS);
    assert.deepEqual([creation.slot, later.slot, read.slot].map(Boolean), [true, false, false]);
    await clock.turn(PERMIT_MS);
    assert.deepEqual([later.slot, read.slot].map(Boolean), [true, false]);
    await clock.turn(PERMIT_MS);
    assert.ok(read.slot);
  });

  it('refuses a read whose wait grows too long because a creation came before it', async () => {
    const { clock, request } = limited({ perMinute: 1 });
    request();
    await clock.turn(PERMIT_MS - 5_000);
    const read = request({ creation: false });
    await clock.turn(0);
    assert.equal(Boolean(read.error), false);
    const creation = request();
    await clock.turn(5_000);
    assert.equal(read.error?.code, 'busy');
    assert.ok(creation.slot);
  });

  it('frees the place of whoever is aborted', async () => {
    const { clock, request } = limited({ perMinute: 1 });
    request();
    await clock.turn(PERMIT_MS - 1_000);
    const controller = new AbortController();
    const gone = request({ signal: controller.signal });
    await clock.turn(0);
    controller.abort();
    const next = request();
    await clock.turn(1_000);
    assert.equal(gone.error?.code, 'aborted');
    assert.equal(gone.error?.sent, false);
    assert.ok(next.slot);
    assert.equal(clock.timers(), 0);
  });

  it('takes nothing for a call that was aborted before', async () => {
    const { limit, clock, request } = limited({ perMinute: 1 });
    const error = await failure(limit.acquire({ creation: true, within: 8_000, signal: AbortSignal.abort() }));
    assert.equal(error.code, 'aborted');
    const next = request();
    await clock.turn(0);
    assert.ok(next.slot);
  });

  it('delays all calls after a 429 as long as Retry-After, then sends one probe', async () => {
    const { clock, request } = limited();
    const first = request();
    await clock.turn(0);
    void first.slot?.report({ kind: 'limited', for: 5_000 });
    const waiting = [request(), request(), request()];
    await clock.turn(4_999);
    assert.ok(waiting.every(({ slot }) => !slot));
    await clock.turn(1);
    assert.deepEqual(
      waiting.map(({ slot }) => Boolean(slot)),
      [true, false, false],
    );
    void waiting[0]?.slot?.report({ kind: 'accepted' });
    await clock.turn(0);
    assert.ok(waiting.every(({ slot }) => slot));
  });

  it('treats the log as full after a 429 without Retry-After: one window, then one probe', async () => {
    const { clock, request } = limited();
    const first = request();
    await clock.turn(0);
    void first.slot?.report({ kind: 'limited', for: undefined });
    await clock.turn(0);
    const soon = request();
    await clock.turn(0);
    assert.deepEqual([soon.error?.code, soon.error?.retryAfter], ['busy', 61]);
    const patient = [request({ within: 300_000 }), request({ within: 300_000 })];
    await clock.turn(PERMIT_MS);
    assert.deepEqual(
      patient.map(({ slot }) => Boolean(slot)),
      [true, false],
    );
    void patient[0]?.slot?.report({ kind: 'limited', for: undefined });
    await clock.turn(PERMIT_MS - 1);
    assert.equal(patient[1]?.slot, undefined);
    await clock.turn(1);
    assert.ok(patient[1]?.slot);
  });

  it('sends another probe when the first got no response, and lets no call wait beyond the limit', async () => {
    const { clock, request } = limited();
    const first = request();
    await clock.turn(0);
    void first.slot?.report({ kind: 'limited', for: 1_000 });
    const [probe, second, third] = [request(), request(), request({ within: 2_000 })];
    await clock.turn(1_000);
    assert.ok(probe?.slot);
    await clock.turn(1_500);
    assert.equal(third?.error?.code, 'busy');
    void probe.slot.report({ kind: 'unknown' });
    await clock.turn(0);
    assert.ok(second?.slot);
  });

  it('works on a log that is kept elsewhere, and sends nothing when that fails', async () => {
    const own = createPermitLog({ perMinute: 1, now: () => 0 });
    let broken = false;
    const log: PermitLog = {
      reserve: async (wanted) => {
        if (broken) throw new Error('store is down');
        return own.reserve(wanted);
      },
      block: async () => {},
    };
    const { clock, request } = limited({ log });
    const first = request();
    const second = request();
    await clock.turn(0);
    assert.ok(first.slot);
    assert.equal(second.error?.code, 'busy');
    broken = true;
    const third = request();
    await clock.turn(0);
    assert.equal(third.error?.code, 'busy');
    assert.equal((third.error?.cause as Error).message, 'store is down');
  });
});

describe('when to try again', () => {
  const now = Date.UTC(2026, 0, 1);
  const cases: [Record<string, string>, number | undefined][] = [
    [{}, undefined],
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, 0],
    [{ 'retry-after': 'Thu, 01 Jan 2026 09:00:30 GMT', date: 'Thu, 01 Jan 2026 09:00:00 GMT' }, 30_000],
    [{ 'retry-after': '7', 'retry-after-ms': '250' }, 250],
    [{ 'ratelimit-reset': '12' }, 12_000],
    [{ 'x-ratelimit-reset': String(now / 1000 + 9) }, 9_000],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '99999999' }, 3_600_000],
  ];
  for (const [headers, ms] of cases)
    it(`reads ${JSON.stringify(headers)} as ${ms} ms`, () => assert.equal(retryAfterMs(headers, now), ms));
});
