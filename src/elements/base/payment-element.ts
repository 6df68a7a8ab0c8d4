import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { findCoin } from '../../core/coins/coin.ts';
import type { Method } from '../../core/payments/payment.ts';
import type { Phase } from '../../core/payments/phases.ts';
import { hasFormattedMoney } from '../../i18n/format-money.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import { PaymentModel, type ModelEvent } from '../../model/payment-model.ts';
import { expectedNodes, type ExpectedNode } from '../../view/expected-nodes.ts';
import { copyHint, type StatusView } from '../../view/status.ts';
import { isSent, type PayableViewFactory, type PayableView } from '../../view/payable-view.ts';
import { paymentView, type PaymentView, type ShownPayable } from '../../view/payment-view.ts';
import { INITIAL_UI, type CopiedThing, type UiState, type ViewState } from '../../view/state.ts';
import { button } from '../card/button.ts';
import { cardFooter, cardHeader, changedNote } from '../card/card-parts.ts';
import { blockedTemplate, outcomeTemplate, problemTemplate, receiptButton } from '../card/outcome.ts';
import { pageLink } from '../card/page-link.ts';
import { cardSkeleton, hasFallbackContent, layoutOf, placeholder } from '../card/placeholder.ts';
import { popover } from '../card/popover-trigger.ts';
import { contactLink, numberFact, shopLinks } from '../card/shop-links.ts';
import { showCoinMarks } from '../card/badge.ts';
import { popoverStyles } from '../card/styles/popover.styles.ts';
import { CopyController } from '../controllers/copy-controller.ts';
import { CountdownController, msLeft } from '../controllers/countdown-controller.ts';
import { encoder } from '../controllers/encode-qr.ts';
import { IntegrityController } from '../controllers/integrity-controller.ts';
import { PageTitleController } from '../controllers/page-title-controller.ts';
import { floating, PopoverController } from '../controllers/popover-controller.ts';
import { QrController } from '../controllers/qr-controller.ts';
import { shareMenu, ShareMenuController } from '../controllers/share-menu-controller.ts';
import { WalletLinkController } from '../controllers/wallet-link-controller.ts';
import type { QrDialog } from '../dialog/qr-dialog.ts';
import { PayOpenEvent, PayPaidEvent, PayStatusEvent, type OpenedThing } from '../events.ts';
import { addStyles } from './adopt-styles.ts';
import { nextPaint } from './next-paint.ts';
import { focusOn } from './focus-on.ts';
import { lazyModule } from './lazy-module.ts';
import { pagePorts } from './page-ports.ts';
import { PayElement } from './pay-element.ts';
import { report } from './report.ts';

/** The view for a payer who has sent the money, and the dialog with the enlarged QR code, loaded on demand. */
const sentModule = lazyModule(() => import('../sent/sent-template.ts'));
const dialogModule = lazyModule(() => import('../dialog/qr-dialog.ts'));

/** Events that usually precede a click. */
const INTENT = ['pointerover', 'pointerdown', 'focusin'];

/** What the payer has done in the element of a payment. */
export interface ShownStep {
  /** The payer has opened or closed a view. */
  readonly isNew: boolean;
  /** The payer has said that the money is sent. */
  readonly isSent: boolean;
}

/**
 * The base class of the elements that show one payment. What is known of the payment is in its model (`PaymentModel`),
 * what is shown is in its view (`paymentView`), and the element renders that view. Each element adds what depends on its
 * method: the payment details and the help.
 *
 * Before the first paint runs only what that paint needs; the status address is polled after it. Code that a payer may
 * never use is loaded when it is used: the share menu, the enlarged QR code, the view after 'I have sent it'.
 */
export abstract class PaymentElement extends PayElement {
  /** @internal */
  static override styles = [...PayElement.styles, popoverStyles];

  /**
   * Set by an element around this one that announces the view: a page has one live region.
   *
   * @internal
   */
  declare announce: ((view: PaymentView, step: ShownStep) => void) | undefined;

  /** The method of the payments that the element shows. @internal */
  protected abstract readonly method: Method;
  /** Creates the payment instructions of the view. @internal */
  protected abstract readonly payable: PayableViewFactory;
  /** The paragraphs of the help while the payment can be paid. @internal */
  protected abstract readonly help: readonly MessageKey[];

  #givenModel: PaymentModel | undefined;
  #ownModel: PaymentModel | undefined;
  #endSubscription: (() => void) | undefined;
  #subscribed: PaymentModel | undefined;
  #ui: UiState = INITIAL_UI;
  /** The view of the last snapshot, state and messages. */
  #lastView: { readonly inputs: readonly unknown[]; readonly view: PaymentView } | undefined;
  /** True when `payment` is empty and neither a payment nor `src` was set before: a framework renders before its data arrives. */
  #awaited: boolean | undefined;
  /** True from the first update of a connected element on. */
  #isStarted = false;
  #dialog: QrDialog | undefined;
  readonly #popovers = new PopoverController(this);
  readonly #share = new ShareMenuController(this);
  readonly #copying = new CopyController(this, (button) => this.#hint(button));
  readonly #walletLink = new WalletLinkController(this);
  readonly #integrity = new IntegrityController(this);

