import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentController } from '../controllers/payment-controller.ts';
import type { SealController } from '../controllers/seal-controller.ts';
import { outcome } from '../parts/views.ts';
import type { Words } from '../../words/words.ts';

/**
 * What stands in the place of a payment that must not be paid from this page, or not as it was shown; nothing where
 * all is well. An alert: the payer may be typing an address at this moment.
 */
export function coverOf(
  { broken }: SealController,
  follow: PaymentController,
  words: Words,
): TemplateResult | undefined {
  if (broken) return html`<div role="alert">${outcome(['bad', 'cross'], [words.tampered, words.tamperedText])}</div>`;
  if (!follow.details.changed) return undefined;
  const show = html`<button type="button" class="main" part="show-changed" @click=${() => follow.accept()}>
    ${words.changedShow}
  </button>`;
  return html`<div role="alert">${outcome(['warn', 'mark'], [words.changed, words.changedText], show)}</div>`;
}

/** Reminds who has asked for other details that they are others. */
export const changedNote = ({ details }: PaymentController, words: Words): unknown =>
  details.accepted ? html`<p class="alert" part="changed">${words.changed}</p>` : nothing;
