import type { Method } from '../core/index.ts';
import type { CryptoAnswer, LocalcodeAnswer, WalletAnswer } from './client/answers.ts';
import type { ServiceClient } from './client/service-client.ts';
import type { ReadOrder } from './order.ts';

/** The longest that one answer of the service is waited for, and all tries together. A payer waits on it. Milliseconds. */
const TIMEOUT_MS = 15_000;
const TOTAL_MS = 45_000;

/** What of the service client makes payments. */
export type CreationClient = Pick<ServiceClient, 'createCrypto' | 'createWallet' | 'createLocalcode' | 'cryptoInfo'>;

export type ServiceAnswer = CryptoAnswer | WalletAnswer | LocalcodeAnswer;

/** What the payer chose, and what the shop says of the order. */
export interface Choice {
  /** The shop's name for the order. */
  readonly ref: string;
  readonly order: ReadOrder;
  readonly method: Method;
  /** With method `crypto`. */
  readonly coin: ReadOrder['coins'][number] | undefined;
}

/** Asks the service for the payment that was chosen (contract 4.3 to 4.5). */
export function askService(
  client: CreationClient,
  { order, method, coin }: Choice,
  webhook_url: string,
): Promise<ServiceAnswer> {
  const { amount, currency, payout, meta, additional_information } = order;
  const options = { timeout: TIMEOUT_MS, signal: AbortSignal.timeout(TOTAL_MS) };
  switch (method) {
    case 'crypto':
      return client.createCrypto(
        { amount, currency, crypto_coin: coin!.coin.symbol, ...coin!.payout, webhook_url, meta },
        options,
      );
    case 'wallet':
      return client.createWallet(
        { amount, currency, payout_email: payout.wallet!, additional_information, webhook_url, meta },
        options,
      );
    case 'localcode':
      return client.createLocalcode({ amount, ...payout.localcode!, webhook_url, meta }, options);
  }
}

/** `tid`, `pid` or `bid`, whichever the answer has. */
export function idOfAnswer(answer: ServiceAnswer): string {
  const { tid, pid, bid } = answer as Partial<Record<'tid' | 'pid' | 'bid', string>>;
  return tid ?? pid ?? bid!;
}

/** The answer to keep. Not its webhook address: who reads the database must not be able to play the service. */
export const withoutCredential = (answer: ServiceAnswer): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'webhookUrl'));
