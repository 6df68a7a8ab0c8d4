import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type { Phase } from '../../core/status.ts';
import { hasFormattedMoney } from '../../i18n/format-money.ts';
import { firstView } from '../../view/first-view.ts';
import type { PaymentView } from '../../view/payment-view.ts';
import { initialState, type CopiedThing, type ViewState } from '../../view/state.ts';
import { MessagesController } from '../controllers/messages-controller.ts';
import { PaymentController, type Follower } from '../controllers/payment-controller.ts';
import { ViewStore } from '../controllers/view-store.ts';
import { PayOpenEvent, type OpenedThing } from '../events.ts';
import { addStyles } from './adopt-styles.ts';
import { afterNextPaint } from './after-next-paint.ts';
import { afterPaint, type AfterPaint } from './after-paint-module.ts';
import type { CardDefinition } from './card-context.ts';
import type { CardInteractions, InteractiveCard } from './card-interactions.ts';
import { encoder } from './encode-qr.ts';
import type { CardConstructor, CardView, PayElement } from './pay-element.ts';
import { hasFallbackContent, layoutOf, placeholder } from './placeholder.ts';
import { popover } from './popover-trigger.ts';
import { cardFooter, cardHeader, changedNote } from './templates/card-parts.ts';
import { statusLine } from './templates/status-line.ts';

/** The maximum time that the later modules wait for the response of `src`. Milliseconds. */
const PATIENCE_MS = 1_000;

/** Controls that work before the later modules are loaded: 'Try now', and the button that unfolds the QR code. */
const PRESSED_AT_ONCE = '[part=try-now], .fold';

