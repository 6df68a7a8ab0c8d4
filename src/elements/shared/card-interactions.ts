import { html, nothing, type TemplateResult } from 'lit';
import { expectedNodes } from '../../view/expected-nodes.ts';
import type { PayableCrypto, PayableView } from '../../view/payable-view.ts';
import type { PaymentView } from '../../view/payment-view.ts';
import type { CopiedThing } from '../../view/state.ts';
import { CopyController } from '../controllers/copy-controller.ts';
import { CountdownController } from '../controllers/countdown-controller.ts';
import { IntegrityController } from '../controllers/integrity-controller.ts';
import { floating, PopoverController } from '../controllers/popover-controller.ts';
import { PageStateController } from '../controllers/page-state-controller.ts';
import { QrController } from '../controllers/qr-controller.ts';
import { actions, ShareMenuController } from '../controllers/share-menu-controller.ts';
import type { ViewStore } from '../controllers/view-store.ts';
import { WalletLinkController } from '../controllers/wallet-link-controller.ts';
import type { CardContext } from './card-context.ts';
import { lazyModule } from './lazy-module.ts';
import { focusOn } from './focus-on.ts';
import { addStyles } from './adopt-styles.ts';
import { contactLink, numberFact } from './templates/shop-links.ts';
import { encoder } from './encode-qr.ts';
import { showCoinMarks } from './show-coin-marks.ts';
import { icon } from './icons.ts';
import type { PayElement } from './pay-element.ts';
import type { QrDialog } from './qr-dialog.ts';

/** The icon on a QR code. Here, where no first view loads it. */
const ENLARGE = 'M12 4h4v4M16 4l-5 5M8 16H4v-4M4 16l5-5';

/** What may come before a click. */
const INTENT = ['pointerover', 'pointerdown', 'focusin'];

/** The view of a payer who has sent the money. */
const sentModule = lazyModule(() => import('./sent/sent-template.ts'));

/** What the controllers of a card need of it. */
export interface InteractiveCard extends CardContext {
  /** The payer opens or closes a view: it has its own height. */
  isNewStep: boolean;
  readonly store: ViewStore;
  /** The text of a code that is to be drawn here. */
  readonly undrawnText: string | undefined;
  refresh(): void;
}

/**
 * What a card does beside showing its first view: copying, popovers, the share menu, drawing codes, the countdown, and
 * the integrity check. Loaded after the first paint.
 */
export class CardInteractions {
  readonly #host: PayElement;
  readonly #card: InteractiveCard;
  readonly #popovers: PopoverController;
  readonly #copying: CopyController;
  readonly #share: ShareMenuController;
  readonly #walletLink: WalletLinkController;
  readonly #integrity: IntegrityController;
  #dialog: QrDialog | undefined;

