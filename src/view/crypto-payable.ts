import { findCoin, type Coin } from '../core/coins/coin.ts';
import { exactUri } from '../core/coins/exact-uri.ts';
import type { CryptoPayment } from '../core/payments/payment.ts';
import type { Phase } from '../core/payments/phases.ts';
import { isTooSmall, missingOf } from '../core/payments/public-payment.ts';
import { drawingOf } from '../core/payments/qr-path.ts';
import { fiatText, groupsWithDots } from '../i18n/format-money.ts';
import { formatMessage, joinSentences } from '../i18n/format-message.ts';
import type { MessageKey, Messages } from '../i18n/messages.ts';
import { formatAmounts, minimumText } from './amounts.ts';
import { drawnFor, payableShared, type PayableCrypto, type PayableViewFactory, type QrView } from './payable-view.ts';
import type { QrMode, ViewState } from './state.ts';

/**
 * What a payer has to send, and to which address. The text on the page, the QR code, the wallet link and the copied
 * text all come from this object, so they cannot differ.
 */
interface Transfer {
  /** `undefined` for a coin that contract 2.9 does not list. */
  readonly coin: Coin | undefined;
  readonly name: string;
  readonly ticker: string;
  /** Plain decimal text: the whole amount, or the amount that is still missing. */
  readonly amount: string;
  readonly address: string;
  /**
   * The possible contents of the QR code. USDT has no `uri`: wallets use its first address, the token's contract, as
   * the recipient.
   */
  readonly texts: Readonly<Partial<Record<QrMode, string>>>;
  readonly mode: QrMode;
  /** A link that opens a wallet. Only for coins whose wallets agree on one form, and never for a test payment. */
  readonly link: string | undefined;
}

/** The view of a payment in a coin; `undefined` when there is nothing to pay. */
export const cryptoPayable: PayableViewFactory = (payment, phase, state, messages): PayableCrypto | undefined => {
  if (!('tid' in payment)) return undefined;
  const due = dueOf(payment, phase);
  if (due === undefined) return undefined;
  const crypto = transferOf(payment, due);
  const rest = phase === 'underpaid';
  const { noWallet, noWalletText } = messages;
  const qr = qrOf(crypto, payment, rest, state, messages);
  return {
    ...payableShared(payment, phase, state, messages),
    method: 'crypto',
    coin: { name: crypto.name, ticker: crypto.ticker, known: !!crypto.coin, network: crypto.coin?.network },
    amount: {
      label: rest ? messages.sendRest : messages.sendExactly,
      text: crypto.amount,
      unit: crypto.ticker,
      hint: decimalHint(crypto.amount, payment, state, messages),
    },
    rate: rateOf(payment, crypto.ticker, state),
    destination: { label: rest ? messages.toSameAddress : messages.toAddress, text: crypto.address },
    network: networkOf(crypto, payment, messages),
    missing: rest && payment.cryptoAmountReceived ? missingView(payment, messages) : undefined,
    walletLink: crypto.link,
    testLink: payment.test ? payment.hostedUrl : undefined,
    walletFallback: state.walletUnanswered ? [noWallet, noWalletText] : undefined,
    compare: state.lastCopied === 'address' ? messages.compare : undefined,
    qr: state.qr === 'none' ? undefined : qr,
    qrText: qr.kind === 'code' ? qr.text : undefined,
  };
};

/** The amount to send in this phase, as decimal text; `undefined` when it is unknown or too small to confirm. */
function dueOf(payment: CryptoPayment, phase: Phase): string | undefined {
  if (phase !== 'underpaid')
    return isTooSmall(payment, payment.cryptoAmountExpected) ? undefined : payment.cryptoAmountExpected;
  const missing = missingOf(payment);
  return missing.kind === 'rest' ? missing.rest : undefined;
}

/** @param due - The amount to send. */
function transferOf(payment: CryptoPayment, due: string): Transfer {
  const { address, cryptoCoin, test } = payment;
  const coin = findCoin(cryptoCoin);
  // Not `toLocaleUpperCase()`: in Turkish it would give LİTECOİN.
  const symbol = cryptoCoin.toUpperCase();
  const uri = coin && exactUri(coin, address, due);
  const mode: QrMode = uri !== undefined && coin?.qr === 'uri' ? 'uri' : 'address';
  const texts = { address, ...(uri !== undefined && !coin?.token && { uri }) };
  return {
    coin,
    name: coin?.name ?? symbol,
    ticker: coin?.ticker ?? symbol,
    amount: due,
    address,
    texts,
    mode,
    link: mode === 'uri' && !test ? uri : undefined,
  };
}

