import { html, nothing, type CSSResult, type TemplateResult } from 'lit';
import { idOf, type Method, type PublicPayment } from '../../core/payment.ts';
import type { Phase } from '../../core/status.ts';
import { CopyController } from '../controllers/copy-controller.ts';
import { HintController } from '../controllers/hint-controller.ts';
import { PaymentController } from '../controllers/payment-controller.ts';
import { WordsController } from '../controllers/words-controller.ts';
import { PayOpenEvent, type CopiedThing, type OpenedThing } from '../events.ts';
import { fiatText } from '../parts/fiat.ts';
import { icon } from '../parts/icons.ts';
import { skeleton } from '../parts/skeleton.ts';
import { copyButton } from '../parts/copy-button.ts';
import { LOOKS, facts, outcome, statusLine } from '../parts/views.ts';
import type { PayElement } from '../pay-element.ts';
import type { WordKey } from '../words/words.ts';
import { faultWords, statusOf, type Said } from './status-of.ts';

/** What a tag says in words of its own. */
export interface MethodWords {
  readonly awaiting: WordKey;
  readonly help: WordKey;
}

/**
 * The inside of a tag: reads the payment, follows it, and draws one card with a head, a body, a status line that
 * is always there, and a foot. A method adds what its payer has to do (`pay`).
 */
export abstract class Card {
  /** Adopted by the tag when the card is put in. */
  abstract readonly styles: readonly CSSResult[];

  protected readonly host: PayElement;
  protected readonly follow: PaymentController;
  protected readonly wording: WordsController;
  protected readonly copying: CopyController;
  readonly #hints: HintController;
  readonly #method: Method;
  readonly #own: MethodWords;

  constructor(host: PayElement, method: Method, own: MethodWords) {
    this.host = host;
    this.#method = method;
    this.#own = own;
    this.follow = new PaymentController(host, method);
    this.wording = new WordsController(host);
    this.#hints = new HintController(host);
    this.copying = new CopyController(host, (button) => this.#hint(button));
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
  prepare(): void {
    const { payment, src, statusUrl } = this.host;
    this.wording.read();
    this.follow.prepare({ payment, src, statusUrl });
  }

  refresh(): void {
    this.follow.refresh();
  }

  render(): TemplateResult {
    const { fault, payment } = this.follow;
    const { words } = this.wording;
    const phase = this.#shownPhase;
    const paying = !fault && payment && (phase === 'awaiting' || phase === 'underpaid') && this.pay(payment, phase);
    const layout = this.host.layout === 'stack' || this.host.layout === 'row' ? this.host.layout : 'auto';
    return html`<div
      class="card ${layout}"
      part="card"
      role="group"
      lang=${words.lang}
      aria-label=${words[this.#method]}
    >
      ${fault ? this.#problem() : !payment ? skeleton() : paying ? [this.#head(payment), paying] : this.#outcome(payment, phase)}
      ${this.#status(!!paying)} ${this.#foot(payment, !!paying)}
      <slot name="footer"></slot>
      <div class="pop hint" part="hint" popover="manual">${this.#copied}</div>
    </div>`;
  }

  /** What the payer has to do in this phase; nothing if there is nothing to pay. */
  protected abstract pay(payment: PublicPayment, phase: Phase): TemplateResult | undefined;

  /** What stands for the method in the card's corner. */
  protected chip(_payment: PublicPayment): unknown {
    return this.wording.words[this.#method];
  }

  /** The amount in the coin, where there is one. */
  protected coinSum(_payment: PublicPayment): string | undefined {
    return undefined;
  }

  /** What has arrived of it, where that is something else. */
  protected coinReceived(_payment: PublicPayment): string | undefined {
    return undefined;
  }

  /** The words of an outcome. */
  protected outcomeWords(_payment: PublicPayment, phase: Phase): Said {
    const { words } = this.wording;
    return [words[phase as WordKey], words[`${phase}Text` as WordKey]];
  }

  /** The button behind a value that copies it. */
  protected copyButton(what: CopiedThing, text: string, wide = false): TemplateResult {
    return copyButton(what, text, this.copying, this.wording.words, wide);
  }

  protected testNote({ test }: PublicPayment): unknown {
    return test ? html`<p class="alert">${this.wording.words.testNote}</p>` : nothing;
  }

  protected fiat(payment: PublicPayment): string {
    return fiatText(payment.amount, 'currency' in payment ? payment.currency : undefined, this.wording.lang);
  }

  /** A link out of the page. It does not tell where the payer came from. */
  protected outLink(url: string, text: string, className: string): TemplateResult {
    return html`<a
      class=${className}
      part="page-link"
      href=${url}
      target="_blank"
      rel="noopener"
      referrerpolicy="no-referrer"
      @click=${() => this.opened('page', url)}
      >${text} ${icon('out')}</a
    >`;
  }

  protected opened(what: OpenedThing, url: string): void {
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
    if (!pop) return;
    if (button) this.#hints.show(button, pop);
    else this.#hints.hide(pop);
  }

  #head(payment: PublicPayment) {
    return html`<header part="header">
      <div class="sum"><span class="fiat" part="amount">${this.fiat(payment)}</span><slot name="header"></slot></div>
      <span class="chip" part="method">${this.chip(payment)}</span>
    </header>`;
  }

  #outcome(payment: PublicPayment, phase: Phase) {
    const { words } = this.wording;
    const { confirmations: seen, confirmationsRequired: needed } = payment;
    const confirming = (phase === 'detected' || phase === 'confirming') && seen !== undefined;
    const coin = this.coinSum(payment);
    const sum = html`<p class="muted"><bdi>${this.fiat(payment)}</bdi>${coin && html` · <bdi>${coin}</bdi>`}</p>
      <div class="muted"><slot name="header"></slot></div>`;
    const bar =
      confirming && needed ? html`<progress aria-hidden="true" max=${needed} value=${seen}></progress>` : nothing;
    const rest = html`${bar}${facts([
      [words.received, this.coinReceived(payment)],
      [words.confirmations, confirming && (needed ? `${seen} / ${needed}` : `${seen}`)],
      [words.paymentNumber, idOf(payment)],
    ])}${this.testNote(payment)}${
      phase === 'paid' || phase === 'overpaid' ? html`<slot name="paid"></slot>` : nothing
    }`;
    return outcome(LOOKS[phase], this.outcomeWords(payment, phase), rest, sum);
  }

  #problem() {
    const { fault, hostedUrl } = this.follow;
    const said = faultWords(fault, !!hostedUrl, this.wording.words);
    const link = hostedUrl ? this.outLink(hostedUrl, this.wording.words.openPage, 'main') : nothing;
    return outcome(['warn', 'mark'], said, link);
  }