  constructor(host: PayElement, card: InteractiveCard) {
    this.#host = host;
    this.#card = card;
    this.#popovers = new PopoverController(host);
    this.#copying = new CopyController(host, card.store, (button) => this.#hint(button));
    this.#share = new ShareMenuController(host, card);
    this.#walletLink = new WalletLinkController(host, card.store);
    this.#integrity = new IntegrityController(host, (field) => card.tampered(field));
    new PageStateController(host, card);
    new QrController(host, card.store, () => card.undrawnText);
    new CountdownController(host, card.store, () => card.refresh());
    this.#showMarks();
    for (const type of INTENT) host.renderRoot.addEventListener(type, () => this.#preload(), { once: true });
  }

  /** What stands on the page from now on. */
  expect(view: PaymentView): void {
    const nodes = this.#isSent(view) ? [] : expectedNodes(view);
    const opened = [...this.#share.expectedNodes(view), ...(this.#dialog?.expectedNodes(view) ?? [])];
    this.#integrity.expect([...nodes, ...opened]);
  }

  /** In the help: how to contact the shop, and what it asks for. */
  contactFacts(view: PaymentView): unknown {
    const number = 'paymentId' in view ? numberFact(view.paymentId, this.#card) : nothing;
    return html`<p>${contactLink(this.#card)}</p>
      ${number}`;
  }

  /** The payer has sent the money: shows what comes next. Where that cannot be loaded, the status line says so. */
  async openSent({ paymentId }: PayableView): Promise<void> {
    try {
      const { sentStyles } = await sentModule.load();
      addStyles(this.#host.renderRoot as ShadowRoot, [sentStyles]);
      await this.#step(paymentId, '.sent h2');
    } catch {
      this.#card.update({ contactLost: true });
    }
  }

  /** What comes next, where the payer has asked for it. */
  sent(view: PayableView): TemplateResult | undefined {
    if (!this.#isSent(view)) return undefined;
    const parts = [contactLink(this.#card), numberFact(view.paymentId, this.#card)] as const;
    const close = () => void this.#step(undefined, '[part~=sent-button]');
    return sentModule.value?.sentTemplate(view, this.#card.messages, parts, close);
  }

  #isSent(view: PaymentView): view is PayableCrypto {
    return view.kind === 'payable' && view.phase === 'awaiting' && this.#card.state.sentId === view.paymentId;
  }

  async #step(sentId: string | undefined, focused: string) {
    this.#card.isNewStep = true;
    this.#card.update({ sentId });
    await this.#host.updateComplete;
    focusOn(this.#host.renderRoot.querySelector(focused));
  }

  /** Whether everything on the page is as it should be. */
  check(): boolean {
    return this.#integrity.check();
  }

  copy(what: CopiedThing, text: string, button: HTMLElement, shown: Element | null): void {
    void this.#copying.copy(what, text, button, shown);
  }

  /** The payer followed the link into a wallet. */
  walletTapped(): void {
    this.#walletLink.tapped();
  }

  /** A popover has opened or closed. */
  toggled(event: ToggleEvent, button: Element): void {
    this.#popovers.toggled(event, button);
    if ((event.target as Element).id === 'menu') this.#share.toggled(event.newState === 'open');
  }

  menu(view: PayableView): TemplateResult {
    return this.#share.menu(view);
  }

  /** The button on a QR code that is there. */
  enlargeButton(): TemplateResult | typeof nothing {
    const { view, messages } = this.#card;
    const qr = view.kind === 'payable' ? view.qr : undefined;
    if (!qr || (qr.kind === 'code' && typeof qr.drawing !== 'object')) return nothing;
    const onClick = ({ currentTarget }: Event) => void this.#enlarge(currentTarget as HTMLElement);
    return html`<button
      type="button"
      class="enlarge"
      part="qr-enlarge"
      aria-haspopup="dialog"
      aria-label=${messages.qrEnlarge}
      @click=${onClick}
    >
      ${icon(ENLARGE)}
    </button>`;
  }

  /** Prints a receipt. */
  print(): void {
    void this.#share.print();
  }

  /** Where what is needed cannot be loaded, the status line says so. */
  async #enlarge(button: HTMLElement) {
    try {
      const { QrDialog } = await actions.load();
      this.#dialog ??= new QrDialog(this.#host, this.#card);
      this.#dialog.open(button);
    } catch {
      this.#card.update({ contactLost: true });
    }
  }

  /** Loads what a click may need, so that no click waits for the network. Who fails is tried again with the click. */
  #preload() {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    for (const module of [floating, actions, encoder, sentModule]) module.load().catch(() => {});
    this.#showMarks();
  }

  #showMarks() {
    if (this.#card.state.method === 'crypto') showCoinMarks(this.#host);
  }

  #hint(button: Element | undefined) {
    const hint = this.#host.renderRoot.querySelector<HTMLElement>('.hint');
    if (button) this.#card.taken();
    if (!hint) return;
    if (button) this.#popovers.show(button, hint);
    else this.#popovers.hide(hint);
  }
}