/** An amount below 1 starts with `0.` and cannot be misread. */
function decimalHint(amount: string, { currency }: CryptoPayment, state: ViewState, { decimalPoint }: Messages) {
  const isMisread = state.showsPrices && /^[1-9]\d*\./.test(amount) && groupsWithDots(currency, state.locale);
  return isMisread ? decimalPoint : undefined;
}

/** The price of one coin, if the shop provides it. The equation is read from left to right; its price is isolated. */
function rateOf({ rate, currency }: CryptoPayment, ticker: string, { locale, showsPrices }: ViewState) {
  if (!rate) return undefined;
  return showsPrices ? `1 ${ticker} = \u2068${fiatText(rate, currency, locale)}\u2069` : '';
}

/** The missing amount of an underpaid payment, where the received one is known. `share` is for a progress bar, where rounding is acceptable. */
function missingView(payment: CryptoPayment, messages: Messages): PayableCrypto['missing'] {
  const { cryptoAmountReceived: received, cryptoAmountExpected: expected } = payment;
  return {
    title: messages.underpaid,
    text: formatAmounts(messages.underpaidRest, payment, messages),
    share: Number(received) / Number(expected),
  };
}

/** The messages for coins whose network needs more explanation than its name. */
const NETWORK_MESSAGES: Readonly<Record<string, MessageKey>> = {
  USDT: 'networkUSDT',
  BNB: 'networkBNB',
  SOL: 'networkSOL',
};

/** The only network on which the coin may be sent, and further rules that keep the payer from losing the money. */
function networkOf({ coin }: Transfer, payment: CryptoPayment, messages: Messages): PayableCrypto['network'] {
  const least = minimumText(payment, messages);
  if (!coin) return { short: messages.networkUnknown, only: messages.networkUnknown, rules: least };
  const { ticker, name, network, memo } = coin;
  // For ETH, the name of the coin: the native coin must be sent, not a token of its network.
  const values = { ticker, network: ticker === 'ETH' ? name : network };
  const special = NETWORK_MESSAGES[ticker];
  const only = formatMessage(messages[special ?? 'network'], values);
  return {
    short: formatMessage(messages.networkShort, values),
    only,
    rules: joinSentences(messages, special && only, memo ? messages.noMemo : undefined, least) || undefined,
  };
}

/**
 * The content of the code: the payer's choice, else the shop's, else the coin's default. It is `address` when the view
 * has no text for that content.
 */
function modeOf({ mode, texts }: Transfer, { qr, qrMode }: ViewState): QrMode {
  const shops = qr === 'uri' || qr === 'address' ? qr : mode;
  const wanted = qrMode ?? shops;
  return texts[wanted] === undefined ? 'address' : wanted;
}

function qrOf(crypto: Transfer, payment: CryptoPayment, rest: boolean, state: ViewState, messages: Messages): QrView {
  const { coin, amount, ticker, address, texts } = crypto;
  const { qrCodeBase64: image } = payment;
  const wantsImage = !coin || state.qr === 'image';
  if (image !== undefined && wantsImage && image !== state.unreadableImage)
    return { kind: 'image', url: image, label: messages.qr, note: messages.qrFromService };
  const mode = modeOf(crypto, state);
  const text = texts[mode] ?? address;
  // The backend draws only the coin's default content with the whole amount.
  const given = coin && mode === crypto.mode && !rest ? payment.qr : undefined;
  return {
    kind: 'code',
    text,
    label: formatMessage(messages.labelAndValue, {
      label: messages.qr,
      value: `${mode === 'uri' ? `${amount} ${ticker}, ` : ''}${address}`,
    }),
    drawing: given ? drawingOf(given) : drawnFor(text, state),
    mode: texts.uri === undefined ? undefined : mode,
    caption: texts.uri === undefined ? messages.qrEnterAmount : undefined,
  };
}
