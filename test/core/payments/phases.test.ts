import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isFinal, mayFollow, phaseOf, phases, type Phase } from '../../../src/core/index.ts';
import {
  furthestPhase,
  isMoneyDetected,
  isMoneyGone,
  isRepeatable,
  mayApply,
} from '../../../src/core/payments/phases.ts';

describe('mayFollow', () => {
  const phase = fc.constantFrom(...phases);
  const play = (updates: readonly Phase[]) =>
    updates.reduce<Phase>((now, next) => (mayFollow(now, next) ? next : now), 'awaiting');
  /** As a store keeps it: an unknown word is shown, and the last known phase decides what may come next. */
  const known = (updates: readonly Phase[]) => play(updates.filter((next) => next !== 'unknown'));

  /** The only steps back: the payer has sent the rest, which a backend checks. */
  const isAfterRest = (from: Phase, to: Phase) => from === 'underpaid' && (to === 'detected' || to === 'confirming');

  it('keeps a payment that has ended, except that taken money may be given back', () => {
    for (const from of phases.filter(isFinal))
      for (const to of phases)
        assert.equal(
          mayFollow(from, to),
          to === 'refunded' && (from === 'paid' || from === 'overpaid'),
          `${from} to ${to}`,
        );
  });

  it('accepts only money after expiry', () =>
    assert.deepEqual(
      phases.filter((to) => mayFollow('expired', to)),
      ['paid', 'overpaid', 'late', 'refunded', 'unknown'],
    ));

  it('lets an open payment only move forward', () => {
    const open: Phase[] = ['awaiting', 'detected', 'confirming', 'underpaid', 'expired'];
    for (const [index, from] of open.entries())
      for (const [other, to] of open.entries())
        assert.equal(mayFollow(from, to), other > index || isAfterRest(from, to), `${from} to ${to}`);
    for (const [from, to] of [
      ['underpaid', 'unmatched'],
      ['unmatched', 'underpaid'],
      ['late', 'expired'],
    ] as const)
      assert.equal(mayFollow(from, to), false, `${from} to ${to}`);
    for (const from of [...open, 'unmatched', 'late'] as const)
      for (const to of phases.filter(isFinal)) {
        const isLater = from !== 'expired' || ['paid', 'overpaid', 'refunded'].includes(to);
        assert.equal(mayFollow(from, to), isLater, `${from} to ${to}`);
      }
  });

  it('lets an unknown status follow and precede every open phase, but not itself', () => {
    for (const phase of phases.filter((each) => !isFinal(each) && each !== 'unknown')) {
      assert.equal(mayFollow(phase, 'unknown'), true, phase);
      assert.equal(mayFollow('unknown', phase), true, phase);
    }
    assert.equal(mayFollow('unknown', 'unknown'), false);
  });

  it('ends in the same phase however often a status is repeated', () => {
    fc.assert(
      fc.property(fc.array(phase, { maxLength: 12 }), (updates) => {
        const doubled = updates.flatMap((p) => [p, p]);
        assert.equal(play(doubled), play(updates));
      }),
    );
  });

  it('ends at paid in whatever order the statuses of one paid payment arrive', () => {
    const story: Phase[] = ['awaiting', 'detected', 'confirming', 'underpaid', 'paid'];
    fc.assert(
      fc.property(fc.shuffledSubarray([...story, ...story], { minLength: 10 }), (updates) =>
        assert.equal(known(updates), 'paid'),
      ),
    );
  });

  it('goes back from underpaid to detected or confirming, and otherwise never', () => {
    const known = phases.filter((p) => p !== 'unknown');
    const back = known.flatMap((from) =>
      known.filter((to) => mayFollow(from, to) && mayFollow(to, from)).map((to) => `${from} ${to}`),
    );
    assert.deepEqual(back, [
      'detected underpaid',
      'confirming underpaid',
      'underpaid detected',
      'underpaid confirming',
    ]);
  });
});

