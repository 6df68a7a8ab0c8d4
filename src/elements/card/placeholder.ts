import { html, nothing, type TemplateResult } from 'lit';

export const layoutOf = ({ layout }: { readonly layout: string }): string =>
  layout === 'stack' || layout === 'row' ? layout : 'auto';

/** Whether the element has content for payers without JavaScript. It is shown until the card is loaded. */
export const hasFallbackContent = (host: Element): boolean => [...host.children].some((child) => !child.slot);

/** Stands for the price until it is known, with the same height. */
export const priceSkeleton = html`<span class="skeleton fiat" aria-hidden="true"></span>`;

/**
 * A skeleton with the height of the card (`skeleton.styles.ts`), so that the page does not move when the card appears.
 *
 * @param tag - The name of the element, and of the element around it.
 * @param foot - Replaces the status line and the content below it.
 * @param price - The price, if it is known.
 */
export const skeleton = (
  tag: string,
  qr: string | undefined,
  foot: unknown,
  price: unknown = priceSkeleton,
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

/** The skeleton of a payment in this element. */
export const cardSkeleton = (host: Element & { readonly qr?: string }, foot = true): TemplateResult =>
  skeleton(host.localName, host.qr, foot ? FOOT : nothing);

/**
 * The content until the card is loaded: its skeleton, or the fallback content for payers without JavaScript (from
 * `renderPayment`), at least as high as the skeleton.
 */
export const placeholder = (host: Element & { readonly layout: string }, shape: TemplateResult): TemplateResult =>
  hasFallbackContent(host)
    ? html`<div class="reserved"><div class="card ${layoutOf(host)}">${shape}</div></div>
        <div><slot></slot></div>`
    : shape;
