import type { ReactiveController, ReactiveElement } from 'lit';
import type { QrModules } from '../../core/payment.ts';
import { modulesOf, type Modules } from '../parts/qr.ts';

/**
 * Draws text as QR modules. The encoder is the heaviest thing there is, so it is loaded with the first text whose
 * tile is on the page: not while the tile is folded away on a phone.
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
    const tile = this.#wanted === undefined ? null : this.#host.renderRoot.querySelector('.tile');
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
      const { create } = await import('../../vendor/qr.ts');
      const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
      drawn = { size, dark: (at) => data[at] === 1 };
    } catch {
      // Offline in the middle, or a text longer than a code can hold: the address stands beside it.
    }
    this.#drawn.set(text, drawn);
    this.#host.requestUpdate();
  }
}
