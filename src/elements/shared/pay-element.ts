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
  /** The payer asked for what is rendered now: it has its own height, and the height of what was there is not kept. */
  readonly isNewStep?: boolean;
  refresh(): void;
  render(): TemplateResult;
}

/** Makes the card of a tag. */
export type CardConstructor = new (host: PayElement) => CardView;

/** States after which there is more to come, and those in which there is something to pay. */
const COMING = new Set(['loading', 'choosing', 'preparing', 'busy', 'lost']);
const PAYABLE = new Set(['awaiting', 'underpaid', 'unknown']);

/**
 * What all tags have in common: attributes, the card, and the shape of the card until it is there.
 *
 * `pay-elements/define/pay-crypto` and the like bring the card of their tag along, so that it is painted at once.
 * With `pay-elements/define` a page registers all tags for a few kilobytes; the first tag that is made loads its card,
 * while `src` is requested.
 *
 * The documentation below is that of all tags; a tag's own comment adds to it, or replaces an entry of the same name;
 * `@omits` names attributes that a tag does not have.
 *
 * @attr {string} payment - The payment as JSON: the shop's public payment, or the service's raw answer or envelope.
 * @attr {string} src - Where to get the payment.
 * @attr {string} status-url - Where to ask for news of it. Default: the payment's `statusUrl`, else `src`.
 * @attr {'auto'|'stack'|'row'} layout - One column, two, or two from 520 px of its own width (`auto`, the default).
 * @attr {string} contact - Where 'Contact the shop' leads: a `mailto:`, `tel:` or `https:` address. The developer is told of any other.
 * @attr {string} home - Where 'Back to the shop' leads: an `http:` or `https:` address.
 * @attr {string} pay-notify - What tells the payer that the state has changed, beside the document's title while the page is in the background: words of `sound`, `vibration`, `notification` (where the page has the permission already) and `badge` (on the page's icon). `none` leaves the title alone, too.
 * @attr {string} page-url - The address of a page that shows this payment again: the menu offers it to be shared, copied and sent by e-mail. `#` for the page itself.
 * @attr {string} lang - The language. Default: the nearest `lang` around it, else the browser's.
 * @attr {string} phase - Read only: `awaiting`, `detected`, `confirming`, `underpaid`, `unmatched`, `paid`, `overpaid`, `expired`, `late`, `failed`, `cancelled`, `refunded` or `unknown`.
 *
 * @fires {PayStatusEvent} pay-status - The payment was shown for the first time, or its status changed: `status`, `phase`, `previousPhase`, `payment`.
 * @fires {PayPaidEvent} pay-paid - The shop's backend says that it is paid: `payment`.
 * @fires {PayProblemEvent} pay-problem - Something is in the way: `code`, `recoverable`, `problem`.
 * @fires {PayOpenEvent} pay-open - The payer opened the hosted `page`: `what`, `url`.
 *
 * @slot - What a payer without JavaScript sees (`renderPayment`), shown until the card is there.
 * @slot header - Under the sum: the shop's name, what is bought.
 * @slot footer - At the very end of the card.
 * @slot paid - Under the outcome once it is paid: a way back to the shop.
 * @slot help - Instead of the help text.
 *
 * @csspart card - The whole card.
 * @csspart header - Sum and method.
 * @csspart method - The method in the corner.
 * @csspart amount - The fiat sum.
 * @csspart page-link - The link to the hosted page.
 * @csspart copy-button - A copy button.
 * @csspart hint - What appears at a copy button.
 * @csspart contact-link - 'Contact the shop', where the page has given `contact`.
 * @csspart home-link - 'Back to the shop', where the page has given `home`.
 * @csspart outcome - The view of a phase with nothing to pay.
 * @csspart details-changed - Reminds who asked for changed details that they are others.
 * @csspart show-details - The button that shows changed details.
 * @csspart status - The status line.
 * @csspart timer - The time left to pay, in the last hour before the shop's `expiresAt`.
 * @csspart try-now - The button that asks, or loads the card, again.
 * @csspart footer - Links at the foot.
 * @csspart menu-button - Opens what else can be done: share, save, copy everything, print.
 * @csspart menu - That menu.
 * @csspart print-button - Prints a receipt, once it is paid.
 * @csspart help-button - Opens the help.
 * @csspart help - The help.
 *
 * @cssprop [--pay-accent=#0b57d0] - Main button, links, focus ring.
 * @cssprop [--pay-on-accent=#fff] - Text on the accent.
 * @cssprop [--pay-button=#0b57d0] - The ground of the main button. The accent, when empty.
 * @cssprop [--pay-on-button=#fff] - Text on it.
 * @cssprop [--pay-focus=#0b57d0] - The focus ring. The accent, when empty.
 * @cssprop [--pay-ink=#14181f] - Text.
 * @cssprop [--pay-muted=#5a6472] - Quieter text.
 * @cssprop [--pay-link=#5a6472] - Links and quiet buttons at the foot. As quieter text, when empty.
 * @cssprop [--pay-line=#e3e7ed] - Hairlines and edges.
 * @cssprop [--pay-border-width=1px] - Edges of the card, the chip and quieter buttons.
 * @cssprop [--pay-card=#fff] - The card's ground.
 * @cssprop [--pay-soft=#f3f6fb] - The ground of quieter buttons.
 * @cssprop [--pay-chip=none] - The ground of the chip in the corner.
 * @cssprop [--pay-ok=#137a3f] - Success.
 * @cssprop [--pay-warn=#8a5a00] - Warnings.
 * @cssprop [--pay-bad=#b3261e] - Failure.
 * @cssprop [--pay-radius=16px] - The card's corners.
 * @cssprop [--pay-radius-inner=12px] - Corners of buttons, notes and the tile of the code.
 * @cssprop [--pay-button-radius=12px] - Corners of buttons, where they are others.
 * @cssprop [--pay-chip-radius=99px] - Corners of the chip.
 * @cssprop [--pay-shadow=none] - The shadow of the card.
 * @cssprop [--pay-padding=20px] - Inside the card.
 * @cssprop [--pay-gap=18px] - Between the parts of the card.
 * @cssprop [--pay-max-width=620px] - The card's greatest width.
 * @cssprop [--pay-font=system-ui] - Font family.
 * @cssprop [--pay-font-size=15px] - Text; all other sizes follow it. `1rem` obeys the browser's own setting.
 * @cssprop [--pay-sum-size=1.867em] - The fiat sum.
 * @cssprop [--pay-title-size=1.6em] - The title of an outcome; less in a narrow card.
 * @cssprop [--pay-qr-size=232px] - Greatest width of a QR code.
 * @cssprop [--pay-motion=running] - `paused` lets nothing move; nothing does for who asked for less motion.
 *
 * @cssstate loading - Waiting for the first answer of `src`, or for a `payment` that a framework has set to nothing so far.
 * @cssstate problem - There is nothing to show: no payment, an unreadable one, or one the shop no longer knows.
 * @cssstate lost - Three questions in a row went without an answer.
 * @cssstate awaiting - Nothing has been seen yet.
 * @cssstate detected - The payment was seen.
 * @cssstate confirming - It is being confirmed.
 * @cssstate underpaid - A part is missing.
 * @cssstate unmatched - The note was missing or different.
 * @cssstate paid - Paid.
 * @cssstate overpaid - Paid, and more than asked.
 * @cssstate expired - The time to pay is over.
 * @cssstate late - Money came after that.
 * @cssstate failed - The shop reports that it failed.
 * @cssstate cancelled - Cancelled.
 * @cssstate refunded - The money was sent back.
 * @cssstate unknown - The shop reports a word that nobody knows.
 */
