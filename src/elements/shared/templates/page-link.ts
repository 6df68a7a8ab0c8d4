import { html, nothing, type TemplateResult } from 'lit';
import type { CardContext } from '../card-context.ts';
import { icon, OUT } from '../icons.ts';

/**
 * The link to the hosted page, without a referrer. Left out when there is no such page or the payer is already on it.
 */
export function pageLink(
  url: string | undefined,
  text: string,
  className: string,
  card: CardContext,
): TemplateResult | typeof nothing {
  if (url === undefined || url === location.href.split('#')[0]) return nothing;
  return html`<a
    class=${className}
    part="page-link"
    href=${url}
    target="_blank"
    rel="noopener"
    referrerpolicy="no-referrer"
    @click=${() => card.opened('page', url)}
    >${text} ${icon(OUT)}</a
  >`;
}
