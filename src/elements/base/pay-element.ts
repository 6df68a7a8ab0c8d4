import { LitElement, html, isServer, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { Phase } from '../../core/payments/phases.ts';
import { languagesInsteadOf } from '../../i18n/load-messages.ts';
import type { Messages } from '../../i18n/messages.ts';
import { MessagesController } from '../controllers/messages-controller.ts';
import { nextPaint } from './next-paint.ts';
import { isChecked, MISPLACED, SLOTS, unknownValues } from './attribute-values.ts';
import { focusOn } from './focus-on.ts';
import { cardStyles } from '../card/styles/card.styles.ts';
import { controlStyles } from '../card/styles/control.styles.ts';
import { outcomeStyles } from '../card/styles/outcome.styles.ts';
import { printStyles } from '../card/styles/print.styles.ts';
import { skeletonStyles } from '../card/styles/skeleton.styles.ts';
import { cardSkeleton, hasFallbackContent, layoutOf, placeholder } from '../card/placeholder.ts';
import { baseStyles } from './pay-element.styles.ts';
import { MinHeightLock } from './min-height-lock.ts';

/** A page that knows a tag's type knows its events' too. */
export type {} from '../events.ts';

/** One column, two, or as the card's own width allows. */
export type Layout = 'auto' | 'stack' | 'row';

/** States in which a skeleton is shown. */
const UNSHOWN = new Set(['loading', 'preparing']);

/** Attributes that any element of a page may have, besides those with a property of the same name. */
const COMMON = /^(class|exportparts|tabindex|aria-|data-)/;
/** A `lang` that is none. Templates write `undefined` and `null` when they have no language. */
const UNSET = /^(undefined|null|)$/;

/**
 * The base class of all elements: their common attributes, messages and states, and the room that they keep on the page
 * while one view replaces another.
 *
 * The documentation below applies to all elements. The comment of an element adds to it, or replaces an entry of the same
 * name. `@omits` names attributes that an element does not have, `@shows` the elements inside it, whose entries it has, too.
 *
 * @attr {string} payment - The payment as JSON: the shop's public payment, or the service's raw response or its envelope.
 * @attr {string} src - The address of the payment. It is requested when the element is connected.
 * @attr {string} status-url - The address to poll for updates. Default: the payment's `statusUrl`, else `src`.
 * @attr {'auto'|'stack'|'row'} layout - `stack`: one column. `row`: two columns. `auto` (default): two columns when the element is at least 520 px wide.
 * @attr {string} contact - The address of the link 'Contact the shop': `mailto:`, `tel:` or `https:`. Any other is ignored, with a warning in the console.
 * @attr {string} home - The address of the link 'Back to the shop': `http:` or `https:`.
 * @attr {'none'} pay-notify - A new state of the payment is shown in the title of the document while the page is in the background. `none` leaves the title unchanged.
 * @attr {string} page-url - The address of a page that shows this payment again. The menu can share it, copy it and send it by e-mail. `#` is the page itself.
 * @attr {string} lang - The language. Default: the nearest `lang` attribute of an ancestor, else the language of the browser.
 * @attr {string} phase - Read only: `awaiting`, `detected`, `confirming`, `underpaid`, `unmatched`, `paid`, `overpaid`, `expired`, `late`, `failed`, `cancelled`, `refunded` or `unknown`.
 *
 * @fires {PayStatusEvent} pay-status - The payment was shown for the first time, or its status changed: `status`, `phase`, `previousPhase`, `payment`.
 * @fires {PayPaidEvent} pay-paid - The shop's backend reports that the payment is paid: `payment`. Again, when the page is loaded again.
 * @fires {PayProblemEvent} pay-problem - The payment cannot be shown or updated: `code`, `recoverable`, `problem`.
 * @fires {PayOpenEvent} pay-open - The payer opened the hosted `page`: `what`, `url`.
 *
 * @slot - Content for payers without JavaScript (`renderPayment`). Shown until the card has been rendered.
 * @slot header - Below the price: the name of the shop, the purchased items.
 * @slot footer - At the end of the card.
 * @slot paid - Below the outcome of a paid payment: a link back to the shop.
 * @slot help - Replaces the help text.
 * @slot retry - In the view of a payment that expired, arrived late, failed or was cancelled: a way to pay again.
 *
 * @csspart card - The whole card.
 * @csspart header - Price and method.
 * @csspart method - The method, in the corner.
 * @csspart amount - The price.
 * @csspart page-link - The link to the hosted page.
 * @csspart copy-button - A copy button.
 * @csspart hint - The hint beside a copy button.
 * @csspart transaction-link - The link to a transaction, at the explorer that the shop has chosen.
 * @csspart contact-link - The link 'Contact the shop', when `contact` is set.
 * @csspart home-link - The link 'Back to the shop', when `home` is set.
 * @csspart outcome - The view of a phase in which nothing is to be paid.
 * @csspart details-changed - The reminder that the shown details have changed, after the payer has requested them.
 * @csspart show-details - The button that shows the changed details.
 * @csspart status - The status line.
 * @csspart timer - The remaining time, in the last hour before the shop's `expiresAt`.
 * @csspart try-now - The button that repeats the request, or loads the card again.
 * @csspart footer - The links at the end of the card.
 * @csspart menu-button - Opens the menu: share, save, copy all, print.
 * @csspart menu - The menu.
 * @csspart print-button - Prints a receipt of a paid payment.
 * @csspart help-button - Opens the help.
 * @csspart help - The help.
 *
 * @cssprop [--pay-accent=#0b57d0] - Main button, links, focus ring.
 * @cssprop [--pay-on-accent=#fff] - Text on the accent color.
 * @cssprop [--pay-button=#0b57d0] - Background of the main button. Default: the accent color.
 * @cssprop [--pay-on-button=#fff] - Text of the main button.
 * @cssprop [--pay-focus=#0b57d0] - Focus ring. Default: the accent color.
 * @cssprop [--pay-ink=#14181f] - Text.
 * @cssprop [--pay-muted=#5a6472] - Secondary text.
 * @cssprop [--pay-link=#5a6472] - Links and text buttons at the end of the card. Default: the color of secondary text.
 * @cssprop [--pay-line=#e3e7ed] - Borders and separators.
 * @cssprop [--pay-border-width=1px] - Border width of the card, the chip and secondary buttons.
 * @cssprop [--pay-card=#fff] - Background of the card.
 * @cssprop [--pay-soft=#f3f6fb] - Background of secondary buttons.
 * @cssprop [--pay-chip=none] - Background of the chip in the corner.
 * @cssprop [--pay-ok=#137a3f] - Success.
 * @cssprop [--pay-warn=#8a5a00] - Warnings.
 * @cssprop [--pay-bad=#b3261e] - Failure.
 * @cssprop [--pay-radius=16px] - Corner radius of the card.
 * @cssprop [--pay-radius-inner=12px] - Corner radius of buttons, notes and the QR code's tile.
 * @cssprop [--pay-button-radius=12px] - Corner radius of buttons. Default: `--pay-radius-inner`.
 * @cssprop [--pay-chip-radius=99px] - Corner radius of the chip.
 * @cssprop [--pay-shadow=none] - Shadow of the card.
 * @cssprop [--pay-padding=20px] - Padding of the card.
 * @cssprop [--pay-gap=18px] - Gap between the sections of the card.
 * @cssprop [--pay-max-width=620px] - Maximum width of the card.
 * @cssprop [--pay-font=system-ui] - Font family.
 * @cssprop [--pay-font-size=max(15px, 0.9375rem)] - Font size of text. All other sizes are relative to it. A size in `rem` follows the browser's setting.
 * @cssprop [--pay-sum-size=1.867em] - Font size of the price.
 * @cssprop [--pay-title-size=1.6em] - Font size of an outcome's title. Smaller in a narrow card.
 * @cssprop [--pay-qr-size=232px] - Maximum width of a QR code.
 * @cssprop [--pay-motion=running] - `paused` stops all animations. They are always off with `prefers-reduced-motion`.
 *
 * @cssstate loading - The first response of `src`, or a `payment` that a framework sets later, has not arrived.
 * @cssstate problem - There is no payment to show: none was given, it is unreadable, or the shop no longer has it.
 * @cssstate lost - Three requests in a row have failed.
 * @cssstate awaiting - No money has been seen.
 * @cssstate detected - The payment was seen.
 * @cssstate confirming - The payment is being confirmed.
 * @cssstate underpaid - A part of the amount is missing.
 * @cssstate unmatched - The note was missing or different.
 * @cssstate paid - Paid.
 * @cssstate overpaid - Paid, with more than the amount.
 * @cssstate expired - The time to pay is over.
 * @cssstate late - Money arrived after the time to pay.
 * @cssstate failed - The shop reports that the payment failed.
 * @cssstate cancelled - The payment was cancelled.
 * @cssstate refunded - The money was sent back.
 * @cssstate unknown - The shop reports a status that is not known.
 */
export abstract class PayElement extends LitElement {
  /** @internal */
  static override styles = [baseStyles, skeletonStyles, controlStyles, cardStyles, outcomeStyles, printStyles];

  /** @internal */
  static override properties: PropertyDeclarations = {
    // A change to an empty value is reported each time: it tells that the page will set a payment later.
    payment: { hasChanged: (value: unknown, old: unknown) => !value || value !== old },
    src: {},
    statusUrl: { attribute: 'status-url' },
    layout: {},
    contact: {},
    home: {},
    payNotify: { attribute: 'pay-notify' },
    pageUrl: { attribute: 'page-url' },
    phase: { reflect: true },
  };

  /** @internal */
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'lang'];
  }

  /** The payment, as JSON text or as an object: the shop's public payment, or the service's raw response or its envelope. */
  declare payment: string | object | null | undefined;
  /** The address of the payment; in `<pay-checkout>` that of the order. */
  declare src: string;
  /** The address to poll for updates. When empty: the payment's `statusUrl`, else `src`. */
  declare statusUrl: string;
  /** One column, two columns, or depending on its own width (`auto`, the default). */
  declare layout: Layout;
  /** The address of the link 'Contact the shop': `mailto:`, `tel:` or `https:`. */
  declare contact: string;
  /** The address of the link 'Back to the shop': `http:` or `https:`. */
  declare home: string;
  /** `none` leaves the title of the document unchanged. */
  declare payNotify: string;
  /** The address of a page that shows this payment again, relative to the page. `#` is the page itself. */
  declare pageUrl: string;
  /** The phase of the payment, for styles and scripts. Read only. */
  declare phase: Phase | undefined;

  readonly #internals: ElementInternals | undefined = this.attachInternals?.();
  readonly #height = new MinHeightLock(this);
  readonly #localization = new MessagesController(this);
  /** Another view follows the one that is shown. */
  #isComing = false;
  /** The current state, or `undefined` before the first render. */
  #state: string | undefined;
  /** True when the payer has opened or closed a view that is not rendered yet. It has a height of its own. @internal */
  protected isNewStep = false;
  /** True until the page has painted the content of the element that a server has rendered. */
  #isHeld = false;

  constructor() {
    super();
    this.src = this.statusUrl = this.contact = this.home = this.payNotify = this.pageUrl = '';
    this.layout = 'auto';
  }

  /** Requests the current state now. */
  abstract refresh(): void;

  /** The messages in the language of the element. @internal */
  get messages(): Messages {
    return this.#localization.messages;
  }

  /** The language as a BCP 47 tag, for `Intl`. @internal */
  get locale(): string {
    return this.#localization.locale;
  }

  /** @internal */
  override connectedCallback(): void {
    if (!this.hasUpdated && !isServer && hasFallbackContent(this)) {
      this.#height.measure();
      this.#isComing = true;
    }
    super.connectedCallback();
    if (this.#isComing) this.#height.observe();
    this.#holdFallback();
    this.requestUpdate();
  }

  /** @internal */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#height.unobserve();
  }

  /** @internal */
  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (name === 'lang') this.requestUpdate();
    else super.attributeChangedCallback(name, old, value);
  }

  /** The states for `:state()`. The first one is the main state. @internal */
  protected abstract get states(): readonly string[];

  /** Renders the element in a browser. @internal */
  protected abstract renderContent(): TemplateResult;

  /** Renders the skeleton of what is shown first. @internal */
  protected renderSkeleton(): TemplateResult {
    return cardSkeleton(this);
  }

  /** Whether nothing was given to show. @internal */
  protected abstract get isEmpty(): boolean;

  /** Whether only the placeholder is rendered: on a server, and until the page has painted the content from there. @internal */
  protected get isHeld(): boolean {
    return isServer || this.#isHeld;
  }

  /** @internal */
  protected override willUpdate(changed: PropertyValues<this>): void {
    // A page removes a value by setting the property to nothing, or by removing the attribute.
    this.src ||= '';
    this.statusUrl ||= '';
    this.contact ||= '';
    this.home ||= '';
    this.payNotify ||= '';
    this.layout ||= 'auto';
    if (isServer) return;
    this.#localization.read();
    this.#checkAttributes(changed);
  }

  /** @internal */
  protected override update(changed: PropertyValues<this>): void {
    this.#showStates();
    const root = this.renderRoot as ShadowRoot;
    const focused = root.activeElement ?? this.querySelector(':focus');
    super.update(changed);
    const previous = this.#state;
    this.#state = this.states[0] ?? previous;
    this.#keepHeight(root, previous);
    if (!focused || root.contains(focused) || focused.getClientRects().length) return;
    // The focused node is gone ('Try now' after a response, the content from the server). The focus moves to the card, and
    // not to its heading, which the live region announces.
    focusOn(root.querySelector('.card, .name'));
  }

  /** @internal */
  protected override updated(_changed: PropertyValues<this>): void {
    this.isNewStep = false;
  }

  /** @internal */
  protected override render(): TemplateResult {
    if (!this.isHeld) return this.renderContent();
    const content = placeholder(this, this.renderSkeleton());
    if (hasFallbackContent(this)) return html`<div class="bare">${content}</div>`;
    return html`<div class="card ${layoutOf(this)}" part="card">${content}</div>`;
  }

  /** The payer sees the content of `renderPayment` before the first view is created. */
  #holdFallback() {
    const isUnpainted = performance.getEntriesByName?.('first-contentful-paint').length === 0;
    if (this.hasUpdated || !isUnpainted || !hasFallbackContent(this)) return;
    this.#isHeld = true;
    void nextPaint().then(() => {
      this.#isHeld = false;
      this.requestUpdate();
    });
  }

  #showStates() {
    const states = this.#internals?.states;
    states?.clear();
    try {
      for (const state of this.isHeld ? ['loading'] : this.states) states?.add(state);
    } catch {
      // Chromium before 125 accepts only dashed names. Styles for states have no effect there; nothing else is lost.
    }
  }

  /** Tells the developer of the page what has no effect. The element of a payment has the values of its `<pay-checkout>`. */
  #checkAttributes(changed: PropertyValues<this>) {
    if (this.hasUpdated && ![...changed.keys()].some(isChecked)) return;
    if ((this.getRootNode() as Partial<ShadowRoot>).host instanceof PayElement) return;
    const { observedAttributes: known } = this.constructor as typeof PayElement;
    const isEmpty = !this.hasUpdated && this.isEmpty;
    /** The languages that there are, when that of `lang` is none of them. */
    const languages = () => (UNSET.test(this.lang) ? undefined : languagesInsteadOf(this.lang.replaceAll('_', '-')));
    const isUsual =
      !languages() &&
      !unknownValues(this).length &&
      this.getAttributeNames().every((name) => name in this || known.includes(name) || COMMON.test(name)) &&
      [...this.children].every(({ slot }) => !slot || SLOTS.includes(slot)) &&
      !this.querySelector(MISPLACED);
    if (isUsual && !isEmpty) return;
    // A page works without the warnings.
    import('./markup-check.ts')
      .then(({ checkAttributes }) => {
        // A framework that hydrates its page sets the payment after the first update, and a shop its languages.
        checkAttributes(this, known, isEmpty && this.isEmpty, languages());
      })
      .catch(() => {});
  }

  /**
   * Keeps the height of a skeleton for the view that replaces it, until its state changes: what is below must not move
   * while the payment loads, and no empty room stays.
   *
   * @param previous - The state of the view before.
   */
  #keepHeight(root: ShadowRoot, previous: string | undefined) {
    if (this.isNewStep) {
      this.#height.unobserve();
      this.#height.unlock();
    } else if (this.#isComing) this.#height.lock();
    else if (this.#state !== previous && !UNSHOWN.has(previous ?? '')) this.#height.unlock();
    this.#isComing = root.querySelector('.skeleton-fields, .skeleton-list') !== null;
    if (this.#isComing && this.isConnected) return this.#height.observe();
    this.#height.unobserve();
    if (root.querySelector('.outcome')) this.#height.unlock();
  }
}
