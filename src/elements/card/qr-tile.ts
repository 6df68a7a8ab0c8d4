import { html, nothing, type TemplateResult } from 'lit';
import type { QrDrawing } from '../../core/payments/qr-path.ts';
import type { QrView } from '../../view/payable-view.ts';
import { ENLARGE, icon } from './icons.ts';
import type { Card } from './card.ts';

/** The QR code, black on white in every theme: many cameras do not read a light code on a dark background. */
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

/** The QR code or image, a skeleton until it is drawn, or an error message. */
function tileContent(qr: QrView, card: Card): TemplateResult {
  if (qr.kind === 'image')
    // Firefox rejects damaged images that other browsers repair.
    return html`<img src=${qr.url} alt=${qr.label} @error=${() => card.setUi({ unreadableImage: qr.url })} />`;
  if (!qr.drawing) return html`<span class="skeleton"></span>`;
  return qr.drawing === 'failed' ? html`<p>${card.messages.qrFailed}</p>` : qrCode(qr.drawing, qr.label);
}

function enlargeButton(qr: QrView, card: Card): TemplateResult | typeof nothing {
  if (qr.kind === 'code' && typeof qr.drawing !== 'object') return nothing;
  return html`<button
    type="button"
    class="enlarge"
    part="qr-enlarge"
    aria-haspopup="dialog"
    aria-label=${card.messages.qrEnlarge}
    @click=${({ currentTarget }: Event) => void card.enlarge(currentTarget as HTMLElement)}
  >
    ${icon(ENLARGE)}
  </button>`;
}

/**
 * The white tile with the QR code. On a phone it is folded behind a button, because the payer would scan the code with
 * this phone.
 *
 * @param below - The content below the tile.
 */
export function qrTile(qr: QrView, isTest: boolean, below: unknown, card: Card): TemplateResult {
  const { viewState, messages } = card;
  const { qrUnfolded } = viewState;
  const fold = () => card.setUi({ qrUnfolded: !qrUnfolded });
  // Shown across the QR code of a test payment.
  const stamp = isTest ? html`<span class="stamp" aria-hidden="true">${messages.test}</span>` : nothing;
  return html`<div class="left ${qrUnfolded ? 'open' : ''}">
    <button type="button" class="link fold" aria-expanded=${qrUnfolded} @click=${fold}>
      ${qrUnfolded ? messages.qrHide : messages.qrShow}
    </button>
    <div class="tile" part="qr-tile">${tileContent(qr, card)}${stamp}${enlargeButton(qr, card)}</div>
    ${below}
  </div>`;
}
