import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  compareDecimals,
  decimalText,
  findCoin,
  methods,
  phases,
  type Method,
  type Phase,
} from '../../../src/core/index.ts';
import {
  ProviderError,
  type ClientEvent,
  type CreatedPayment,
  type PaymentProvider,
  type CreationRequest,
  type ProviderCallOptions,
} from '../../../src/server/index.ts';
import { BTC_ADDRESS, EVM_ADDRESS } from '../shop.ts';

/** A provider with the server behind it. */
export interface OpenedProvider {
  readonly provider: PaymentProvider;
  /** The same provider for a server that nobody can reach. */
  readonly unreachable: PaymentProvider;
  /** Which methods of payment it has. */
  readonly methods: readonly Method[];
  /** Its words for phases: at least for `awaiting` and `paid`. */
  readonly words: Readonly<Partial<Record<Phase, string>>>;
  /** The body of a webhook of one payment as the server sends it. With `readWebhook`. */
  readonly webhookBody?: (payment: CreatedPayment, status: string) => string;
  /** The request of a webhook of the account as the server sends it. With `readAccountWebhook`. */
  readonly accountWebhook?: (
    payment: CreatedPayment,
    status: string,
  ) => { readonly body: string; readonly headers: Readonly<Record<string, string>> };
  /** Gives a payment another status, without a webhook. With `read`. */
  readonly change?: (payment: CreatedPayment, status: string) => void;
  /** Has the server refuse the next creation. */
  readonly refuseNext: () => void;
  /** How many creations have reached the server. */
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

const WEBHOOK_URL = 'http://127.0.0.1:9/pay/webhook/a-credential';

const BASE = {
  paymentRef: 'a-payment',
  orderRef: '1001',
  amount: '19.99',
  currency: 'USD',
  webhookUrl: WEBHOOK_URL,
  meta: { cart: 7 },
};

const REQUESTS: Readonly<Record<Method, CreationRequest>> = {
  crypto: { ...BASE, method: 'crypto', coin: 'BTC', payout: { payout_address: BTC_ADDRESS } },
  wallet: { ...BASE, method: 'wallet', payoutEmail: 'till@shop.example', additionalInformation: undefined },
  localcode: { ...BASE, method: 'localcode', payoutCoin: 'ETH', payoutAddress: EVM_ADDRESS },
};

const options = (signal = AbortSignal.timeout(10_000)): ProviderCallOptions => ({ timeout: 5_000, signal });

/** What every provider of payments must do. */
export function describeProvider(name: string, open: () => Promise<OpenedProvider>): void {
  describe(`the provider ${name}`, () => {
    let opened: OpenedProvider;
    let provider: PaymentProvider;
    before(async () => {
      opened = await open();
      provider = opened.provider;
    });
    after(() => opened.close());

    const first = () => REQUESTS[opened.methods[0]!];
    const isProviderError = (error: unknown) => error instanceof ProviderError;

    for (const method of methods)
      it(`creates a payment by ${method} that a payer can be shown, if it has that method`, async () => {
        if (!opened.methods.includes(method)) return;
        const created = await provider.create(REQUESTS[method], options());
        assert.ok(typeof created.id === 'string' && created.id !== '');
        assert.equal(provider.phaseOf(created.status), 'awaiting');
        assert.ok(created[({ crypto: 'destination', wallet: 'note', localcode: 'hostedUrl' } as const)[method]]);
        if (method !== 'crypto') return;
        assert.equal(decimalText(created.amount), created.amount);
        assert.ok(compareDecimals(created.amount!, '0') > 0);
      });

    it('creates a separate payment for each reference, and stores no webhook address', async () => {
      const [a, b] = [
        await provider.create({ ...first(), paymentRef: 'payment-a' }, options()),
        await provider.create({ ...first(), paymentRef: 'payment-b' }, options()),
      ];
      assert.notEqual(a.id, b.id);
      assert.ok(!JSON.stringify(a).includes(WEBHOOK_URL));
    });

    it('sends a refused creation once, and reports that it was sent', async () => {
      const before = opened.requests();
      opened.refuseNext();
      await assert.rejects(provider.create(first(), options()), (error) => isProviderError(error) && error.sent);
      assert.equal(opened.requests(), before + 1);
    });

    it('reports that nothing was sent when the server cannot be reached, or the signal was aborted before', async () => {
      for (const create of [
        () => opened.unreachable.create(first(), options()),
        () => provider.create(first(), options(AbortSignal.abort())),
      ])
        await assert.rejects(create, (error) => isProviderError(error) && !error.sent);
    });

    it('reads only the webhooks of its own server', async () => {
      if (!provider.readWebhook) return;
      const created = await provider.create(first(), options());
      const headers = { get: () => null };
      for (const [phase, word] of Object.entries(opened.words)) {
        const read = await provider.readWebhook?.(opened.webhookBody!(created, word), headers);
        assert.deepEqual([read?.id, read?.status && provider.phaseOf(read.status)], [created.id, phase]);
      }
      for (const body of ['', '[]', 'PAID', '{"tid":'])
        assert.equal(await provider.readWebhook?.(body, headers), undefined, body);
    });

    it('checks the signature of the webhooks of its account over the raw bytes', async () => {
      const { readAccountWebhook } = provider;
      if (!readAccountWebhook) return;
      const created = await provider.create(first(), options());
      const read = (body: string, headers: Readonly<Record<string, string>>) =>
        readAccountWebhook({ body: new TextEncoder().encode(body), headers: new Headers(headers) }, options());
      for (const [phase, word] of Object.entries(opened.words)) {
        const { body, headers } = opened.accountWebhook!(created, word);
        const reports = await read(body, headers);
        assert.ok(typeof reports === 'object');
        const [report] = reports;
        assert.equal(report?.id, created.id);
        assert.equal(report?.phase ?? provider.phaseOf(report?.status ?? ''), phase);
        assert.equal(await read(`${body} `, headers), 'forged', 'another body');
        assert.equal(await read(body, {}), 'forged', 'no signature');
        assert.equal(await read('', headers), 'forged', 'an empty body');
      }
    });

    it('reads the present state of a payment, by its id or by our reference, if it can be asked', async () => {
      const { read } = provider;
      if (!read) return;
      const request = { ...first(), paymentRef: 'another-payment' };
      const created = await provider.create(request, options());
      const { paymentRef, orderRef, method, amount, currency } = request;
      const coin = request.method === 'crypto' ? request.coin : '';
      const asked = { paymentRef, orderRef, method, coin, amount, currency, created: Date.now() } as const;
      for (const [phase, word] of Object.entries(opened.words)) {
        opened.change!(created, word);
        for (const id of [created.id, undefined]) {
          const report = await read({ ...asked, id }, options());
          assert.equal(report?.id, created.id);
          assert.equal(report?.phase ?? provider.phaseOf(report?.status ?? ''), phase);
        }
      }
      assert.equal(await read({ ...asked, id: undefined, paymentRef: 'never-made' }, options()), undefined);
      await assert.rejects(opened.unreachable.read!({ ...asked, id: created.id }, options()), isProviderError);
    });

    it('offers coins that we know, when it receives the money itself', async () => {
      const { payouts, offers } = provider;
      if (payouts !== 'account' || !offers) return;
      const { coins } = await offers(options());
      assert.ok(coins.length > 0 && coins.every((symbol) => findCoin(symbol)?.symbol === symbol));
    });

    it('has a name for its events and its address', () => {
      assert.match(provider.name, /^[a-z][a-z0-9-]{0,30}$/);
    });

    it('maps its own status words to phases, and no others', () => {
      assert.ok('awaiting' in opened.words && 'paid' in opened.words);
      for (const [phase, word] of Object.entries(opened.words)) assert.equal(provider.phaseOf(word), phase, word);
      for (const word of ['', 'WHATEVER', 'SUCCESS', '__proto__', 'constructor'])
        assert.equal(provider.phaseOf(word), 'unknown', word);
      for (const word of Object.values(opened.words)) assert.ok(phases.includes(provider.phaseOf(word)));
    });

    it('returns the smallest amount of a coin as decimal text, if it has one', async () => {
      const minimum = await provider.minimumOf?.('BTC');
      if (provider.minimumOf) assert.ok(decimalText(minimum) === minimum && compareDecimals(minimum!, '0') > 0);
    });

    it('returns the used requests, if it counts them', async () => {
      for (const { storeId, used, allowed } of (await provider.usage?.({ signal: AbortSignal.timeout(5_000) })) ?? []) {
        assert.ok(storeId !== '');
        assert.ok(used >= 0 && allowed > 0);
      }
    });

    it('reports its requests without a secret, until it is closed', async () => {
      if (!provider.subscribe) return;
      const events: ClientEvent[] = [];
      const stop = provider.subscribe((event) => void events.push(event));
      await provider.create(first(), options());
      const types = events.map(({ type }) => type);
      assert.ok(types.includes('request-started') && types.includes('request-completed'), types.join());
      assert.ok(!JSON.stringify(events).includes('a-credential'));
      stop();
      await provider.create(first(), options());
      assert.equal(events.length, types.length);
    });
  });
}
