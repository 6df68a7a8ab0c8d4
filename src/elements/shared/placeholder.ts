import { html, nothing, type TemplateResult } from 'lit';

/** How the columns of a card go: one, two, or as its own width allows. */
export const layoutOf = ({ layout }: { readonly layout: string }): string =>
  layout === 'stack' || layout === 'row' ? layout : 'auto';

/** Whether something stands inside the tag for payers without JavaScript: it is shown until the card is there. */
export const hasFallbackContent = (host: Element): boolean => [...host.children].some((child) => !child.slot);

interface Host extends Element {
  readonly layout: string;
  readonly qr?: string;
}

/**
 * The shape of the card to come, as high as it will be (`skeleton.styles.ts`), so that nothing jumps when it is there.
 *
 * @param tag - The name of the tag, and of one around it.
 * @param foot - In the place of the status line and of what is under it.
 * @param price - What is to be paid, where that is known.
 */
export const skeleton = (
  tag: string,
  qr: string | undefined,
  foot: unknown,
  price: unknown = html`<span class="skeleton fiat" aria-hidden="true"></span>`,
): TemplateResult =>
  html`<div class="ends">
      <div class="sum">${price}<slot name="header"></slot></div>
      <span class="skeleton chip"></span>
    </div>
    <div class="body ${tag}" aria-hidden="true">
      <div class="right skeleton-fields">
        <i class="skeleton"></i><i class="skeleton"></i><i class="skeleton"></i><i class="skeleton"></i>
      </div>
      ${
        qr === 'none' || tag.endsWith('wallet')
          ? nothing
          : html`<div class="left open"><i class="skeleton square"></i><i class="skeleton below"></i></div>`
      }
    </div>
    ${foot}`;

const FOOT = html`<i class="skeleton foot" aria-hidden="true"></i><slot name="footer"></slot>`;

/**
 * What is shown until the card is there: its shape, or what is inside the tag for payers without JavaScript
 * (`renderPayment` makes it), at least as high as that shape.
 */
export function placeholder(host: Host, foot = true): TemplateResult {
  const shape = skeleton(host.localName, host.qr, foot ? FOOT : nothing);
  return hasFallbackContent(host)
    ? html`<div class="reserved"><div class="card ${layoutOf(host)}">${shape}</div></div>
        <div><slot></slot></div>`
    : shape;
}
