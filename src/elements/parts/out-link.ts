import { html, type TemplateResult } from 'lit';
import { icon } from './icons.ts';

/** A link out of the page. It does not tell where the payer came from. */
export const outLink = (url: string, text: string, className: string, opened: () => void): TemplateResult =>
  html`<a
    class=${className}
    part="page-link"
    href=${url}
    target="_blank"
    rel="noopener"
    referrerpolicy="no-referrer"
    @click=${opened}
    >${text} ${icon('out')}</a
  >`;
