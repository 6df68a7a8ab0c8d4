import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { choiceOf, type Choice, type ShownOrder } from '../../core/order-answer.ts';
import type { PublicPayment } from '../../core/payment.ts';
import type { Problem } from '../../core/problem.ts';
import type { Phase } from '../../core/status.ts';
import type { Said } from '../../words/said.ts';
import { ChosenController } from '../controllers/chosen-controller.ts';
import { OrderController } from '../controllers/order-controller.ts';
import { SlotsController } from '../controllers/slots-controller.ts';
import { WordsController } from '../controllers/words-controller.ts';
import { icon } from '../parts/icons.ts';
import { press } from '../parts/press.ts';
import { hasInside, layoutOf, standIn } from '../parts/stand-in.ts';
import { outcome, statusLine } from '../parts/views.ts';
import { focusOn, type Inside } from '../pay-element.ts';
import { badgeStyles } from './badge.styles.ts';
import { checkoutStyles } from './checkout.styles.ts';
import { coinList, methodList, orderHead, type Choosing } from './checkout-views.ts';
import { problemWords, troubleView } from './checkout-trouble.ts';
import { chosenTag, registerTags, TAGS, type CheckoutHost } from './chosen-tag.ts';
import { sharedStyles } from './shared.styles.ts';

/** Where another payment would not be a second one: nothing was sent, or it has come to nothing. */
const CHANGEABLE: ReadonlySet<Phase | undefined> = new Set(['awaiting', 'expired', 'failed', 'cancelled']);

/** Where the payer is: at the methods, among the coins, or asked for the network of one. */
type Step = 'coins' | Choice | undefined;

/** What is shown, and what is said of it aloud. */
type View = readonly [shown: TemplateResult, said: Said];

/**
 * The inside of `<pay-checkout>`: the steps of choosing, what may be in their way, and then the tag of the payment
 * that was chosen, whose phase and states it has as its own.
 */
export class CheckoutCard implements Inside, ReactiveController {
  readonly styles = [...sharedStyles, badgeStyles, checkoutStyles];

  readonly #host: CheckoutHost;
  readonly #order: OrderController;
  readonly #wording: WordsController;
  readonly #slots: SlotsController;
  readonly #tag: ChosenController;
  #step: Step;
  /** The payer took a step, and the focus goes with it. */
  #stepped = false;

  constructor(host: CheckoutHost) {
    registerTags();
    this.#host = host;
    this.#order = new OrderController(host);
    this.#wording = new WordsController(host);
    this.#slots = new SlotsController(host);
    this.#tag = new ChosenController(host, Object.values(TAGS).join());
    host.addController(this);
  }

  get phase(): Phase | undefined {
    const { payment, problem } = this.#order;
    return payment ? this.#tag.phase : problem?.code === 'already-paid' ? 'paid' : undefined;
  }

  get states(): readonly string[] {
    const { payment, problem, wish, order } = this.#order;
    if (payment) return this.#tag.states;
    const trouble = { 'contact-lost': 'lost', busy: 'busy', 'already-paid': 'paid' }[problem?.code as string];
    return [problem ? (trouble ?? 'problem') : wish ? 'preparing' : order ? 'choosing' : 'loading'];
  }

  prepare(): void {
    this.#wording.read();
    this.#order.prepare(this.#host.src);
  }

