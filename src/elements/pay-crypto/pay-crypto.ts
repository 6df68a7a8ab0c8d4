import { html, nothing, type TemplateResult } from 'lit';
import { cryptoPayable } from '../../view/crypto-payable.ts';
import type { PayableCrypto, PayableView, QrView } from '../../view/payable-view.ts';
import { addressGroups } from '../card/address.ts';
import { badge } from '../card/badge.ts';
import type { Card } from '../card/card.ts';
import { PayQrElement } from '../base/qr-element.ts';
import { badgeStyles } from '../card/styles/badge.styles.ts';
import { qrStyles } from '../card/styles/qr.styles.ts';
import { copyButton } from '../controllers/copy-controller.ts';
import { field, lengthStyle, testAlert } from '../card/field.ts';
import { cardBody } from '../card/card-parts.ts';
import { networkText } from '../card/network-name.ts';
import { pageLink } from '../card/page-link.ts';
import { qrTile } from '../card/qr-tile.ts';
import { styles } from './pay-crypto.styles.ts';
import { paymentOptions } from './payment-options.ts';

const missingBanner = ({ missing }: PayableCrypto) =>
  missing
    ? html`<div class="banner" part="missing">
        <b>${missing.title}</b>
        <p>${missing.text}</p>
        <progress aria-hidden="true" max="1" value=${missing.share}></progress>
      </div>`
    : nothing;

function fields(view: PayableCrypto, card: Card): TemplateResult {
  const { amount, rate, destination, compare, testNote } = view;
  const sum = html`<span class="big" dir="ltr" translate="no"
      ><span data-copied class="num" .style=${lengthStyle(amount.text)}>${amount.text}</span>
      <span class="unit">${amount.unit}</span></span
    >${copyButton('amount', amount.text, card)}`;
  const to = html`${addressGroups(destination.text)}${copyButton('address', destination.text, card)}`;
  const hint = amount.hint === undefined ? nothing : html`<p class="fine">${amount.hint}</p>`;
  const price = rate === undefined ? nothing : html`<p class="fine" part="rate">${rate || '\u00a0'}</p>`;
  return html`${field(amount.label, sum, 'coin-amount', [hint, price])}${field(destination.label, to, 'coin-address')}${
    compare === undefined ? nothing : html`<p class="fine">${compare}</p>`
  }${testAlert(testNote)}`;
}

/**
 * The network in one line, with further rules in a `<details>` element if there are any. For an unknown coin, a warning.
 */
function network({ coin, network: { short, rules } }: PayableCrypto): TemplateResult {
  if (!coin.known) return html`<p class="alert" part="network"><b>${short}</b> ${rules}</p>`;
  if (rules === undefined) return html`<p class="network" part="network">${networkText(short)}</p>`;
  return html`<details class="network" part="network">
    <summary><span>${networkText(short)}</span></summary>
    <p>${networkText(rules)}</p>
  </details>`;
}

/**
 * The wallet link, and other ways to pay when it has opened no app. A test payment must not open a wallet with real
 * money: its main action is the hosted page, which is the sandbox's.
 */
function wallet({ walletLink, walletFallback, testLink }: PayableCrypto, card: Card) {
  if (walletLink === undefined) return pageLink(testLink, card.messages.openPage, 'main', card);
  const opened = () => card.linkOpened('wallet', walletLink);
  // Not a live region, because the status line announces this text.
  const fallback = walletFallback
    ? html`<p class="fine" part="wallet-fallback"><b>${walletFallback[0]}</b> ${walletFallback[1]}</p>`
    : nothing;
  return html`<a class="main" part="wallet-link" href=${walletLink} @click=${opened}>${card.messages.openWallet}</a
    >${fallback}`;
}

/** The content below the QR code: the note of an image, a caption, or the buttons that choose the code's content. */
function belowCode(qr: QrView, card: Card) {
  const { messages } = card;
  if (qr.kind === 'image' || !qr.mode) return html`<p class="fine">${qr.kind === 'image' ? qr.note : qr.caption}</p>`;
  const choice = (mode: typeof qr.mode, label: string) =>
    html`<button type="button" aria-pressed=${qr.mode === mode} @click=${() => card.setUi({ qrMode: mode })}>
      ${label}
    </button>`;
  return html`<div class="seg" part="qr-switch" role="group" aria-label=${messages.qr}>
    ${choice('uri', messages.qrWithAmount)}${choice('address', messages.qrAddressOnly)}
  </div>`;
}

