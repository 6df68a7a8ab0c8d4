import { addDecimals, compareDecimals, findCoin } from '../../../core/index.ts';
import { textOf, unitsOf } from '../../../core/money/amount.ts';
import { checkBtcpay } from './check.ts';
import { createBtcpayClient, type BtcpayClient } from './client.ts';
import { isSameAmount, type Invoice, type InvoiceMethod } from './invoice.ts';
import { invoiceReport, isTestMethod, phaseOfInvoice, statusOf } from './invoice-report.ts';
import { readBtcpayOptions, type BtcpayOptions } from './options.ts';
import { coinOf, networkOf, paymentMethodOf } from './payment-methods.ts';
import { delay, systemClock } from '../service/transport/clock.ts';
import { ProviderError } from '../provider-error.ts';
import type { CallOptions, CreatedPayment, CreationRequest, PaymentProvider, ReadablePayment } from '../provider.ts';
import { createSignatureCheck, readInvoiceEvent, type InvoiceEvent } from './webhook.ts';
import { omitUndefined } from '../../omit-undefined.ts';

/** The pauses before the invoice of a lost answer is searched, in milliseconds. The server may still be making it. */
const SEARCH_PAUSES_MS = [250, 750, 2_000, 4_000];

type CryptoRequest = Extract<CreationRequest, { method: 'crypto' }>;

/**
 * BTCPay Server as the payment provider, version 2.0 or later. It receives the money in the wallets of its store, so
 * `order()` names no payout addresses:
 *
 *     createCheckout({
 *       provider: btcpay({ url: 'https://btcpay.example', storeId, apiKey, webhookSecret }),
 *       secret, publicUrl, store,
 *       order: async (orderRef) => ({ amount: '24.90', currency: 'EUR' }),
 *     });
 *
 * The webhook of the store sends to `{publicUrl}/webhook/btcpay`. A webhook is only a signal: the invoice is read, and
 * its state is reported. Expiry, payment tolerance and speed policy are those of the store's settings.
 *
 * @throws ConfigurationError that names an option that cannot be used
 */
export function btcpay(options: BtcpayOptions): PaymentProvider {
  const settings = readBtcpayOptions(options);
  const client = createBtcpayClient(settings);
  const isSigned = createSignatureCheck(settings.webhookSecret);

  return {
    name: 'btcpay',
    payouts: 'account',
    readsPerMinute: settings.readsPerMinute,
    unusedOptions: ['readWebhook', 'statusMap'],
    phaseOf: phaseOfInvoice,
    subscribe: client.subscribe,
    check: (options) => checkBtcpay({ ...client, url: settings.url, storeId: settings.storeId }, options),

    async offers(callOptions) {
      const methods = await client.storeMethods(callOptions);
      return { coins: methods.map(coinOf).filter((coin) => coin !== undefined) };
    },

    async create(request, callOptions) {
      const paymentMethodId = request.method === 'crypto' ? paymentMethodOf(request.coin) : undefined;
      if (request.method !== 'crypto' || paymentMethodId === undefined) throw unsupported(request);
      const known = await findInvoice(client, request, callOptions).catch((error: unknown) => {
        throw withoutPayment(error);
      });
      const invoice = known ?? (await createInvoice(client, request, paymentMethodId, callOptions));
      const method = await methodOf(client, invoice, paymentMethodId, callOptions);
      return toCreatedPayment(client, invoice, method, request);
    },

    async readAccountWebhook({ body, headers }, callOptions) {
      if (!(await isSigned(body, headers.get('btcpay-sig')))) return 'forged';
      const event = readInvoiceEvent(body);
      if (event?.storeId !== settings.storeId) return 'ignored';
      const invoice = await client.invoice(event.invoiceId, callOptions);
      // An invoice of a point of sale or of another program of the shop.
      if (invoice?.paymentRef === undefined) return 'ignored';
      const method = await findMethod(client, invoice, undefined, callOptions);
      if (!method) return 'ignored';
      const report = invoiceReport(
        'webhook',
        invoice,
        method,
        await isRefund(client, event, invoice, method, callOptions),
      );
      return [{ ...report, paymentRef: invoice.paymentRef }];
    },

    async read(payment, callOptions) {
      const paymentMethodId = payment.coin === '' ? undefined : paymentMethodOf(payment.coin);
      const invoice =
        payment.id === undefined
          ? await findInvoice(client, payment, callOptions)
          : await client.invoice(payment.id, callOptions);
      if (!invoice) return undefined;
      return invoiceReport('provider', invoice, await methodOf(client, invoice, paymentMethodId, callOptions));
    },
  };
}

/** The error of a call before the creation: no payment exists. */
function withoutPayment(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { code, message, cause, status, retryAfter, field } = error;
  return new ProviderError(code, message, { sent: false, cause, status, retryAfter, field });
}

function unsupported({ method, ...request }: CreationRequest): ProviderError {
  const what = method === 'crypto' && 'coin' in request ? String(request.coin) : method;
  const reason = `BTCPay Server: ${what} cannot be paid with it. Offer only BTC, LTC, DOGE and BCH`;
  return new ProviderError('invalid-request', reason, { sent: false, field: method === 'crypto' ? 'coin' : 'method' });
}

/** The invoice of a payment, found by the order in its metadata, which the server has an index of. */
async function findInvoice(
  client: BtcpayClient,
  { paymentRef, orderRef }: Pick<ReadablePayment, 'paymentRef' | 'orderRef'>,
  options: CallOptions,
): Promise<Invoice | undefined> {
  const invoices = await client.invoicesOfOrder(orderRef, options);
  const [first] = invoices
    .filter((invoice) => invoice.paymentRef === paymentRef)
    .sort((a, b) => a.createdTime - b.createdTime || (a.id < b.id ? -1 : 1));
  return first;
}

