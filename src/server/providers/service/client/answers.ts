import type { CoinSymbol } from '../../../../core/coins/coin.ts';
import type { PayoutShare } from '../../../../core/money/payout.ts';

/**
 * The `data` of the service's responses, as the contract shows it. A field is required here only when the next step
 * needs it. Any other field may be missing or null, and a field that the contract does not name is kept.
 *
 * Each payable number has a second field with its exact decimal text (`amount`, `amountText`), which is read from the
 * digits of the response. Show, copy and compare the text; the number may have lost digits.
 */
interface Answer {
  /** Contract 3: NEW or PENDING at creation. Other statuses are not shown. */
  readonly status: 'NEW' | 'PENDING' | (string & {});
  /** The fiat amount. */
  readonly amount?: number | null;
  /** The fiat amount as a plain decimal with every digit. */
  readonly amountText?: string;
  /** The webhook address as it was sent. The helper uses it as a credential: it must not leave the backend. */
  readonly webhookUrl?: string | null;
  /** The address of the payment's page at the service. */
  readonly hostedUrl?: string | null;
  /** The free-form object as it was sent. */
  readonly meta?: Readonly<Record<string, unknown>> | null;
  /** Fields that the contract does not name are kept. */
  readonly [field: string]: unknown;
}

/** A cryptocurrency payment: contract 2.6, the response of 4.3. */
export interface CryptoAnswer extends Answer {
  /** The payment's identifier. */
  readonly tid: string;
  /** The address to which the payer sends the coins. */
  readonly address: string;
  /** A PNG as a base64 data URL. */
  readonly qrCodeBase64?: string | null;
  /** Fiat code; this response has it in lower case. */
  readonly currency?: string | null;
  /** Coin symbol; this response has it in lower case. */
  readonly cryptoCoin?: Lowercase<CoinSymbol> | (string & {}) | null;
  /** The expected amount in the coin. Never show this number: show `cryptoAmountExpectedText`. */
  readonly cryptoAmountExpected: number;
  /** The expected amount in the coin as a plain decimal with every digit. */
  readonly cryptoAmountExpectedText: string;
  /** The split. The contract does not show how a single payout address is reported. */
  readonly splitPayoutAddresses?: readonly PayoutShare[] | null;
}

/** An online-wallet payment: contract 2.7, the response of 4.4. */
export interface WalletAnswer extends Answer {
  /** The payment's identifier. */
  readonly pid: string;
  /** Fiat code; this response has it in upper case. */
  readonly currency?: string | null;
  /** The wallet account that receives the funds. */
  readonly payoutEmail?: string | null;
  /** The text that was sent as `additional_information`; null when none was sent. */
  readonly additionalInformation?: string | null;
  /** The text that the payer must copy, byte for byte, into the note of the transfer. */
  readonly note: string;
}

/** A local mobile-code payment: contract 2.8, the response of 4.5. */
export interface LocalcodeAnswer extends Answer {
  /** The payment's identifier. */
  readonly bid: string;
  /** Coin symbol; this response has it in upper case. */
  readonly payoutCryptoCoin?: CoinSymbol | (string & {}) | null;
  /** The address that receives the payout. It is not for the payer. */
  readonly payoutAddress?: string | null;
}

/** The service's information on a coin: contract 4.2, which shows only this field. */
export interface CryptoInfo {
  /** The smallest amount of the coin that the service confirms. A smaller amount is never confirmed (contract 3). */
  readonly minimum_transaction_coin: number;
  /** The same amount as a plain decimal with every digit. */
  readonly minimum_transaction_coinText: string;
  /** Fields that the contract does not name are kept. */
  readonly [field: string]: unknown;
}
