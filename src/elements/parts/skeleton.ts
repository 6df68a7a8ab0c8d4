import { html, type TemplateResult } from 'lit';

/** The shape of what is coming, so that nothing jumps when it is there. */
export const skeleton = (): TemplateResult =>
  html`<header aria-hidden="true"><span class="bone sum"></span><span class="bone chip"></span></header>
    <div class="body" aria-hidden="true">
      <div class="left"><div class="bone square"></div></div>
      <div class="right"><span class="bone"></span><span class="bone"></span><span class="bone tall"></span></div>
    </div>`;
