import { ConfigurationError } from '../../configuration-error.ts';
import { decimalText, findCoin } from '../../../core/index.ts';
import { defaultPhaseOf } from '../../../core/payments/phases.ts';
import type { ServiceStore, ServiceUser } from './client/account.ts';
import type { CryptoAnswer, LocalcodeAnswer, WalletAnswer } from './client/answers.ts';
import { ServiceError } from './client/errors.ts';
import { cryptoCreation, localcodeCreation, walletCreation, type ServiceClient } from './client/service-client.ts';
import { readWebhook } from './read-webhook.ts';
import type { Usage } from '../../observability/quota.ts';
import type { CallOptions, CreatedPayment, CreationRequest, PaymentProvider } from '../provider.ts';

type ServiceAnswer = CryptoAnswer | WalletAnswer | LocalcodeAnswer;

/** The default provider: the service of the contract, called by its client. It has no call that reads a payment. */
export function serviceProvider(client: ServiceClient): PaymentProvider {
  if (typeof (client as Partial<ServiceClient> | undefined)?.create !== 'function')
    throw new ConfigurationError('client', 'a ServiceClient is needed: new ServiceClient({ baseUrl, apiKey })');
  return {
    name: 'service',
    async create(request, { timeout, signal }) {
      const options = { timeout: Math.min(timeout, client.timeout), signal };
      return toCreatedPayment(await create(client, request, options), request);
    },
    readWebhook,
    phaseOf: defaultPhaseOf,
    minimumOf: async (coin) => (await client.cryptoInfo(coin)).minimum_transaction_coinText,
    usage: async (options) => readUsages(await client.currentUser(options)),
    freePermits: () => client.freePermits(),
    subscribe: (listener) => client.subscribe(listener),
  };
}

/**
 * Calls contract 4.3 to 4.5. The checkout has validated the fields, so the client does not validate them again. The reference
 * of the order is not sent: the payment is found again by the reference in its webhook address.
 */
function create(client: ServiceClient, request: CreationRequest, options: CallOptions): Promise<ServiceAnswer> {
  const { amount, currency, webhookUrl: webhook_url, meta } = request;
  switch (request.method) {
    case 'crypto': {
      const { coin: crypto_coin, payout } = request;
      return client.create(cryptoCreation({ amount, currency, crypto_coin, ...payout, webhook_url, meta }), options);
    }
    case 'wallet': {
      const { payoutEmail: payout_email, additionalInformation: additional_information } = request;
      const fields = { amount, currency, payout_email, additional_information, webhook_url, meta };
      return client.create(walletCreation(fields), options);
    }
    case 'localcode': {
      // The currency is not sent: `readOrder` has compared it with the order's, and contract 4.5 has no currency.
      const { payoutCoin: payout_crypto_coin, payoutAddress: payout_address } = request;
      const fields = { amount, payout_crypto_coin, payout_address, webhook_url, meta };
      return client.create(localcodeCreation(fields), options);
    }
  }
}

/** @throws ServiceError when the payment has another price than requested */
function toCreatedPayment(given: ServiceAnswer, request: CreationRequest): CreatedPayment {
  const { webhookUrl: _, ...details } = given;
  const field = mismatchedPrice(details, request);
  if (field !== undefined) {
    const reason = `${field}: the payment that was created is not the one that was asked for`;
    throw new ServiceError('bad-answer', reason, { sent: true, field });
  }
  const { tid, pid, bid, address, cryptoAmountExpectedText, note, hostedUrl, qrCodeBase64, test } = given as Partial<
    CryptoAnswer & WalletAnswer & LocalcodeAnswer
  >;
  return {
    id: (tid ?? pid ?? bid)!,
    status: given.status,
    destination: address,
    amount: cryptoAmountExpectedText,
    note,
    hostedUrl: hostedUrl ?? undefined,
    qrImage: qrCodeBase64 ?? undefined,
    test: test === true ? true : undefined,
    details,
  };
}

/** The fields of contract 2.6 to 2.8 that contain a price. A field is absent or null when the service does not return it. */
interface Price {
  readonly amountText?: unknown;
  readonly currency?: unknown;
  readonly cryptoCoin?: unknown;
}

/**
 * Returns the field in which a created payment has another price than requested, or `undefined` when the prices match.
 * Without this check, a payment could be for 20 USD when the order is for 20 KWD. A field that the service does not
 * return cannot be compared.
 */
function mismatchedPrice(answer: object, request: CreationRequest): string | undefined {
  const { amountText, currency, cryptoCoin }: Price = answer;
  // The amounts are compared as doubles, because the service may store doubles.
  if (typeof amountText === 'string' && Number(amountText) !== Number(request.amount)) return 'amount';
  if (typeof currency === 'string' && currency.toUpperCase() !== request.currency) return 'currency';
  if (request.method !== 'crypto' || typeof cryptoCoin !== 'string') return undefined;
  // A coin name that is not in contract 2.9 may be the right coin.
  const coin = findCoin(cryptoCoin);
  return coin && coin.symbol !== request.coin ? 'cryptoCoin' : undefined;
}

/** Reads the usage of contract 2.4. Returns an empty list when the response has no valid usage. */
function readUsages({ stores }: ServiceUser): readonly Usage[] {
  return (Array.isArray(stores) ? (stores as readonly unknown[]) : []).flatMap((one) => {
    const { id, currentApiUsage, maxApiRequests, lastApiReset } = Object(one) as ServiceStore;
    const [used, allowed] = [Number(decimalText(currentApiUsage)), Number(decimalText(maxApiRequests))];
    if (typeof id !== 'string' || !(used >= 0) || !(allowed > 0)) return [];
    return [{ storeId: id, used, allowed, ...(typeof lastApiReset === 'string' && { since: lastApiReset }) }];
  });
}
