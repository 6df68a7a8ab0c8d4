import { html, nothing, type TemplateResult } from 'lit';
import type { CryptoPayment, PublicPayment } from '../../core/payment.ts';
import type { Phase } from '../../core/status.ts';
import { cryptoView, isTooSmall, missingOf, type CryptoView, type QrMode } from '../crypto-view.ts';
import { addressGroups } from '../parts/address.ts';
import { icon } from '../parts/icons.ts';
import { qrCode } from '../parts/qr.ts';
import { field } from '../parts/views.ts';
import { styles } from '../pay-crypto.styles.ts';
import type { PayElement } from '../pay-element.ts';
import { QrCard, qrCardStyles } from './qr-card.ts';
import type { Said } from './status-of.ts';
import { fill, type WordKey } from '../words/words.ts';

/** Coins whose network needs more words than its name. */
const NETWORK_WORDS: Readonly<Record<string, WordKey>> = {
  ETH: 'networkETH',
  USDT: 'networkUSDT',
  BNB: 'networkBNB',
  SOL: 'networkSOL',
};

/** What a payer does for `<pay-crypto>`. */
export class CryptoCard extends QrCard {
  override readonly styles = [...qrCardStyles, styles];

  /** The payer's own choice for the QR code. */
  #chosen: QrMode | undefined;

  constructor(host: PayElement) {
    super(host, 'crypto', { awaiting: 'awaitingCrypto', help: 'helpCrypto' });
  }

  protected override chip(payment: CryptoPayment): unknown {
    const { coin, name } = cryptoView(payment);
    return html`<i class="badge ${coin ? coin.ticker.toLowerCase() : ''}" aria-hidden="true">${name.slice(0, 1)}</i
      >${name}`;
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

  protected override outcomeWords(payment: CryptoPayment, phase: Phase): Said {
    const said = super.outcomeWords(payment, phase);
    if (phase === 'awaiting') return [this.wording.words.tooSmall, this.#say('tooSmallText', payment)];
    const small = phase === 'underpaid' && missingOf(payment).kind === 'too-small';
    return small ? [said[0], this.#say('underpaidSmall', payment)] : said;
  }

  protected override pay(payment: PublicPayment, phase: Phase): TemplateResult | undefined {
    if (!('tid' in payment)) return undefined;
    const missing = phase === 'underpaid' && missingOf(payment);
    const due = !missing ? payment.cryptoAmountExpected : missing.kind === 'rest' ? missing.rest : undefined;
    if (due === undefined || isTooSmall(payment, due)) return undefined;
    const view = cryptoView(payment, due);
    return html`${missing ? this.#missing(payment) : nothing}
      <div class="body">
        <div class="right">${this.#fields(view, !!missing)} ${this.#network(view, payment)} ${this.#wallet(view)}</div>
        ${this.host.qr === 'none' ? nothing : this.#qr(view, payment, !!missing)}
      </div>`;
  }

  #say(key: WordKey, payment: CryptoPayment) {
    const { amount, ticker } = cryptoView(payment);
    const { cryptoAmountReceived: received = '', minimumTransactionCoin: least = '' } = payment;
    return fill(this.wording.words[key], { received, expected: `${amount} ${ticker}`, least: `${least} ${ticker}` });
  }

  #missing(payment: CryptoPayment) {
    const { cryptoAmountReceived: received, cryptoAmountExpected: expected } = payment;
    // A bar, not an amount: here rounding is harmless.
    return html`<div class="banner" part="missing">
      <b>${this.wording.words.underpaid}</b>
      <p>${this.#say('underpaidRest', payment)}</p>
      <progress aria-hidden="true" max="1" value=${Number(received) / Number(expected)}></progress>
    </div>`;
  }

  #fields({ amount, ticker, address }: CryptoView, rest: boolean) {
    const { words } = this.wording;
    const sum = html`<span class="big" dir="ltr" translate="no"
        ><span data-copied class="num">${amount}</span> <span class="unit">${ticker}</span></span
      >${this.copyButton('amount', amount)}`;
    const to = html`${addressGroups(address)}${this.copyButton('address', address)}`;
    return html`${field(rest ? words.sendRest : words.sendExactly, sum, 'coin-amount')}${field(
      rest ? words.toSameAddress : words.toAddress,
      to,
      'coin-address',
    )}${this.copying.last === 'address' ? html`<p class="fine">${words.compare}</p>` : nothing}`;
  }

  #network({ coin }: CryptoView, payment: CryptoPayment) {
    const { words } = this.wording;
    const only = coin
      ? fill(words[NETWORK_WORDS[coin.ticker] ?? 'network'], { network: coin.network })
      : words.networkUnknown;
    const rules = [coin && words.noMemo, payment.minimumTransactionCoin && this.#say('minimum', payment)];
    return html`<div class="net" part="network">
        ${icon('net')}
        <p><b>${only}</b> ${rules.filter(Boolean).join(' ')}</p>
      </div>
      ${this.testNote(payment)}`;
  }

  #wallet({ link }: CryptoView) {
    if (!link) return nothing;
    return html`<a class="main" part="wallet-link" href=${link} @click=${() => this.opened('wallet', link)}
      >${this.wording.words.openWallet}</a
    >`;
  }

  #qr(view: CryptoView, payment: CryptoPayment, rest: boolean) {
    const { words } = this.wording;
    const { texts, coin } = view;
    const asked = this.#chosen ?? (this.host.qr === 'uri' || this.host.qr === 'address' ? this.host.qr : view.mode);
    const mode = texts[asked] === undefined ? 'address' : asked;
    const image = coin && this.host.qr !== 'image' ? undefined : payment.qrCodeBase64;
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
    if (image) return html`<img src=${image} alt=${words.qr} />`;
    // What the backend drew is the coin's default for the whole amount.
    const given = coin && mode === view.mode && !rest ? payment.qr : undefined;
    const modules = this.codes.modules(texts[mode] ?? address, given);
    return modules === 'failed' ? html`<p>${words.qrFailed}</p>` : modules && qrCode(modules, label);
  }

  #choose(mode: QrMode) {
    this.#chosen = mode;
    this.host.requestUpdate();
  }
}