  constructor() {
    super();
    new PageTitleController(this);
    new QrController(this);
    new CountdownController(this, () => this.refresh());
  }

  /** What is known of the payment. `<pay-checkout>` sets its own model: the element then follows nothing itself. @internal */
  get model(): PaymentModel {
    return this.#givenModel ?? (this.#ownModel ??= new PaymentModel(this.method, pagePorts));
  }

  /** @internal */
  set model(model: PaymentModel) {
    if (model === this.#givenModel) return;
    this.#givenModel = model;
    this.requestUpdate();
  }

  /** Polls the status address now. */
  refresh(): void {
    this.model.refresh();
  }

  /** What is known of the payment, and what belongs to this element. @internal */
  get viewState(): ViewState {
    return { ...this.model.snapshot, ...this.#ui };
  }

  /** What the payer sees. It is computed once for each state and language. @internal */
  get view(): PaymentView {
    const inputs = [this.model.snapshot, this.#ui, this.messages];
    if (!this.#lastView?.inputs.every((each, at) => each === inputs[at]))
      this.#lastView = { inputs, view: paymentView(this.payable, this.viewState, this.messages) };
    return this.#lastView.view;
  }

  /** Changes what belongs to this element, and renders it. @internal */
  setUi(change: Partial<UiState>): void {
    const names = Object.keys(change) as (keyof UiState)[];
    if (names.every((name) => change[name] === this.#ui[name])) return;
    this.#ui = Object.freeze({ ...this.#ui, ...change });
    this.requestUpdate();
  }

  /** Copies a text of the view. @internal */
  copy(what: CopiedThing, text: string, button: HTMLElement, shown: Element | null): void {
    void this.#copying.copy(what, text, button, shown);
  }

  /** Called when the payer has followed a link. @internal */
  linkOpened(what: OpenedThing, url: string): void {
    this.model.lockDetails();
    if (what === 'wallet') this.#walletLink.tapped();
    this.dispatchEvent(new PayOpenEvent(what, url));
  }

  /** Opens the dialog with the enlarged QR code. @internal */
  async enlarge(button: HTMLElement): Promise<void> {
    this.model.lockDetails();
    try {
      const { QrDialog } = await dialogModule.load();
      this.#dialog ??= new QrDialog(this);
      this.#dialog.open(button);
    } catch {
      this.model.reportFailedModule();
    }
  }

  /** @internal */
  override connectedCallback(): void {
    super.connectedCallback();
    this.#subscribe();
  }

  /** @internal */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#isStarted = false;
    this.#ownModel?.disconnect();
    this.#endSubscription?.();
    this.#endSubscription = this.#subscribed = undefined;
  }

  /** @internal */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    for (const type of INTENT) root.addEventListener(type, () => this.#preload(), { once: true });
    return root;
  }

  /** @internal */
  protected override get isEmpty(): boolean {
    return !this.#givenModel && !this.payment && !this.src && !this.#awaited;
  }

  /** @internal */
  protected override get states(): readonly string[] {
    const { problem, contactLost } = this.model.snapshot;
    const main = this.#phase ?? (problem ? 'problem' : 'loading');
    return contactLost ? [main, 'lost'] : [main];
  }

  /** @internal */
  protected override willUpdate(changed: PropertyValues<this>): void {
    // Frameworks render an element before their data arrives. In HTML, an empty attribute is final.
    if (this.payment || this.src || this.hasAttribute('payment')) this.#awaited = false;
    else if (changed.has('payment')) this.#awaited ??= true;
    super.willUpdate(changed);
    if (this.isHeld) return;
    const { payment, src, statusUrl } = this;
    const { qr = '' } = this as { readonly qr?: string };
    const hasCodeForm = this.method === 'localcode' && !!this.querySelector(':scope > [slot="code"]');
    // Formatting the first price of a page is slow: prices follow after the first paint.
    const showsPrices = this.#ui.showsPrices && (this.hasUpdated || hasFormattedMoney() || hasFallbackContent(this));
    this.#subscribe();
    // For no payment, templates pass undefined, null, an empty string or false.
    if (!this.#givenModel)
      this.model.set({ payment: payment || undefined, src, statusUrl, awaited: this.#awaited === true });
    // The payment at `src` is requested before anything is rendered.
    if (this.isConnected && !this.model.snapshot.payment) this.#ownModel?.connect();
    this.setUi({ locale: this.locale, qr, hasCodeForm, showsPrices, overdue: (msLeft(this.viewState) ?? 1) <= 0 });
    this.phase = this.#phase;
  }

  /** @internal */
  protected override updated(changed: PropertyValues<this>): void {
    if (this.isHeld) return;
    const { view } = this;
    this.#integrity.expect(this.#expectedNodes(view));
    // The events of an element that has left the page are dispatched when it returns.
    if (!this.isConnected) return super.updated(changed);
    this.announce?.(view, { isNew: this.isNewStep, isSent: this.#ui.sentId !== undefined });
    super.updated(changed);
    if (view.kind !== 'loading' && !this.#ui.showsPrices)
      void nextPaint().then(() => this.setUi({ showsPrices: true }));
    this.#start();
    for (const event of this.model.takeEvents()) this.#dispatch(event);
  }

  /** Renders the payment details. @internal */
  protected abstract renderPayable(view: PayableView): unknown;

  /** Renders the label in the corner of the card. Default: the name of the method. @internal */
  protected renderChip(_view: PayableView): unknown {
    return this.messages[this.method];
  }

  /** @internal */
  protected override renderContent(): TemplateResult {
    const { messages, view, viewState } = this;
    const isComing = view.kind === 'loading' && !viewState.contactLost;
    const isBare = isComing && hasFallbackContent(this);
    return html`<div
      class=${isBare ? 'bare' : `card ${layoutOf(this)}`}
      part="card"
      role="group"
      lang=${messages.lang}
      dir=${messages.dir}
      aria-label=${this.#name}
    >
      ${this.#content(view)} ${statusLine(view.status, this.#action(view), !this.announce)} ${this.#sentButton(view)}
      ${isComing ? nothing : [this.#footer(view), html`<slot name="footer"></slot>`]}
      <div class="pop hint" part="hint" popover="manual">${copyHint(viewState, messages)}</div>
    </div>`;
  }

  /** The phase of the payment; `undefined` while no payment can be shown. */
  get #phase(): Phase | undefined {
    const { problem, payment } = this.model.snapshot;
    return problem ? undefined : payment?.phase;
  }

  /** The accessible name of the card: the coin, or the method. */
  get #name() {
    const { payment } = this.model.snapshot;
    const coin = payment && 'tid' in payment ? findCoin(payment.cryptoCoin) : undefined;
    return coin?.name ?? this.messages[this.method];
  }

  #subscribe() {
    const model = this.model;
    if (model === this.#subscribed || !this.isConnected) return;
    this.#endSubscription?.();
    this.#subscribed = model;
    this.#endSubscription = model.subscribe(() => this.requestUpdate());
  }

  /** Follows a payment after it was painted. */
  #start() {
    if (this.#isStarted || !this.isConnected) return;
    this.#isStarted = true;
    void nextPaint().then(() => {
      if (!this.#isStarted) return;
      this.#ownModel?.connect();
      this.#showMarks();
      // Another tag may have loaded the marks since this one was rendered.
      if (this.method === 'crypto') this.requestUpdate();
    });
  }

  #dispatch(event: ModelEvent) {
    if (event.type === 'doubt' || event.type === 'problem') return report(this, event);
    const { payment } = event;
    this.dispatchEvent(
      event.type === 'paid' ? new PayPaidEvent(payment) : new PayStatusEvent(payment, event.previousPhase),
    );
  }

  /** Loads the modules that a click may need. A module that cannot be loaded is requested again by the click. */
  #preload() {
    if (pagePorts.savesData()) return;
    for (const module of [floating, shareMenu, dialogModule, encoder, sentModule]) module.load().catch(() => {});
    this.#showMarks();
  }

  #showMarks() {
    if (this.method === 'crypto') showCoinMarks(this);
  }

  #hint(button: Element | undefined) {
    const hint = this.renderRoot.querySelector<HTMLElement>('.hint');
    if (!hint) return;
    if (button) this.#popovers.show(button, hint);
    else this.#popovers.hide(hint);
  }

  #expectedNodes(view: PaymentView): readonly ExpectedNode[] {
    const sent = this.#sentView(view);
    const nodes = sent ? (sentModule.value?.sentNodes(sent, this.viewState, this.messages) ?? []) : expectedNodes(view);
    return [...nodes, ...this.#share.expectedNodes(view), ...(this.#dialog?.expectedNodes(view) ?? [])];
  }

  #content(view: PaymentView) {
    switch (view.kind) {
      case 'loading':
        return placeholder(this, cardSkeleton(this, !this.viewState.contactLost));
      case 'payable':
        return this.#sent(view) ?? [this.#header(view), changedNote(view), this.renderPayable(view)];
      case 'problem':
        return problemTemplate(view, this);
      case 'blocked':
        return [
          view.header ? this.#header(view.header) : nothing,
          blockedTemplate(view, () => this.model.acceptDetails()),
        ];
      case 'outcome':
        return outcomeTemplate(view, this);
    }
  }

  #header(view: PayableView) {
    return cardHeader(view, this.renderChip(view));
  }

  #footer(view: PaymentView) {
    const toggled = (event: ToggleEvent, button: Element) => this.#toggled(event, button);
    return cardFooter(this, this.#shareButton(view, toggled), shopLinks(view, this), this.#help(view), toggled);
  }

  #toggled(event: ToggleEvent, button: Element) {
    this.#popovers.toggled(event, button);
    if ((event.target as Element).id === 'menu') this.#share.toggled(event.newState === 'open');
  }

  #shareButton(view: PaymentView, toggled: (event: ToggleEvent, button: Element) => void) {
    if (view.kind === 'payable') return popover('menu', this.messages.more, this.#share.menu(view), toggled);
    return view.kind === 'outcome' ? receiptButton(view, this, () => void this.#share.print()) : nothing;
  }

  /** How to pay, while there is something to pay; after that, only what the shop says and a link. */
  #help(view: PaymentView): unknown {
    if (view.kind === 'outcome') {
      const hasOwn = this.querySelector(':scope > [slot="help"]') !== null;
      if (!hasOwn && !view.hostedUrl) return undefined;
      return html`<slot name="help"></slot>${pageLink(view.hostedUrl, this.messages.openPage, 'link', this)}`;
    }
    const texts = this.help.map((key) => html`<p>${this.messages[key]}</p>`);
    const number = 'paymentId' in view ? numberFact(view.paymentId, this) : nothing;
    return html`<slot name="help">${texts}</slot>
      <p>${contactLink(this)}</p>
      ${number}`;
  }

  /** The button or link beside the status: what the payer can do when the shop does not respond, or nothing arrives. */
  #action({ status }: PaymentView): unknown {
    if (this.viewState.contactLost) return button('plain', 'try-now', this.messages.tryNow, () => this.refresh());
    return status.asksToContact && !status.visuallyHidden ? contactLink(this) : nothing;
  }

  #sentButton(view: PaymentView) {
    if (view.kind !== 'payable' || view.method === 'localcode' || view.phase !== 'awaiting' || this.#sentView(view))
      return nothing;
    return button('plain', 'sent-button', this.messages.sent, () => void this.#openSent(view));
  }

  /** The view of a payment of which the payer has said that the money is sent. */
  #sentView(view: PaymentView) {
    return view.kind === 'payable' && isSent(view, this.viewState) ? view : undefined;
  }

  /** The content for a payer who has sent the money; `undefined` unless the payer has opened it. */
  #sent(view: ShownPayable) {
    const sent = this.#sentView(view);
    if (!sent) return undefined;
    const parts = [contactLink(this), numberFact(view.paymentId, this)] as const;
    const close = () => void this.#step(undefined, '[part~=sent-button]');
    return sentModule.value?.sentTemplate(sent, this.viewState, this.messages, parts, close);
  }

  async #openSent({ paymentId }: PayableView) {
    this.model.lockDetails();
    try {
      const { sentStyles } = await sentModule.load();
      addStyles(this.renderRoot as ShadowRoot, [sentStyles]);
      await this.#step(paymentId, '.sent h2');
    } catch {
      this.model.reportFailedModule();
    }
  }

  async #step(sentId: string | undefined, focused: string) {
    this.isNewStep = true;
    this.setUi({ sentId });
    await this.updateComplete;
    focusOn(this.renderRoot.querySelector(focused));
  }
}

/**
 * The status line. It is always in the DOM, so that every change is announced.
 *
 * @param isLive - False when the element around this one announces the status.
 */
const statusLine = (status: StatusView, action: unknown, isLive: boolean): TemplateResult => {
  const { title, text, tone, visuallyHidden, hiddenText, announcement, timer, timerTone } = status;
  // The live region around this element has the text already.
  if (visuallyHidden && !isLive) return html`<div class="status vh" part="status"></div>`;
  const lines = html`<span class="vh">${hiddenText}</span><b>${title}</b><small>${text}</small
    ><span class="vh">${announcement}</span>`;
  return html`<div class="status ${tone} ${visuallyHidden ? 'vh' : ''}" part="status">
    <span class="dot"></span>
    <div>
      ${isLive ? html`<div role="status" aria-atomic="false">${lines}</div>` : html`<div>${lines}</div>`}
      ${timer && html`<div class="timer ${timerTone ?? ''}" part="timer" role="timer">${timer}</div>`}
    </div>
    ${action}
  </div>`;
};
