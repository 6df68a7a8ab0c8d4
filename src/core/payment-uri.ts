import { cryptoAmount, decimalText } from './amount.ts';
import { asCoin, type Coin } from './coin.ts';
import { exactUri } from './exact-uri.ts';

/** What a payment URI is made of. */
export interface PaymentUriParts {
  /** A coin or its symbol, in any letter case. */
  readonly coin: string | Coin;
  readonly address: string;
  /** In coin units: decimal text, or a number where no text is to be had. */
  readonly amount?: string | number | null | undefined;
  /** Shown inside the payer's wallet. From the merchant's configuration only, never from a buyer. */
  readonly label?: string | null | undefined;
  readonly message?: string | null | undefined;
}

/**
 * The payment URI of a coin, or `undefined` when the parts do not make one (an unknown coin, an address
 * with a character no address has, an amount that is none).
 *
 * BTC, LTC, DOGE and BCH by BIP-321, SOL by Solana Pay, with the amount in coin units; ETH, BNB and USDT by
 * EIP-681 in the smallest unit, as plain integers because some readers choke on exponents, and always with
 * the chain id because without it a wallet stays on whatever network it shows; TRX as its wallets do.
 * Scheme and keys are lower case, the address keeps its own.
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

/** What the coin's QR code holds by default: its payment URI, or the bare address for TRX, BNB and USDT. */
export function qrText(parts: PaymentUriParts): string | undefined {
  const uri = paymentUri(parts);
  return uri && asCoin(parts.coin)?.qr === 'address' ? parts.address : uri;
}
