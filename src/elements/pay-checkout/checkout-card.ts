import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { choiceOf, type Choice, type ShownOrder } from '../../core/order-answer.ts';
import { idOf, type PublicPayment } from '../../core/payment.ts';
import type { Problem, ProblemCode } from '../../core/problem.ts';
import type { Phase } from '../../core/status.ts';
import { checkout } from '../../i18n/en.checkout.ts';
import { addSecondary } from '../../i18n/load-messages.ts';
import { fiatText } from '../../i18n/format-money.ts';
import { orderProblemView } from '../../view/order-problem-view.ts';
import type { Message } from '../../view/status.ts';
import { PaymentTagController } from './payment-tag-controller.ts';
import { OrderController } from './order-controller.ts';
import { SlotsController } from '../controllers/slots-controller.ts';
import { MessagesController } from '../controllers/messages-controller.ts';
import { addStyles } from '../shared/adopt-styles.ts';
import { afterNextPaint } from '../shared/after-next-paint.ts';
import { afterPaint } from '../shared/after-paint-module.ts';
import { focusOn } from '../shared/focus-on.ts';
import { icon } from '../shared/icons.ts';
import { ignoreDoubleClick } from '../shared/ignore-double-click.ts';
import { hasFallbackContent, layoutOf, placeholder, skeleton } from '../shared/placeholder.ts';
import { secondaryLocales } from '../shared/secondary-locales.ts';
import { showCoinMarks } from '../shared/show-coin-marks.ts';
import { SIGNS } from '../shared/signs.ts';
import type { CardView } from '../shared/pay-element.ts';
import { badgeStyles } from '../shared/styles/badge.styles.ts';
import { cardSharedStyles } from '../shared/styles/first-card.styles.ts';
import { outcomeStyles } from '../shared/styles/outcome.styles.ts';
import { priceText } from '../shared/templates/field.ts';
import type { ShopLinks } from '../shared/card-context.ts';
import { checkoutStyles } from './checkout.styles.ts';
import { noteMessages, shownMessage } from './checkout-messages.ts';
import { coinList, leaveView, methodList, notesView, orderHead, type Choosing } from './checkout-views.ts';
import { orderProblem } from './order-problem.ts';
import { paymentTag, registerTags, TAGS, type CheckoutHost } from './payment-tag.ts';

addSecondary('secondary', checkout, secondaryLocales.load);

/** Phases in which the payer may choose another way to pay. */
const CHANGEABLE: ReadonlySet<Phase | undefined> = new Set(['awaiting', 'expired', 'late', 'failed', 'cancelled']);

/** Phases in which the payer may have sent money already. The payer is asked before leaving such a payment. */
const ASKED: ReadonlySet<Phase | undefined> = new Set(['awaiting', 'expired', 'late']);

/** The custom states of certain problems. All other problems have the state `problem`. */
const PROBLEM_STATES: Partial<Record<ProblemCode, string>> = {
  'contact-lost': 'lost',
  busy: 'busy',
  'already-paid': 'paid',
};

/** The current step: the list of methods (`undefined`), the list of coins, or the network confirmation of a choice. */
type Step = 'coins' | Choice | undefined;

/** The visible content, and the message for the live region. */
type View = readonly [shown: TemplateResult, announced: Message];

const SILENT: Message = ['', ''];

/**
 * The content of `<pay-checkout>`: the steps of the choice or a problem, and then the element of the chosen payment.
 * While that element is shown, the card has its phase and its states.
 */
export class CheckoutCard implements CardView, ReactiveController {
  readonly styles = [...cardSharedStyles, outcomeStyles, badgeStyles, checkoutStyles];