/** Creates the invoice. When its answer is lost, the invoice is searched, and never created a second time. */
async function createInvoice(
  client: BtcpayClient,
  request: CryptoRequest,
  paymentMethodId: string,
  options: CallOptions,
): Promise<Invoice> {
  const { paymentRef, orderRef, amount, currency, meta } = request;
  const metadata = { ...meta, orderId: orderRef, paymentRef };
  try {
    return await client.createInvoice({ amount, currency, metadata, paymentMethodId }, options);
  } catch (error) {
    if (!isLost(error)) throw error;
    for (const pause of SEARCH_PAUSES_MS) {
      await delay(pause, systemClock, options.signal);
      const found = await findInvoice(client, request, options).catch(() => undefined);
      if (found) return found;
      if (options.signal.aborted) break;
    }
    throw error;
  }
}

/** Whether the server may have created the invoice although its answer says nothing about it. */
const isLost = (error: unknown): error is ProviderError =>
  error instanceof ProviderError &&
  error.sent &&
  ['network', 'timeout', 'service-error', 'bad-answer'].includes(error.code);

/** The payment method of an invoice: the one with this id, or the only one that we know. */
async function findMethod(
  client: BtcpayClient,
  invoice: Invoice,
  paymentMethodId: string | undefined,
  options: CallOptions,
): Promise<InvoiceMethod | undefined> {
  const methods = invoice.paymentMethods ?? (await client.invoiceMethods(invoice.id, options));
  return methods.find(({ paymentMethodId: id }) =>
    paymentMethodId === undefined ? coinOf(id) !== undefined : id === paymentMethodId,
  );
}

/** The payment method of an invoice of ours. @throws ProviderError when it has none */
async function methodOf(...given: Parameters<typeof findMethod>): Promise<InvoiceMethod> {
  const method = await findMethod(...given);
  if (method) return method;
  const [client, { id }, paymentMethodId = 'of a coin that we know'] = given;
  throw client.badAnswer(`the invoice ${id} has no payment method ${paymentMethodId}`);
}

function toCreatedPayment(
  client: BtcpayClient,
  invoice: Invoice,
  method: InvoiceMethod,
  request: CryptoRequest,
): CreatedPayment {
  const refuse = (reason: string, field: string) => client.badAnswer(`the invoice ${invoice.id} ${reason}`, field);
  // The server rounds an amount to the decimals of its currency. Another amount would not pay the order.
  if (!isSameAmount(invoice.amount, request.amount) || invoice.currency !== request.currency)
    throw refuse(
      `is over ${invoice.amount} ${invoice.currency}, not ${request.amount} ${request.currency}: ` +
        'give the order an amount with no more decimals than its currency has',
      'amount',
    );
  const { destination, amount, isActivated } = method;
  if (!isActivated || destination === '')
    throw refuse(`has no address for ${method.paymentMethodId} yet`, 'destination');
  if (networkOf(request.coin, destination) === undefined)
    throw refuse(`is to be paid to an address that is not one of ${request.coin}`, 'destination');
  const [, fraction = ''] = amount.split('.');
  if (compareDecimals(amount, '0') === 0 || fraction.replace(/0+$/, '').length > findCoin(request.coin)!.decimals)
    throw refuse(`asks for ${amount}, which is not an amount of ${request.coin}`, 'amount');
  return {
    id: invoice.id,
    status: statusOf(invoice),
    destination,
    amount,
    expiresAt: invoice.expiresAt,
    ...(isTestMethod(method) && { test: true }),
    details: omitUndefined({
      invoiceId: invoice.id,
      storeId: invoice.storeId,
      checkoutLink: invoice.checkoutLink,
    }),
  };
}

/**
 * Whether an event is a refund of the whole payment. A refund never shows on the invoice: only its event names it. One of
 * a part, such as what was paid too much, leaves the payment paid.
 *
 * The server names an amount and its currency, and neither the choice behind it nor its exchange rate. So a refund is whole
 * when all that was received is paid back, or as much as the invoice asked for, unless as much is left: who has paid twice
 * gets the second payment back. At the rate of a later day the same value is another number of coins: fewer than that are
 * one of a part.
 */
async function isRefund(
  client: BtcpayClient,
  { type, pullPaymentId }: InvoiceEvent,
  invoice: Invoice,
  method: InvoiceMethod,
  options: CallOptions,
): Promise<boolean> {
  if (type !== 'InvoiceRefund' || pullPaymentId === undefined) return false;
  const refund = await client.refund(pullPaymentId, options);
  if (!refund) return false;
  const ticker = method.paymentMethodId.replace(/-CHAIN$/, '');
  const { amount, received } = method;
  const isCoin = refund.currency === ticker;
  if (!isCoin && refund.currency !== invoice.currency) return false;
  const price = isCoin ? amount : invoice.amount;
  const isExcess =
    compareDecimals(addDecimals([refund.amount, price]), isCoin ? received : multiply(received, method.rate)) <= 0;
  return !isExcess && compareDecimals(refund.amount, isCoin ? wholeOf(method) : price) >= 0;
}

/** The coins of a whole refund: those of the invoice, or those received where the store's tolerance accepted fewer. */
const wholeOf = ({ amount, received }: InvoiceMethod): string =>
  compareDecimals(received, '0') > 0 && compareDecimals(received, amount) < 0 ? received : amount;

function multiply(a: string, b: string): string {
  const scale = Math.max(a.length, b.length);
  return textOf(unitsOf(a, scale) * unitsOf(b, scale), 2 * scale);
}
