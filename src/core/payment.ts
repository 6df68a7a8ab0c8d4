import type { Phase } from './status.ts';

/**
 * The three payments as a payer may see them, in the service's own field names (contract 2.6 to 2.8).
 * Amounts are decimal text. Which of `tid`, `pid` and `bid` is there tells which payment it is.
 */

/** The service's three kinds of payment. */
export const methods = ['crypto', 'wallet', 'localcode'] as const;
/** `crypto` (contract 4.3), `wallet` (4.4) or `localcode` (4.5). */
export type Method = (typeof methods)[number];

/** A QR code as drawn modules, so that a page need not load an encoder. */
export interface QrModules {
  /** Modules on a side, without the quiet zone. */
  readonly size: number;
  /** The modules row by row, dark is 1, most significant bit first, padded once at the end; base64. */
  readonly bits: string;
}

/** What the shop knows beside the service's answer. */
export interface KnownByShop {
  /** Where to ask for news of this payment. */
  readonly statusUrl?: string;
  readonly phase?: Phase;
  /** Goes up with each change. */
  readonly version?: number;
  /** When the shop's offer ends, ISO 8601. The service shows no expiry; without this there is no countdown. */
  readonly expiresAt?: string;
  /** The smallest coin amount that confirms (contract 4.2), decimal text. */
  readonly minimumTransactionCoin?: string;
  /** What has arrived so far, in the coin, decimal text. */
  readonly cryptoAmountReceived?: string;
  readonly confirmations?: number;
  readonly confirmationsRequired?: number;
  readonly qr?: QrModules;
  /** Fiat code of a local code, which the service's answer does not show (contract 2.8). */
  readonly currency?: string;
  /** What one coin costs in the payment's currency, decimal text. Only shown: no amount is computed from it. */
  readonly rate?: string;
  /** The shop's name for the order, for the receipt. */
  readonly orderRef?: string;
  /** When the whole amount was reported, ISO 8601, for the receipt. */
  readonly paidAt?: string;
  /** True when the payment came from a sandbox: nobody must send real money to it. */
  readonly test?: boolean;
}

interface Shown extends KnownByShop {
  /** The service's own word. Contract 3: NEW or PENDING at creation; further words are not shown. */
  readonly status: string;
  readonly phase: Phase;
  /** The fiat amount, decimal text. */
  readonly amount: string;
  readonly hostedUrl?: string;
}

/** Contract 2.6. */
export interface CryptoPayment extends Shown {
  readonly tid: string;
  readonly address: string;
  /** The service's own QR image; nobody says what it holds. */
  readonly qrCodeBase64?: string;
  /** Fiat code; the service writes it in lower case here. */
  readonly currency: string;
  /** Coin symbol; the service writes it in lower case here. */
  readonly cryptoCoin: string;
  /** In the coin, decimal text. */
  readonly cryptoAmountExpected: string;
}

/** Contract 2.7. */
export interface WalletPayment extends Shown {
  readonly pid: string;
  readonly currency: string;
  /** What the payer must place, byte for byte, in the transfer's note. */
  readonly note: string;
}

/** Contract 2.8. It shows no currency: the shop's backend adds the order's. */
export interface LocalcodePayment extends Shown {
  readonly bid: string;
}

/** What may leave the shop's backend for a browser. */
export type PublicPayment = CryptoPayment | WalletPayment | LocalcodePayment;

/** Which kind of payment it is, by the identifier it carries. */
export function methodOf(payment: PublicPayment): Method {
  return 'tid' in payment ? 'crypto' : 'pid' in payment ? 'wallet' : 'localcode';
}

/** The service's identifier of the payment. */
export function idOf(payment: PublicPayment): string {
  return 'tid' in payment ? payment.tid : 'pid' in payment ? payment.pid : payment.bid;
}

/** Which field identifies a payment of each kind. */
export const ID_FIELD = { crypto: 'tid', wallet: 'pid', localcode: 'bid' } as const;
