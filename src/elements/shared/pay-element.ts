import {
  LitElement,
  html,
  isServer,
  type CSSResult,
  type PropertyDeclarations,
  type PropertyValues,
  type TemplateResult,
} from 'lit';
import type { Phase } from '../../core/status.ts';
import type { Direction } from '../../i18n/en.primary.ts';
import { loadFailure } from '../../i18n/en.load-failure.ts';
import { loadedMessages, loadMessages, onMessagesChange } from '../../i18n/load-messages.ts';
import { prefetch } from '../polling/prefetch.ts';
import { addStyles } from './adopt-styles.ts';
import { afterNextPaint } from './after-next-paint.ts';
import { focusOn } from './focus-on.ts';
import { nearestLang } from './nearest-lang.ts';
import { skeletonStyles } from './styles/skeleton.styles.ts';
import { hasFallbackContent, layoutOf, placeholder } from './placeholder.ts';
import { baseStyles } from './styles/pay-element.styles.ts';
import { MinHeightLock } from './min-height-lock.ts';

/** A page that knows a tag's type knows its events' too. */
export type {} from '../events.ts';

/** One column, two, or as the card's own width allows. */
export type Layout = 'auto' | 'stack' | 'row';

/** What a tag shows once it is loaded. */
export interface CardView {
  /** Adopted by the tag with the card; a card of a payment adds its own. */
  readonly styles?: readonly CSSResult[];
  readonly phase: Phase | undefined;
  /** For `:state(…)`. */
  readonly states: readonly string[];
  /**
   * Called before every update of the tag.
   *
   * @param awaited - The page has a place for the payment and nothing in it yet.
   */
  prepare(awaited: boolean): void;
  /** True when the payer requested the new view: it has its own height, and the height of the view before is not kept. */
  readonly isNewStep?: boolean;
  refresh(): void;
  render(): TemplateResult;
}

/** Creates the card of an element. */
export type CardConstructor = new (host: PayElement) => CardView;

/** States that another view follows, and states in which there is something to pay. */
const COMING = new Set(['loading', 'choosing', 'preparing', 'busy', 'lost']);
const PAYABLE = new Set(['awaiting', 'underpaid', 'unknown']);

