import { html, nothing, type TemplateResult } from 'lit';

/**
 * How many characters a text has, for a size at which it fits into one line. A value of the property `style`, which takes
 * text: a strict policy forbids the attribute.
 */
export const lengthStyle = (text: string) => `--_n:${text.length}` as unknown as CSSStyleDeclaration;

/** What is longer is no price in one line: the text that stands for a currency may be any. Characters. */
const LONGEST_PRICE = 24;

/** A price. */
export const priceText = (price: string): TemplateResult =>
  html`<span class=${price.length > LONGEST_PRICE ? '' : 'fiat'} part="amount" .style=${lengthStyle(price)}
    >${price}</span
  >`;

/** A label over a value, with what copies it, and what is said of it. */
export const field = (label: string, value: unknown, part: string, below: unknown = nothing): TemplateResult =>
  html`<div class="field" part="field ${part}">
    <div class="label">${label}</div>
    <div class="value">${value}</div>
    ${below}
  </div>`;

/** Says that no real money must go where nobody would have it. */
export const testAlert = (testNote: string | undefined): TemplateResult | typeof nothing =>
  testNote ? html`<p class="alert">${testNote}</p>` : nothing;

/** Names and values. */
export const factList = (facts: readonly (readonly [name: string, value: unknown])[]): TemplateResult =>
  html`<dl>
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd><bdi>${value}</bdi></dd>
        </div>`,
    )}
  </dl>`;
