import { html, type ReactiveController, type ReactiveElement, type TemplateResult } from 'lit';
import type { MoreMenu } from '../cards/more-menu.ts';
import type { Offer } from '../cards/offer.ts';
import { opener } from '../parts/opener.ts';
import type { CopyController } from './copy-controller.ts';

/** What few payers ask for: the menu with what can be taken along of a payment, and paper. Loaded when it is. */
export class HandOffController implements ReactiveController {
  readonly #host: ReactiveElement;
  readonly #copying: CopyController;
  #menu: MoreMenu | undefined;
  #failed = false;

  constructor(host: ReactiveElement, copying: CopyController) {
    this.#host = host;
    this.#copying = copying;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#menu?.end();
  }

  /**
   * The button for it: a menu while there is something to pay, a receipt when it is paid.
   *
   * @param toggled - Places what was opened at its button.
   */
  render(offer: Offer, paying: boolean, toggled: (event: ToggleEvent, button: Element) => void): TemplateResult {
    const { words } = offer;
    if (!paying)
      return html`<button type="button" class="link" part="print-button" @click=${() => this.#print(offer)}>
        ${words.printReceipt}
      </button>`;
    return opener('more', words.more, this.#inside(offer), (event, button) => {
      toggled(event, button);
      if (event.newState === 'open') this.#load().catch(() => {});
      else this.#menu?.close();
    });
  }

  #inside(offer: Offer): TemplateResult {
    if (this.#menu) return this.#menu.render(offer);
    return this.#failed ? html`<p>${offer.words.lost}</p>` : html`<span class="bone"></span>`;
  }

  /** A sheet of its own; where that cannot be loaded, the page as it is. */
  async #print(offer: Offer) {
    try {
      (await this.#load()).print(offer);
    } catch {
      print();
    }
  }

  async #load() {
    this.#failed = false;
    try {
      const { MoreMenu } = await import('../cards/more-menu.ts');
      return (this.#menu ??= new MoreMenu(this.#host, this.#copying));
    } catch (error) {
      this.#failed = true;
      throw error;
    } finally {
      this.#host.requestUpdate();
    }
  }
}