  #status(paying: boolean) {
    const { words, lang } = this.wording;
    const { follow } = this;
    const phase = this.#shownPhase;
    const { payment } = follow;
    const outcome = payment && !paying ? this.outcomeWords(payment, phase) : undefined;
    const status = statusOf(follow, words, { phase, awaiting: words[this.#own.awaiting], outcome, lang });
    const aside = this.copying.done === 'address' ? `${words.copied}. ${words.compare}` : this.#copied;
    const again = html`<button type="button" class="plain" part="try-now" @click=${() => this.refresh()}>
      ${words.tryNow}
    </button>`;
    return statusLine({ ...status, aside }, follow.lost ? again : nothing);
  }

  #foot(payment: PublicPayment | undefined, paying: boolean) {
    const { words } = this.wording;
    const { fault } = this.follow;
    const url = !fault && payment?.hostedUrl;
    const phase = this.#shownPhase;
    // Where the page is the main thing to do, the body has it already; where nothing is to be paid, it would invite to.
    const linked = url && (paying ? this.#method === 'crypto' : LOOKS[phase][0] === 'wait');
    const onToggle = (event: ToggleEvent) => {
      const opener = this.host.renderRoot.querySelector('[popovertarget]');
      if (opener) this.#hints.toggled(event, opener);
    };
    return html`<footer part="footer">
      ${linked ? this.outLink(url, words.openPage, 'link') : html`<span></span>`}<button
        type="button"
        class="link"
        part="help-button"
        popovertarget="help"
      >
        ${words.help}
      </button>
      <div class="pop" part="help" id="help" popover @toggle=${onToggle}>
        <slot name="help"><p>${words[this.#own.help]}</p></slot
        >${payment && !fault ? facts([[words.paymentNumber, idOf(payment)]]) : nothing}
      </div>
    </footer>`;
  }
}