/**
 * The base class of all elements: attributes, the card, and a placeholder until the card has been loaded.
 *
 * `pay-elements/define/pay-crypto` and its siblings contain the card of their element, so that it is painted at once.
 * `pay-elements/define` registers all elements in a few kilobytes. The first element of a kind loads its card while `src`
 * is requested.
 *
 * The documentation below applies to all elements. The comment of an element adds to it, or replaces an entry of the same
 * name. `@omits` names attributes that an element does not have.
 *
 * @attr {string} payment - The payment as JSON: the shop's public payment, or the service's raw response or its envelope.
 * @attr {string} src - The address of the payment. It is requested when the element is connected.
 * @attr {string} status-url - The address to poll for updates. Default: the payment's `statusUrl`, else `src`.
 * @attr {'auto'|'stack'|'row'} layout - `stack`: one column. `row`: two columns. `auto` (default): two columns when the element is at least 520 px wide.
 * @attr {string} contact - The address of the link 'Contact the shop': `mailto:`, `tel:` or `https:`. Any other is ignored, with a warning in the console.
 * @attr {string} home - The address of the link 'Back to the shop': `http:` or `https:`.
 * @attr {string} pay-notify - How to notify the payer of a new state while the page is in the background, besides the document's title: a list of `sound`, `vibration`, `notification` (only with a permission that the page already has) and `badge` (on the page's icon). `none` also leaves the title unchanged.
 * @attr {string} page-url - The address of a page that shows this payment again. The menu can share it, copy it and send it by e-mail. `#` is the page itself.
 * @attr {string} lang - The language. Default: the nearest `lang` attribute of an ancestor, else the language of the browser.
 * @attr {string} phase - Read only: `awaiting`, `detected`, `confirming`, `underpaid`, `unmatched`, `paid`, `overpaid`, `expired`, `late`, `failed`, `cancelled`, `refunded` or `unknown`.
 *
 * @fires {PayStatusEvent} pay-status - The payment was shown for the first time, or its status changed: `status`, `phase`, `previousPhase`, `payment`.
 * @fires {PayPaidEvent} pay-paid - The shop's backend reports that the payment is paid: `payment`.
 * @fires {PayProblemEvent} pay-problem - The payment cannot be shown or updated: `code`, `recoverable`, `problem`.
 * @fires {PayOpenEvent} pay-open - The payer opened the hosted `page`: `what`, `url`.
 *
 * @slot - Content for payers without JavaScript (`renderPayment`). Shown until the card has been rendered.
 * @slot header - Below the price: the name of the shop, the purchased items.
 * @slot footer - At the end of the card.
 * @slot paid - Below the outcome of a paid payment: a link back to the shop.
 * @slot help - Replaces the help text.
 *
 * @csspart card - The whole card.
 * @csspart header - Price and method.
 * @csspart method - The method, in the corner.
 * @csspart amount - The price.
 * @csspart page-link - The link to the hosted page.
 * @csspart copy-button - A copy button.
 * @csspart hint - The hint beside a copy button.
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
 * @cssprop [--pay-font-size=15px] - Font size of text. All other sizes are relative to it. `1rem` follows the browser's setting.
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
  static override styles = [baseStyles, skeletonStyles];

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

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'lang'];
  }

  /** The payment, as JSON text or as an object: the shop's public payment, or the service's raw response or its envelope. */
  declare payment: string | object | null | undefined;
  /** The address of the payment. */
  declare src: string;
  /** The address to poll for updates. When empty: the payment's `statusUrl`, else `src`. */
  declare statusUrl: string;
  /** One column, two columns, or depending on its own width (`auto`, the default). */
  declare layout: Layout;
  /** The address of the link 'Contact the shop': `mailto:`, `tel:` or `https:`. */
  declare contact: string;
  /** The address of the link 'Back to the shop': `http:` or `https:`. */
  declare home: string;
  /** How to notify the payer besides the title: a list of `sound vibration notification badge`, or `none`. */
  declare payNotify: string;
  /** The address of a page that shows this payment again, relative to the page. `#` is the page itself. */
  declare pageUrl: string;
  /** The phase of the payment, for styles and scripts. Read only. */
  declare phase: Phase | undefined;

  /** The card, when it was loaded together with the element. @internal */
  static card: CardConstructor | undefined;

  readonly #internals: ElementInternals | undefined = this.attachInternals?.();
  readonly #height = new MinHeightLock(this);
  /** Another view follows the one that is shown. */
  #isComing = false;
  /** The current state, or `undefined` before the first render. */
  #state: string | undefined;
  #loading: Promise<CardConstructor> | undefined;
  #card: CardView | undefined;
  #opening = false;
  #failed = false;
  /** True when `payment` is empty and neither a payment nor `src` was set before: a framework renders before its data arrives. */
  #awaited: boolean | undefined;
  #cancelPrefetch: (() => void) | undefined;
  readonly #onMessages = () => void (this.#failed && this.requestUpdate());

  constructor() {
    super();
    this.src = this.statusUrl = this.contact = this.home = this.payNotify = this.pageUrl = '';
    this.layout = 'auto';
    // An element that is created will be shown. `#open` reports when its card cannot be loaded.
    if (!isServer && !this.#ready) this.#load().catch(() => {});
  }

  /** Polls the status address now. */
  refresh(): void {
    if (this.#card) this.#card.refresh();
    else void this.#open();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#isComing) this.#height.observe();
    loadMessages(nearestLang(this));
    onMessagesChange.add(this.#onMessages);
    if (this.src && !this.payment && !this.phase) this.#cancelPrefetch = prefetch(this.src);
    const ready = this.#ready;
    if (ready && !this.#card && !this.#isFallbackUnpainted) this.#show(ready);
    void this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    onMessagesChange.delete(this.#onMessages);
    this.#cancelPrefetch?.();
    this.#height.unobserve();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (name === 'lang') this.requestUpdate();
    else super.attributeChangedCallback(name, old, value);
  }

  /** Loads the card. */
  protected abstract load(): Promise<CardConstructor>;

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Frameworks render an element before their data arrives. In HTML, an empty attribute is final.
    if (this.payment || this.src || this.hasAttribute('payment')) this.#awaited = false;
    else if (changed.has('payment')) this.#awaited ??= true;
    // A page removes a value by setting the property to nothing, or by removing the attribute.
    this.src ||= '';
    this.statusUrl ||= '';
    this.contact ||= '';
    this.home ||= '';
    this.layout ||= 'auto';
    const card = this.#card;
    card?.prepare(this.#awaited === true);
    if (card) this.phase = card.phase;
    const states = this.#internals?.states;
    states?.clear();
    try {
      for (const state of this.#states) states?.add(state);
    } catch {
      // Chromium before 125 accepts only dashed names. Styles for states have no effect there; nothing else is lost.
    }
  }

  protected override update(changed: PropertyValues<this>): void {
    const root = this.renderRoot as ShadowRoot;
    const focused = root.activeElement;
    super.update(changed);
    this.#state = this.#states[0] ?? this.#state;
    this.#keepHeight(root);
    if (!focused || root.contains(focused)) return;
    // The focused node was removed ('Try now' after a response). The focus moves to the card, and not to its heading,
    // which the live region announces.
    focusOn(root.querySelector('.card, .name'));
  }

  protected override render(): TemplateResult {
    if (this.#card) return this.#card.render();
    if (this.#failed) return this.#renderFailure();
    if (hasFallbackContent(this)) return html`<div class="bare">${placeholder(this)}</div>`;
    return html`<div class="card ${layoutOf(this)}" part="card">${placeholder(this)}</div>`;
  }

  get #states(): readonly string[] {
    return this.#card?.states ?? [this.#failed ? 'problem' : 'loading'];
  }

  /** The card, when it was loaded together with the element. */
  get #ready(): CardConstructor | undefined {
    return (this.constructor as typeof PayElement).card;
  }

  /** Keeps the height of the view before for the next view, as long as there is something to pay. */
  #keepHeight(root: ShadowRoot) {
    if (this.#card?.isNewStep) {
      this.#height.unobserve();
      this.#height.unlock();
    } else if (this.#isComing) this.#height.lock();
    this.#isComing = COMING.has(this.#state ?? '') || root.querySelector('.skeleton-fields') !== null;
    if (this.#isComing && this.isConnected) return this.#height.observe();
    this.#height.unobserve();
    if (!PAYABLE.has(this.#state ?? '') || root.querySelector('.card > .outcome')) this.#height.unlock();
  }

  /** Renders the content of the element, an error message and a button, when the card cannot be loaded. */
  #renderFailure() {
    const messages = {
      ...loadFailure,
      tryNow: 'Try now',
      lang: 'en',
      dir: 'ltr' as Direction,
      ...loadedMessages(nearestLang(this)),
    };
    const { loadFailed, loadFailedText, tryNow, lang, dir } = messages;
    return html`<div class="card ${layoutOf(this)}" part="card" lang=${lang} dir=${dir}>
      <p role="alert"><b>${loadFailed}</b> ${loadFailedText}</p>
      <button type="button" class="plain" part="try-now" @click=${() => this.#open()}>${tryNow}</button>
      <div><slot></slot></div>
    </div>`;
  }

  #load() {
    return (this.#loading ??= this.load());
  }

  /** Whether the page has painted nothing yet, and the element contains what a payer can see before the card. */
  get #isFallbackUnpainted() {
    return hasFallbackContent(this) && performance.getEntriesByName?.('first-contentful-paint').length === 0;
  }

  #show(Card: CardConstructor) {
    this.#card = new Card(this);
    addStyles(this.renderRoot as ShadowRoot, this.#card.styles ?? []);
  }

  async #open() {
    if (this.#card || this.#opening) return;
    this.#opening = true;
    try {
      const Card = await this.#load();
      await this.updateComplete; // the shadow root is there after the first update
      // The payer sees the QR code of `renderPayment` before the card is created.
      if (this.#isFallbackUnpainted) await afterNextPaint();
      if (!this.#card) this.#show(Card);
    } catch (error) {
      this.#failed = true;
      this.#loading = undefined;
      this.#cancelPrefetch?.();
      console.error(`${this.localName}: could not be loaded`, error);
    }
    this.#opening = false;
    this.requestUpdate();
  }
}