function cryptoBody(view: PayableCrypto, card: Card): TemplateResult {
  const { qr, testNote } = view;
  const todo = html`<div class="right">
    ${fields(view, card)} ${wallet(view, card)} ${network(view)} ${paymentOptions.map((option) => option(view, card))}
  </div>`;
  const code = qr ? qrTile(qr, testNote !== undefined, belowCode(qr, card), card) : nothing;
  return html`${missingBanner(view)}${cardBody(todo, code)}`;
}

function coinChip({ coin: { name, ticker, known } }: PayableCrypto): TemplateResult {
  return html`${badge(name, known ? ticker : undefined)}<span class=${known ? 'whole' : ''}>${name}</span>`;
}

/**
 * Shows a payment in a cryptocurrency: the exact amount and the address to copy, a QR code, a link that opens a wallet,
 * the network, and a status line that follows the payment until it is final.
 *
 * It shows 'paid' only when the shop's backend reports it, and never shows a payment as failed because a request failed.
 *
 * When a script or an extension changes an amount, an address, a link or the QR code inside the element, the element
 * stops showing anything to pay. It cannot detect changes by style sheets: those of the page can hide an address and show
 * another one in its place (`pay-crypto::part(address)::after`), while the copied address, the wallet link and the QR
 * code stay correct. Allow only your own style sheets, with a strict `style-src` in the Content-Security-Policy.
 *
 * @tagname pay-crypto
 *
 * @fires {PayCopyEvent} pay-copy - The `amount`, the `address`, the payment's `number` or `all` was copied: `what`.
 * @fires {PayOpenEvent} pay-open - The payer opened the `wallet` or the hosted `page`: `what`, `url`.
 *
 * @slot sent - In the view after 'I have sent it': for example, how long a payment usually takes.
 *
 * @csspart header - Price and coin.
 * @csspart method - The coin, in the corner.
 * @csspart field - A label with its value.
 * @csspart coin-amount - The field of the amount.
 * @csspart rate - The price of one coin, when the shop gives it.
 * @csspart coin-address - The field of the address.
 * @csspart address - The address in groups.
 * @csspart network - The network to use. Unfolded, it shows further rules.
 * @csspart qr-switch - The switch between 'with amount' and 'address only'.
 * @csspart wallet-link - 'Open in wallet'.
 * @csspart wallet-fallback - The hint that appears when no app opened after 'Open in wallet'.
 * @csspart wallets - The wallets in this browser (`pay-elements/wallets/evm`).
 * @csspart wallet-button - The button of one wallet.
 * @csspart sent-button - 'I have sent it'.
 * @csspart sent - The view after 'I have sent it': what happens next, and what to compare in the wallet.
 * @csspart sent-back - Returns from that view to the payment.
 * @csspart missing - The missing part of an underpaid payment.
 *
 * @cssprop [--pay-soft=#f3f6fb] - Background of notes and of the switch.
 * @cssprop [--pay-field=none] - Background of the fields of amount and address.
 * @cssprop [--pay-font-mono=ui-monospace] - Font family of addresses.
 */
export class PayCryptoElement extends PayQrElement {
  /** @internal */
  static override styles = [...PayQrElement.styles, qrStyles, badgeStyles, styles];

  /** @internal */
  protected override readonly method = 'crypto';
  /** @internal */
  protected override readonly payable = cryptoPayable;
  /** @internal */
  protected override readonly help = ['helpCrypto', 'exactNet'] as const;

  /** @internal */
  protected override renderPayable(view: PayableView): unknown {
    return view.method === 'crypto' ? cryptoBody(view, this) : nothing;
  }

  /** @internal */
  protected override renderChip(view: PayableView): unknown {
    return view.method === 'crypto' ? coinChip(view) : nothing;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'pay-crypto': PayCryptoElement;
  }
}
