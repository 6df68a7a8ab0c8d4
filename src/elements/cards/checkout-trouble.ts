import { html, nothing, type TemplateResult } from 'lit';
import type { Problem } from '../../core/problem.ts';
import type { Said } from '../../words/said.ts';
import type { Words } from '../../words/words.ts';
import type { Icon } from '../parts/icons.ts';
import { press } from '../parts/press.ts';
import { outcome, type Tone } from '../parts/views.ts';

const LOOKS: Partial<Record<Problem['code'], readonly [Tone, Icon]>> = {
  busy: ['wait', 'wait'],
  'contact-lost': ['warn', 'wait'],
  'already-paid': ['ok', 'tick'],
  'sold-out': ['calm', 'cross'],
};

/** Problems that another try may end. */
const TRIED_AGAIN: ReadonlySet<Problem['code']> = new Set(['contact-lost', 'busy', 'not-prepared', 'unreadable-order']);

/** Problems that the payer may leave behind by choosing something else. */
const CHANGED: ReadonlySet<Problem['code']> = new Set(['busy', 'not-prepared', 'unreadable-payment']);

/** The shop has refused this amount for this coin, and would again. */
const isHopeless = (problem: Problem) => problem.code === 'not-prepared' && problem.reason === 'below-minimum';

/**
 * What is in the way, and what the payer can do about it.
 *
 * @param change - The button that leads to other ways to pay, where there are any.
 */
export function troubleView(problem: Problem, words: Words, tryNow: () => void, change: unknown): TemplateResult {
  const { code } = problem;
  const tries = TRIED_AGAIN.has(code) && !isHopeless(problem);
  const rest = html`<div class="buttons">
      ${
        tries
          ? html`<button type="button" class="main" part="try-now" @click=${press(tryNow)}>${words.tryNow}</button>`
          : nothing
      }${CHANGED.has(code) ? change : nothing}
    </div>
    ${code === 'already-paid' ? html`<slot name="paid"></slot>` : nothing}`;
  return outcome(LOOKS[code] ?? ['warn', 'mark'], problemWords(problem, words), rest);
}

/** What is said of what is in the way. */
export function problemWords(problem: Problem, words: Words): Said {
  switch (problem.code) {
    case 'no-payment':
      return [words.noPayment, words.noPaymentText];
    case 'unknown-order':
      return [words.noOrder, words.unreadableText];
    case 'busy':
      return [words.busy, words.busyText];
    case 'contact-lost':
      return [words.lost, words.lostText];
    case 'already-paid':
      return [words.alreadyPaid, words.alreadyPaidText];
    case 'sold-out':
      return [words.soldOut, words.soldOutText];
    case 'not-prepared':
      return [isHopeless(problem) ? words.tooSmall : words.notPrepared, words.notPreparedText];
    default:
      return [words.unreadable, words.unreadableText];
  }
}
