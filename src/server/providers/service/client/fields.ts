import type { CoinSymbol } from '../../../../core/coins/coin.ts';

/**
 * The fields of requests to the service, in the contract's names. A missing field, `undefined` and `null` mean the
 * same. A field that the contract does not name is sent unchanged.
 */
interface Fields {
  /**
   * The fiat amount, above zero: decimal text, or a number. It is sent as a JSON number with exactly the digits of the
   * text, so `'1234567890.123456789'` keeps all its digits.
   */
  readonly amount: string | number;
  /** The address to which the service sends the webhooks of this payment: http or https. */
  readonly webhook_url?: string | null | undefined;
  /** A free-form object; the response returns it. */
  readonly meta?: Readonly<Record<string, unknown>> | null | undefined;
  /** A field that the contract does not name, such as one that the operator has added. */
  readonly [field: string]: unknown;
}

/** The fields of contract 4.3. Pass one of `payout_address` and `addresses`, never both. */
export interface CryptoFields extends Fields {
  /** Currency code of three letters. */
  readonly currency: string;
  /** Coin symbol of contract 2.9, in any letter case. It is sent as the contract writes it. */
  readonly crypto_coin: CoinSymbol | (string & {});
  /** The address that receives the whole amount minus fees. It must be valid for the coin. */
  readonly payout_address?: string | null | undefined;
  /** A split: each percent is above 0 and at most 100, the sum is exactly 100, and no recipient occurs twice. */
  readonly addresses?: readonly { readonly address: string; readonly percent: number | string }[] | null | undefined;
}

/** The fields of contract 4.4. */
export interface WalletFields extends Fields {
  /**
   * Currency code of three letters. A fragment of the contract mentions USD only; the case that it means is not shown.
   */
  readonly currency: string;
  /** The wallet account that receives the funds. */
  readonly payout_email: string;
  /** An optional text for the service (contract 4.4). The response returns it as `additionalInformation`. */
  readonly additional_information?: string | null | undefined;
}

/** The fields of contract 4.5, which has no currency. */
export interface LocalcodeFields extends Fields {
  /** Coin symbol of contract 2.9, in any letter case. It is sent as the contract writes it. */
  readonly payout_crypto_coin: CoinSymbol | (string & {});
  /** The address that receives the payout. It must be valid for the coin. */
  readonly payout_address: string;
}

/**
 * The fields of a creation in the contract's names, validated: by `check-fields.ts`, or by the checkout, which has read
 * them from `order()`.
 */
export interface ValidFields {
  /** Decimal text above zero. */
  readonly amount: string;
  readonly webhook_url?: string | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  readonly [field: string]: unknown;
}

export interface ValidLocalcodeFields extends ValidFields {
  readonly payout_crypto_coin: CoinSymbol;
  readonly payout_address: string;
}