  readonly #host: CheckoutHost;
  readonly #order: OrderController;
  readonly #localization: MessagesController;
  readonly #slots: SlotsController;
  readonly #tag: PaymentTagController;
  #step: Step;
  #hasLaterStyles = false;
  /** The payment that was shown last, and the position of its element in the template (`#ownTag`). */
  #shown: { readonly id: string; readonly place: 0 | 1 } | undefined;
  /** The id and the phase of the payment that the payer wants to leave: `tid phase`. */
  #leaving: string | undefined;
  /** True when the payer has taken a step that is not rendered yet. */
  isNewStep = false;
  /** Selects the node that gets the focus after the next render. */
  #focus: string | undefined;
  /** The title that a screen reader announces because it has the focus. The live region does not repeat it. */
  #focused: string | undefined;

  constructor(host: CheckoutHost) {
    registerTags();
    this.#host = host;
    this.#order = new OrderController(host);
    this.#localization = new MessagesController(host);
    this.#slots = new SlotsController(host);
    this.#tag = new PaymentTagController(host, Object.values(TAGS).join());
    host.addController(this);
  }

  get phase(): Phase | undefined {
    const { payment, problem } = this.#order;
    if (payment) return this.#tag.phase;
    return problem?.code === 'already-paid' ? 'paid' : undefined;
  }

  get states(): readonly string[] {
    return this.#order.payment ? this.#tag.states : [this.#state];
  }

