import { html, nothing, type TemplateResult } from 'lit';
import { expectedNodes, type ExpectedNode } from '../../view/expected-nodes.ts';
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

/** The icon of the enlarge button. It is defined here, so that it is not loaded with the first view. */
const ENLARGE = 'M12 4h4v4M16 4l-5 5M8 16H4v-4M4 16l5-5';

/** Events that usually precede a click. */
const INTENT = ['pointerover', 'pointerdown', 'focusin'];

/** The view for a payer who has sent the money. */
const sentModule = lazyModule(() => import('./sent/sent-template.ts'));

/** The members of a card that its controllers use. */
export interface InteractiveCard extends CardContext {
  /** True when the payer opens or closes a view. The height of the previous view is then not kept. */
  isNewStep: boolean;
  readonly store: ViewStore;
  /** The text of a QR code that is not drawn yet; `undefined` when there is none. */
  readonly undrawnText: string | undefined;
  refresh(): void;
}

/**
 * The functions of a card beyond its first view: copying, popovers, the share menu, QR codes, the countdown, and the
 * integrity check. Loaded after the first paint.
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

  /** Sets the nodes that the page must show from now on. */
  expect(view: PaymentView): void {
    const nodes = this.#isSent(view) ? this.#sentNodes(view) : expectedNodes(view);
    const opened = [...this.#share.expectedNodes(view), ...(this.#dialog?.expectedNodes(view) ?? [])];
    this.#integrity.expect([...nodes, ...opened]);
  }

  /** For the help: the link to the shop, and the payment number that the shop asks for. */
  contactFacts(view: PaymentView): unknown {
    const number = 'paymentId' in view ? numberFact(view.paymentId, this.#card) : nothing;
    return html`<p>${contactLink(this.#card)}</p>
      ${number}`;
  }

  /** Opens the view for a payer who has sent the money. If its module cannot be loaded, the status line says so. */
  async openSent({ paymentId }: PayableView): Promise<void> {
    this.#card.taken();
    try {
      const { sentStyles } = await sentModule.load();
      addStyles(this.#host.renderRoot as ShadowRoot, [sentStyles]);
      await this.#step(paymentId, '.sent h2');
    } catch {
      this.#card.update({ contactLost: true });
    }
  }

  /** The view for a payer who has sent the money; `undefined` unless the payer has opened it. */
  sent(view: PayableView): TemplateResult | undefined {
    if (!this.#isSent(view)) return undefined;
    const parts = [contactLink(this.#card), numberFact(view.paymentId, this.#card)] as const;
    const close = () => void this.#step(undefined, '[part~=sent-button]');
    return sentModule.value?.sentTemplate(view, this.#card.messages, parts, close);
  }

  /** In the view for a payer who has sent the money: the link to the hosted page, and what to compare in the wallet. */
  #sentNodes(view: PayableCrypto): readonly ExpectedNode[] {
    const links = expectedNodes(view).filter(({ field }) => field === 'hostedUrl');
    return [...links, ...(sentModule.value?.sentNodes(view, this.#card.messages) ?? [])];
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

  /** Returns whether every node has its expected content. */
  check(): boolean {
    return this.#integrity.check();
  }

  copy(what: CopiedThing, text: string, button: HTMLElement, shown: Element | null): void {
    void this.#copying.copy(what, text, button, shown);
  }

  /** Called when the payer has followed the wallet link. */
  walletTapped(): void {
    this.#walletLink.tapped();
  }

  /** Called when a popover has opened or closed. */
  toggled(event: ToggleEvent, button: Element): void {
    this.#popovers.toggled(event, button);
    if ((event.target as Element).id === 'menu') this.#share.toggled(event.newState === 'open');
  }

  menu(view: PayableView): TemplateResult {
    return this.#share.menu(view);
  }

  /** The button that enlarges the QR code, once the code is drawn. */
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

  print(): void {
    void this.#share.print();
  }

  /** Opens the dialog with the QR code. If its module cannot be loaded, the status line says so. */
  async #enlarge(button: HTMLElement) {
    this.#card.taken();
    try {
      const { QrDialog } = await actions.load();
      this.#dialog ??= new QrDialog(this.#host, this.#card);
      this.#dialog.open(button);
    } catch {
      this.#card.update({ contactLost: true });
    }
  }

  /** Preloads the modules that a click may need. A module that cannot be loaded is requested again by the click. */
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
