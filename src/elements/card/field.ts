import { html, nothing, type TemplateResult } from 'lit';
import { icon, OUT } from './icons.ts';

/**
 * Sets `--_n` to the number of characters of a text, for a font size at which it fits into one line. The value is for
 * the property `style`, which accepts a string: a strict Content Security Policy forbids the attribute.
 */
export const lengthStyle = (text: string) => `--_n:${text.length}` as unknown as CSSStyleDeclaration;

/** A longer price is not shown in one line: the currency can be any text. Characters. */
const LONGEST_PRICE = 24;

/** A price, in one line if it is short enough. */
export const priceText = (price: string): TemplateResult =>
  html`<span class=${price.length > LONGEST_PRICE ? '' : 'fiat'} part="amount" .style=${lengthStyle(price)}
    >${price}</span
  >`;

/** A label, a value (with its copy button), and optional content below them. */
export const field = (label: string, value: unknown, part: string, below: unknown = nothing): TemplateResult =>
  html`<div class="field" part="field ${part}">
    <div class="label">${label}</div>
    <div class="value">${value}</div>
    ${below}
  </div>`;

/** Warns that no real money must be sent to a test payment. */
export const testAlert = (testNote: string | undefined): TemplateResult | typeof nothing =>
  testNote ? html`<p class="alert">${testNote}</p>` : nothing;

/** A link to a transaction, without a referrer. */
const transactionLink = (url: string, text: unknown): TemplateResult =>
  html`<a class="link" part="transaction-link" href=${url} target="_blank" rel="noopener noreferrer"
    >${text} ${icon(OUT)}</a
  >`;

/**
 * A table of names and values. The value with a URL is a transaction.
 *
 * @param last - A last row of another form.
 */
export const factList = (
  facts: readonly (readonly [name: string, value: unknown, url?: string])[],
  last: TemplateResult | typeof nothing = nothing,
): TemplateResult =>
  html`<dl>
    ${facts.map(
      ([name, value, url]) =>
        html`<div>
          <dt>${name}</dt>
          <dd><bdi>${url ? transactionLink(url, value) : value}</bdi></dd>
        </div>`,
    )}${last}
  </dl>`;