const stop = (event: Event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * The card of a payment. It reads and follows the payment, and renders the view that `paymentView` returns. The parts
 * that depend on the method come from a `CardDefinition`.
 *
 * The first view needs only modules that are loaded with the element. Polling, the integrity check and all other views
 * are loaded after its first paint (`after-paint.ts`). A click that copies or opens something before that waits for the
 * integrity check.
 */
class PaymentCard implements CardView, ReactiveController, InteractiveCard {
  readonly host: PayElement & { readonly qr?: string };
  readonly #definition: CardDefinition;
  readonly store: ViewStore;
  readonly #payments: PaymentController;
  readonly #localization: MessagesController;
  #later: AfterPaint | undefined;
  #interactions: CardInteractions | undefined;
  #follower: Follower | undefined;
  /** True when the later modules are being loaded, or will be after the next paint. */
  #scheduled = false;
  #failed = false;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** True when the payer has opened or closed a view that is not rendered yet. */
  isNewStep = false;
  #view: { readonly of: readonly unknown[]; readonly view: PaymentView } | undefined;
  /** The view that was rendered last. */
  #rendered: PaymentView | undefined;

  constructor(host: PayElement, definition: CardDefinition) {
    this.host = host;
    this.#definition = definition;
    this.store = new ViewStore(
      host,
      initialState(definition.method, { showsPrices: hasFormattedMoney() || hasFallbackContent(host) }),
    );
    this.#payments = new PaymentController(host, this.store);
    this.#localization = new MessagesController(host);
    host.addController(this);
    const root = host.renderRoot as ShadowRoot;
    for (const type of ['click', 'auxclick', 'copy']) root.addEventListener(type, (event) => this.#guard(event), true);
    addStyles(root, definition.styles);
    if (afterPaint.value) this.#complete(afterPaint.value);
  }

  get state(): ViewState {
    return this.store.state;
  }

  get messages() {
    return this.#localization.messages;
  }

  /** The phase of the payment; `undefined` while no payment can be shown. */
  get phase(): Phase | undefined {
    return this.state.problem ? undefined : this.state.payment?.phase;
  }

  /** The states for `:state()`: the phase, `problem` or `loading`, and `lost` in addition. */
  get states(): readonly string[] {
    const { problem, contactLost } = this.state;
    const without = problem ? 'problem' : 'loading';
    return [this.phase ?? without, ...(contactLost ? ['lost'] : [])];
  }

  /** Called before every update of the element. */
  prepare(awaited: boolean): void {
    const host = this.host;
    const { payment, src, statusUrl, qr = '' } = host;
    this.#localization.read();
    const hasCodeForm = this.#definition.method === 'localcode' && !!host.querySelector(':scope > [slot="code"]');
    this.store.update({ locale: this.#localization.locale, qr, hasCodeForm });
    // For no payment, templates pass undefined, null, an empty string or false.
    this.#payments.prepare({ payment: payment || undefined, src, statusUrl, awaited });
  }

  refresh(): void {
    if (this.#later) this.#payments.refresh();
    else void this.#load();
  }

  hostConnected(): void {
    this.host.requestUpdate();
  }

  hostUpdated(): void {
    this.isNewStep = false;
    if (this.#rendered) this.#interactions?.expect(this.#rendered);
    if (!this.state.showsPrices && this.#rendered?.kind === 'payable')
      void afterNextPaint().then(() => this.store.update({ showsPrices: true }));
    if (!this.#later) this.#schedule();
  }

  hostDisconnected(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    this.#stopRetrying();
  }

  update(change: Partial<ViewState>): void {
    this.store.update(change);
    this.host.requestUpdate();
  }

  copy(what: CopiedThing, text: string, button: HTMLElement, shown: Element | null): void {
    this.#interactions?.copy(what, text, button, shown);
  }

  enlarge(): unknown {
    return this.#interactions?.enlargeButton();
  }

  opened(what: OpenedThing, url: string): void {
    this.taken();
    if (what === 'wallet') this.#interactions?.walletTapped();
    this.host.dispatchEvent(new PayOpenEvent(what, url));
  }

  /** Called when the payer has copied or opened payment details. It locks them against replacement. */
  taken(): void {
    this.#follower?.lockDetails();
  }

  /** Called when other code has changed this field of the card. */
  tampered(field: string): void {
    this.store.update({ tampered: field });
    this.#payments.report({ code: 'tampered', field });
  }

  render(): TemplateResult {
    const host = this.host;
    const { messages, view } = this;
    this.#rendered = view;
    const { contactLost } = this.state;
    const isComing = view.kind === 'loading' && !contactLost;
    const isBare = isComing && hasFallbackContent(host);
    return html`<div
      class=${isBare ? 'bare' : `card ${layoutOf(host)}`}
      part="card"
      role="group"
      lang=${messages.lang}
      dir=${messages.dir}
      aria-label=${messages[this.#definition.method]}
    >
      ${this.#content(view)} ${statusLine(view.status, contactLost ? this.#tryNow() : nothing)}
      ${this.#sentButton(view)} ${isComing ? nothing : [this.#footer(view), html`<slot name="footer"></slot>`]}
      <div class="pop hint" part="hint" popover="manual">${this.#later?.copyHint(this.state, messages)}</div>
    </div>`;
  }

  /** The text of a QR code that is not drawn yet; `undefined` when there is none. */
  get undrawnText(): string | undefined {
    const { view } = this;
    const qr = view.kind === 'payable' ? view.qr : undefined;
    return qr?.kind === 'code' && !qr.drawing ? qr.text : undefined;
  }

  /** The current view. It is computed once for each state and set of messages. */
  get view(): PaymentView {
    const { state, messages } = this;
    const of = [state, messages, this.#later];
    if (!this.#view?.of.every((each, at) => each === of[at])) {
      const make = this.#later?.paymentView ?? firstView;
      this.#view = { of, view: make(this.#definition.payable, state, messages) };
    }
    return this.#view.view;
  }

  #content(view: PaymentView) {
    const { body, chip, method } = this.#definition;
    switch (view.kind) {
      case 'loading':
        return placeholder(this.host, !this.state.contactLost);
      case 'payable':
        return (
          this.#interactions?.sent(view) ?? [
            cardHeader(view, chip?.(view) ?? this.messages[method]),
            changedNote(view),
            body(view, this),
          ]
        );
      case 'problem':
        return this.#later!.problemTemplate(view, this);
      case 'blocked':
        return this.#later!.blockedTemplate(view, this, () => this.#follower?.acceptDetails());
      case 'outcome':
        return this.#later!.outcomeTemplate(view, this);
    }
  }

  #footer(view: PaymentView) {
    const toggled = (event: ToggleEvent, button: Element) => this.#interactions?.toggled(event, button);
    const help = [this.messages[this.#definition.help], this.#interactions?.contactFacts(view)] as const;
    return cardFooter(view, this, help, this.#share(view, toggled), toggled);
  }

  /** The share menu while the payment can be paid, and the receipt button when it is paid. */
  #share(view: PaymentView, toggled: (event: ToggleEvent, button: Element) => void) {
    if (view.kind === 'payable') return popover('menu', this.messages.more, this.#interactions?.menu(view), toggled);
    return view.kind === 'outcome'
      ? this.#later!.receiptButton(view, this, () => this.#interactions?.print())
      : nothing;
  }

  /** The button that opens the view for a payer who has sent the money. */
  #sentButton(view: PaymentView) {
    if (view.kind !== 'payable' || view.method !== 'crypto' || view.missing || this.state.sentId === view.paymentId)
      return nothing;
    return html`<button
      type="button"
      class="plain"
      part="sent-button"
      @click=${() => this.#interactions?.openSent(view)}
    >
      ${this.messages.sent}
    </button>`;
  }

  #tryNow() {
    return html`<button type="button" class="plain" part="try-now" @click=${() => this.refresh()}>
      ${this.messages.tryNow}
    </button>`;
  }

  /**
   * Cancels clicks and copy events when a node differs from the view. Before the integrity check is loaded, it cancels
   * them too, and repeats a click after the check.
   */
  #guard(event: Event) {
    if (this.#interactions) {
      if (!this.#interactions.check()) stop(event);
      return;
    }
    const isPressed = (node: EventTarget): node is HTMLElement =>
      node instanceof HTMLElement && node.matches('a, button');
    const target = event.composedPath().find(isPressed);
    if (event.type !== 'copy' && (!target || target.matches(PRESSED_AT_ONCE))) return;
    stop(event);
    void this.#load().then(() => {
      const isSafe = this.#rendered?.kind === 'payable' && this.#interactions?.check();
      // A blocked card no longer contains the link or button.
      if (isSafe && event.type === 'click' && target?.isConnected) target.click();
    });
  }

  /**
   * Loads the later modules: after the next paint when a view is shown, at once when the card is loading. While the
   * response of `src` is pending, waits for it up to `PATIENCE_MS`.
   */
  #schedule() {
    if (this.#scheduled || this.#failed || !this.host.isConnected) return;
    // Loads in parallel. Not on a phone, because the QR code may stay folded there.
    if (this.undrawnText !== undefined && !matchMedia('(pointer: coarse)').matches) encoder.load().catch(() => {});
    const { payment, problem } = this.state;
    if (!payment && !problem && this.host.src && !this.#payments.isUnread) {
      this.#patience ??= setTimeout(() => void this.#load(), PATIENCE_MS);
      return;
    }
    this.#scheduled = true;
    if (this.view.kind === 'loading') void this.#load();
    else void afterNextPaint().then(() => this.#load());
  }

  readonly #retry = () => void this.#load();

  #stopRetrying() {
    if (this.#failed) removeEventListener('online', this.#retry);
    this.#failed = false;
  }

  async #load() {
    clearTimeout(this.#patience);
    this.#scheduled = true;
    try {
      const later = await afterPaint.load();
      if (!this.#later) this.#complete(later);
    } catch (error) {
      this.#scheduled = false;
      if (!this.host.isConnected) return;
      this.#failed = true;
      this.store.update({ contactLost: true });
      this.#payments.report({ code: 'contact-lost' });
      addEventListener('online', this.#retry, { once: true });
      console.error(`${this.host.localName}: could not be loaded`, error);
    }
  }

  /** Called when the later modules are loaded. */
  #complete(later: AfterPaint) {
    const host = this.host;
    this.#later = later;
    this.#stopRetrying();
    this.store.update({ contactLost: false, showsPrices: true });
    addStyles(host.renderRoot as ShadowRoot, later.laterStyles);
    this.#interactions = new later.CardInteractions(host, this);
    // Compares the nodes of the first view at once.
    if (this.#rendered) this.#interactions.expect(this.#rendered);
    this.#interactions.check();
    this.#follower = new later.PaymentFollower(this.#payments);
    this.#payments.follow(this.#follower);
    host.requestUpdate();
  }
}

/** Returns the card class of a method, for its element. */
export const cardOf = (definition: CardDefinition): CardConstructor =>
  class extends PaymentCard {
    constructor(host: PayElement) {
      super(host, definition);
    }
  };
