import { html, type TemplateResult } from 'lit';

/** The shape of what is coming, so that nothing jumps when it is there. */
const skeleton = (): TemplateResult =>
  html`<div class="ends" aria-hidden="true"><span class="bone sum"></span><span class="bone chip"></span></div>
    <div class="body" aria-hidden="true">
      <div class="left"><div class="bone square"></div></div>
      <div class="right"><span class="bone"></span><span class="bone"></span><span class="bone tall"></span></div>
    </div>`;

/**
 * What stands in for the card until it is there: what is inside the tag for a payer without JavaScript
 * (`renderPayment` makes it), else the shape of the card to come.
 */
export const standIn = (host: Element): TemplateResult =>
  [...host.children].some((child) => !child.slot) ? html`<slot></slot>` : skeleton();
