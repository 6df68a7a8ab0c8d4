import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import type { PublicPayment } from '../../src/core/payments/payment.ts';
import { openChain, type Chain } from './chain.ts';
import { idOf, playsFor, type Play } from './payer-plays.ts';

/** What `POST payments` takes, and the words on its button. */
const CHOICES = [
  ['Bitcoin', { method: 'crypto', coin: 'BTC' }],
  ['Ethereum', { method: 'crypto', coin: 'ETH' }],
  ['Tether USD', { method: 'crypto', coin: 'ERC20/USDT' }],
  ['Online wallet', { method: 'wallet' }],
  ['Payment code', { method: 'localcode' }],
] as const;

/** A shop with one order, and beside it the buttons that play its payer. */
class ChainShop extends LitElement {
  static override styles = css`
    :host {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(300px, 100%), 1fr));
      gap: 20px;
      align-items: start;
      font:
        15px/1.5 system-ui,
        sans-serif;
    }
    h2 {
      margin: 0 0 8px;
      font-size: 17px;
    }
    .buttons {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
      margin-block-end: 12px;
    }
    button {
      min-block-size: 36px;
      padding: 4px 12px;
      border: 1px solid light-dark(#8a94a3, #7b8696);
      border-radius: 10px;
      font: inherit;
      color: inherit;
      background: light-dark(#fff, #161b22);
      cursor: pointer;
    }
    button[aria-pressed='true'] {
      border-color: light-dark(#0b57d0, #8ab4f8);
      box-shadow: inset 0 0 0 1px light-dark(#0b57d0, #8ab4f8);
    }
    button:focus-visible {
      outline: 2px solid light-dark(#0b57d0, #8ab4f8);
      outline-offset: 2px;
    }
    ol {
      margin: 0;
      padding-inline-start: 20px;
      font-family: ui-monospace, monospace;
      font-size: 13px;
      overflow-wrap: anywhere;
    }
  `;

  static override properties = { payment: { state: true }, said: { state: true } };

  declare payment: PublicPayment | undefined;
  /** What came of the last press. */
  declare said: string;
  #chain: Chain | undefined;

  constructor() {
    super();
    this.said = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#chain = openChain(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#chain?.close();
    this.#chain = this.payment = undefined;
  }

  protected override render(): TemplateResult {
    const { payment } = this;
    return html`<section aria-label="The shop">
        <h2>Two bags of coffee: $19.99</h2>
        <div class="buttons" role="group" aria-label="How to pay">
          ${CHOICES.map(([name, wish]) => {
            const chosen =
              payment &&
              ('coin' in wish
                ? 'tid' in payment && payment.cryptoCoin.toLowerCase() === wish.coin.toLowerCase()
                : (wish.method === 'wallet' ? 'pid' : 'bid') in payment);
            return html`<button type="button" aria-pressed=${!!chosen} @click=${() => this.#choose(wish)}>
              ${name}
            </button>`;
          })}
        </div>
        <div @click=${(event: Event) => this.#keepHere(event)}>${this.#tag()}</div>
      </section>
      <section aria-label="The payer">
        <h2>You play the payer</h2>
        <div class="buttons">
          ${
            payment
              ? playsFor(payment).map(
                  ([name, play]) =>
                    html`<button type="button" @click=${() => this.#play(play, payment)}>${name}</button>`,
                )
              : 'First choose how to pay.'
          }
        </div>
        <p role="status">${this.said}</p>
        ${this.#deliveries()}
      </section>`;
  }

  #tag() {
    const { payment } = this;
    if (!payment) return nothing;
    if ('tid' in payment) return html`<pay-crypto .payment=${payment}></pay-crypto>`;
    return 'pid' in payment
      ? html`<pay-wallet .payment=${payment}></pay-wallet>`
      : html`<pay-localcode .payment=${payment}></pay-localcode>`;
  }

  #deliveries() {
    const sent = this.payment ? this.#chain!.control.deliveries(idOf(this.payment)) : [];
    return sent.length
      ? html`<h2>Webhooks to the shop</h2>
          <ol reversed>
            ${sent.map(({ body }) => html`<li>${body}</li>`)}
          </ol>`
      : nothing;
  }

  async #choose(wish: object) {
    const { order: orderRef, payUrl } = this.#chain!;
    const answer = await fetch(`${payUrl}/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order: orderRef, ...wish }),
    });
    const body = (await answer.json()) as PublicPayment & { error?: { code: string }; payment?: PublicPayment };
    // An order that is paid is answered with what paid it.
    this.payment = body.error ? body.payment : body;
    this.said = body.error ? `The shop answers: ${body.error.code}` : '';
  }

  #play(play: Play, payment: PublicPayment) {
    try {
      const { message } = play(this.#chain!.control, idOf(payment)) as { message: string };
      this.said = message;
    } catch (error) {
      this.said = (error as Error).message;
    }
  }

  /** The hosted page is in nobody's network: the buttons simulate it here. */
  #keepHere(event: Event) {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (!link?.href.startsWith(this.#chain!.serviceUrl)) return;
    event.preventDefault();
    this.said = 'The hosted page belongs to the service. In this preview the buttons here stand for it.';
  }
}

/** The shop, for a story. */
export function chainShop(): TemplateResult {
  if (!customElements.get('chain-shop')) customElements.define('chain-shop', ChainShop);
  return html`<chain-shop></chain-shop>`;
}
