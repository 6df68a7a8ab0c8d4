import { cryptoView, dueOf } from '../core/crypto-view.ts';
import type { CryptoPayment, LocalcodePayment, PublicPayment, WalletPayment } from '../core/payment.ts';
import { sayAmounts, sayNetwork } from '../words/said.ts';
import { fill } from '../words/words.ts';
import { markup, type Markup } from './markup.ts';
import { qrSvg } from './qr-svg.ts';
import type { Spoken } from './spoken.ts';
import { exact, facts, link } from './views.ts';

/** What a payer has to do, where there is something to do. */
export interface Payable {
  readonly title: string;
  readonly text: string | undefined;
  readonly body: Markup;
}

/** What there is to pay in the payment's phase; a word nobody knows says nothing against paying. */
export function payable(payment: PublicPayment, spoken: Spoken): Payable | undefined {
  const { phase, status } = payment;
  const open = phase === 'awaiting' || phase === 'unknown';
  const strange = phase === 'unknown' ? fill(spoken.words.unknown, { status }) : undefined;
  const found =
    'tid' in payment
      ? (open || phase === 'underpaid') && crypto(payment, spoken)
      : open && ('pid' in payment ? wallet(payment, spoken) : localcode(payment, spoken));
  return found ? { ...found, text: strange ?? found.text } : undefined;
}

function crypto(payment: CryptoPayment, { words }: Spoken): Payable | undefined {
  const rest = payment.phase === 'underpaid';
  const due = dueOf(payment, payment.phase);
  if (due === undefined) return undefined;
  const view = cryptoView(payment, due);
  const { amount, ticker, address, mode, texts, link: wallet } = view;
  const [only, ...rules] = sayNetwork(view, payment, words);
  const label = `${words.qr}: ${mode === 'uri' ? `${amount} ${ticker}, ` : ''}${address}`;
  const code = qrSvg(texts[mode] ?? address, label, rest ? undefined : payment.qr, payment.test && words.test);
  return {
    title: rest ? words.underpaid : words.awaitingCrypto,
    text: rest ? sayAmounts(words.underpaidRest, payment) : undefined,
    body: markup`${code && markup`<p>${code}</p>`}${facts([
      [rest ? words.sendRest : words.sendExactly, markup`${exact(amount, 'pay-amount')} ${ticker}`],
      [rest ? words.toSameAddress : words.toAddress, exact(address, 'pay-address')],
    ])}<p class="pay-network"><strong>${only}</strong> ${rules.join(' ')}</p><p>${words.compare}</p>${wallet && markup`<p>${link(wallet, words.openWallet, 'pay-main')}</p>`}${page(payment.hostedUrl, words.openPage)}`,
  };
}

function wallet({ note, hostedUrl }: WalletPayment, { words }: Spoken): Payable {
  // The parser drops a line feed that comes first.
  const kept = `${/^\n/.test(note) ? '\n' : ''}${note}`;
  return {
    title: words.awaitingWallet,
    text: undefined,
    body: markup`${page(hostedUrl, words.walletGo, 'pay-main')}<p>${hostedUrl ? words.walletPaste : words.walletOnly}</p><pre class="pay-note" dir="auto" translate="no">${kept}</pre><p class="pay-warning">${words.walletWarning}</p>`,
  };
}

function localcode({ hostedUrl, qr, test }: LocalcodePayment, { words }: Spoken): Payable {
  const code = hostedUrl && qrSvg(hostedUrl, words.codeScan, qr, test && words.test);
  return {
    title: words.codeTitle,
    text: hostedUrl ? undefined : words.codeNoPage,
    body: markup`${page(hostedUrl, words.codeGo, 'pay-main')}${code && markup`<p>${code}</p><p>${words.codeScan}</p>`}`,
  };
}

const page = (url: string | undefined, text: string, className = 'pay-page') =>
  url !== undefined && markup`<p>${link(url, text, className)}</p>`;