export abstract class PayElement extends LitElement {
  static override styles = [baseStyles, skeletonStyles];

  static override properties: PropertyDeclarations = {
    // Also where it is set to nothing again: a page that does so means to have one.
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

  /** The payment: JSON text or an object; also the service's raw answer or its whole envelope. */
  declare payment: string | object | null | undefined;
  /** Where to get the payment. */
  declare src: string;
  /** Where to ask for news of it. The payment's own `statusUrl`, else `src`, when empty. */
  declare statusUrl: string;
  /** One column, two, or as its own width allows (`auto`, the default). */
  declare layout: Layout;
  /** Where 'Contact the shop' leads: a `mailto:`, `tel:` or `https:` address. */
  declare contact: string;
  /** Where 'Back to the shop' leads: a web address. */
  declare home: string;
  /** What tells the payer of a change beside the title: words of `sound vibration notification badge`; or `none`. */
  declare payNotify: string;
  /** The address of a page that shows this payment again, relative to the page's; `#` for the page itself. */
  declare pageUrl: string;
  /** What is known of the payment, for styling and scripts. Read only. */
  declare phase: Phase | undefined;

  /** The card, where it was loaded with the tag. @internal */
  static card: CardConstructor | undefined;

  readonly #internals: ElementInternals | undefined = this.attachInternals?.();
  readonly #height = new MinHeightLock(this);
  /** Something else will follow what is shown. */
  #isComing = false;
  /** The current state, or `undefined` before the first render. */
  #state: string | undefined;
  #loading: Promise<CardConstructor> | undefined;
  #card: CardView | undefined;
  #opening = false;
  #failed = false;
  /** True when `payment` was set to nothing and there never was one, nor a `src`: a framework renders before its data arrives. */
  #awaited: boolean | undefined;
  #cancelPrefetch: (() => void) | undefined;
  readonly #onMessages = () => void (this.#failed && this.requestUpdate());

  constructor() {
    super();
    this.src = this.statusUrl = this.contact = this.home = this.payNotify = this.pageUrl = '';
    this.layout = 'auto';
    // A tag that is made will be shown. Should its card not load, `#open` says so.
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
    if (ready && !this.#card) this.#show(ready);
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
    // Frameworks draw a tag before their data is there. In HTML an empty attribute is what stays.
    if (this.payment || this.src || this.hasAttribute('payment')) this.#awaited = false;
    else if (changed.has('payment')) this.#awaited ??= true;
    // A page takes a property away by setting it to nothing, or its attribute off.
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
      // Chromium before 125 takes dashed names only. A shop's looks are missed; the payment is not.
    }
  }

  protected override update(changed: PropertyValues<this>): void {
    const root = this.renderRoot as ShadowRoot;
    const focused = root.activeElement;
    super.update(changed);
    this.#state = this.#states[0] ?? this.#state;
    this.#keepHeight(root);
    if (!focused || root.contains(focused)) return;
    // What had the focus is gone ('Try now' after an answer): go on from the card. Not from its heading, which the
    // live region says.
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

  /** The card, where it was loaded with the tag. */
  get #ready(): CardConstructor | undefined {
    return (this.constructor as typeof PayElement).card;
  }

  /** What comes in the place of what was there is no lower, until there is nothing to pay any more. */
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

  /** What stands inside the tag is all there is to show when its card cannot be loaded. */
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
      this.#show(Card);
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
