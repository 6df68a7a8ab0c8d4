import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phaseOf, phases, type Phase } from '../../../src/core/index.ts';

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
