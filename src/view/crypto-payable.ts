import { cryptoView, dueOf, type CryptoView, type QrMode } from '../core/crypto-view.ts';
import type { CryptoPayment } from '../core/payment.ts';
import { drawingOf } from '../core/qr-path.ts';
import { fiatText } from '../i18n/format-money.ts';
import { formatMessage, type MessageKey } from '../i18n/messages.ts';
import { formatAmounts, minimumText } from './amounts.ts';
import {
  drawnFor,
  payableShared,
  type KnownMessages,
  type PayableCrypto,
  type PayableOf,
  type QrView,
} from './payable-view.ts';
import type { ViewState } from './state.ts';

/** The view of a payment in a coin; `undefined` when there is nothing to pay. */
export const cryptoPayable: PayableOf = (payment, phase, state, messages): PayableCrypto | undefined => {
  if (!('tid' in payment)) return undefined;
  const due = dueOf(payment, phase);
  if (due === undefined) return undefined;
  const crypto = cryptoView(payment, due);
  const rest = phase === 'underpaid';
  const { noWallet, noWalletText } = messages;
  const qr = qrOf(crypto, payment, rest, state, messages);
  return {
    ...payableShared(payment, phase, state, messages, messages.awaitingCrypto),
    method: 'crypto',
    coin: { name: crypto.name, ticker: crypto.ticker, known: !!crypto.coin },
    amount: { label: rest ? messages.sendRest! : messages.sendExactly, text: crypto.amount, unit: crypto.ticker },
    rate: rateOf(payment, crypto.ticker, state),
    destination: { label: rest ? messages.toSameAddress! : messages.toAddress, text: crypto.address },
    network: networkOf(crypto, payment, messages),
    missing: rest ? missingView(payment, messages) : undefined,
    walletLink: crypto.link,
    walletFallback: state.walletUnanswered ? [noWallet!, noWalletText!] : undefined,
    compare: state.lastCopied === 'address' ? messages.compare : undefined,
    qr: state.qr === 'none' ? undefined : qr,
    qrText: qr.kind === 'code' ? qr.text : undefined,
  };
};

/** The price of one coin, if the shop provides it. The equation is read from left to right; its price is isolated. */
function rateOf({ rate, currency }: CryptoPayment, ticker: string, { locale, showsPrices }: ViewState) {
  if (!rate) return undefined;
  return showsPrices ? `1 ${ticker} = \u2068${fiatText(rate, currency, locale)}\u2069` : '';
}

/** The missing amount of an underpaid payment. `share` is for a progress bar, where rounding is acceptable. */
function missingView(payment: CryptoPayment, messages: KnownMessages): PayableCrypto['missing'] {
  const { cryptoAmountReceived: received, cryptoAmountExpected: expected } = payment;
  return {
    title: messages.underpaid!,
    text: formatAmounts(messages.underpaidRest!, payment, messages),
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
function networkOf({ coin }: CryptoView, payment: CryptoPayment, messages: KnownMessages): PayableCrypto['network'] {
  const least = minimumText(payment, messages);
  const rules = least ? [least] : [];
  if (!coin) return { only: messages.networkUnknown!, rules };
  const { ticker, name, network } = coin;
  // For ETH, the name of the coin: the native coin must be sent, not a token of its network.
  const values = { network: ticker === 'ETH' ? name : network };
  const only = formatMessage(messages[NETWORK_MESSAGES[ticker] ?? 'network']!, values);
  return { only, rules: [messages.noMemo, messages.exactNet, ...rules] };
}

/**
 * The content of the code: the payer's choice, else the shop's, else the coin's default. It is `address` when the view
 * has no text for that content.
 */
function modeOf({ mode, texts }: CryptoView, { qr, qrMode }: ViewState): QrMode {
  const shops = qr === 'uri' || qr === 'address' ? qr : mode;
  const wanted = qrMode ?? shops;
  return texts[wanted] === undefined ? 'address' : wanted;
}

function qrOf(
  crypto: CryptoView,
  payment: CryptoPayment,
  rest: boolean,
  state: ViewState,
  messages: KnownMessages,
): QrView {
  const { coin, amount, ticker, address, texts } = crypto;
  const { qrCodeBase64: image } = payment;
  const wantsImage = !coin || state.qr === 'image';
  if (image !== undefined && wantsImage && image !== state.unreadableImage)
    return { kind: 'image', url: image, label: messages.qr, note: messages.qrFromService! };
  const mode = modeOf(crypto, state);
  const text = texts[mode] ?? address;
  // The backend draws only the coin's default content with the whole amount.
  const given = coin && mode === crypto.mode && !rest ? payment.qr : undefined;
  return {
    kind: 'code',
    text,
    label: `${messages.qr}: ${mode === 'uri' ? `${amount} ${ticker}, ` : ''}${address}`,
    drawing: given ? drawingOf(given) : drawnFor(text, state),
    mode: texts.uri === undefined ? undefined : mode,
    caption: texts.uri === undefined ? `${messages.qrAddressOnly}. ${messages.qrEnterAmount}` : undefined,
  };
}