  refresh(): void {
    if (this.#order.payment) this.#tag.refresh();
    else this.#order.refresh();
  }

  hostUpdated(): void {
    if (!this.#stepped) return;
    this.#stepped = false;
    focusOn(this.#host.renderRoot.querySelector('h2'));
  }

  render(): TemplateResult {
    const { payment, wish, order, problem } = this.#order;
    const { words, lang } = this.#wording;
    if (payment) return this.#chosen(payment);
    const [view, [title, text]] = this.#view();
    const coming = !problem && !wish && !order;
    return html`<div
      class=${coming && hasInside(this.#host) ? 'bare' : `card ${layoutOf(this.#host)}`}
      part="card"
      role="group"
      lang=${words.lang}
      dir=${words.dir}
      aria-label=${words.choose}
      aria-busy=${!problem && (!!wish || !order)}
    >
      ${order ? orderHead(order, lang) : nothing} ${view}
      ${statusLine({ title, text, tone: 'wait', unseen: true, aside: undefined, timer: undefined }, nothing)}
      ${coming ? nothing : html`<slot name="footer"></slot>`}
    </div>`;
  }

  /** The tag of a payment, and the way back to choosing while that is one. */
  #chosen(payment: PublicPayment) {
    const { words, lang } = this.#wording;
    const { method, coin } = choiceOf(payment);
    const inside = chosenTag(payment, {
      host: this.#host,
      lang,
      slots: this.#slots.names,
      heard: (event) => this.#order.heard(event.payment),
      failed: ({ code }) => code === 'not-found' && this.#order.gone(payment),
    });
    const { phase, states } = this.#tag;
    const over = CHANGEABLE.has(phase) || states.includes('problem');
    return html`<div class="chosen" lang=${words.lang} dir=${words.dir}>
      <h2 class="vh">${coin?.name ?? words[method]}</h2>
      ${inside}${over && !this.#only ? this.#change : nothing}
    </div>`;
  }

  #view(): View {
    const { wish, problem, order } = this.#order;
    const { words } = this.#wording;
    if (problem) return this.#trouble(problem);
    if (wish) {
      const said = [words.preparing, words.awaitingText] as const;
      return [outcome(['wait', 'wait'], said), said];
    }
    if (!order) return [standIn(this.#host), [words.loading, '']];
    const step = this.#step ?? this.#first;
    return typeof step === 'object' ? this.#network(step) : this.#list(order, step);
  }

  #list({ ways }: ShownOrder, step: 'coins' | undefined): View {
    const { words } = this.#wording;
    const choosing: Choosing = { words, begun: (choice) => !!this.#order.begun(choice) };
    const coins = step && ways.find(({ choices }) => choices[1]);
    const title = coins ? words.chooseCoin : words.choose;
    const list = coins
      ? coinList(coins.choices, choosing, (choice) => this.#choose(choice))
      : methodList(ways, choosing, ({ choices }) => this.#choose(choices[1] ? 'coins' : choices[0]!));
    return [this.#stepView(title, html`${list}${this.#back}`), [title, '']];
  }

  /** A token is on a network of another name: who sends it on a third one loses it. The one token there is, is USDT. */
  #network(choice: Choice): View {
    const { words } = this.#wording;
    const said = [words.confirmNetwork, words.networkUSDT] as const;
    const rest = html`<p>${said[1]}</p>
      <div class="buttons">
        <button type="button" class="main" part="confirm-button" @click=${press(() => this.#make(choice))}>
          ${words.confirmYes}</button
        >${this.#back}
      </div>`;
    return [this.#stepView(said[0], rest), said];
  }

  #stepView(title: string, rest: TemplateResult) {
    const onKeydown = ({ key }: KeyboardEvent) => key === 'Escape' && this.#canGoBack && this.#goBack();
    return html`<div class="step" @keydown=${onKeydown}>
      <h2>${title}</h2>
      ${rest}
    </div>`;
  }

  #trouble(problem: Problem): View {
    const { words } = this.#wording;
    const again = () => {
      this.#order.again();
      this.#go(undefined);
    };
    return [troubleView(problem, words, again, this.#only ? nothing : this.#change), problemWords(problem, words)];
  }

  get #change() {
    const leave = press(() => {
      this.#order.leave();
      this.#go(undefined);
    });
    return html`<button type="button" class="plain turns" part="change-button" @click=${leave}>
      ${icon('back')} ${this.#wording.words.change}
    </button>`;
  }

  get #back() {
    if (!this.#canGoBack) return nothing;
    return html`<button type="button" class="plain" part="back-button" @click=${press(() => this.#goBack())}>
      ${this.#wording.words.back}
    </button>`;
  }

  /** The one thing to choose, where there is no more. */
  get #only(): Choice | undefined {
    const [only, ...others] = this.#order.order?.ways.flatMap(({ choices }) => choices) ?? [];
    return others.length ? undefined : only;
  }

  /** Where choosing begins. */
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
    // A tag loads its card when it is made: while the shop makes the payment, and not after.
    document.createElement(TAGS[choice.method]);
    this.#order.choose(choice);
    this.#go(undefined);
  }

  #go(step: Step) {
    this.#step = step;
    this.#stepped = true;
    this.#host.requestUpdate();
  }
}
