import { html, isServer, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { choiceOf, onlyChoice, type Choice, type ShownOrder } from '../../core/orders/order-answer.ts';
import { idOf, keyOf, type PublicPayment } from '../../core/payments/payment.ts';
import { phaseFacts, type Phase } from '../../core/payments/phases.ts';
import type { OrderProblem, ProblemCode } from '../../core/payments/problem.ts';
import { fiatText } from '../../i18n/format-money.ts';
import { OrderModel } from '../../model/order-model.ts';
import { begunPayment, hasMoney } from '../../model/order-snapshot.ts';
import type { PaymentModel } from '../../model/payment-model.ts';
import { orderProblemView } from '../../view/order-problem-view.ts';
import type { PaymentView } from '../../view/payment-view.ts';
import { nextPaint } from '../base/next-paint.ts';
import { focusOn } from '../base/focus-on.ts';
import { lazyModule } from '../base/lazy-module.ts';
import { pagePorts } from '../base/page-ports.ts';
import { PayElement } from '../base/pay-element.ts';
import type { ShownStep } from '../base/payment-element.ts';
import { report } from '../base/report.ts';
import { priceText } from '../card/field.ts';
import { icon, SIGNS } from '../card/icons.ts';
import { button } from '../card/button.ts';
import { networkText } from '../card/network-name.ts';
import { hasFallbackContent, layoutOf, placeholder, skeleton } from '../card/placeholder.ts';
import { showCoinMarks } from '../card/badge.ts';
import { badgeStyles } from '../card/styles/badge.styles.ts';
import { otherSkeletonStyles } from '../card/styles/other-skeletons.styles.ts';
import { SlotsController } from '../controllers/slots-controller.ts';
import { noteMessages, paymentAnnouncement, type Announcement, type Note } from './checkout-messages.ts';
import {
  coinList,
  leaveQuestion,
  leaveView,
  listSkeleton,
  methodList,
  notesView,
  orderHead,
  retryView,
  type Choosing,
} from './checkout-views.ts';
import { checkoutStyles } from './checkout.styles.ts';
import { orderProblem } from './order-problem.ts';
import { paymentTag, TAGS } from './payment-tag.ts';

/** The elements that show a payment. They are loaded while the payer reads the payment methods. */
const paymentTags = lazyModule(async () => {
  const { registerTags } = await import('./payment-tags.ts');
  registerTags();
  return registerTags;
});

/** The custom states of certain problems. All other problems have the state `problem`. */
const PROBLEM_STATES: Partial<Record<ProblemCode, string>> = {
  'contact-lost': 'lost',
  busy: 'busy',
  'already-paid': 'paid',
};

const isOffered = ({ methods }: ShownOrder, { method, coin }: Choice) =>
  methods.some(({ choices }) => choices.some((each) => each.method === method && each.coin?.symbol === coin?.symbol));

/** The current step: the list of methods (`undefined`), the list of coins, or the network confirmation of a choice. */
type Step = 'coins' | Choice | undefined;

/** The visible content, and the title and the text for the live region. */
type View = readonly [shown: TemplateResult, announced: Announcement];

/**
 * A complete checkout: shows how an order can be paid, creates the payment that the payer chooses at the shop's backend,
 * and then shows it with `<pay-crypto>`, `<pay-wallet>` or `<pay-localcode>`.
 *
 * One choice creates one payment: a double click, a reload, the back button or a lost response does not create a second
 * one, and a payer who changes the method and comes back gets the payment that was created first. The backend decides
 * which methods and coins are offered and what the amount is: it answers `GET <src>`, and `POST` to `payments` beside
 * the folder of `src` (`/pay/payments` for `/pay/orders/1001`), with the query of `src`, as the helper in `pay-elements/server` does.
 *
 * One order is paid once, too: a reload, another tab or another device with the same `src`, opened later, shows the payment in
 * progress. While a payment is shown, `src` is requested about every 30 s, and whenever the status response reports a
 * change of another payment of the order (`orderPhase`). A payment that is paid, or for which money was seen, replaces
 * one that still waits. Before the payment method changes, the payer is asked whether the payment was sent. After a
 * payment that expired, failed or was cancelled, one click creates another one with the same method and coin.
 *
 * @tagname pay-checkout
 * @omits payment, status-url
 * @shows PayCryptoElement, PayWalletElement, PayLocalcodeElement
 *
 * @attr {string} src - The address of the order, such as `/pay/orders/1001`.
 * @attr {'auto'|'stack'|'row'} layout - Of a payment. `stack`: one column. `row`: two columns. `auto` (default): two columns when the element is at least 520 px wide.
 * @attr {'auto'|'click'} create - When the payment of an order with only one choice is created. `auto` (default): when the page is shown. `click`: when the payer chooses it. Each payment uses one request of the plan, and counts for the limit of the visitor.
 * @attr {'uri'|'address'|'image'|'none'} qr - The content of the QR code. Default: what wallets of the coin can read. `image` is the picture of the service.
 * @attr {string} phase - Read only: the phase of the payment that is shown, or `paid` for an order that was paid in another way. Not set while the payer chooses.
 *
 * @fires {PayStatusEvent} pay-status - A payment was shown for the first time, or its status changed: `status`, `phase`, `previousPhase`, `payment`.
 * @fires {PayPaidEvent} pay-paid - The shop's backend reports that the payment is paid: `payment`. Again, when the page is loaded again.
 * @fires {PayCopyEvent} pay-copy - The `amount`, the `address`, the `note`, the payment's `number` or `all` was copied: `what`.
 * @fires {PayOpenEvent} pay-open - The payer opened the `wallet` or the hosted `page`: `what`, `url`.
 *
 * @slot help - Replaces the help text of a payment.
 * @slot retry - Replaces the buttons in the view of a payment that expired, arrived late, failed or was cancelled.
 * @slot sent - In the view after 'I have sent it': for example, how long a payment usually takes.
 *
 * @csspart card - The whole card, of the choices and of a payment.
 * @csspart header - Price, and coin or method.
 * @csspart choices - The list of methods or coins.
 * @csspart choice - The button of one method or coin.
 * @csspart confirm-button - 'Yes, continue', in the question about the network.
 * @csspart back-button - Returns to the step before.
 * @csspart change-button - Leads to the other payment methods.
 * @csspart retry-button - 'Try again with Bitcoin', in the view of a payment that has ended.
 * @csspart leave - The question whether the payment was sent, before the payment method changes. It is a card of its own, in place of the payment.
 * @csspart wait-button - Returns from that question to the payment.
 * @csspart order-note - A note about the order: money that does not pay it, or another payment that was seen.
 * @csspart method - The coin or method, in the corner of a payment.
 * @csspart outcome - The view of a phase in which nothing is to be paid, and of a problem.
 *
 * @cssprop [--pay-field=none] - Background of the fields of amount and address, and of the note.
 * @cssprop [--pay-title-size=1.6em] - Font size of the title of an outcome or a step. Smaller in a narrow card.
 *
 * @cssstate loading - The order, or the card of a payment, is being loaded.
 * @cssstate choosing - The payer chooses.
 * @cssstate preparing - The payment is being created.
 * @cssstate busy - The shop asks to wait. The request is repeated automatically.
 * @cssstate problem - There is nothing to choose or to show: no order, an unreadable or unknown one, one that is sold out, or a payment that could not be created.
 * @cssstate lost - The request of the order, or three requests of the payment in a row, have failed.
 */
export class PayCheckoutElement extends PayElement {
  /** @internal */
  static override styles = [...PayElement.styles, otherSkeletonStyles, badgeStyles, checkoutStyles];

  /** @internal */
  static override properties: PropertyDeclarations = { create: {}, qr: {} };

  /** When the payment of an order with only one choice is created: `auto` (default) or `click`. */
  declare create: string;
  /** The content of the QR code. Default: what wallets of the coin can read. `image` is the picture of the service. */
  declare qr: string;

  readonly #order = new OrderModel(pagePorts);
  readonly #slots = new SlotsController(this);
  #endSubscription: (() => void) | undefined;
  #step: Step;
  /** The payment that is announced, and what is announced of it. */
  #announcedKey: string | undefined;
  #announced: Announcement = [];
  /** The payer has said that the money for the payment that is shown is sent. */
  #isSent = false;
  /** The id and the phase of the payment that the payer wants to leave: `tid phase`. */
  #leaving: string | undefined;
  /** Selects the node that gets the focus after the next render. */
  #focus: string | undefined;
  /** The title that a screen reader announces because it has the focus. The live region does not repeat it. */
  #focused: string | undefined;
  #isTagMissing = false;

  constructor() {
    super();
    this.create = 'auto';
    this.qr = '';
  }

  /** The list of payment methods, unless this tab has shown a payment of the order before. @internal */
  protected override renderSkeleton(): TemplateResult {
    const isListed = isServer || this.#order.snapshot.lastShownId === undefined;
    return isListed ? listSkeleton : super.renderSkeleton();
  }

  /** Requests the current state of the order or of the payment now. */
  refresh(): void {
    if (this.#isTagMissing) void this.#loadTags();
    this.#order.refresh();
  }

  /** @internal */
  override connectedCallback(): void {
    super.connectedCallback();
    this.#endSubscription = this.#order.subscribe(() => this.requestUpdate());
    this.#order.connect();
    // A failure is reported when a payment needs the tags, after another attempt.
    void nextPaint().then(() => {
      if (this.isConnected) paymentTags.load().catch(() => {});
    });
  }

  /** @internal */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#endSubscription?.();
    this.#order.disconnect();
  }

  /** @internal */
  protected override get isEmpty(): boolean {
    return !this.src;
  }

  /** @internal */
  protected override get states(): readonly string[] {
    const { payment: model } = this.#order;
    const { problem, pending, order } = this.#order.snapshot;
    if (model && !paymentTags.value) return [this.#isTagMissing ? 'problem' : 'loading'];
    if (model) {
      const { contactLost } = model.snapshot;
      const main = this.#paymentPhase ?? (model.snapshot.problem ? 'problem' : 'loading');
      return contactLost ? [main, 'lost'] : [main];
    }
    if (problem) return [PROBLEM_STATES[problem.code] ?? 'problem'];
    if (pending) return ['preparing'];
    return [order ? 'choosing' : 'loading'];
  }

  /** @internal */
  protected override willUpdate(changed: PropertyValues<this>): void {
    this.qr ||= '';
    super.willUpdate(changed);
    if (isServer) return;
    if (changed.has('src')) this.#step = undefined;
    this.#order.set({ src: this.src, create: this.create });
    if (this.isHeld) return;
    const { payment, snapshot } = this.#order;
    if (payment) this.phase = this.#paymentPhase;
    else this.phase = snapshot.problem?.code === 'already-paid' ? 'paid' : undefined;
    if ((payment || snapshot.pending) && !paymentTags.value && !this.#isTagMissing) void this.#loadTags();
  }

  /** @internal */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const place = this.#focus && this.renderRoot.querySelector(this.#focus);
    this.#focus = undefined;
    if (place instanceof HTMLButtonElement) place.focus();
    else if (place) focusOn(place);
    // The events of an element that has left the page are dispatched when it returns.
    if (!this.isConnected) return;
    for (const event of this.#order.takeEvents()) if (event.type === 'problem') report(this, event);
  }

  /** @internal */
  protected override renderContent(): TemplateResult {
    const { messages } = this;
    const { payment: model } = this.#order;
    const [view, announced] = model ? this.#payment(model) : this.#choosing();
    return html`${view}
      <div class="vh" role="status" aria-atomic="false" lang=${messages.lang} dir=${messages.dir}>
        ${announced.map((text) => html`<span>${text}</span> `)}
        ${this.#notes.map(({ text: note }) => html`<span>${note}</span>`)}
      </div>`;
  }

  /** The payment that is shown, with its current state. */
  get #shownPayment(): PublicPayment | undefined {
    const { shown, payment } = this.#order.snapshot;
    return shown && payment;
  }

  get #notes(): readonly Note[] {
    const { order } = this.#order.snapshot;
    return order ? noteMessages(order, this.messages, this.locale, this.#shownId) : [];
  }

  get #shownId() {
    return this.#shownPayment && idOf(this.#shownPayment);
  }

  /** The phase of the payment that is shown; `undefined` when it cannot be shown. */
  get #paymentPhase(): Phase | undefined {
    const { problem, payment } = this.#order.payment?.snapshot ?? {};
    return problem ? undefined : payment?.phase;
  }

  /** Loads the elements that show a payment. The message of a failure stays until they are loaded, with its focus. */
  async #loadTags() {
    if (paymentTags.value) return;
    try {
      await paymentTags.load();
      this.#isTagMissing = false;
    } catch (error) {
      if (!this.#isTagMissing) console.error(`${this.localName}: could not be loaded`, error);
      this.#isTagMissing = true;
    }
    this.requestUpdate();
  }

  /** The card with the current step, a problem, or the progress of a creation. */
  #choosing(): View {
    const { messages, locale } = this;
    const { pending, order, problem } = this.#order.snapshot;
    const [view, [title = '', text]] = this.#view();
    const isComing = !problem && !pending && !order;
    if (this.#focus) this.#focused = title;
    else if (this.#focused !== title) this.#focused = undefined;
    const card = html`<div
      class=${isComing && hasFallbackContent(this) ? 'bare' : `card ${layoutOf(this)}`}
      part="card"
      role="group"
      lang=${messages.lang}
      dir=${messages.dir}
      aria-label=${messages.choose}
      aria-busy=${!problem && (!!pending || !order)}
    >
      ${order && (problem || !pending) ? orderHead(order, locale) : nothing} ${notesView(this.#notes, this)} ${view}
      ${isComing ? nothing : html`<slot name="footer"></slot>`}
    </div>`;
    return [card, [this.#focused ? '' : title, text]];
  }

  /** Loads the coin marks after the list was painted, if it is still shown. No choice waits for them. */
  #showMarks() {
    void nextPaint().then(() => {
      if (this.renderRoot.querySelector('.badge')) showCoinMarks(this);
    });
  }

  /** The element of a payment. While the payer may choose again, also the button that leads back to the choice. */
  #payment(model: PaymentModel): View {
    const { messages, locale } = this;
    const { shown } = this.#order.snapshot;
    const payment = this.#shownPayment!;
    const key = keyOf(payment);
    if (this.#announcedKey !== key) {
      this.#announcedKey = key;
      this.#announced = [];
      this.#isSent = false;
    }
    if (!paymentTags.value) return this.#comingPayment(payment);
    const { method, coin } = choiceOf(payment);
    const confirmation = this.#confirmation;
    const inside = paymentTag(payment, {
      model,
      hidden: !!confirmation,
      content: this.#retry(payment),
      announce: (view, step) => this.#announce(view, step),
      host: this,
      locale,
      slots: this.#slots.names,
    });
    const moved: Note[] = shown?.by === 'moved' ? [{ text: messages.otherSeen, quiet: true }] : [];
    const stay = () => {
      this.#leaving = undefined;
      this.#change('[part~=change-button]');
    };
    const below = confirmation ? leaveView(confirmation, this, stay, () => this.#leave()) : this.#changeBelow;
    // Each payment has an element of its own.
    const view = html`<div class="chosen" lang=${messages.lang} dir=${messages.dir}>
      <p class="vh name">${coin?.name ?? messages[method]}</p>
      ${notesView([...moved, ...this.#notes], this)}${keyed(key, inside)}${below}
    </div>`;
    return [view, confirmation ? [confirmation.text] : this.#announced];
  }

  /** Stands for a payment whose element is still loading, or could not be loaded. */
  #comingPayment(payment: PublicPayment): View {
    const { messages } = this;
    const { loadFailed, loadFailedText, tryNow, loading } = messages;
    const content = this.#isTagMissing
      ? html`<p><b>${loadFailed}</b> ${loadFailedText}</p>
          ${button('plain', 'try-now', tryNow, () => this.refresh())}`
      : this.#skeleton(choiceOf(payment), nothing);
    const card = html`<div class="card ${layoutOf(this)}" part="card" lang=${messages.lang} dir=${messages.dir}>
      ${content}
    </div>`;
    return [card, this.#isTagMissing ? [loadFailed, loadFailedText] : [loading]];
  }

  #skeleton({ method }: Choice, foot: unknown) {
    const { order } = this.#order.snapshot;
    const price = order && priceText(fiatText(order.amount, order.currency, this.locale));
    return skeleton(`pay-checkout ${TAGS[method]}`, this.qr, foot, price);
  }

  #announce(view: PaymentView, { isNew, isSent }: ShownStep) {
    const { shown } = this.#order.snapshot;
    this.#isSent = isSent;
    const next = shown ? paymentAnnouncement(shown, view, isSent, this.messages) : [];
    if (!isNew && next.join('\n') === this.#announced.join('\n')) return;
    this.#announced = next;
    // The height of a skeleton is kept for the view that it stands for, a payment that can be paid.
    this.isNewStep ||= isNew || (view.kind !== 'payable' && view.kind !== 'loading');
    this.requestUpdate();
  }

  /** The button below a payment that waits, or that cannot be shown. */
  get #changeBelow() {
    const isAtEnd = this.#order.payment?.snapshot.problem !== undefined;
    return !this.#only && (this.#paymentPhase === 'awaiting' || isAtEnd) ? this.#changeButton : nothing;
  }

  /** The buttons in the card of a payment that has ended. The page can replace them. */
  #retry(payment: PublicPayment) {
    const phase = this.#paymentPhase;
    const { order } = this.#order.snapshot;
    if (!order || order.soldOut || this.#slots.names.includes('retry')) return nothing;
    if (!phase || !phaseFacts(phase).ended) return nothing;
    const paySame = () => {
      this.#order.chooseSame();
      this.#go(undefined);
    };
    return retryView(
      payment,
      this.messages,
      isOffered(order, choiceOf(payment)) && phase !== 'late' && !this.#mayHavePaid ? paySame : undefined,
      this.#only ? undefined : () => this.#ask(),
    );
  }

  #view(): View {
    const { pending, problem, order } = this.#order.snapshot;
    if (problem) return this.#problem(problem);
    if (pending) return this.#preparing(pending);
    if (!order) return [placeholder(this, this.renderSkeleton()), [this.messages.loading, '']];
    const isGone = typeof this.#step === 'object' && !isOffered(order, this.#step);
    const step = isGone ? this.#first : (this.#step ?? this.#first);
    return typeof step === 'object' ? this.#network(step) : this.#list(order, step);
  }

  /** A skeleton of the payment that is being created, with the progress in place of its status. */
  #preparing(choice: Choice): View {
    const { preparing: title, awaitingText: text } = this.messages;
    const foot = html`<div class="foot">
      <div class="status wait">
        <span class="dot"></span>
        <div>
          <h2>${title}</h2>
          <small>${text}</small>
        </div>
      </div>
    </div>`;
    return [this.#skeleton(choice, foot), [title, text]];
  }

  #list({ methods }: ShownOrder, step: 'coins' | undefined): View {
    const { messages } = this;
    const choosing: Choosing = { messages, begun: (choice) => !!begunPayment(this.#order.snapshot, choice) };
    const coins = step && methods.find(({ choices }) => choices[1]);
    const title = coins ? messages.chooseCoin : messages.choose;
    if (coins) this.#showMarks();
    const list = coins
      ? coinList(coins.choices, choosing, (choice) => this.#choose(choice))
      : methodList(methods, choosing, ({ choices }) => this.#choose(choices[1] ? 'coins' : choices[0]!));
    return [this.#stepView(title, html`${list}${this.#back}`), [title, '']];
  }

  /**
   * Asks the payer to confirm the network of a token. Its name does not show the network, and a transfer on another
   * network loses the money. The only token is USDT.
   */
  #network(choice: Choice): View {
    const { confirmNetwork: title, networkUSDT: text, confirmYes } = this.messages;
    const rest = html`<p>${networkText(text)}</p>
      <div class="buttons">
        ${button('main', 'confirm-button', confirmYes, () => this.#make(choice))}${this.#back}
      </div>`;
    return [this.#stepView(title, rest), [title, text]];
  }

  #stepView(title: string, rest: TemplateResult) {
    const onKeydown = ({ key }: KeyboardEvent) => key === 'Escape' && this.#canGoBack && this.#goBack();
    return html`<div class="step" @keydown=${onKeydown}>
      <h2>${networkText(title)}</h2>
      ${rest}
    </div>`;
  }

  #problem(problem: OrderProblem): View {
    const retry = () => {
      this.#order.retry();
      this.#go(undefined);
    };
    const view = orderProblemView(problem, this.messages);
    return [orderProblem(view, this, retry, this.#only ? nothing : this.#changeButton), [view.title, view.text]];
  }

  get #changeButton() {
    const label = html`${icon(SIGNS.back)} ${this.messages.change}`;
    return button('plain turns', 'change-button', label, () => this.#ask());
  }

  #ask() {
    this.#leaving = this.#position;
    if (this.#confirmation) this.#change('.leave h2');
    else this.#leave();
  }

  /** The id and the phase of the payment that is shown. Compared with `#leaving`. */
  get #position() {
    return this.#shownPayment && `${keyOf(this.#shownPayment)} ${this.#paymentPhase}`;
  }

  /** The question in place of the payment. It ends as soon as the phase has changed. */
  get #confirmation() {
    const payment = this.#shownPayment;
    if (!payment || this.#leaving === undefined || this.#leaving !== this.#position) return undefined;
    return leaveQuestion(payment, this.#paymentPhase, this.#mayHavePaid, this.messages);
  }

  /** Whether another payment may be a second one: money was seen, or the payer has said that it is sent. */
  get #mayHavePaid() {
    return hasMoney(this.#order.snapshot) || this.#isSent;
  }

  #leave() {
    this.#leaving = undefined;
    this.#order.leave();
    this.#go(undefined);
  }

  get #back() {
    return this.#canGoBack ? button('plain', 'back-button', this.messages.back, () => this.#goBack()) : nothing;
  }

  get #only(): Choice | undefined {
    const { order } = this.#order.snapshot;
    return order && onlyChoice(order);
  }

  get #first(): Step {
    const only = this.#only;
    return only?.coin?.token ? only : this.#order.snapshot.order?.methods.length === 1 && !only ? 'coins' : undefined;
  }

  get #canGoBack() {
    return this.#step !== undefined && this.#step !== this.#first;
  }

  #goBack() {
    const coins = this.#order.snapshot.order?.methods.find(({ choices }) => choices[1]);
    this.#go(typeof this.#step === 'object' && coins ? 'coins' : undefined);
  }

  #choose(next: 'coins' | Choice) {
    if (typeof next === 'object' && (!next.coin?.token || begunPayment(this.#order.snapshot, next))) this.#make(next);
    else this.#go(next);
  }

  #make(choice: Choice) {
    this.#isTagMissing = false;
    this.#order.choose(choice);
    this.#go(undefined);
  }

  #go(step: Step) {
    this.#step = step;
    this.#change('h2, .name');
  }

  /**
   * Renders another view that the payer asked for.
   *
   * @param selector - Selects the node that gets the focus after the next update.
   */
  #change(selector: string) {
    this.isNewStep = true;
    this.#focus = selector;
    this.requestUpdate();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-checkout': PayCheckoutElement;
  }
}
