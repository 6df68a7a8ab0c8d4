import { decimalText, type Method } from '../../../core/index.ts';
import { ID_FIELD } from '../../../core/payments/payment.ts';
import { omitUndefined } from '../../omit-undefined.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { CreatedPayment, CreationRequest, PaymentProvider } from '../../providers/provider.ts';
import type { ReadOrder } from '../../orders/order.ts';
import type { NewPayment, PaymentData } from '../../stores/store.ts';

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

/** Requests the payment from the provider. @throws ProviderError, also when the response cannot be used */
export async function requestPayment(
  { create }: Pick<PaymentProvider, 'create'>,
  choice: PaymentChoice,
  row: NewPayment,
  webhookUrl: string,
): Promise<CreatedPayment> {
  const request = toRequest(choice, row, webhookUrl);
  const created = await create(request, { timeout: TIMEOUT_MS, signal: AbortSignal.timeout(TOTAL_MS) });
  const field = unusableField(created, choice.method);
  if (field === undefined) return created;
  throw new ProviderError('bad-answer', `${field}: missing in what create() returned`, { sent: true, field });
}

function toRequest(
  { order, method, coin }: PaymentChoice,
  { paymentRef, orderRef }: NewPayment,
  webhookUrl: string,
): CreationRequest {
  const { amount, currency, wallet, localcode, meta, expiresAt } = order;
  const base = { paymentRef, orderRef, amount, currency, webhookUrl, meta, expiresAt };
  switch (method) {
    case 'crypto':
      return { ...base, method, coin: coin!.coin.symbol, payout: coin!.payout };
    case 'wallet':
      return { ...base, method, ...wallet! };
    case 'localcode': {
      const { payoutCryptoCoin: payoutCoin, payoutAddress } = localcode!;
      return { ...base, method, payoutCoin, payoutAddress };
    }
  }
}

/** The first field without which the payment cannot be shown to a payer; undefined when none is missing. */
function unusableField(created: CreatedPayment, method: Method): string | undefined {
  const { id, status, destination, amount, note } = Object(created) as Partial<CreatedPayment>;
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  if (!isText(id)) return 'id';
  if (!isText(status)) return 'status';
  if (method === 'wallet') return isText(note) ? undefined : 'note';
  if (method !== 'crypto') return undefined;
  if (!isText(destination)) return 'destination';
  return decimalText(amount) === undefined || decimalText(amount) === '0' ? 'amount' : undefined;
}

/** The fields of a row that come from the provider's response: the payer's in the names of a `PublicPayment`. */
export function responseData(created: CreatedPayment, { method, coin, data }: NewPayment): Partial<PaymentData> {
  const { id, status, destination, amount, note, hostedUrl, qrImage, test, details } = created;
  const crypto = { address: destination, cryptoCoin: coin, cryptoAmountExpected: decimalText(amount) };
  const answer = omitUndefined({
    [ID_FIELD[method]]: id,
    status,
    amount: data.amount,
    currency: data.currency,
    ...(method === 'crypto' ? crypto : {}),
    note,
    hostedUrl,
    qrCodeBase64: qrImage,
    test: test === true ? true : undefined,
  });
  return { answer, ...(details && { details }) };
}
