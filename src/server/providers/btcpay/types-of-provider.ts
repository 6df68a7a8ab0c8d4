/** A copy of the types of `providers/report.ts` and `providers/provider.ts`, until they are here. */
import type { CoinSymbol, Method, Payout, Phase } from '../../../core/index.ts';

export interface PaymentReport {
  readonly source: 'creation' | 'webhook' | 'provider' | 'chain' | 'shop';
  readonly id?: string | undefined;
  readonly status?: string | undefined;
  readonly phase?: Phase | undefined;
  readonly received?: string | null | undefined;
  /**
   * True when the source has compared the received amount itself, with its own tolerance and fees: its phase stands, and
   * `received` is not compared again.
   */
  readonly isJudged?: boolean | undefined;
  readonly due?: string | undefined;
  readonly confirmations?: number | undefined;
  readonly confirmationsRequired?: number | undefined;
  readonly expiresAt?: string | undefined;
  readonly transactions?: readonly string[] | undefined;
  readonly test?: boolean | undefined;
}

export interface AccountReport extends PaymentReport {
  readonly id: string;
  readonly paymentRef?: string | undefined;
}

export interface WebhookHeaders {
  readonly get: (name: string) => string | null;
}

export interface CallOptions {
  readonly timeout: number;
  readonly signal: AbortSignal;
}

export interface ReadablePayment {
  readonly paymentRef: string;
  readonly orderRef: string;
  readonly id: string | undefined;
  readonly method: Method;
  readonly coin: CoinSymbol | '';
  readonly amount: string;
  readonly currency: string;
  readonly created: number;
}

export type CreationRequest = {
  readonly paymentRef: string;
  readonly orderRef: string;
  readonly amount: string;
  readonly currency: string;
  readonly webhookUrl: string;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly expiresAt?: string | undefined;
} & (
  | { readonly method: 'crypto'; readonly coin: CoinSymbol; readonly payout: Payout | undefined }
  | { readonly method: 'wallet'; readonly payoutEmail: string; readonly additionalInformation: string | undefined }
  | { readonly method: 'localcode'; readonly payoutCoin: CoinSymbol; readonly payoutAddress: string }
);

export interface CreatedPayment {
  readonly id: string;
  readonly status: string;
  readonly phase?: Phase | undefined;
  readonly destination?: string;
  readonly amount?: string;
  readonly hostedUrl?: string;
  readonly expiresAt?: string;
  readonly test?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface PaymentProvider {
  readonly name: string;
  readonly payouts?: 'order' | 'account';
  readonly offers?: (options: CallOptions) => Promise<{ readonly coins: readonly CoinSymbol[] }>;
  readonly create: (request: CreationRequest, options: CallOptions) => Promise<CreatedPayment>;
  readonly readAccountWebhook?: (
    request: { readonly body: Uint8Array; readonly headers: WebhookHeaders },
    options: CallOptions,
  ) => Promise<'forged' | 'ignored' | readonly AccountReport[]>;
  readonly phaseOf: (status: string) => Phase;
  readonly read?: (payment: ReadablePayment, options: CallOptions) => Promise<PaymentReport | undefined>;
  readonly readsPerMinute?: number;
}

export class ProviderError extends Error {
  override readonly name: string = 'ProviderError';
  readonly code: string;
  readonly sent: boolean;
  readonly status?: number;
  readonly retryAfter?: number;
  readonly field?: string;

  constructor(
    code: string,
    message: string,
    details: { sent: boolean; status?: number; retryAfter?: number; field?: string; cause?: unknown },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.sent = details.sent;
    if (details.status !== undefined) this.status = details.status;
    if (details.retryAfter !== undefined) this.retryAfter = details.retryAfter;
    if (details.field !== undefined) this.field = details.field;
  }
}
