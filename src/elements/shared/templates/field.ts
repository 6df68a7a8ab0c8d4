import { html, nothing, type TemplateResult } from 'lit';

/** A label over a value, with what copies it. */
export const field = (label: string, value: unknown, part: string): TemplateResult =>
  html`<div class="field" part="field ${part}">
    <div class="label">${label}</div>
    <div class="value">${value}</div>
  </div>`;

/** Says that no real money must go where nobody would have it. */
export const testAlert = (testNote: string | undefined): TemplateResult | typeof nothing =>
  testNote ? html`<p class="alert">${testNote}</p>` : nothing;

/** Names and values. */
export const factList = (facts: readonly (readonly [name: string, value: string])[]): TemplateResult =>
  html`<dl>
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd><bdi>${value}</bdi></dd>
        </div>`,
    )}
  </dl>`;
