import { html, nothing, type TemplateResult } from 'lit';
import { idOf, type PublicPayment } from '../../core/payment.ts';
import type { Phase } from '../../core/status.ts';
import { sayOutcome } from '../../words/said.ts';
import type { Words } from '../../words/words.ts';
import { LOOKS, facts, outcome } from '../parts/views.ts';

/** The sums of a payment, ready to be read. */
export interface Sums {
  readonly fiat: string;
  /** With its unit, where the payment is of a coin. */
  readonly coin: string | undefined;
  /** What has arrived, where that is something else. */
  readonly received: string | undefined;
}

/** A payment with nothing to pay, or nothing that could be paid: what came of it, and how far along it is. */
export function outcomeView(
  payment: PublicPayment,
  phase: Phase,
  { fiat, coin, received }: Sums,
  words: Words,
): TemplateResult {
  const { confirmations: seen, confirmationsRequired: needed, test } = payment;
  const confirming = (phase === 'detected' || phase === 'confirming') && seen !== undefined;
  const sum = html`<p class="muted"><bdi>${fiat}</bdi>${coin && html` · <bdi>${coin}</bdi>`}</p>
    <div class="muted"><slot name="header"></slot></div>`;
  const bar =
    confirming && needed ? html`<progress aria-hidden="true" max=${needed} value=${seen}></progress>` : nothing;
  const rest = html`${bar}${facts([
    [words.received, received],
    [words.confirmations, confirming && (needed ? `${seen} / ${needed}` : `${seen}`)],
    [words.paymentNumber, idOf(payment)],
  ])}${testNote(test, words)}${phase === 'paid' || phase === 'overpaid' ? html`<slot name="paid"></slot>` : nothing}`;
  return outcome(LOOKS[phase], sayOutcome(payment, phase, words), rest, sum);
}

/** Says that no real money must go where nobody would have it. */
export const testNote = (test: boolean | undefined, words: Words): unknown =>
  test ? html`<p class="alert">${words.testNote}</p>` : nothing;
