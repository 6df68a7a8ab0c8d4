import type { CoinSymbol } from '../../core/coin.ts';

/**
 * The fields of requests to the service, in the contract's names. Absent, `undefined` and `null` mean the same.
 * A field that the contract does not name is sent as it is.
 */
interface Fields {
  /**
   * The fiat amount, above zero: decimal text, or a number. It is sent as the exact JSON number that the text
   * says, so `'1234567890.123456789'` keeps all its digits.
   */
  readonly amount: string | number;
  /** Where the service sends webhooks of this payment: http or https. */
  readonly webhook_url?: string | null | undefined;
  /** Free-form; comes back in the answer. */
  readonly meta?: Readonly<Record<string, unknown>> | null | undefined;
  readonly [field: string]: unknown;
}

/** Contract 4.3. One of `payout_address` and `addresses`, never both. */
export interface CryptoFields extends Fields {
  /** Three letters. */
  readonly currency: string;
  /** Contract 2.9, in any letter case; sent as the contract writes it. */
  readonly crypto_coin: CoinSymbol | (string & {});
  /** Receives everything minus fees; valid for the coin. */
  readonly payout_address?: string | null | undefined;
  /** A split: each percent above 0 and at most 100, exactly 100 in sum, no recipient twice. */
  readonly addresses?: readonly { readonly address: string; readonly percent: number | string }[] | null | undefined;
}

/** Contract 4.4. */
export interface WalletFields extends Fields {
  /** Three letters. A fragment of the contract speaks of USD only; the case it means is not shown. */
  readonly currency: string;
  /** The wallet account that receives the funds. */
  readonly payout_email: string;
  readonly additional_information?: string | null | undefined;
}

/** Contract 4.5. It takes no currency. */
export interface LocalcodeFields extends Fields {
  /** Contract 2.9, in any letter case; sent as the contract writes it. */
  readonly payout_crypto_coin: CoinSymbol | (string & {});
  /** Valid for the coin. */
  readonly payout_address: string;
}
