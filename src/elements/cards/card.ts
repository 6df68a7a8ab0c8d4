import { html, nothing, type CSSResult, type TemplateResult } from 'lit';
import { idOf, type Method, type PublicPayment } from '../../core/payment.ts';
import type { Phase } from '../../core/status.ts';
import { fiatText } from '../../words/fiat.ts';
import { sayOutcome } from '../../words/said.ts';
import type { WordKey } from '../../words/words.ts';
import { CopyController } from '../controllers/copy-controller.ts';
import { CountdownController } from '../controllers/countdown-controller.ts';
import { HandOffController } from '../controllers/hand-off-controller.ts';
import { HintController } from '../controllers/hint-controller.ts';
import { PaymentController } from '../controllers/payment-controller.ts';
import { SealController } from '../controllers/seal-controller.ts';
import { WordsController } from '../controllers/words-controller.ts';
import { PayOpenEvent, type CopiedThing, type OpenedThing } from '../events.ts';
import { opener } from '../parts/opener.ts';
import { outLink } from '../parts/out-link.ts';
import { hasInside, layoutOf, standIn } from '../parts/stand-in.ts';
import { copyButton } from '../parts/copy-button.ts';
import { LOOKS, facts, outcome, statusLine } from '../parts/views.ts';
import type { Inside, PayElement } from '../pay-element.ts';
import { changedNote, coverOf } from './cover.ts';
import type { Due, Offer } from './offer.ts';
import { outcomeView, type Sums } from './outcome-view.ts';
import { faultWords, statusOf } from './status-of.ts';

/** What a tag says in words of its own. */
export interface MethodWords {
  readonly awaiting: WordKey;
  readonly help: WordKey;
}

/**
 * The inside of a tag: reads the payment, follows it, and draws one card with a head, a body, a status line that
 * is always there, and a foot. A method adds what its payer has to do (`pay`).
 */
export abstract class Card implements Inside {
  abstract readonly styles: readonly CSSResult[];

  protected readonly host: PayElement;
  protected readonly follow: PaymentController;
  protected readonly wording: WordsController;
  protected readonly copying: CopyController;
  /** What is shown of the payment is said here too, so that nobody else can change it. */
  protected readonly seals: SealController;
  readonly #handOff: HandOffController;
  readonly #hints: HintController;
  readonly #countdown: CountdownController;
  readonly #method: Method;
  readonly #own: MethodWords;

  constructor(host: PayElement, method: Method, own: MethodWords) {
    this.host = host;
    this.#method = method;
    this.#own = own;
    this.follow = new PaymentController(host, method);
    this.wording = new WordsController(host);
    this.seals = new SealController(host, (field) => this.follow.report({ code: 'tampered', field }));
    this.#countdown = new CountdownController(host, this.follow);
    this.#hints = new HintController(host);
    this.copying = new CopyController(host, (button) => this.#hint(button));
    this.#handOff = new HandOffController(host, this.copying);
  }

  /** What is known of the payment; nothing where there is none to show. */
  get phase(): Phase | undefined {
    return this.follow.fault ? undefined : this.follow.payment?.phase;
  }

  /** For `:state(…)`: the phase, and what is the matter. */
  get states(): string[] {
    const { fault, lost } = this.follow;
    const { phase } = this;
    return [...(phase ? [phase] : [fault ? 'problem' : 'loading']), ...(lost ? ['lost'] : [])];
  }

  /** Before every update of the tag. */
  prepare(awaited: boolean): void {
    const { payment, src, statusUrl } = this.host;
    this.wording.read();
    // Templates say 'none' in many ways: undefined, null, an empty text, false.
    this.follow.prepare({ payment: payment || undefined, src, statusUrl, awaited });
  }

  refresh(): void {
    this.follow.refresh();
  }

  render(): TemplateResult {
    const { fault, payment, lost } = this.follow;
    const { words } = this.wording;
    const phase = this.#shownPhase;
    const open = !fault && payment && (phase === 'awaiting' || phase === 'underpaid') && this.pay(payment, phase);
    const cover = open ? coverOf(this.seals, this.follow, words) : undefined;
    const paying = !cover && open;
    if (cover) this.seals.lift();
    const coming = !fault && !payment;
    const bare = coming && !lost && hasInside(this.host);
    return html`<div
      class=${bare ? 'bare' : `card ${layoutOf(this.host)}`}
      part="card"
      role="group"
      lang=${words.lang}
      dir=${words.dir}
      aria-label=${words[this.#method]}
    >
      ${fault ? this.#problem() : !payment ? standIn(this.host, !lost) : cover ? cover : paying ? [this.#head(payment), changedNote(this.follow, words), paying] : outcomeView(payment, phase, this.#sums(payment), words)}
      ${this.#status(!!paying, !!cover)}
      ${coming && !lost ? nothing : [this.#foot(payment, !!paying), html`<slot name="footer"></slot>`]}
      <div class="pop hint" part="hint" popover="manual">${this.#copied}</div>
    </div>`;
  }

  /** What the payer has to do in this phase; nothing if there is nothing to pay. */
  protected abstract pay(payment: PublicPayment, phase: Phase): TemplateResult | undefined;

  /** What stands for the method in the card's corner. */
  protected chip(_payment: PublicPayment): unknown {
    return this.wording.words[this.#method];
  }

  /** What is to be sent, in the texts that stand on the page. */
  protected due(payment: PublicPayment, _phase: Phase): Due {
    return { amount: this.fiat(payment) };
  }

  /** What else is to be said aloud now. */
  protected aside(): string | undefined {
    return undefined;
  }

  /** The amount in the coin, where there is one. */
  protected coinSum(_payment: PublicPayment): string | undefined {
    return undefined;
  }

  /** What has arrived of it, where that is something else. */
  protected coinReceived(_payment: PublicPayment): string | undefined {
    return undefined;
  }

  /** The button behind a value that copies it. */
  protected copyButton(what: CopiedThing, text: string, wide = false): TemplateResult {
    return copyButton(what, text, this.copying, this.wording.words, wide);
  }

  protected fiat(payment: PublicPayment): string {
    return fiatText(payment.amount, 'currency' in payment ? payment.currency : undefined, this.wording.lang);
  }

  /** A link to the hosted page. */
  protected outLink(url: string, text: string, className: string): unknown {
    if (this.seals.broken) return nothing;
    this.seals.seal('hostedUrl', '[part~="page-link"]', 'href', url);
    return outLink(url, text, className, () => this.opened('page', url));
  }

  protected opened(what: OpenedThing, url: string): void {
    this.follow.details.held = true;
    this.host.dispatchEvent(new PayOpenEvent(what, url));
  }

  /** A word nobody knows keeps the last view there was. */
  get #shownPhase(): Phase {
    return this.follow.knownPhase ?? 'awaiting';
  }

  get #copied(): string {
    const { words } = this.wording;
    return this.copying.done ? words.copied : this.copying.byHand ? words.copyByHand : '';
  }