  /** The custom state while no payment is shown. */
  get #state() {
    const { problem, pending, order } = this.#order;
    if (problem) return PROBLEM_STATES[problem.code] ?? 'problem';
    if (pending) return 'preparing';
    return order ? 'choosing' : 'loading';
  }

  prepare(): void {
    this.#localization.read();
    this.#order.prepare(this.#host.src);
  }

  refresh(): void {
    if (this.#order.payment) this.#tag.refresh();
    else this.#order.refresh();
  }

  hostUpdated(): void {
    if (afterPaint.value && !this.#hasLaterStyles) {
      addStyles(this.#host.renderRoot as ShadowRoot, afterPaint.value.laterStyles);
      this.#hasLaterStyles = true;
    }
    this.isNewStep = false;
    const place = this.#focus && this.#host.renderRoot.querySelector(this.#focus);
    this.#focus = undefined;
    if (place instanceof HTMLButtonElement) place.focus();
    else if (place) focusOn(place);
  }

  render(): TemplateResult {
    const { payment, order } = this.#order;
    const { messages, locale } = this.#localization;
    const [view, [title, text]] = payment ? this.#payment(payment) : this.#choosing();
    const notes = order ? noteMessages(order, messages, locale) : [];
    return html`${view}
      <div class="vh" role="status" aria-atomic="false" lang=${messages.lang} dir=${messages.dir}>
        <b>${title}</b> <small>${text}</small> <span>${this.#isLeaving ? messages.sentAlreadyText : ''}</span>
        ${notes.map(({ text: note }) => html`<span>${note}</span>`)}
      </div>`;
  }

  /** The card with the current step, a problem, or the progress of a creation. */
  #choosing(): View {
    const { pending, order, problem } = this.#order;
    const { messages, locale } = this.#localization;
    const [view, [title, text]] = this.#view();
    const coming = !problem && !pending && !order;
    if (this.#focus) this.#focused = title;
    else if (this.#focused !== title) this.#focused = undefined;
    const card = html`<div
      class=${coming && hasFallbackContent(this.#host) ? 'bare' : `card ${layoutOf(this.#host)}`}
      part="card"
      role="group"
      lang=${messages.lang}
      dir=${messages.dir}
      aria-label=${messages.choose}
      aria-busy=${!problem && (!!pending || !order)}
    >
      ${order && (problem || !pending) ? orderHead(order, locale) : nothing}
      ${order ? notesView(noteMessages(order, messages, locale), this.#links) : nothing} ${view}
      ${coming ? nothing : html`<slot name="footer"></slot>`}
    </div>`;
    return [card, [this.#focused ? '' : title, text]];
  }

  /** Loads the coin marks after the list was painted, if it is still shown. No choice waits for them. */
  #showMarks() {
    const host = this.#host;
    void afterNextPaint().then(() => {
      if (host.renderRoot.querySelector('.badge')) showCoinMarks(host);
    });
  }

  /** The element of a payment. While the payer may choose again, also the button that leads back to the choice. */
  #payment(payment: PublicPayment): View {
    const { order, shown } = this.#order;
    const { messages, locale } = this.#localization;
    const { method, coin } = choiceOf(payment);
    const inside = paymentTag(payment, {
      host: this.#host,
      locale,
      slots: this.#slots.names,
      updated: (event) => this.#order.updated(event.payment),
      failed: ({ code }) => code === 'not-found' && this.#order.gone(payment),
    });
    const notes = order ? noteMessages(order, messages, locale) : [];
    if (shown?.by === 'moved') notes.unshift({ text: messages.otherSeen, quiet: true });
    const tag = this.#ownTag(idOf(payment), inside);
    const view = html`<div class="chosen" lang=${messages.lang} dir=${messages.dir}>
      <p class="vh name">${coin?.name ?? messages[method]}</p>
      ${notesView(notes, this.#links)}${tag}${this.#isChangeable ? this.#changeOrWait : nothing}
    </div>`;
    return [view, shown ? shownMessage(shown, messages, afterPaint.value?.outcomeMessage) : SILENT];
  }

  get #isChangeable() {
    const { phase, states } = this.#tag;
    return !this.#only && (CHANGEABLE.has(phase) || states.includes('problem'));
  }

  get #changeOrWait() {
    if (!this.#isLeaving) return this.#change;
    const wait = () => {
      this.#leaving = undefined;
      this.#focusOn('[part~=change-button]');
    };
    return leaveView(this.#localization.messages, wait, () => this.#leave());
  }

  #view(): View {
    const { pending, problem, order } = this.#order;
    const { messages } = this.#localization;
    if (problem) return this.#problem(problem);
    if (pending) return this.#preparing(pending);
    if (!order) return [placeholder(this.#host), [messages.loading, '']];
    const step = this.#step ?? this.#first;
    return typeof step === 'object' ? this.#network(step) : this.#list(order, step);
  }

  /** A skeleton of the payment that is being created, with the progress in place of its status. */
  #preparing({ method }: Choice): View {
    const { messages, locale } = this.#localization;
    const { order } = this.#order;
    const [title, text] = [messages.preparing, messages.awaitingText];
    const foot = html`<div class="foot">
      <div class="status wait">
        <span class="dot"></span>
        <div>
          <h2>${title}</h2>
          <small>${text}</small>
        </div>
      </div>
    </div>`;
    const price = order && priceText(fiatText(order.amount, order.currency, locale));
    return [skeleton(`pay-checkout ${TAGS[method]}`, this.#host.qr, foot, price), [title, text]];
  }

  #list({ ways }: ShownOrder, step: 'coins' | undefined): View {
    const { messages } = this.#localization;
    const choosing: Choosing = { messages, begun: (choice) => !!this.#order.begun(choice) };
    const coins = step && ways.find(({ choices }) => choices[1]);
    const title = coins ? messages.chooseCoin : messages.choose;
    if (coins) this.#showMarks();
    const list = coins
      ? coinList(coins.choices, choosing, (choice) => this.#choose(choice))
      : methodList(ways, choosing, ({ choices }) => this.#choose(choices[1] ? 'coins' : choices[0]!));
    return [this.#stepView(title, html`${list}${this.#back}`), [title, '']];
  }

  /**
   * Asks the payer to confirm the network of a token. Its name does not show the network, and a transfer on another
   * network loses the money. The only token is USDT.
   */
  #network(choice: Choice): View {
    const { messages } = this.#localization;
    const [title, text] = [messages.confirmNetwork, messages.networkUSDT];
    const rest = html`<p>${text}</p>
      <div class="buttons">
        <button type="button" class="main" part="confirm-button" @click=${ignoreDoubleClick(() => this.#make(choice))}>
          ${messages.confirmYes}</button
        >${this.#back}
      </div>`;
    return [this.#stepView(title, rest), [title, text]];
  }

  #stepView(title: string, rest: TemplateResult) {
    const onKeydown = ({ key }: KeyboardEvent) => key === 'Escape' && this.#canGoBack && this.#goBack();
    return html`<div class="step" @keydown=${onKeydown}>
      <h2>${title}</h2>
      ${rest}
    </div>`;
  }

  #problem(problem: Problem): View {
    const { messages } = this.#localization;
    const retry = () => {
      this.#order.retry();
      this.#go(undefined);
    };
    const view = orderProblemView(problem, messages);
    return [orderProblem(view, this.#links, retry, this.#only ? nothing : this.#change), [view.title, view.text]];
  }

  get #links(): ShopLinks {
    return { messages: this.#localization.messages, host: this.#host };
  }

  /**
   * Renders each payment in an element of its own. Successive payments alternate between two positions in the
   * template, because Lit reuses an element that stays in its position.
   */
  #ownTag(id: string, tag: TemplateResult) {
    if (this.#shown?.id !== id) this.#shown = { id, place: this.#shown?.place ? 0 : 1 };
    return this.#shown.place ? [nothing, tag] : [tag, nothing];
  }

  get #change() {
    const pressed = ignoreDoubleClick(() => {
      if (!this.#order.payment || !ASKED.has(this.#tag.phase)) return this.#leave();
      this.#leaving = this.#position;
      this.#focusOn('.leave h3');
    });
    return html`<button type="button" class="plain turns" part="change-button" @click=${pressed}>
      ${icon(SIGNS.back)} ${this.#localization.messages.change}
    </button>`;
  }

  /** The id and the phase of the payment that is shown. Compared with `#leaving`. */
  get #position() {
    const { payment } = this.#order;
    return payment && `${idOf(payment)} ${this.#tag.phase}`;
  }

  /** Whether the payer is being asked if the payment was sent. False as soon as the phase has changed. */
  get #isLeaving() {
    return this.#leaving !== undefined && this.#leaving === this.#position;
  }

  #leave() {
    this.#leaving = undefined;
    this.#order.leave();
    this.#go(undefined);
  }

  get #back() {
    if (!this.#canGoBack) return nothing;
    return html`<button
      type="button"
      class="plain"
      part="back-button"
      @click=${ignoreDoubleClick(() => this.#goBack())}
    >
      ${this.#localization.messages.back}
    </button>`;
  }

  /** The only choice of the order; `undefined` when there are several. */
  get #only(): Choice | undefined {
    const [only, ...others] = this.#order.order?.ways.flatMap(({ choices }) => choices) ?? [];
    return others.length ? undefined : only;
  }

  /** The first step of the choice. */
  get #first(): Step {
    const only = this.#only;
    return only?.coin?.token ? only : this.#order.order?.ways.length === 1 && !only ? 'coins' : undefined;
  }

  get #canGoBack() {
    return this.#step !== undefined && this.#step !== this.#first;
  }

  #goBack() {
    const coins = this.#order.order?.ways.find(({ choices }) => choices[1]);
    this.#go(typeof this.#step === 'object' && coins ? 'coins' : undefined);
  }

  #choose(next: 'coins' | Choice) {
    if (typeof next === 'object' && (!next.coin?.token || this.#order.begun(next))) this.#make(next);
    else this.#go(next);
  }

  #make(choice: Choice) {
    // An element loads its card when it is created. The card can load while the shop creates the payment.
    document.createElement(TAGS[choice.method]);
    this.#order.choose(choice);
    this.#go(undefined);
  }

  #go(step: Step) {
    this.#step = step;
    this.isNewStep = true;
    this.#focusOn('h2, .name');
  }

  /** @param selector - Selects the node that gets the focus after the next update. */
  #focusOn(selector: string) {
    this.#focus = selector;
    this.#host.requestUpdate();
  }
}
