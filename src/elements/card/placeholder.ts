import { html, nothing, type TemplateResult } from 'lit';

export const layoutOf = ({ layout }: { readonly layout: string }): string =>
  layout === 'stack' || layout === 'row' ? layout : 'auto';

/** Whether the element has content for payers without JavaScript. It is shown until the card is loaded. */
export const hasFallbackContent = (host: Element): boolean => [...host.children].some((child) => !child.slot);

interface Host extends Element {
  readonly layout: string;
  readonly qr?: string;
  /** A list of payment methods is loading, and not a payment. */
  readonly expectsList?: boolean;
}

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

const LIST_FOOT = html`<slot name="footer"></slot>`;

const METHOD_COUNT = 3;

/** A skeleton of the list of payment methods, with the height of the list in most languages. */
const listSkeleton = (foot: unknown): TemplateResult =>
  html`<div class="ends">
      <div class="sum">${priceSkeleton}<slot name="header"></slot></div>
    </div>
    <div class="skeleton-list" aria-hidden="true">
      <i class="skeleton"></i>${Array.from({ length: METHOD_COUNT }, () => html`<i class="skeleton"></i>`)}
    </div>
    ${foot}`;

/**
 * The content until the card is loaded: its skeleton, or the fallback content for payers without JavaScript (from
 * `renderPayment`), at least as high as the skeleton.
 */
export function placeholder(host: Host, foot = true): TemplateResult {
  const below = foot ? FOOT : nothing;
  const shape = host.expectsList ? listSkeleton(LIST_FOOT) : skeleton(host.localName, host.qr, below);
  return hasFallbackContent(host)
    ? html`<div class="reserved"><div class="card ${layoutOf(host)}">${shape}</div></div>
        <div><slot></slot></div>`
    : shape;
}
