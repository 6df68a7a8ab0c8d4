import type { CoinSymbol } from '../../core/coin.ts';
import type { PayoutShare } from '../../core/payout.ts';

export type { NotificationFlags, NotificationPreferences, Plan, Store, User } from './account.ts';

/**
 * What the service answers, as the contract's `data`. A field is required here only when the next step cannot
 * do without it. Any other may be missing or null, and a field that the contract does not name is kept.
 *
 * Beside each payable number stands its exact decimal text (`amount`, `amountText`), read from the digits that
 * came over the wire. Show, copy and compare the text; the number may have lost digits.
 */
interface Answer {
  /** Contract 3: NEW or PENDING at creation. Further states are not shown. */
  readonly status: 'NEW' | 'PENDING' | (string & {});
  /** The fiat amount. */
  readonly amount?: number | null;
  /** The fiat amount, plain decimal, every digit. */
  readonly amountText?: string;
  /** The webhook address as it was sent. In the helper it is a credential: it must not leave the backend. */
  readonly webhookUrl?: string | null;
  /** The payment's page at the service. */
  readonly hostedUrl?: string | null;
  /** The free-form object as it was sent. */
  readonly meta?: Readonly<Record<string, unknown>> | null;
  readonly [field: string]: unknown;
}

/** A cryptocurrency payment: contract 2.6, answered by 4.3. */
export interface CryptoAnswer extends Answer {
  /** The payment's identifier. */
  readonly tid: string;
  /** Where the payer sends the coins. */
  readonly address: string;
  /** A PNG as a base64 data URL. */
  readonly qrCodeBase64?: string | null;
  /** Fiat code, in lower case here. */
  readonly currency?: string | null;
  /** Coin symbol, in lower case here. */
  readonly cryptoCoin?: Lowercase<CoinSymbol> | (string & {}) | null;
  /** The expected amount in the coin. Never show this: show the text. */
  readonly cryptoAmountExpected: number;
  /** The expected amount in the coin, plain decimal, every digit. */
  readonly cryptoAmountExpectedText: string;
  /** The split. How a single payout address is reported is not shown. */
  readonly splitPayoutAddresses?: readonly PayoutShare[] | null;
}

/** An online-wallet payment: contract 2.7, answered by 4.4. */
export interface WalletAnswer extends Answer {
  /** The payment's identifier. */
  readonly pid: string;
  /** Fiat code, in upper case here. */
  readonly currency?: string | null;
  /** The wallet account that receives the funds. */
  readonly payoutEmail?: string | null;
  readonly additionalInformation?: string | null;
  /** What the payer must place, byte for byte, in the note of the transfer. */
  readonly note: string;
}

/** A local mobile-code payment: contract 2.8, answered by 4.5. */
export interface LocalcodeAnswer extends Answer {
  /** The payment's identifier. */
  readonly bid: string;
  /** Coin symbol, in upper case here. */
  readonly payoutCryptoCoin?: CoinSymbol | (string & {}) | null;
  readonly payoutAddress?: string | null;
}

/** What is known of a coin at the service: contract 4.2, which shows this one field. */
export interface CryptoInfo {
  /** The smallest amount of the coin that confirms a payment. Less stays unconfirmed for ever (contract 3). */
  readonly minimum_transaction_coin: number;
  /** The same, plain decimal, every digit. */
  readonly minimum_transaction_coinText: string;
  readonly [field: string]: unknown;
}
