import { html, nothing, type TemplateResult } from 'lit';
import type { CryptoPayment, PublicPayment } from '../../core/payment.ts';
import type { Phase } from '../../core/status.ts';
import { cryptoView, dueOf, type CryptoView, type QrMode } from '../../core/crypto-view.ts';
import { sayAmounts, sayNetwork } from '../../words/said.ts';
import { NoAppController } from '../controllers/no-app-controller.ts';
import { addressGroups } from '../parts/address.ts';
import { badge } from '../parts/badge.ts';
import { icon } from '../parts/icons.ts';
import { field } from '../parts/views.ts';
import { styles } from '../pay-crypto.styles.ts';
import type { PayElement } from '../pay-element.ts';
import { badgeStyles } from './badge.styles.ts';
import type { Due } from './offer.ts';
import { testNote } from './outcome-view.ts';
import { QrCard, qrCardStyles } from './qr-card.ts';

/** What a payer does for `<pay-crypto>`. */
export class CryptoCard extends QrCard {
  override readonly styles = [...qrCardStyles, badgeStyles, styles];

  /** The payer's own choice for the QR code. */
  #chosen: QrMode | undefined;
  /** The service's picture that this browser cannot read: Firefox refuses what others mend. */
  #unread: string | undefined;
  readonly #apps: NoAppController;

  constructor(host: PayElement) {
    super(host, 'crypto', { awaiting: 'awaitingCrypto', help: 'helpCrypto' });
    this.#apps = new NoAppController(host);
  }

  protected override chip(payment: CryptoPayment): unknown {
    const { coin, name } = cryptoView(payment);
    return html`${badge(name, coin?.ticker)}${name}`;
  }

  protected override coinSum(payment: CryptoPayment): string {
    const { amount, ticker } = cryptoView(payment);
    return `${amount} ${ticker}`;
  }

  protected override coinReceived(payment: CryptoPayment): string | undefined {
    const { amount, ticker } = cryptoView(payment);
    const { cryptoAmountReceived: received } = payment;
    return received === undefined || received === amount ? undefined : `${received} ${ticker}`;
  }

  protected override aside(): string | undefined {
    const { noWallet, noWalletText } = this.wording.words;
    return this.#apps.unanswered ? `${noWallet} ${noWalletText}` : undefined;
  }

  protected override due(payment: CryptoPayment, phase: Phase): Due {
    const view = cryptoView(payment, dueOf(payment, phase));
    const { amount, ticker, address, texts } = view;
    const code = this.#image(view, payment) ? undefined : texts[this.#mode(view)];
    return {
      amount: `${amount} ${ticker}`,
      network: sayNetwork(view, payment, this.wording.words)[0],
      to: [this.wording.words.address, address],
      code,
    };
  }

  protected override pay(payment: PublicPayment, phase: Phase): TemplateResult | undefined {
    if (!('tid' in payment)) return undefined;
    const due = dueOf(payment, phase);
    if (due === undefined) return undefined;
    const view = cryptoView(payment, due);
    const missing = phase === 'underpaid';
    return html`${missing ? this.#missing(payment) : nothing}
      <div class="body">
        <div class="right">${this.#fields(view, missing, this.#network(view, payment))} ${this.#wallet(view)}</div>
        ${this.host.qr === 'none' ? nothing : this.#qr(view, payment, missing)}
      </div>`;
  }

