import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import type { CheckoutEvent, CheckoutOptions } from '../../../src/server/index.ts';
import { memoryStore } from '../../../src/server/index.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { createCheckoutWith } from '../../../src/server/checkout.ts';
import { eventText } from '../../../src/server/observability/console-log.ts';
import { SECRET } from '../shop.ts';
import { describeProvider } from './contract.ts';
import { toy } from './toy-provider.ts';
import { KEY, startToyServer, WEBHOOK_SECRET, type ToyInvoice } from './toy-server.ts';

const credentials = { key: KEY, webhookSecret: WEBHOOK_SECRET };

describeProvider('of the toy server', async () => {
  const server = await startToyServer();
  return {
    provider: toy({ url: server.url, ...credentials }),
    unreachable: toy({ url: 'http://127.0.0.1:59999', ...credentials }),
    methods: ['crypto'],
    words: { awaiting: 'open', detected: 'seen', underpaid: 'short', paid: 'settled', expired: 'gone' },
    accountWebhook(payment, status) {
      server.set(payment.id, { state: status });
      return server.webhook(payment.id);
    },
    change: (payment, status) => void server.set(payment.id, { state: status }),
    refuseNext: server.refuseNext,
    requests: server.requests,
    close: server.close,
  };
});

it('is the example of docs/providers.md', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const code = read('toy-provider.ts').replace('../../../src/server/index.ts', 'pay-elements/server');
  const [, example] = /```ts\n([\s\S]*?)```/.exec(read('../../../docs/providers.md')) ?? [];
  assert.equal(example, code);
});

const PUBLIC_URL = 'http://127.0.0.1/pay';

/** A shop with the toy provider, and one payment of it. */
async function openToyShop(options: Partial<CheckoutOptions> = {}, { isWebhookLost = false, canRead = true } = {}) {
  const server = await startToyServer();
  const store = memoryStore();
  const events: CheckoutEvent[] = [];
  let time = Date.UTC(2026, 10, 20);
  const open = (changed: Partial<CheckoutOptions> = {}) =>
    createCheckoutWith(
      {
        provider: { ...toy({ url: server.url, ...credentials }), ...(!canRead && { read: undefined }) },
        secret: SECRET,
        publicUrl: PUBLIC_URL,
        store,
        order: () => ({ amount: '19.99', currency: 'USD', coins: ['BTC'] }),
        onEvent: (event) => void events.push(event),
        allowTestPayments: true,
        ...options,
        ...changed,
      } as CheckoutOptions,
      { now: () => time },
    );
  const checkout = open();
  const made = await checkout.payments.create({ orderRef: '1001', method: 'crypto' }, { visitor: 'ann' });
  assert.ok(made.ok);
  const { paymentRef, id = '' } = made.payment;
  return {
    server,
    store,
    checkout,
    events,
    payment: made.payment,
    paymentRef,
    open,
    turn: (ms: number) => void (time += ms),
    typesOf: () => events.map(({ type }) => type),
    now: async () => (await checkout.payments.get(paymentRef))!,
    /** Changes the invoice, and sends its webhook unless that is lost. */
    async set(fields: Partial<ToyInvoice>, { secret = WEBHOOK_SECRET } = {}): Promise<number> {
      server.set(id, fields);
      if (isWebhookLost) return 0;
      return (await checkout.fetch(new Request(`${PUBLIC_URL}/webhook/toy`, server.webhook(id, secret)))).status;
    },
    async close() {
      await checkout.close();
      await server.close();
    },
  };
}

