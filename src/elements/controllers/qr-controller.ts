import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { QrModules } from '../../core/payment.ts';
import { modulesOf, type Modules } from '../parts/qr.ts';

/** Draws text as QR modules. The encoder is the heaviest thing there is, so it is loaded with the first text. */
export class QrController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #drawn = new Map<string, Modules | 'failed' | undefined>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** What to paint for a text: the modules it came with, those drawn here, or nothing yet. */
  modules(text: string, given?: QrModules): Modules | 'failed' | undefined {
    if (given) return modulesOf(given);
    if (!this.#drawn.has(text)) void this.#draw(text);
    return this.#drawn.get(text);
  }

  hostDisconnected(): void {
    this.#drawn.clear();
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
