import { html, nothing, type TemplateResult } from 'lit';
import type { PayableView } from '../../../view/payable-view.ts';
import type { PaymentView } from '../../../view/payment-view.ts';
import type { CardContext } from '../card-context.ts';
import { popover } from '../popover-trigger.ts';
import { priceSkeleton } from '../placeholder.ts';
import { priceText } from './field.ts';
import { pageLink } from './page-link.ts';

/** The price and method of a payment that can be paid. */
export const cardHeader = ({ price }: PayableView, chip: unknown): TemplateResult =>
  html`<div class="ends" part="header">
    <div class="sum">${price ? priceText(price) : priceSkeleton}<slot name="header"></slot></div>
    <h2 class="chip" part="method">${chip}</h2>
  </div>`;

/**
 * The instructions and the QR code. With a mouse, and in two columns, the code comes first. On a touch screen it comes
 * last, where it is collapsed. The focus order is the visual order.
 */
export const cardBody = (todo: TemplateResult, code: TemplateResult | typeof nothing): TemplateResult =>
  html`<div class="body">${matchMedia('(pointer: coarse)').matches ? [todo, code] : [code, todo]}</div>`;

/** Reminds a payer who asked for changed details that they have changed. */
export const changedNote = ({ changedNote: text }: PayableView): TemplateResult | typeof nothing =>
  text === undefined ? nothing : html`<p class="alert" part="details-changed">${text}</p>`;

/** The URL of the hosted page in the footer. If opening that page is the main action, the body has the link instead. */
function footLink(view: PaymentView): string | undefined {
  if (view.kind === 'outcome') return view.hostedUrl;
  return view.kind === 'payable' && view.method === 'crypto' ? view.hostedUrl : undefined;
}

/**
 * The links in the footer: the hosted page, the share menu, the help.
 *
 * @param help - The help text, and how to contact the shop.
 * @param toggled - Positions a popover at its button.
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
