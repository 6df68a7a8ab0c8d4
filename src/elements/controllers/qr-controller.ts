import type { ReactiveController, ReactiveElement } from 'lit';
import { draw, type QrDrawing } from '../../core/qr-path.ts';
import { encodeQr } from '../shared/encode-qr.ts';
import type { ViewStore } from './view-store.ts';

/**
 * Draws the QR codes that the backend has not drawn, once their tile is on the page: not while it is folded away on a
 * phone.
 */
export class QrController implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #store: ViewStore;
  readonly #wanted: () => string | undefined;
  /** Texts that are being drawn. */
  readonly #started = new Set<string>();
  #sizes: ResizeObserver | undefined;
  #tile: Element | null = null;

  /** @param wanted - The text that the view has no drawing of. */
  constructor(host: ReactiveElement, store: ViewStore, wanted: () => string | undefined) {
    this.#host = host;
    this.#store = store;
    this.#wanted = wanted;
    host.addController(this);
  }

  hostUpdated(): void {
    // An update may come after the host has left; nothing is begun then.
    const isWanted = this.#wanted() !== undefined && this.#host.isConnected;
    const tile = isWanted ? this.#host.renderRoot.querySelector('.tile') : null;
    if (tile === this.#tile) return;
    this.#sizes?.disconnect();
    this.#tile = tile;
    // Called at once, and again when the tile is unfolded.
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
    // Offline in the middle, or a text longer than a code can hold: the address stands beside it.
    const drawing: QrDrawing | 'failed' = await encodeQr(text).then(draw, () => 'failed');
    this.#started.delete(text);
    this.#store.update({ drawnQrs: { ...this.#store.state.drawnQrs, [text]: drawing } });
  }
}
