import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPhase } from '../../../core/index.ts';
import type { Check } from '../check.ts';
import { expect, expectStatus, Skip } from '../expectations.ts';
import type { Exchange } from '../exchange.ts';

/** The time after which a request is held. Milliseconds. */
const HELD_MS = 400;

/** The longest time that an answer may be held, with a margin for a slow machine. Milliseconds. */
const HELD_MAX_MS = 17_000;

/** How soon a change is answered to a request that is held. Milliseconds. */
const CHANGE_MS = 3_000;

function versionOf(answer: Exchange): number {
  const { version } = answer.json;
  if (version === undefined || version === null)
    throw new Skip('The status has no version, so the tags request it without since.');
  expect(
    typeof version === 'number' && Number.isSafeInteger(version) && version >= 0,
    `version is ${JSON.stringify(version)}, which is no whole number.`,
    answer,
  );
  return version;
}

export const statusChecks: readonly Check[] = [
  {
    name: 'status',
    rule: 'GET statusUrl answers 200 with the status, and with a known phase.',
    section: '#the-status',
    async run(shop) {
      const payment = await shop.createAny();
      const answer = await shop.status(payment);
      expectStatus(answer, [200], 'GET statusUrl');
      expect(typeof answer.json['status'] === 'string', 'status is missing, or no text.', answer);
      expect(
        isPhase(answer.json['phase']),
        `There is no phase '${String(answer.json['phase'])}'. Always send one.`,
        answer,
      );
      await shop.webhook(payment, 'CONFIRMING');
      const next = await shop.status(payment);
      expect(
        next.json['phase'] === 'confirming',
        `After a webhook with CONFIRMING, the phase is ${String(next.json['phase'])}.`,
        next,
      );
    },
  },
  {
    name: 'unknown-payment',
    rule: 'A status address that does not exist answers 404 or 410, and the ids of the service are no tokens.',
    section: '#the-status',
    async run(shop) {
      const payment = await shop.createAny();
      for (const token of [randomBytes(16).toString('hex'), payment.id, '%C3%A9', 'constructor']) {
        const answer = await shop.send(payment.statusUrl.replace(/[^/?]+(\?.*)?$/, token));
        expectStatus(
          answer,
          [404, 410],
          `GET of a status with ${token === payment.id ? "the service's id" : 'an invented token'}`,
        );
      }
    },
  },
  {
    name: 'versions-grow',
    rule: 'The version grows with each change, and never gets smaller.',
    section: '#a-payment',
    async run(shop) {
      const payment = await shop.createAny();
      let last = versionOf(await shop.status(payment));
      for (const status of ['DETECTED', 'CONFIRMING', 'PAID', 'REFUNDED']) {
        await shop.webhook(payment, status);
        const answer = await shop.status(payment);
        const version = versionOf(answer);
        expect(
          version > last,
          `After the webhook ${status} the version is ${version}, and before it was ${last}. The tag would ignore the change.`,
          answer,
        );
        last = version;
      }
      await shop.webhook(payment, 'REFUNDED');
      const again = await shop.status(payment);
      expect(versionOf(again) >= last, `The version fell from ${last} to ${versionOf(again)}.`, again);
    },
  },
  {
    name: 'since',
    rule: 'With ?since= an answer may be held for 15 s at most, and a change is answered at once.',
    section: '#the-status',
    async run(shop) {
      const payment = await shop.createAny();
      const version = versionOf(await shop.status(payment));
      const older = await shop.status(payment, { since: version - 1 });
      expectStatus(older, [200], 'GET statusUrl?since= with an older version');
      expect(
        older.ms < CHANGE_MS,
        `There is a newer version than since, and the answer took ${older.ms} ms. It has to be answered at once.`,
        older,
      );
      const pending = shop.status(payment, { since: version });
      await Promise.race([pending, sleep(HELD_MS)]);
      const changed = performance.now();
      await shop.webhook(payment, 'CONFIRMING');
      const answer = await pending;
      expectStatus(answer, [200, 204, 304], 'GET statusUrl?since= with the current version');
      const wasHeld = answer.ms >= HELD_MS;
      if (!wasHeld) return;
      const late = performance.now() - changed;
      expect(
        answer.json['phase'] === 'confirming' && late < CHANGE_MS,
        `A held request was answered ${Math.round(late)} ms after the change, with the phase ${String(answer.json['phase'])}.`,
        answer,
      );
      const end = await shop.status(payment, { since: versionOf(answer) });
      expectStatus(end, [200, 204, 304], 'GET statusUrl?since= without a change');
      expect(
        end.ms <= HELD_MAX_MS,
        `An answer was held for ${end.ms} ms: proxies give up after 20 s. 15 s is the most.`,
        end,
      );
    },
  },
];
