import { html, nothing, type TemplateResult } from 'lit';
import type { Card } from './card.ts';
import { icon, OUT } from './icons.ts';

/**
 * The link to the hosted page, without a referrer. Hidden when the payer is on that page: the integrity check compares
 * the link in any case.
 */
export function pageLink(
  url: string | undefined,
  text: string,
  className: string,
  card: Card,
): TemplateResult | typeof nothing {
  if (url === undefined) return nothing;
  return html`<a
    class=${className}
    ?hidden=${url === location.href.split('#')[0]}
    part="page-link"
    href=${url}
    target="_blank"
    rel="noopener"
    referrerpolicy="no-referrer"
    @click=${() => card.linkOpened('page', url)}
    >${text} ${icon(OUT)}</a
  >`;
}
