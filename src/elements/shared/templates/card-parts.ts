import { html, nothing, type TemplateResult } from 'lit';
import type { PayableView } from '../../../view/payable-view.ts';
import type { PaymentView } from '../../../view/payment-view.ts';
import type { CardContext } from '../card-context.ts';
import { popover } from '../popover-trigger.ts';
import { factList } from './field.ts';
import { pageLink } from './page-link.ts';

/** Price and method of a payment that can be paid. */
export const cardHeader = ({ price }: PayableView, chip: unknown): TemplateResult =>
  html`<div class="ends" part="header">
    <div class="sum"><span class="fiat" part="amount">${price}</span><slot name="header"></slot></div>
    <span class="chip" part="method">${chip}</span>
  </div>`;

/** Reminds who asked for changed details that they have changed. */
export const changedNote = ({ changedNote: text }: PayableView): TemplateResult | typeof nothing =>
  text === undefined ? nothing : html`<p class="alert" part="details-changed">${text}</p>`;

/** The number of the payment a view shows, where it shows one. */
const paymentIdOf = (view: PaymentView) => ('paymentId' in view ? view.paymentId : undefined);

/** The hosted page's link at the foot. Where that page is the main thing to do, the body has it already. */
function footLink(view: PaymentView): string | undefined {
  if (view.kind === 'outcome') return view.hostedUrl;
  return view.kind === 'payable' && view.method === 'crypto' ? view.hostedUrl : undefined;
}

/**
 * Links at the foot: the hosted page, the share menu, help.
 *
 * @param help - The help text.
 * @param toggled - Places what was opened at its button.
 */
export function cardFooter(
  view: PaymentView,
  card: CardContext,
  help: string,
  share: unknown,
  toggled: (event: ToggleEvent, button: Element) => void,
): TemplateResult {
  const { messages } = card;
  const url = footLink(view);
  const id = paymentIdOf(view);
  const content = html`<slot name="help"><p>${help}</p></slot
    >${id === undefined ? nothing : factList([[messages.paymentNumber, id]])}`;
  return html`<div class="ends" part="footer">
    ${url === undefined ? html`<span></span>` : pageLink(url, messages.openPage, 'link', card)}
    <div class="also">${share} ${popover('help', messages.help, content, toggled)}</div>
  </div>`;
}