describe('a shop whose provider has one webhook for the account', () => {
  it('shows its address and amount, and takes the signed webhooks of the account', async () => {
    const shop = await openToyShop();
    const { publicPayment } = shop.payment;
    assert.ok(publicPayment && 'tid' in publicPayment);
    assert.equal(publicPayment.address, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
    assert.equal(publicPayment.cryptoAmountExpected, '0.0002');
    assert.equal(await shop.set({ state: 'short', received: '0.00015', due: '0.00006', transactions: ['tx1'] }), 200);
    const short = await shop.now();
    assert.deepEqual(
      [short.phase, short.source, short.cryptoAmountDue, short.transactions],
      ['underpaid', 'webhook', '0.00006', ['tx1']],
    );
    assert.equal(short.publicPayment?.cryptoAmountDue, '0.00006');
    assert.ok(!('transactions' in short.publicPayment));
    assert.equal(await shop.set({ state: 'settled', received: '0.0002', due: '0', transactions: ['tx1', 'tx2'] }), 200);
    const paid = await shop.now();
    assert.deepEqual([paid.phase, paid.cryptoAmountDue, paid.transactions], ['paid', undefined, ['tx1', 'tx2']]);
    await shop.close();
  });

  it('refuses a forged webhook, and another name, without a word about the payment', async () => {
    const shop = await openToyShop();
    assert.equal(await shop.set({ state: 'settled', received: '0.0002' }, { secret: 'guessed' }), 404);
    const other = await shop.checkout.fetch(new Request(`${PUBLIC_URL}/webhook/other`, shop.server.webhook('inv-1')));
    assert.equal(other.status, 404);
    assert.equal((await shop.now()).phase, 'awaiting');
    assert.equal(shop.typesOf().filter((type) => type === 'webhook-rejected').length, 2);
    await shop.close();
  });

  it('warns once of a wrong signature at the address of the account: the secret may be wrong', async () => {
    const shop = await openToyShop();
    for (let i = 0; i < 3; i++) await shop.set({ state: 'settled' }, { secret: 'guessed' });
    await shop.checkout.fetch(new Request(`${PUBLIC_URL}/webhook/other`, shop.server.webhook('inv-1')));
    const rejected = shop.events.filter(({ type }) => type === 'webhook-rejected');
    assert.deepEqual(
      rejected.map((event) => [event.level, 'provider' in event && event.provider]),
      [['warn', 'toy'], ...Array.from({ length: 3 }, () => ['debug', false])],
    );
    assert.match(
      eventText(rejected[0]!),
      /a webhook of toy .*its signature is wrong\. Is the secret here that of the webhook/,
    );
    await shop.close();
  });

  it('reports what a provider threw that is no ProviderError, and an offer of another shape', async () => {
    const broken = new Error('a mistake in create()');
    for (const [changed, at, message] of [
      [{ create: () => Promise.reject(broken) }, 'provider.create()', /a mistake in create/],
      [{ offers: async () => ['BTC'] }, 'provider.offers()', /such as \{ coins: \['BTC', 'LTC'\] \}/],
    ] as const) {
      const events: CheckoutEvent[] = [];
      const checkout = createCheckoutWith(
        {
          provider: {
            ...toy({ url: 'http://127.0.0.1:59999', ...credentials }),
            offers: async () => ({ coins: ['BTC'] }),
            ...changed,
          },
          secret: SECRET,
          publicUrl: PUBLIC_URL,
          store: memoryStore(),
          order: () => ({ amount: '19.99', currency: 'USD' }),
          onEvent: (event: CheckoutEvent) => void events.push(event),
        } as unknown as CheckoutOptions,
        {},
      );
      const made = checkout.payments.create({ orderRef: '1001', method: 'crypto', coin: 'BTC' }, { visitor: 'test' });
      await made.catch(() => {}); // order() and offers() are reported by an event and rethrown
      const event = events.find(({ type }) => type === 'internal-error');
      assert.ok(event?.type === 'internal-error');
      assert.equal(event.at, at);
      assert.match(String(event.cause), message);
      await checkout.close();
    }
  });

  it('shows no payment whose creation has an address of another coin, an unknown member or a wrong value', async () => {
    const right = { id: 'i', status: 'new', destination: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', amount: '0.1' };
    for (const [wrong, reason] of [
      [{}, undefined],
      [{ destination: 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x' }, undefined],
      [
        { destination: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9' },
        'destination: an address of LTC in what create() returned; one of BTC is needed',
      ],
      [{ destination: undefined }, 'destination: missing in what create() returned'],
      [
        { hostedURL: 'https://pay.example' },
        'hostedURL: no such member in what create() returned; did you mean hostedUrl?',
      ],
      // A double has lost its last digits.
      [
        { amount: 0.012345678901234567 },
        /^amount: cannot be used in what create\(\) returned; decimal text above zero/,
      ],
      [{ amount: '0.00' }, /^amount: cannot be used in what create\(\) returned; decimal text above zero is needed/],
      [{ phase: 'new' }, /^phase: .* one of awaiting, /],
      [{ destination: 12_345 }, /^destination: .* text is needed/],
      [{ test: 'true' }, /^test: .* true or false is needed/],
      [{ expiresAt: 'soon' }, /^expiresAt: .* a time in ISO 8601 is needed/],
      [{ amount: 0.1, phase: null, expiresAt: null, minimum: null, raw: undefined }, undefined],
      [{ expiresAt: new Date(Date.now() + 60_000) }, undefined],
    ] as const) {
      const events: CheckoutEvent[] = [];
      const checkout = createCheckoutWith({
        provider: {
          ...toy({ url: 'http://127.0.0.1:59999', ...credentials }),
          offers: async () => ({ coins: ['BTC'] }),
          create: async () => ({ ...right, ...wrong }),
        },
        secret: SECRET,
        publicUrl: PUBLIC_URL,
        store: memoryStore(),
        order: () => ({ amount: '19.99', currency: 'USD' }),
        onEvent: (event: CheckoutEvent) => void events.push(event),
      } as unknown as CheckoutOptions);
      const made = await checkout.payments.create({ orderRef: '1001', method: 'crypto' }, { visitor: 'test' });
      assert.equal(made.ok, reason === undefined, JSON.stringify(events));
      const failed = events.find(({ type }) => type === 'creation-failed');
      const found = failed?.type === 'creation-failed' ? failed.reason : undefined;
      if (reason instanceof RegExp) assert.match(String(found), reason);
      else assert.equal(found, reason);
      await checkout.close();
    }
  });

  it('may return a Date and spaces around its texts: they are stored as reports have them', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const destination = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
    const created = { id: ' inv-9 ', status: 'open ', destination, amount: '0.1' };
    for (const store of [memoryStore(), sqliteStore(new DatabaseSync(':memory:'))]) {
      const checkout = createCheckoutWith({
        provider: {
          ...toy({ url: 'http://127.0.0.1:59999', ...credentials }),
          offers: async () => ({ coins: ['BTC'] }),
          create: async () => ({ ...created, expiresAt: expiresAt as never }),
        },
        secret: SECRET,
        publicUrl: PUBLIC_URL,
        store,
        order: () => ({ amount: '19.99', currency: 'USD' }),
      });
      const made = await checkout.payments.create({ orderRef: '1001', method: 'crypto' }, { visitor: 'test' });
      assert.ok(made.ok);
      const { id, status, expiresAt: end } = made.payment;
      assert.deepEqual([id, status, end], ['inv-9', 'open', expiresAt.toISOString()]);
      await checkout.close();
    }
  });

  it('is named when its phaseOf() throws', async () => {
    const cause = new Error('no such word');
    const phaseOf = () => {
      throw cause;
    };
    const shop = await openToyShop();
    const provider = { ...toy({ url: shop.server.url, ...credentials }), phaseOf };
    const checkout = shop.open({ provider });
    shop.server.set('inv-1', { state: 'settled' });
    const answered = await checkout.fetch(new Request(`${PUBLIC_URL}/webhook/toy`, shop.server.webhook('inv-1')));
    const failed = shop.events.find(({ type }) => type === 'internal-error');
    assert.ok(failed?.type === 'internal-error');
    assert.equal(eventText(failed), 'pay-elements: account-webhook: toy.phaseOf() failed (internal-error)');
    assert.deepEqual([answered.status, failed.cause], [500, cause]);
    await checkout.close();
    await shop.close();
  });

  it('finds a payment whose creation was never answered by its reference', async () => {
    const shop = await openToyShop();
    const paymentRef = 'A'.repeat(22);
    await shop.store.insert({
      ...(await shop.store.byPaymentRef(shop.paymentRef))!,
      paymentRef,
      token: 'B'.repeat(22),
      orderRef: '1002',
      at: Date.UTC(2026, 10, 20),
    });
    shop.server.invoices.set('inv-9', {
      ...shop.server.invoices.get('inv-1')!,
      id: 'inv-9',
      reference: paymentRef,
      state: 'seen',
    });
    const sent = await shop.checkout.fetch(new Request(`${PUBLIC_URL}/webhook/toy`, shop.server.webhook('inv-9')));
    assert.equal(sent.status, 200);
    const found = await shop.checkout.payments.get(paymentRef);
    assert.deepEqual([found?.phase, found?.id], ['detected', 'inv-9']);
    await shop.close();
  });

  it('needs no payout, and refuses one', async () => {
    const shop = await openToyShop({ order: () => ({ amount: '1', currency: 'USD', coins: ['BTC', 'ETH'] }) });
    const order = (await (await shop.checkout.fetch(new Request(`${PUBLIC_URL}/orders/1`))).json()) as {
      methods: { coins: { symbol: string }[] }[];
    };
    assert.deepEqual(
      order.methods[0]!.coins.map(({ symbol }) => symbol),
      ['BTC'],
    );
    assert.ok(shop.events.some((event) => event.type === 'method-not-offered' && event.coin === 'ETH'));
    await shop.close();
    const paying = { crypto: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' } };
    const refusing = await openToyShop({
      order: (orderRef) => ({
        amount: '1',
        currency: 'USD',
        coins: ['BTC'],
        ...(orderRef === '2' && { payout: paying }),
      }),
    });
    const refused = await refusing.checkout.fetch(new Request(`${PUBLIC_URL}/orders/2`));
    assert.equal(refused.status, 500);
    assert.ok(refusing.events.some((event) => event.type === 'order-invalid' && event.field === 'payout'));
    await refusing.close();
  });
});

describe('a lost webhook', () => {
  it('heals by the sweep, which reads a payment again at a growing interval', async () => {
    const shop = await openToyShop({}, { isWebhookLost: true });
    await shop.set({ state: 'seen', received: '0.0002', transactions: ['tx1'] });
    await shop.checkout.sweep();
    const seen = await shop.now();
    assert.deepEqual([seen.phase, seen.source], ['detected', 'provider']);
    const before = shop.server.reads();
    await shop.checkout.sweep();
    shop.turn(29_000);
    await shop.checkout.sweep();
    assert.equal(shop.server.reads(), before, 'not read again within 30 seconds');
    await shop.set({ state: 'settled' });
    shop.turn(1_000);
    await shop.checkout.sweep();
    assert.equal((await shop.now()).phase, 'paid');
    shop.turn(24 * 60 * 60_000);
    await shop.checkout.sweep();
    assert.equal(shop.server.reads(), before + 1, 'a paid payment is not read again');
    await shop.close();
  });

  for (const [state, phase, days] of [
    ['gone', 'expired', 2],
    ['open', 'awaiting', 7],
  ] as const)
    it(`is looked for until the payment is ${days} days old when that is ${phase}`, async () => {
      const shop = await openToyShop({}, { isWebhookLost: true });
      await shop.set({ state });
      await shop.checkout.sweep();
      assert.equal((await shop.now()).phase, phase);
      shop.turn(days * 24 * 60 * 60_000);
      await shop.checkout.sweep();
      assert.equal(shop.server.reads(), 2);
      shop.turn(60 * 60_000);
      await shop.checkout.sweep();
      assert.equal(shop.server.reads(), 2);
      await shop.close();
    });

  it('is looked for two days from the end of a payment, however old the payment was then', async () => {
    const day = 24 * 60 * 60_000;
    const shop = await openToyShop({}, { isWebhookLost: true });
    shop.turn(3 * day);
    await shop.set({ state: 'gone' });
    await shop.checkout.sweep();
    assert.equal((await shop.now()).phase, 'expired');
    shop.turn(day);
    await shop.set({ state: 'settled', received: '0.0002' });
    await shop.checkout.sweep();
    assert.notEqual((await shop.now()).phase, 'expired', 'its money is found');
    await shop.close();
  });

  it('is read by one of several processes, within one pace', async () => {
    const shop = await openToyShop({}, { isWebhookLost: true });
    const others = [shop.open(), shop.open()];
    await Promise.all([shop.checkout, ...others].map((each) => each.sweep()));
    assert.equal(shop.server.reads(), 1);
    await Promise.all(others.map((each) => each.close()));
    await shop.close();
  });

  it('waits for a permit when the pace is reached', async () => {
    const server = await startToyServer();
    const shop = await openToyShop(
      { provider: { ...toy({ url: server.url, ...credentials }), readsPerMinute: 1 } },
      { isWebhookLost: true },
    );
    const other = await shop.checkout.payments.create({ orderRef: '1002', method: 'crypto' }, { visitor: 'ann' });
    assert.ok(other.ok);
    await shop.checkout.sweep();
    assert.equal(server.reads(), 1);
    const refused = await shop.checkout.payments.refresh(shop.paymentRef);
    assert.deepEqual([refused.ok, !refused.ok && refused.code], [false, 'busy']);
    shop.turn(60_000);
    await shop.checkout.sweep();
    assert.equal(server.reads(), 2);
    await shop.close();
    await server.close();
  });

  it('is read at once by payments.refresh', async () => {
    const shop = await openToyShop({}, { isWebhookLost: true });
    await shop.set({ state: 'settled', received: '0.0002' });
    const refreshed = await shop.checkout.payments.refresh(shop.paymentRef);
    assert.ok(refreshed.ok && refreshed.changed);
    assert.deepEqual([refreshed.payment.phase, refreshed.payment.source], ['paid', 'provider']);
    assert.deepEqual(await shop.checkout.payments.refresh('x'.repeat(22)), { ok: false, code: 'unknown-payment' });
    await shop.close();
  });

  it('is an event when the server cannot be asked, and nothing changes', async () => {
    const shop = await openToyShop({}, { isWebhookLost: true });
    await shop.server.close();
    assert.deepEqual(await shop.checkout.payments.refresh(shop.paymentRef), { ok: false, code: 'service-unavailable' });
    const failed = shop.events.find(({ type }) => type === 'read-failed');
    assert.deepEqual(
      [failed?.type === 'read-failed' && failed.code, (await shop.now()).phase],
      ['network', 'awaiting'],
    );
    await shop.checkout.close();
  });
});

describe('money that has gone again', () => {
  it('leads back to awaiting, and the payer sees no amount', async () => {
    const shop = await openToyShop({}, { isWebhookLost: true });
    await shop.set({ state: 'short', received: '0.0001', due: '0.0001' });
    await shop.checkout.payments.refresh(shop.paymentRef);
    assert.equal((await shop.now()).phase, 'underpaid');
    await shop.set({ state: 'open', received: '0' });
    await shop.checkout.payments.refresh(shop.paymentRef);
    const gone = await shop.now();
    assert.deepEqual([gone.phase, gone.cryptoAmountReceived, gone.cryptoAmountDue], ['awaiting', undefined, undefined]);
    const { statusUrl = '' } = gone.publicPayment!;
    const status = (await (await shop.checkout.fetch(new Request(statusUrl))).json()) as Record<string, unknown>;
    assert.deepEqual(
      [status['phase'], status['cryptoAmountReceived'], status['confirmations']],
      ['awaiting', null, null],
    );
    assert.ok(shop.typesOf().includes('money-gone'));
    await shop.close();
  });
});

describe("a payment for which verifyPayment answers 'later'", () => {
  const MINUTE = 60_000;

  it('is confirming, and is asked again by whichever process is there, until it is paid', async () => {
    const verdicts: (boolean | 'later')[] = ['later', 'later', true];
    const asked: unknown[] = [];
    const shop = await openToyShop(
      {
        verifyPayment: (_payment, change, { source, status }) => {
          asked.push([source, status, change.to]);
          return verdicts.shift()!;
        },
      },
      { canRead: false },
    );
    assert.equal(await shop.set({ state: 'settled', received: '0.0002' }), 200);
    const waiting = await shop.now();
    assert.deepEqual([waiting.phase, waiting.source], ['confirming', 'webhook']);
    assert.ok(shop.typesOf().includes('verification-postponed'));
    // The process ends. Another one opens the same store.
    await shop.checkout.close();
    const other = shop.open();
    await other.sweep();
    assert.equal(asked.length, 1, 'not before 30 seconds');
    shop.turn(30_000);
    await other.sweep();
    assert.equal(asked.length, 2);
    shop.turn(30_000);
    await other.sweep();
    assert.equal(asked.length, 2, 'the pause has doubled');
    shop.turn(30_000);
    await other.sweep();
    assert.deepEqual(asked, Array(3).fill(['webhook', 'settled', 'paid']));
    const paid = (await other.payments.get(shop.paymentRef))!;
    assert.equal(paid.phase, 'paid');
    assert.equal((await shop.store.byPaymentRef(shop.paymentRef))?.verification, undefined);
    assert.deepEqual(await shop.store.dueChecks('verify', Number.MAX_SAFE_INTEGER, 9), []);
    await other.close();
    await shop.server.close();
  });

  it('stays confirming after 24 hours, with an error event, and is asked again by payments.refresh', async () => {
    let verdict: boolean | 'later' = 'later';
    let asked = 0;
    const shop = await openToyShop({ verifyPayment: () => ((asked += 1), verdict) }, { canRead: false });
    await shop.set({ state: 'settled', received: '0.0002' });
    for (let minutes = 0; minutes < 26 * 60; minutes += 30) {
      shop.turn(30 * MINUTE);
      await shop.checkout.sweep();
    }
    const overdue = shop.events.filter(({ type }) => type === 'verification-overdue');
    assert.deepEqual([overdue.length, overdue[0]?.level], [1, 'error']);
    const before = asked;
    shop.turn(60 * MINUTE);
    await shop.checkout.sweep();
    assert.equal(asked, before);
    assert.equal((await shop.now()).phase, 'confirming');
    verdict = true;
    await shop.checkout.payments.refresh(shop.paymentRef);
    assert.equal((await shop.now()).phase, 'paid');
    await shop.close();
  });

  it('is asked as seldom, and not for ever, when it throws', async () => {
    let asked = 0;
    const verifyPayment = () => {
      if ((asked += 1) > 1) throw new Error('the node of the shop is down');
      return 'later' as const;
    };
    const shop = await openToyShop({ verifyPayment }, { canRead: false });
    await shop.set({ state: 'settled', received: '0.0002' });
    for (let minutes = 0; minutes < 48 * 60; minutes += 1) {
      shop.turn(MINUTE);
      await shop.checkout.sweep();
    }
    assert.ok(asked > 20 && asked < 40, `called ${asked} times`);
    assert.equal(shop.typesOf().filter((type) => type === 'verification-overdue').length, 1);
    await shop.close();
  });

  it('ends when it answers false', async () => {
    const verdicts: (boolean | 'later')[] = ['later', false];
    const shop = await openToyShop({ verifyPayment: () => verdicts.shift()! }, { canRead: false });
    await shop.set({ state: 'settled', received: '0.0002' });
    shop.turn(30_000);
    await shop.checkout.sweep();
    assert.equal((await shop.now()).phase, 'confirming');
    assert.ok(shop.typesOf().includes('verification-declined'));
    shop.turn(24 * 60 * MINUTE);
    await shop.checkout.sweep();
    assert.deepEqual(verdicts, []);
    await shop.close();
  });
});
