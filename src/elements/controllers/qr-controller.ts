import type { ReactiveController } from 'lit';
import { draw, type QrDrawing } from '../../core/payments/qr-path.ts';
import type { Card } from '../card/card.ts';
import { encodeQr, encoder } from './encode-qr.ts';

/**
 * Draws the QR codes that the backend has not drawn, once their tile is visible: on a phone, the tile may be collapsed.
 */
export class QrController implements ReactiveController {
  readonly #card: Card;
  readonly #started = new Set<string>();
  #sizes: ResizeObserver | undefined;
  #tile: Element | null = null;
  #occasion = '';

  constructor(card: Card) {
    this.#card = card;
    card.addController(this);
  }

  /** A code that could not be drawn is tried again when the payer changes or unfolds it, or the shop can be reached again. */
  hostUpdate(): void {
    const { qrMode, qrUnfolded, contactLost, drawnQrs } = this.#card.viewState;
    const occasion = `${qrMode} ${qrUnfolded} ${contactLost}`;
    const drawn = Object.entries(drawnQrs).filter(([, drawing]) => drawing !== 'failed');
    if (occasion !== this.#occasion && drawn.length < Object.keys(drawnQrs).length)
      this.#card.setUi({ drawnQrs: Object.fromEntries(drawn) });
    this.#occasion = occasion;
  }

  hostUpdated(): void {
    // An update may come after the host was disconnected. Nothing is started then.
    const isWanted = this.#undrawnText !== undefined && this.#card.isConnected;
    const tile = isWanted ? this.#card.renderRoot.querySelector('.tile') : null;
    if (tile === this.#tile) return;
    this.#sizes?.disconnect();
    this.#tile = tile;
    // Loads in parallel. Not on a phone, because the tile may stay collapsed there.
    if (tile && !matchMedia('(pointer: coarse)').matches) encoder.load().catch(() => {});
    // The observer calls at once, and again when the tile is expanded.
    if (tile) (this.#sizes ??= new ResizeObserver(() => this.#drawVisible())).observe(tile);
  }

  hostDisconnected(): void {
    this.#sizes?.disconnect();
    this.#tile = null;
  }

  hostConnected(): void {
    this.#card.requestUpdate();
  }

  get #undrawnText(): string | undefined {
    const { view } = this.#card;
    const qr = view.kind === 'payable' ? view.qr : undefined;
    return qr?.kind === 'code' && !qr.drawing ? qr.text : undefined;
  }

  #drawVisible() {
    const text = this.#undrawnText;
    if (text !== undefined && !this.#started.has(text) && this.#tile?.clientWidth) void this.#draw(text);
  }

  async #draw(text: string) {
    this.#started.add(text);
    // The encoder cannot be loaded, or the text is too long for a QR code. The card works without the code.
    const drawing: QrDrawing | 'failed' = await encodeQr(text).then(draw, () => 'failed');
    this.#started.delete(text);
    this.#card.setUi({ drawnQrs: { ...this.#card.viewState.drawnQrs, [text]: drawing } });
  }
}
