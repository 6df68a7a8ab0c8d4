import { html, nothing, type TemplateResult } from 'lit';
import { cryptoPayable } from '../../view/crypto-payable.ts';
import type { PayableCrypto, QrView } from '../../view/payable-view.ts';
import { addressGroups } from '../shared/address.ts';
import { badge } from '../shared/badge.ts';
import type { CardContext, CardDefinition } from '../shared/card-context.ts';
import { cardOf } from '../shared/payment-card.ts';
import { cardSharedStyles } from '../shared/styles/first-card.styles.ts';
import { badgeStyles } from '../shared/styles/badge.styles.ts';
import { qrStyles } from '../shared/styles/qr.styles.ts';
import { copyButton } from '../shared/templates/copy-button.ts';
import { field, lengthStyle, testAlert } from '../shared/templates/field.ts';
import { cardBody } from '../shared/templates/card-parts.ts';
import { qrTile } from '../shared/templates/qr-tile.ts';
import { styles } from './pay-crypto.styles.ts';
import { paymentOptions } from './payment-options.ts';

/** The banner of an underpaid payment, with the missing amount. */
const missingBanner = ({ missing }: PayableCrypto) =>
  missing
    ? html`<div class="banner" part="missing">
        <b>${missing.title}</b>
        <p>${missing.text}</p>
        <progress aria-hidden="true" max="1" value=${missing.share}></progress>
      </div>`
    : nothing;

/** The amount and the address, each with a copy button. */
function fields(view: PayableCrypto, card: CardContext): TemplateResult {
  const { amount, rate, destination, compare, testNote } = view;
  const sum = html`<span class="big" dir="ltr" translate="no"
      ><span data-copied class="num" .style=${lengthStyle(amount.text)}>${amount.text}</span>
      <span class="unit">${amount.unit}</span></span
    >${copyButton('amount', amount.text, card)}`;
  const to = html`${addressGroups(destination.text)}${copyButton('address', destination.text, card)}`;
  const price = rate === undefined ? nothing : html`<p class="fine" part="rate">${rate || '\u00a0'}</p>`;
  return html`${field(amount.label, sum, 'coin-amount', price)}${field(destination.label, to, 'coin-address')}${
    compare === undefined ? nothing : html`<p class="fine">${compare}</p>`
  }${testAlert(testNote)}`;
}

/** The network in one line, with further rules in a `<details>` element. For an unknown coin, a warning. */
const network = ({ coin, network: { only, rules } }: PayableCrypto) =>
  coin.known
    ? html`<details part="network">
        <summary>${only}</summary>
        <p>${rules.join(' ')}</p>
      </details>`
    : html`<p class="alert" part="network"><b>${only}</b> ${rules.join(' ')}</p>`;

/** The wallet link, and other ways to pay when it has opened no app. */
function wallet({ walletLink, walletFallback }: PayableCrypto, card: CardContext) {
  if (walletLink === undefined) return nothing;
  const opened = () => card.opened('wallet', walletLink);
  // Not a live region, because the status line announces this text.
  const fallback = walletFallback
    ? html`<p class="fine" part="wallet-fallback"><b>${walletFallback[0]}</b> ${walletFallback[1]}</p>`
    : nothing;
  return html`<a class="main" part="wallet-link" href=${walletLink} @click=${opened}>${card.messages.openWallet}</a
    >${fallback}`;
}

/** The content below the QR code: the note of an image, a caption, or the buttons that choose the code's content. */
function belowCode(qr: QrView, card: CardContext) {
  const { messages } = card;
  if (qr.kind === 'image' || !qr.mode) return html`<p class="fine">${qr.kind === 'image' ? qr.note : qr.caption}</p>`;
  const choice = (mode: typeof qr.mode, label: string) =>
    html`<button type="button" aria-pressed=${qr.mode === mode} @click=${() => card.update({ qrMode: mode })}>
      ${label}
    </button>`;
  return html`<div class="seg" part="qr-switch" role="group" aria-label=${messages.qr}>
    ${choice('uri', messages.qrWithAmount)}${choice('address', messages.qrAddressOnly)}
  </div>`;
}

/** The payment details of `<pay-crypto>`. */
function cryptoBody(view: PayableCrypto, card: CardContext): TemplateResult {
  const { qr, testNote } = view;
  const todo = html`<div class="right">
    ${fields(view, card)} ${wallet(view, card)} ${network(view)} ${paymentOptions.map((option) => option(view, card))}
  </div>`;
  const code = qr ? qrTile(qr, testNote !== undefined, belowCode(qr, card), card) : nothing;
  return html`${missingBanner(view)}${cardBody(todo, code)}`;
}

/** The mark and the name of the coin, in the corner of the card. */
function coinChip({ coin: { name, ticker, known } }: PayableCrypto): TemplateResult {
  return html`${badge(name, known ? ticker : undefined)}${name}`;
}

const definition: CardDefinition = {
  method: 'crypto',
  payable: cryptoPayable,
  help: 'helpCrypto',
  styles: [...cardSharedStyles, qrStyles, badgeStyles, styles],
  body: (view, card) => (view.method === 'crypto' ? cryptoBody(view, card) : undefined),
  chip: (view) => (view.method === 'crypto' ? coinChip(view) : undefined),
};

/** The card of `<pay-crypto>`. */
export const CryptoCard = cardOf(definition);
