import { html, nothing, type TemplateResult } from 'lit';
import type { PayableView } from '../../../view/payable-view.ts';
import type { PaymentView } from '../../../view/payment-view.ts';
import type { CardContext } from '../card-context.ts';
import { popover } from '../popover-trigger.ts';
import { priceText } from './field.ts';
import { pageLink } from './page-link.ts';

/** Price and method of a payment that can be paid. */
export const cardHeader = ({ price }: PayableView, chip: unknown): TemplateResult =>
  html`<div class="ends" part="header">
    <div class="sum">${priceText(price)}<slot name="header"></slot></div>
    <h2 class="chip" part="method">${chip}</h2>
  </div>`;

/**
 * What is to be done, and the code beside it: first in two columns and where there is a mouse, last under a finger, where
 * it is folded. The keyboard's order is the one that is seen.
 */
export const cardBody = (todo: TemplateResult, code: TemplateResult | typeof nothing): TemplateResult =>
  html`<div class="body">${matchMedia('(pointer: coarse)').matches ? [todo, code] : [code, todo]}</div>`;

/** Reminds who asked for changed details that they have changed. */
export const changedNote = ({ changedNote: text }: PayableView): TemplateResult | typeof nothing =>
  text === undefined ? nothing : html`<p class="alert" part="details-changed">${text}</p>`;

/** The hosted page's link at the foot. Where that page is the main thing to do, the body has it already. */
function footLink(view: PaymentView): string | undefined {
  if (view.kind === 'outcome') return view.hostedUrl;
  return view.kind === 'payable' && view.method === 'crypto' ? view.hostedUrl : undefined;
}

/**
 * Links at the foot: the hosted page, the share menu, help.
 *
 * @param help - The help text, and how to contact the shop.
 * @param toggled - Places what was opened at its button.
 */
export function cardFooter(
  view: PaymentView,
  card: CardContext,
  [help, contact]: readonly [string, unknown],
  share: unknown,
  toggled: (event: ToggleEvent, button: Element) => void,
): TemplateResult {
  const { messages } = card;
  const url = footLink(view);
  const content = html`<slot name="help"><p>${help}</p></slot>${contact}`;
  return html`<div class="ends" part="footer">
    ${url === undefined ? html`<span></span>` : pageLink(url, messages.openPage, 'link', card)}
    <div class="also">${share} ${popover('help', messages.help, content, toggled)}</div>
  </div>`;
}