  #missing(payment: CryptoPayment) {
    const { cryptoAmountReceived: received, cryptoAmountExpected: expected } = payment;
    // A bar, not an amount: here rounding is harmless.
    return html`<div class="banner" part="missing">
      <b>${this.wording.words.underpaid}</b>
      <p>${sayAmounts(this.wording.words.underpaidRest, payment)}</p>
      <progress aria-hidden="true" max="1" value=${Number(received) / Number(expected)}></progress>
    </div>`;
  }

  #fields({ amount, ticker, address }: CryptoView, rest: boolean, network: unknown) {
    const { words } = this.wording;
    this.seals.seal('amount', '.num', 'text', amount);
    this.seals.seal('address', '[part~="address"]', 'text', address);
    const sum = html`<span class="big" dir="ltr" translate="no"
        ><span data-copied class="num">${amount}</span> <span class="unit">${ticker}</span></span
      >${this.copyButton('amount', amount)}`;
    const to = html`${addressGroups(address)}${this.copyButton('address', address)}`;
    return html`${field(rest ? words.sendRest : words.sendExactly, sum, 'coin-amount')}${network}${field(
      rest ? words.toSameAddress : words.toAddress,
      to,
      'coin-address',
    )}${this.copying.last === 'address' ? html`<p class="fine">${words.compare}</p>` : nothing}`;
  }

  #network(view: CryptoView, payment: CryptoPayment) {
    const { words } = this.wording;
    const [only, ...rules] = sayNetwork(view, payment, words);
    return html`<div class="net" part="network">
        ${icon('net')}
        <p><b>${only}</b><small>${rules.join(' ')}</small></p>
      </div>
      ${testNote(payment.test, words)}`;
  }

  #wallet({ link }: CryptoView) {
    if (!link) return nothing;
    const { words } = this.wording;
    const tapped = () => {
      this.#apps.tapped();
      this.opened('wallet', link);
    };
    this.seals.seal('link', '[part~="wallet-link"]', 'href', link);
    // Said aloud by the status line: there is one place that speaks.
    const none = html`<p class="fine" part="no-wallet"><b>${words.noWallet}</b> ${words.noWalletText}</p>`;
    return html`<a class="main" part="wallet-link" href=${link} @click=${tapped}>${words.openWallet}</a
      >${this.#apps.unanswered ? none : nothing}`;
  }

  #mode({ mode, texts }: CryptoView): QrMode {
    const asked = this.#chosen ?? (this.host.qr === 'uri' || this.host.qr === 'address' ? this.host.qr : mode);
    return texts[asked] === undefined ? 'address' : asked;
  }

  /** The service's own picture, where it is to be shown. */
  #image({ coin }: CryptoView, { qrCodeBase64 }: CryptoPayment): string | undefined {
    return (coin && this.host.qr !== 'image') || qrCodeBase64 === this.#unread ? undefined : qrCodeBase64;
  }

  #qr(view: CryptoView, payment: CryptoPayment, rest: boolean) {
    const { words } = this.wording;
    const { texts } = view;
    const mode = this.#mode(view);
    const image = this.#image(view, payment);
    const drawn = this.#code(view, payment, mode, rest, image);
    const choice = (value: QrMode, label: string) =>
      html`<button type="button" aria-pressed=${mode === value} @click=${() => this.#choose(value)}>${label}</button>`;
    const note = html`<p class="fine">${words.qrFromService}</p>`;
    const choices = html`<div class="seg" part="qr-switch" role="group" aria-label=${words.qr}>
      ${choice('uri', words.qrWithAmount)}${choice('address', words.qrAddressOnly)}
    </div>`;
    return this.qr(drawn, image ? note : texts.uri ? choices : nothing, payment);
  }

  #code(view: CryptoView, payment: CryptoPayment, mode: QrMode, rest: boolean, image: string | undefined) {
    const { words } = this.wording;
    const { coin, amount, ticker, address, texts } = view;
    const label = `${words.qr}: ${mode === 'uri' ? `${amount} ${ticker}, ` : ''}${address}`;
    if (image) {
      this.seals.seal('qrCodeBase64', '.left img', 'src', image);
      return html`<img src=${image} alt=${words.qr} @error=${() => this.#draw(image)} />`;
    }
    // What the backend drew is the coin's default for the whole amount.
    const given = coin && mode === view.mode && !rest ? payment.qr : undefined;
    const modules = this.codes.modules(texts[mode] ?? address, given);
    return modules === 'failed' ? html`<p>${words.qrFailed}</p>` : this.code(modules, label);
  }

  #draw(unread: string) {
    this.#unread = unread;
    this.host.requestUpdate();
  }

  #choose(mode: QrMode) {
    this.#chosen = mode;
    this.host.requestUpdate();
  }
}
