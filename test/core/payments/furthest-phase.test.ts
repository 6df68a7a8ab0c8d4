import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { furthestPhase, isMoneyDetected, phases } from '../../../src/core/payments/phases.ts';

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
