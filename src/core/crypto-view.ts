import { findCoin, type Coin } from './coin.ts';
import { difference, textOf } from './exact-decimal.ts';
import { exactUri } from './exact-uri.ts';
import type { CryptoPayment } from './payment.ts';
import type { Phase } from './status.ts';

/** What a QR code can hold: the payment URI with its amount, or the address alone. */
export type QrMode = 'uri' | 'address';

/**
 * What a payer is to send and where, made once. The text on the page, the QR code, the wallet link and the
 * clipboard all come from here, so they cannot disagree.
 */
export interface CryptoView {
  /** `undefined` for a coin that contract 2.9 does not list. */
  readonly coin: Coin | undefined;
  readonly name: string;
  readonly ticker: string;
  /** Plain decimal text: the whole amount, or what is missing of it. */
  readonly amount: string;
  readonly address: string;
  /** What the QR code may hold. USDT has no `uri`: wallets take its first address, the token's contract, for the payee. */
  readonly texts: Readonly<Partial<Record<QrMode, string>>>;
  readonly mode: QrMode;
  /** Opens a wallet. Only for coins whose wallets agree on one form, never for a test payment. */
  readonly link: string | undefined;
}

/** What an underpaid payment still lacks. */
export type Missing =
  | { readonly kind: 'rest'; readonly rest: string }
  /** Less than the smallest amount that confirms (contract 3): sending it would lose it. */
  | { readonly kind: 'too-small' }
  /** The shop does not say how much arrived. */
  | { readonly kind: 'unknown' };

/** Less than the smallest amount that confirms (contract 4.2): whoever sends it loses it. */
const isTooSmall = ({ minimumTransactionCoin: least }: CryptoPayment, due: string): boolean =>
  least !== undefined && difference(due, least).units < 0n;

export function missingOf(payment: CryptoPayment): Missing {
  const { cryptoAmountExpected: expected, cryptoAmountReceived: received } = payment;
  if (received === undefined) return { kind: 'unknown' };
  const { units, scale } = difference(expected, received);
  if (units <= 0n) return { kind: 'unknown' };
  const rest = textOf(units, scale);
  return isTooSmall(payment, rest) ? { kind: 'too-small' } : { kind: 'rest', rest };
}

/** What is still to be sent in this phase, decimal text; nothing where nobody can say, or none could confirm it. */
export function dueOf(payment: CryptoPayment, phase: Phase): string | undefined {
  if (phase !== 'underpaid')
    return isTooSmall(payment, payment.cryptoAmountExpected) ? undefined : payment.cryptoAmountExpected;
  const missing = missingOf(payment);
  return missing.kind === 'rest' ? missing.rest : undefined;
}

export function cryptoView(payment: CryptoPayment, due = payment.cryptoAmountExpected): CryptoView {
  const { address, cryptoCoin, test } = payment;
  const coin = findCoin(cryptoCoin);
  // Never toLocaleUpperCase: Turkish would make LİTECOİN of it.
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