  #hint(button: Element | undefined) {
    const pop = this.host.renderRoot.querySelector<HTMLElement>('.hint');
    if (button) this.follow.details.held = true;
    if (!pop) return;
    if (button) this.#hints.show(button, pop);
    else this.#hints.hide(pop);
  }

  #sums(payment: PublicPayment): Sums {
    return { fiat: this.fiat(payment), coin: this.coinSum(payment), received: this.coinReceived(payment) };
  }

  #head(payment: PublicPayment) {
    return html`<div class="ends" part="header">
      <div class="sum"><span class="fiat" part="amount">${this.fiat(payment)}</span><slot name="header"></slot></div>
      <span class="chip" part="method">${this.chip(payment)}</span>
    </div>`;
  }

  #problem() {
    const { fault, hostedUrl } = this.follow;
    const said = faultWords(fault, !!hostedUrl, this.wording.words);
    const link = hostedUrl ? this.outLink(hostedUrl, this.wording.words.openPage, 'main') : nothing;
    return outcome(['warn', 'mark'], said, link);
  }

  #status(paying: boolean, covered: boolean) {
    const { words, lang } = this.wording;
    const { follow } = this;
    const phase = this.#shownPhase;
    const { payment } = follow;
    const outcome = payment && !paying ? sayOutcome(payment, phase, words) : undefined;
    const copied = this.copying.done === 'address' ? `${words.copied}. ${words.compare}` : this.#copied;
    const awaiting = words[this.#own.awaiting];
    const shown = { phase, awaiting, outcome, covered, lang, copied, aside: this.aside(), left: this.#countdown };
    const again = html`<button type="button" class="plain" part="try-now" @click=${() => this.refresh()}>
      ${words.tryNow}
    </button>`;
    return statusLine(statusOf(follow, words, shown), follow.lost ? again : nothing);
  }

  #foot(payment: PublicPayment | undefined, paying: boolean) {
    const { words } = this.wording;
    const known = this.follow.fault ? undefined : payment;
    const phase = this.#shownPhase;
    const url = known?.hostedUrl;
    // Where the page is the main thing to do, the body has it already; where nothing is to be paid, it would invite to.
    const linked = url && (paying ? this.#method === 'crypto' : LOOKS[phase][0] === 'wait');
    const offer = known && (paying || LOOKS[phase][0] === 'ok') ? this.#offer(known, phase) : undefined;
    const toggled = (event: ToggleEvent, button: Element) => this.#hints.toggled(event, button);
    const help = html`<slot name="help"><p>${words[this.#own.help]}</p></slot
      >${known ? facts([[words.paymentNumber, idOf(known)]]) : nothing}`;
    return html`<div class="ends" part="footer">
      ${linked ? this.outLink(url, words.openPage, 'link') : html`<span></span>`}
      <div class="also">
        ${offer && this.#handOff.render(offer, paying, toggled)} ${opener('help', words.help, help, toggled)}
      </div>
    </div>`;
  }

  #offer(payment: PublicPayment, phase: Phase): Offer {
    const { words, lang } = this.wording;
    const { seals } = this;
    const taken = () => void (this.follow.details.held = true);
    return { payment, phase, words, lang, sums: this.#sums(payment), due: this.due(payment, phase), seals, taken };
  }
}
