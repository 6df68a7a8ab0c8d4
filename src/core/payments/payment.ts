import type { Phase } from './phases.ts';

/**
 * The three payments as a payer may see them, in the service's own field names (contract 2.6 to 2.8).
 * Amounts are decimal text. A payment has exactly one of `tid`, `pid` and `bid`, which defines its kind.
 */

/** The service's three kinds of payment. */
export const methods = ['crypto', 'wallet', 'localcode'] as const;
/** `crypto` (contract 4.3), `wallet` (4.4) or `localcode` (4.5). */
export type Method = (typeof methods)[number];

/** The modules of a QR code, so that a page needs no encoder. */
export interface QrModules {
  /** Number of modules per side, without the quiet zone. */
  readonly size: number;
  /** The modules row by row, dark is 1, most significant bit first, padded once at the end; base64. */
  readonly bits: string;
}

/** A transaction on the chain, with its page at an explorer that the shop has chosen. */
export interface PaymentTransaction {
  /** The id of the transaction: up to 128 letters and digits. */
  readonly id: string;
  /** The page: an `https:` or `http:` URL. */
  readonly url: string;
}

/** Fields that the shop adds to the service's response. */
export interface KnownByShop {
  /** The address to poll for updates of this payment. */
  readonly statusUrl?: string;
  /** The phase, when the shop knows it. */
  readonly phase?: Phase;
  /** Goes up with each change. */
  readonly version?: number;
  /** When the shop's offer ends, ISO 8601. The service shows no expiry; without this there is no countdown. */
  readonly expiresAt?: string;
  /** The smallest coin amount that confirms (contract 4.2), decimal text. */
  readonly minimumTransactionCoin?: string;
  /** The received amount in the coin, decimal text. */
  readonly cryptoAmountReceived?: string;
  /**
   * The amount that is still to be sent, as the payment server says, in the coin, decimal text. While underpaid, and zero
   * when the server has accepted the amount and waits for confirmations.
   */
  readonly cryptoAmountDue?: string;
  /** The number of confirmations on the chain. */
  readonly confirmations?: number;
  /** The number of confirmations that the payment needs. */
  readonly confirmationsRequired?: number;
  /** The modules of the QR code, drawn by the backend. */
  readonly qr?: QrModules;
  /** Currency code of a local code. The service's response does not contain it (contract 2.8). */
  readonly currency?: string;
  /** The price of one coin in the payment's currency, decimal text. It is only displayed: no amount is computed from it. */
  readonly rate?: string;
  /** The shop's name for the order, for the receipt. */
  readonly orderRef?: string;
  /** When the whole amount had arrived, as far as it is known, ISO 8601. */
  readonly paidAt?: string;
  /** True when money that was seen has gone again: its transaction or its block was replaced. Only while `awaiting`. */
  readonly moneyGone?: boolean;
  /** The transactions that have paid it, at most ten, each with its page at the shop's explorer. */
  readonly transactions?: readonly PaymentTransaction[];
  /** True when the payment came from a sandbox: no real money must be sent to it. */
  readonly test?: boolean;
}

/** What payments of all three methods have. */
interface Shown extends KnownByShop {
  /** The status as the service reports it. Contract 3: NEW or PENDING at creation; further words are not shown. */
  readonly status: string;
  /** The phase of the payment. */
  readonly phase: Phase;
  /** The fiat amount, decimal text. */
  readonly amount: string;
  /** The payment page of the service. */
  readonly hostedUrl?: string;
}

/** Contract 2.6. */
export interface CryptoPayment extends Shown {
  /** The id of the payment at the service. */
  readonly tid: string;
  /** An address of the coin. */
  readonly address: string;
  /** The QR image of the service. The contract does not show its content. */
  readonly qrCodeBase64?: string;
  /** Currency code; in lower case in the service's response. */
  readonly currency: string;
  /** Coin symbol; in lower case in the service's response. */
  readonly cryptoCoin: string;
  /** In the coin, decimal text. */
  readonly cryptoAmountExpected: string;
}

/** Contract 2.7. */
export interface WalletPayment extends Shown {
  /** The id of the payment at the service. */
  readonly pid: string;
  /** Fiat code of three letters. */
  readonly currency: string;
  /** The text that the note of the transfer must contain, byte for byte. */
  readonly note: string;
}

/** Contract 2.8. It contains no currency: the shop's backend adds that of the order. */
export interface LocalcodePayment extends Shown {
  /** The id of the payment at the service. */
  readonly bid: string;
}

/** A payment as the shop's backend may send it to a browser. */
export type PublicPayment = CryptoPayment | WalletPayment | LocalcodePayment;

/** The method of a payment, derived from its identifier. */
export function methodOf(payment: PublicPayment): Method {
  return 'tid' in payment ? 'crypto' : 'pid' in payment ? 'wallet' : 'localcode';
}

/** The service's identifier of the payment. */
export function idOf(payment: PublicPayment): string {
  return 'tid' in payment ? payment.tid : 'pid' in payment ? payment.pid : payment.bid;
}

/** What distinguishes a payment of an order from its others. A backend may number the payments of each method from 1. */
export const keyOf = (payment: PublicPayment): string => `${methodOf(payment)} ${idOf(payment)}`;

/** Whether two payments are the same one. */
export const isSamePayment = (a: PublicPayment, b: PublicPayment | undefined): boolean => !!b && keyOf(a) === keyOf(b);

/** Whether some money was received. When the payment then expires, the shop decides what happens to that money. */
export function hasReceivedMoney(payment: PublicPayment): boolean {
  return 'tid' in payment && Number(payment.cryptoAmountReceived ?? 0) > 0;
}

/** The name of the field that identifies a payment, for each method. */
export const ID_FIELD = { crypto: 'tid', wallet: 'pid', localcode: 'bid' } as const;