describe('the ways back', () => {
  const stepsOf = (isBack: (from: Phase, to: Phase) => boolean) =>
    phases.flatMap((from) => phases.filter((to) => isBack(from, to)).map((to) => `${from} ${to}`));

  it('lead to awaiting when money has gone again that was detected and not taken yet', () =>
    assert.deepEqual(stepsOf(isMoneyGone), ['detected awaiting', 'confirming awaiting', 'underpaid awaiting']));

  it('need a newer version: money that has gone again, and money for a payment that was shown as expired', () => {
    const needsNewer = (from: Phase, to: Phase) =>
      mayApply({ phase: from, version: 1 }, { phase: to, version: 2 }) &&
      !mayApply({ phase: from, version: 1 }, { phase: to, version: 1 });
    const late = ['detected', 'confirming', 'underpaid', 'unmatched'].map((to) => `expired ${to}`);
    assert.deepEqual(stepsOf(needsNewer), [...stepsOf(isMoneyGone), ...late]);
  });
});

it('a payment can be repeated when it has ended and no money was seen for it', () =>
  assert.deepEqual(phases.filter(isRepeatable), ['expired', 'failed', 'cancelled']));

/** Of an order's payments, the one that is furthest decides. */
const ORDER = ['paid', 'overpaid', 'late', 'underpaid', 'unmatched', 'confirming', 'detected'] as const;

describe('how far an order is', () => {
  it('comes from the phases in which money was seen, and from no other', () => {
    assert.deepEqual(
      phases.filter(isMoneyDetected),
      phases.filter((phase) => ORDER.some((moved) => moved === phase)),
    );
    assert.equal(phases.filter(isMoneyDetected).length, ORDER.length);
  });

  it('is the furthest phase of its payments, in whatever order they are given', () => {
    for (const [index, phase] of ORDER.entries()) {
      const behind = ORDER.slice(index);
      assert.equal(furthestPhase(behind.toReversed()), phase);
      assert.equal(furthestPhase(['awaiting', phase, 'expired']), phase);
    }
  });

  it('is unknown while no money was seen', () => {
    assert.equal(furthestPhase([]), undefined);
    assert.equal(furthestPhase(phases.filter((phase) => !isMoneyDetected(phase))), undefined);
  });
});

describe('phaseOf', () => {
  it('maps the two status words of contract 3 to awaiting', () => {
    assert.equal(phaseOf('NEW'), 'awaiting');
    assert.equal(phaseOf('PENDING'), 'awaiting');
  });

  it('maps status words that have one meaning, in any letter case and spelling', () => {
    const words: Record<string, Phase> = {
      Paid: 'paid',
      settled: 'paid',
      'partially paid': 'underpaid',
      'paid-over': 'overpaid',
      canceled: 'cancelled',
      Confirming: 'confirming',
      ' partially - paid\n': 'underpaid',
    };
    for (const [word, phase] of Object.entries(words)) assert.equal(phaseOf(word), phase, word);
  });

  it('reads the name of each phase as that phase', () => {
    for (const phase of phases) assert.equal(phaseOf(phase), phase);
  });

  it('never maps an unknown status word to success or failure', () => {
    for (const word of ['ARCHIVED', '', 'paid?', 'NOT_PAID', 'unpaid_', '__proto__', 'constructor', 'toString'])
      assert.equal(phaseOf(word), 'unknown', word);
    assert.equal(phaseOf(undefined as never), 'unknown');
  });

  it('maps no word that may refer to the call, to one attempt, or to unconfirmed money', () => {
    const ambiguous =
      'SUCCESS SUCCESSFUL SUCCEEDED CONFIRMED COMPLETE COMPLETED DONE FINISHED OK ACCEPTED APPROVED RECEIVED SEEN ' +
      'PROCESSING PARTIAL TIMEOUT TIMED_OUT FAIL ERROR REJECTED INVALID DECLINED';
    for (const word of ambiguous.split(' ')) assert.equal(phaseOf(word), 'unknown', word);
  });

  it("lets the shop's own table win", () => {
    assert.equal(phaseOf('completed', { COMPLETED: 'paid' }), 'paid');
    assert.equal(phaseOf('PAID', { paid: 'confirming' }), 'confirming');
    assert.equal(phaseOf('settled', { COMPLETED: 'failed' }), 'paid');
    assert.throws(() => phaseOf('X', { X: 'done' as Phase }), { name: 'TypeError', message: /statusMap\.X/ });
  });
});
