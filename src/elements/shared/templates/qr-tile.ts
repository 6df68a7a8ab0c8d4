import { html, nothing, type TemplateResult } from 'lit';
import type { QrDrawing } from '../../../core/qr-path.ts';
import type { QrView } from '../../../view/payable-view.ts';
import type { CardContext } from '../card-context.ts';

/** The code on white in every theme: a light code on dark is one that many cameras do not read. */
export const qrCode = ({ side, path }: QrDrawing, label: string): TemplateResult =>
  html`<svg
    class="qr"
    part="qr"
    viewBox="0 0 ${side} ${side}"
    shape-rendering="crispEdges"
    role="img"
    aria-label=${label}
  >
    <path fill="#fff" d="M0 0h${side}v${side}H0z"></path>
    <path fill="#000" d=${path}></path>
  </svg>`;

/** What is to be scanned, or what there is instead. */
function tileContent(qr: QrView, card: CardContext): TemplateResult {
  if (qr.kind === 'image')
    // Firefox refuses images that other browsers mend.
    return html`<img src=${qr.url} alt=${qr.label} @error=${() => card.update({ unreadableImage: qr.url })} />`;
  if (!qr.drawing) return html`<span class="skeleton"></span>`;
  return qr.drawing === 'failed' ? html`<p>${card.messages.qrFailed}</p>` : qrCode(qr.drawing, qr.label);
}

/**
 * The white tile with the code, which folds behind a button on a phone: there the payer already holds what would scan it.
 *
 * @param below - What stands under it.
 */
export function qrTile(qr: QrView, isTest: boolean, below: unknown, card: CardContext): TemplateResult {
  const { state, messages } = card;
  const { qrUnfolded } = state;
  const fold = () => card.update({ qrUnfolded: !qrUnfolded });
  // Laid across the code of a payment that takes no real money.
  const stamp = isTest ? html`<span class="stamp" aria-hidden="true">${messages.test}</span>` : nothing;
  return html`<div class="left ${qrUnfolded ? 'open' : ''}">
    <button type="button" class="link fold" aria-expanded=${qrUnfolded} @click=${fold}>
      ${qrUnfolded ? messages.qrHide : messages.qrShow}
    </button>
    <div class="tile" part="qr-tile">${tileContent(qr, card)}${stamp}${card.enlarge()}</div>
    ${below}
  </div>`;
}
