import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parsePayment } from '../../../../src/core/index.ts';
import {
  ServiceClient,
  type ClientEvent,
  type CryptoAnswer,
  type ServiceClientOptions,
} from '../../../../src/server/index.ts';
import { failure } from './support.ts';

export interface Service {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** What its operator would have told a shop. Default: nothing that the client does not assume by itself. */
  readonly options?: Partial<ServiceClientOptions>;
  /** Where the contract is silent, what this service does. Default: as the strict profile of the sandbox. */
  readonly does?: Partial<typeof PLAIN>;
  close(): Promise<void>;
}

const PLAIN = {
  role: 'user',
  created: 200,
  unauthorized: 401,
  walletCurrency: 'EUR',
  /** What is there that nobody needs in order to pay: the QR image, echoes of the payout. */
  spare: true,
};

/** The examples of the OpenAPI document: a server made from it answers them whatever it is asked. */
const CRYPTO = {
  currency: 'USD',
  amount: '19.9',
  crypto_coin: 'BTC',
  payout_address: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  webhook_url: 'https://shop.example/hook',
  meta: { order: '1001' },
} as const;
const WALLET = {
  currency: 'EUR',
  amount: '32',
  payout_email: 'shop@example.com',
  webhook_url: 'https://shop.example/hook',
} as const;
const LOCALCODE = {
  amount: '20',
  payout_crypto_coin: 'DOGE',
  payout_address: 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC',
  webhook_url: 'https://shop.example/hook',
} as const;

/** What the client does against any service that keeps the contract. */
export function clientSuite(name: string, start: () => Promise<Service>): void {
  describe(`the client against ${name}`, () => {
    let service: Service;
    let client: ServiceClient;
    let does: typeof PLAIN;
    const events: ClientEvent[] = [];

    before(async () => {
      service = await start();
      const { baseUrl, apiKey, options } = service;
      does = { ...PLAIN, ...service.does };
      client = new ServiceClient({ baseUrl, apiKey, ...options });
      client.subscribe((event) => events.push(event));
    });
    after(() => service.close());

    it('reads the account with plan, stores and notification preferences (contract 4.1)', async () => {
      const user = await client.currentUser();
      assert.match(user.id, /^[0-9a-f-]{36}$/);
      assert.equal(user.role, does.role);
      assert.equal(typeof user.apiKey, 'string');
      assert.equal(user.currentPlan?.apiRequestLimit, 850);
      assert.equal(user.currentPlan?.expiresAt, null);
      const [store] = user.stores ?? [];
      assert.equal(typeof user.currentPlan?.feeCrypto, 'number');
      assert.equal(store?.maxApiRequests, 850);
      assert.ok(store.currentApiUsage! >= 0);
      assert.equal(store?.notificationPreferences?.email?.orderCreated, true);
      assert.equal(store?.notificationPreferences?.messenger?.botToken, null);
    });

    it('gets an error that 4.1 needs a key (contract 5)', async () => {
      const { baseUrl, apiKey } = service;
      const error = await failure(new ServiceClient({ baseUrl, apiKey, auth: () => ({}) }).currentUser());
      assert.deepEqual([error.code, error.status, error.sent], ['unauthorized', does.unauthorized, true]);
    });

    it('reads the least amount of a coin (contract 4.2)', async () => {
      const { minimum_transaction_coin: number, minimum_transaction_coinText: text } = await client.cryptoInfo('btc');
      assert.ok(number > 0);
      assert.equal(Number(text), number);
      assert.match(text, /^\d+(\.\d+)?$/);
    });

    it('creates a cryptocurrency payment that a tag can show (contract 4.3, 2.6)', async () => {
      const payment: CryptoAnswer = await client.createCrypto(CRYPTO);
      assert.equal(payment.status, 'NEW');
      assert.deepEqual([payment.amount, payment.amountText, payment.currency], [19.9, '19.9', 'usd']);
      assert.equal(payment.cryptoCoin, 'btc');
      assert.equal(Number(payment.cryptoAmountExpectedText), payment.cryptoAmountExpected);
      assert.deepEqual(payment.meta, { order: '1001' });
      assert.equal(payment.webhookUrl, CRYPTO.webhook_url);
      if (does.spare) assert.match(payment.qrCodeBase64 ?? '', /^data:image\/png;base64,/);
      const parsed = parsePayment(payment);
      assert.ok(parsed.ok && 'tid' in parsed.payment);
      assert.equal(parsed.payment.cryptoAmountExpected, payment.cryptoAmountExpectedText);
    });

    it('creates a cryptocurrency payment whose proceeds are split (contract 4.3)', async () => {
      const { payout_address: address, ...fields } = CRYPTO;
      const other = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
      const addresses = [
        { address, percent: '33.34' },
        { address: other, percent: 66.66 },
      ];
      assert.ok((await client.createCrypto({ ...fields, addresses })).tid);
    });

    it('creates an online-wallet payment (contract 4.4, 2.7)', async () => {
      const currency = does.walletCurrency;
      const payment = await client.createWallet({ ...WALLET, currency });
      assert.equal(payment.status, 'NEW');
      assert.deepEqual([payment.amountText, payment.currency], ['32', currency]);
      assert.equal(payment.payoutEmail, does.spare ? WALLET.payout_email : null);
      assert.equal(payment.additionalInformation, null);
      assert.ok(payment.note.length > 0);
      assert.ok(parsePayment(payment).ok);
    });

    it('creates a local mobile-code payment by a GET with a body (contract 4.5, 2.8)', async () => {
      const payment = await client.createLocalcode(LOCALCODE);
      assert.equal(payment.status, 'PENDING');
      assert.deepEqual([payment.amountText, payment.payoutCryptoCoin], ['20', 'DOGE']);
      assert.equal(payment.payoutAddress, does.spare ? LOCALCODE.payout_address : null);
      assert.deepEqual(payment.meta, {});
      assert.ok(parsePayment(payment).ok);
    });

    it('has reported each attempt, one by one', () => {
      assert.ok(events.length >= 6);
      for (const event of events)
        if (event.type === 'request-completed') {
          assert.ok(event.status === 200 || event.status === does.created);
          assert.deepEqual([event.attempts, event.code], [1, undefined]);
        }
      assert.ok(events.some(({ method, path }) => method === 'GET' && path === '/v1/payments/localcode'));
    });
  });
}
