import { html, nothing, type TemplateResult } from 'lit';
import type { PayableView } from '../../view/payable-view.ts';
import type { Card } from './card.ts';
import { popover } from './popover-trigger.ts';
import { priceSkeleton } from './placeholder.ts';
import { priceText } from './field.ts';

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

/**
 * The links in the footer: the share menu or the receipt, the shop, the help.
 *
 * @param shop - The ways to the shop.
 * @param help - The content of the help; `undefined` when there is none.
 * @param toggled - Positions a popover at its button.
 */
export function cardFooter(
  card: Card,
  share: unknown,
  shop: unknown,
  help: unknown,
  toggled: (event: ToggleEvent, button: Element) => void,
): TemplateResult {
  const more = help === undefined ? nothing : popover('help', card.messages.help, help, toggled);
  return html`<div class="links" part="footer">${share}${shop}${more}</div>`;
}
