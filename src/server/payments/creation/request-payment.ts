import type { Method } from '../../../core/index.ts';
import { ServiceError } from '../../providers/service/client/errors.ts';
import type { CreatedPayment, PaymentProvider, PaymentRequest } from '../../providers/provider.ts';
import { mismatchedPrice } from './mismatched-price.ts';
import type { ReadOrder } from '../../orders/order.ts';

/** The timeouts of one attempt and of all attempts together, while a payer waits. Milliseconds. */
const TIMEOUT_MS = 15_000;
const TOTAL_MS = 45_000;

/** The choice of the payer, and the order as the shop returned it. */
export interface PaymentChoice {
  /** The shop's reference of the order. */
  readonly orderRef: string;
  readonly order: ReadOrder;
  readonly method: Method;
  /** Set with method `crypto`. */
  readonly coin: ReadOrder['coins'][number] | undefined;
}

/** Requests the payment from the provider. @throws ServiceError, also when the response has another price */
export async function requestPayment(
  { create }: Pick<PaymentProvider, 'create'>,
  choice: PaymentChoice,
  webhookUrl: string,
): Promise<CreatedPayment> {
  const request = toRequest(choice, webhookUrl);
  const created = await create(request, { timeout: TIMEOUT_MS, signal: AbortSignal.timeout(TOTAL_MS) });
  const field = mismatchedPrice(created, request);
  if (field !== undefined) {
    const reason = `${field}: the payment that was created is not the one that was asked for`;
    throw new ServiceError('bad-answer', reason, { sent: true, field });
  }
  return created;
}

function toRequest({ order, method, coin }: PaymentChoice, webhookUrl: string): PaymentRequest {
  const { amount, currency, payout, meta, additional_information } = order;
  const base = { amount, currency, webhookUrl, meta };
  switch (method) {
    case 'crypto':
      return { ...base, method, coin: coin!.coin.symbol, payout: coin!.payout };
    case 'wallet':
      return { ...base, method, payout_email: payout.wallet!, additional_information };
    case 'localcode': {
      const { payout_crypto_coin, payout_address } = payout.localcode!;
      return { ...base, method, payout_crypto_coin, payout_address };
    }
  }
}
