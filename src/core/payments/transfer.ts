import { findCoin, type Coin } from '../coins/coin.ts';
import { compareDecimals, subtractDecimals } from '../money/amount.ts';
import { exactUri } from '../coins/exact-uri.ts';
import type { CryptoPayment } from './payment.ts';
import type { Phase } from './phases.ts';

/** The content of a QR code: the payment URI with its amount, or the address alone. */
export type QrMode = 'uri' | 'address';

/**
 * What a payer has to send, and to which address. The text on the page, the QR code, the wallet link and the copied
 * text all come from this object, so they cannot differ.
 */
export interface TransferDetails {
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

/** The missing part of an underpaid payment. */
export type Missing =
  | { readonly kind: 'rest'; readonly rest: string }
  /** The missing amount is below the smallest amount that confirms (contract 3). A payer who sends it loses it. */
  | { readonly kind: 'too-small' }
  /** Nothing is missing: the whole amount has arrived. */
  | { readonly kind: 'none' }
  /** The missing amount is unknown, because the shop reports no received amount. */
  | { readonly kind: 'unknown' };

/** Whether an amount is below the smallest one that confirms (contract 4.2). A payer who sends it loses it. */
const isTooSmall = ({ minimumTransactionCoin: least }: CryptoPayment, due: string): boolean =>
  least !== undefined && compareDecimals(due, least) < 0;

export function missingOf(payment: CryptoPayment): Missing {
  const { cryptoAmountExpected: expected, cryptoAmountReceived: received, cryptoAmountDue: due } = payment;
  if (due === undefined && received === undefined) return { kind: 'unknown' };
  // What the payment server says counts: it may add the network fee of another transaction.
  const rest = due ?? subtractDecimals(expected, received!);
  if (rest === '0') return { kind: 'none' };
  return isTooSmall(payment, rest) ? { kind: 'too-small' } : { kind: 'rest', rest };
}

/** The amount to send in this phase, as decimal text; `undefined` when it is unknown or too small to confirm. */
export function dueOf(payment: CryptoPayment, phase: Phase): string | undefined {
  if (phase !== 'underpaid')
    return isTooSmall(payment, payment.cryptoAmountExpected) ? undefined : payment.cryptoAmountExpected;
  const missing = missingOf(payment);
  return missing.kind === 'rest' ? missing.rest : undefined;
}

export function transferDetails(payment: CryptoPayment, due = payment.cryptoAmountExpected): TransferDetails {
  const { address, cryptoCoin, test } = payment;
  const coin = findCoin(cryptoCoin);
  // Not `toLocaleUpperCase()`: in Turkish it would give LİTECOİN.
  const symbol = cryptoCoin.toUpperCase();
  const uri = coin && exactUri(coin, address, due);
  const mode: QrMode = uri !== undefined && coin?.qr === 'uri' ? 'uri' : 'address';
  const texts = { address, ...(uri !== undefined && !coin?.token && { uri }) };
  return Object.freeze({
    coin,
    name: coin?.name ?? symbol,
    ticker: coin?.ticker ?? symbol,
    amount: due,
    address,
    texts: Object.freeze(texts),
    mode,
    link: mode === 'uri' && !test ? uri : undefined,
  });
}
