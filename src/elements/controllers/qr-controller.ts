import type { ReactiveController, ReactiveElement } from 'lit';
import type { QrModules } from '../../core/payment.ts';
import { encode } from '../parts/encode.ts';
import { modulesOf, type Modules } from '../../core/qr-path.ts';

/**
 * Draws text as QR modules, once its tile is on the page: not while the tile is folded away on a phone.
 */
export class QrController implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #drawn = new Map<string, Modules | 'failed' | undefined>();
  readonly #sizes = new ResizeObserver(() => this.#look());
  #wanted: string | undefined;
  #tile: Element | null = null;

  constructor(host: ReactiveElement) {
    this.#host = host;
    host.addController(this);
  }

  /** What to paint for a text: the modules it came with, those drawn here, or nothing yet. */
  modules(text: string, given?: QrModules): Modules | 'failed' | undefined {
    if (given) return modulesOf(given);
    this.#wanted = text;
    return this.#drawn.get(text);
  }

  hostUpdate(): void {
    this.#wanted = undefined;
  }

  hostUpdated(): void {
    // An update may come after the host has left; nothing is begun then.
    const shown = this.#wanted !== undefined && this.#host.isConnected;
    const tile = shown ? this.#host.renderRoot.querySelector('.tile') : null;
    if (tile !== this.#tile) {
      this.#sizes.disconnect();
      if ((this.#tile = tile)) this.#sizes.observe(tile);
    }
    this.#look();
  }

  hostDisconnected(): void {
    this.#sizes.disconnect();
    this.#tile = null;
    this.#drawn.clear();
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  #look() {
    const text = this.#wanted;
    if (text !== undefined && !this.#drawn.has(text) && this.#tile?.clientWidth) void this.#draw(text);
  }

  async #draw(text: string) {
    this.#drawn.set(text, undefined);
    let drawn: Modules | 'failed' = 'failed';
    try {
      drawn = await encode(text);
    } catch {
      // Offline in the middle, or a text longer than a code can hold: the address stands beside it.
    }
    this.#drawn.set(text, drawn);
    this.#host.requestUpdate();
  }
}
