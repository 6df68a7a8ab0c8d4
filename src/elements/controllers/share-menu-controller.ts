import { html, type ReactiveController, type TemplateResult } from 'lit';
import type { ExpectedNode } from '../../view/expected-nodes.ts';
import type { PayableView } from '../../view/payable-view.ts';
import type { PaymentView } from '../../view/payment-view.ts';
import type { Card } from '../card/card.ts';
import { lazyModule } from '../base/lazy-module.ts';
import type { ShareMenu } from '../menu/share-menu.ts';

export const shareMenu = lazyModule(() => import('../menu/share-menu.ts'));

/** The share menu of a payment, and its receipt. Their module is loaded on demand. */
export class ShareMenuController implements ReactiveController {
  readonly #card: Card;
  #menu: ShareMenu | undefined;
  #failed = false;

  constructor(card: Card) {
    this.#card = card;
    card.addController(this);
  }

  hostDisconnected(): void {
    this.#menu?.end();
  }

  expectedNodes(view: PaymentView): readonly ExpectedNode[] {
    return view.kind === 'payable' ? (this.#menu?.expectedNodes(view) ?? []) : [];
  }

  toggled(isOpen: boolean): void {
    if (isOpen) this.#load().catch(() => {});
    else this.#menu?.close();
  }

  menu(view: PayableView): TemplateResult {
    if (this.#menu) return this.#menu.render(view);
    if (!this.#failed) return html`<span class="skeleton"></span>`;
    const { lost, tryNow } = this.#card.messages;
    const retry = () => void this.#load().catch(() => {});
    return html`<p>${lost}</p>
      <button type="button" class="plain" @click=${retry}>${tryNow}</button>`;
  }

  /** Prints a receipt of the payment. When the print sheet cannot be loaded, prints the page instead. */
  async print(): Promise<void> {
    try {
      const menu = await this.#load();
      if (this.#card.view.kind === 'outcome') menu.print(this.#card.view);
    } catch {
      print();
    }
  }

  async #load() {
    this.#failed = false;
    try {
      const { ShareMenu } = await shareMenu.load();
      return (this.#menu ??= new ShareMenu(this.#card));
    } catch (error) {
      this.#failed = true;
      throw error;
    } finally {
      this.#card.requestUpdate();
    }
  }
}
