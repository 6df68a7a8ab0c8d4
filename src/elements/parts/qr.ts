import { html, nothing, type TemplateResult } from 'lit';
import { QUIET, qrPath, type Modules } from '../../core/qr-path.ts';

/** The code on white in every theme: a light code on dark is one that many cameras do not read. */
export function qrCode(modules: Modules, label: string): TemplateResult {
  const side = modules.size + 2 * QUIET;
  return html`<svg
    class="qr"
    part="qr"
    viewBox="0 0 ${side} ${side}"
    shape-rendering="crispEdges"
    role="img"
    aria-label=${label}
  >
    <path fill="#fff" d="M0 0h${side}v${side}H0z"></path>
    <path fill="#000" d=${qrPath(modules)}></path>
  </svg>`;
}

/**
 * The white tile with what is to be scanned, or what there is instead.
 *
 * @param content - The code; nothing while it is being drawn.
 * @param mark - Laid across it, for a payment that takes no real money.
 */
export const qrTile = (content: TemplateResult | undefined, mark: string | false | undefined): TemplateResult =>
  html`<div class="tile" part="qr-tile">
    ${content ?? html`<span class="bone"></span>`}${
      mark ? html`<span class="stamp" aria-hidden="true">${mark}</span>` : nothing
    }
  </div>`;
