import { cryptoAmount, decimalText } from '../money/amount.ts';
import { asCoin, type Coin } from './coin.ts';
import { exactUri } from './exact-uri.ts';

/** The parts of a payment URI. */
export interface PaymentUriParts {
  /** A coin or its symbol, in any letter case. */
  readonly coin: string | Coin;
  /** An address of the coin. */
  readonly address: string;
  /** In coin units: decimal text, or a number when no text is available. */
  readonly amount?: string | number | null | undefined;
  /** Shown in the payer's wallet. Only from the merchant's configuration, never from a buyer. */
  readonly label?: string | null | undefined;
  /** The purpose of the payment. */
  readonly message?: string | null | undefined;
}

/**
 * Returns the payment URI of a coin, or `undefined` when the parts do not make one (an unknown coin, an address with a
 * character that no address has, an invalid amount).
 *
 * BTC, LTC, DOGE and BCH use BIP-321 and SOL uses Solana Pay, with the amount in coin units. ETH, BNB and USDT use
 * EIP-681 in the smallest unit: as a plain integer, because some wallets cannot read exponents, and always with the
 * chain id, because a wallet otherwise stays on its current network. TRX uses the form of its wallets. Scheme and keys
 * are in lower case. The address keeps its letter case, except that a Bitcoin Cash address in upper case becomes lower
 * case.
 */
export function paymentUri(parts: PaymentUriParts): string | undefined {
  if (typeof parts !== 'object' || parts === null) throw new TypeError('parts: a coin and an address are needed');
  const { coin, address, amount, label, message } = parts;
  if (typeof address !== 'string') throw new TypeError('address: an address as text is needed');
  const known = asCoin(coin);
  if (!known) return undefined;
  const given = amount !== undefined && amount !== null;
  if (given && decimalText(amount) === undefined) return undefined;
  const texts = [label && `label=${encodeURIComponent(label)}`, message && `message=${encodeURIComponent(message)}`];
  return exactUri(known, address, given ? cryptoAmount(amount, known).text : undefined, texts);
}

/** Returns what the coin's QR code contains by default: its payment URI, or the bare address for TRX, BNB and USDT. */
export function qrText(parts: PaymentUriParts): string | undefined {
  const uri = paymentUri(parts);
  return uri && asCoin(parts.coin)?.qr === 'address' ? parts.address : uri;
}
