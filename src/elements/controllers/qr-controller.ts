import type { ReactiveController, ReactiveElement } from 'lit';
import { draw, type QrDrawing } from '../../core/qr-path.ts';
import { encodeQr } from '../shared/encode-qr.ts';
import type { ViewStore } from './view-store.ts';

/**
 * Draws the QR codes that the backend has not drawn, once their tile is visible: on a phone, the tile may be collapsed.
 */
export class QrController implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #store: ViewStore;
  readonly #wanted: () => string | undefined;
  /** Texts whose drawing is in progress. */
  readonly #started = new Set<string>();
  #sizes: ResizeObserver | undefined;
  #tile: Element | null = null;

  /** @param wanted - Returns the text for which the view has no drawing. */
  constructor(host: ReactiveElement, store: ViewStore, wanted: () => string | undefined) {
    this.#host = host;
    this.#store = store;
    this.#wanted = wanted;
    host.addController(this);
  }

  hostUpdated(): void {
    // An update may come after the host was disconnected. Nothing is started then.
    const isWanted = this.#wanted() !== undefined && this.#host.isConnected;
    const tile = isWanted ? this.#host.renderRoot.querySelector('.tile') : null;
    if (tile === this.#tile) return;
    this.#sizes?.disconnect();
    this.#tile = tile;
    // The observer calls at once, and again when the tile is expanded.
    if (tile) (this.#sizes ??= new ResizeObserver(() => this.#drawVisible())).observe(tile);
  }

  hostDisconnected(): void {
    this.#sizes?.disconnect();
    this.#tile = null;
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  #drawVisible() {
    const text = this.#wanted();
    if (text !== undefined && !this.#started.has(text) && this.#tile?.clientWidth) void this.#draw(text);
  }

  async #draw(text: string) {
    this.#started.add(text);
    // The encoder cannot be loaded, or the text is too long for a QR code. The card works without the code.
    const drawing: QrDrawing | 'failed' = await encodeQr(text).then(draw, () => 'failed');
    this.#started.delete(text);
    this.#store.update({ drawnQrs: { ...this.#store.state.drawnQrs, [text]: drawing } });
  }
}
