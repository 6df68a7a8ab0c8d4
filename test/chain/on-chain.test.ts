import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { subtractDecimals } from '../../src/core/index.ts';
import { startSandbox, type RunningSandbox, type SandboxControl } from '../../src/sandbox/index.ts';
import { sandboxChain, type ChainOptions } from '../../src/server/chain/index.ts';
import { readChainOptions } from '../../src/server/chain/chain-options.ts';
import { openShop, ORDER, type Shop, type ShopOptions } from '../server/shop.ts';

const MINUTE = 60_000;

/** Purchases with the real checkout, its store and the sandbox: service and chain. Only the clock of the shop is moved. */
describe('a purchase that is checked on the chain', () => {
  let sandbox: RunningSandbox;
  let shop: Shop;
  let chain: SandboxControl['chain'];
  let ahead: number;
  let paid: string[];

  async function open(options: Partial<ChainOptions> = {}, more: ShopOptions = {}): Promise<void> {
    shop = await openShop(sandbox, {
      now: () => Date.now() + ahead,
      sweepInterval: 2 ** 30,
      chain: { sources: [sandboxChain({ url: sandbox.url })], confirmations: { BTC: 2 }, ...options },
      order: () => ORDER,
      onPaid: ({ paymentRef }) => void paid.push(paymentRef),
      ...more,
    });
  }
  beforeEach(async () => {
    ahead = 0;
    paid = [];
    sandbox = await startSandbox();
    ({ chain } = sandbox.control);
  });
  afterEach(async () => {
    await shop.close();
    await sandbox.close();
  });

  interface Bought {
    readonly id: string;
    readonly amount: string;
    readonly send: (amount?: string) => string;
    readonly status: () => Promise<Record<string, unknown>>;
  }
  async function buy(order = '1001'): Promise<Bought> {
    const { json } = await shop.pay({ order, method: 'crypto', coin: 'BTC' });
    const { tid, address, cryptoAmountExpected, statusUrl } = json as Record<string, string>;
    const status = async () => (await shop.get(statusUrl!)).json;
    return {
      id: tid!,
      amount: cryptoAmountExpected!,
      status,
      send: (amount = cryptoAmountExpected!) => chain.send('BTC', address!, amount),
    };
  }
  /** Moves the clock of the shop, and lets it look. */
  async function sweep(ms = MINUTE): Promise<void> {
    ahead += ms;
    await shop.checkout.sweep();
  }
  const claimPaid = (id: string) => sandbox.control.webhook(id, { status: 'PAID' });
  const types = () => shop.events.map(({ type }) => type);
  /** The phase before and the amount that is left, each time when money has gone. */
  const gone = () =>
    shop.events.flatMap((event) => (event.type === 'money-gone' ? [[event.from, event.received]] : []));

  it('is detected and counted before the webhook, which then pays it', async () => {
    await open();
    const { id, amount, send, status } = await buy();
    await sweep();
    assert.equal((await status())['phase'], 'awaiting');
    send();
    await sweep();
    assert.equal((await status())['phase'], 'detected');
    chain.mine('BTC');
    await sweep();
    const { phase, confirmations, confirmationsRequired, cryptoAmountReceived } = await status();
    assert.deepEqual([phase, confirmations, confirmationsRequired], ['confirming', 1, 2]);
    assert.equal(cryptoAmountReceived, amount);
    chain.mine('BTC');
    await claimPaid(id);
    assert.equal((await status())['phase'], 'paid');
    await sweep(0);
    assert.equal(paid.length, 1);
    assert.deepEqual(types(), []);
  });

  it('names its transaction to the payer where the shop names an explorer, until its money has gone again', async () => {
    await open({}, { explorers: { BTC: 'https://explorer.example/tx/{transaction}' } });
    const { id, send, status } = await buy();
    const replaced = send();
    const pageOf = (transaction: string) => `https://explorer.example/tx/${transaction}`;
    await sweep();
    assert.deepEqual((await status())['transactions'], [{ id: replaced, url: pageOf(replaced) }]);
    chain.replace(replaced);
    await sweep();
    assert.deepEqual([(await status())['phase'], (await status())['transactions']], ['awaiting', []]);
    const transaction = send();
    chain.mine('BTC', 2);
    await claimPaid(id);
    const { phase, transactions } = await status();
    assert.deepEqual([phase, transactions], ['paid', [{ id: transaction, url: pageOf(transaction) }]]);
    const { json } = await shop.get('orders/1001');
    assert.deepEqual((json.paid as Readonly<Record<string, unknown>>)['transactions'], transactions);
  });

  it('is not paid by a webhook alone: a forged one waits, and is reported', async () => {
    await open({ decideAfter: 10 * MINUTE });
    const { id, status } = await buy();
    await claimPaid(id);
    for (let i = 0; i < 30; i += 1) await sweep();
    assert.equal((await status())['phase'], 'confirming');
    assert.deepEqual(paid, []);
    assert.ok(types().includes('chain-disagrees'), types().join());
  });

  it('is paid as soon as the chain agrees with a webhook that was too early', async () => {
    await open();
    const { id, send, status } = await buy();
    send();
    await claimPaid(id);
    assert.equal((await status())['phase'], 'confirming');
    chain.mine('BTC', 2);
    await sweep();
    await sweep(0);
    assert.equal((await status())['phase'], 'paid');
    await sweep(0);
    assert.equal(paid.length, 1);
  });

  it('raises an error when its webhook is missing, and is not paid without it', async () => {
    await open();
    const { send, status } = await buy();
    send();
    chain.mine('BTC', 2);
    for (let i = 0; i < 20; i += 1) await sweep();
    assert.equal((await status())['phase'], 'confirming');
    assert.deepEqual(types(), ['webhook-missing']);
  });

  it('is paid by the chain alone where the shop trusts it', async () => {
    await open({ trust: 'chain' });
    const { send, status } = await buy();
    send();
    chain.mine('BTC', 2);
    await sweep();
    assert.equal((await status())['phase'], 'paid');
    await sweep(0);
    assert.equal(paid.length, 1);
  });

  it('misses no webhook that comes after the chain, or that makes it late', async () => {
    await open({ trust: 'chain' });
    const { id, send, status } = await buy();
    send();
    chain.mine('BTC', 2);
    await sweep();
    assert.equal((await status())['phase'], 'paid');
    await claimPaid(id);
    for (let minutes = 0; minutes < 60; minutes += 1) await sweep();
    assert.deepEqual([types(), paid.length], [[], 1]);
    await shop.close();
    for (const isSeenBefore of [false, true]) {
      ahead = -30 * MINUTE;
      const expiresAt = new Date(Date.now() - 10 * MINUTE).toISOString();
      await open({}, { afterExpiry: 'late', order: () => ({ ...ORDER, expiresAt }) });
      const late = await buy();
      await sandbox.control.webhook(late.id, { status: 'EXPIRED' });
      late.send();
      chain.mine('BTC', 2);
      if (isSeenBefore) await sweep(31 * MINUTE);
      else ahead += 31 * MINUTE;
      await claimPaid(late.id);
      for (let minutes = 0; minutes < 40; minutes += 1) await sweep();
      assert.equal((await late.status())['phase'], 'late');
      assert.deepEqual(types(), ['update-after-expiry'], String(isSeenBefore));
      if (!isSeenBefore) await shop.close();
    }
  });

  it('counts again when its block was reorganised away, and its transaction waits', async () => {
    await open({ confirmations: { BTC: 6 } });
    const { send, status } = await buy();
    send();
    chain.mine('BTC', 3);
    await sweep();
    assert.equal((await status())['confirmations'], 3);
    chain.reorganize('BTC', 3);
    await sweep();
    const { phase, confirmations } = await status();
    assert.deepEqual([phase, confirmations], ['confirming', 0]);
    chain.mine('BTC');
    await sweep();
    assert.equal((await status())['confirmations'], 1);
    assert.deepEqual(types(), []);
  });

  it('asks for the rest, and is overpaid by more than that', async () => {
    await open({ trust: 'chain' });
    const { send, status } = await buy();
    send('0.0001');
    await sweep();
    assert.deepEqual([(await status())['phase'], (await status())['cryptoAmountReceived']], ['underpaid', '0.0001']);
    send('1');
    chain.mine('BTC', 2);
    await sweep();
    assert.equal((await status())['phase'], 'overpaid');
  });

  it('waits for money again when its transaction was replaced', async () => {
    await open();
    const { send, status } = await buy();
    const transaction = send();
    await sweep();
    assert.equal((await status())['phase'], 'detected');
    chain.replace(transaction);
    await sweep();
    const { phase, cryptoAmountReceived, moneyGone } = await status();
    assert.deepEqual([phase, cryptoAmountReceived ?? '0', moneyGone], ['awaiting', '0', true]);
    assert.deepEqual(gone(), [['detected', '0']]);
    send();
    await sweep();
    const again = await status();
    assert.deepEqual([again['phase'], again['moneyGone']], ['detected', undefined]);
  });

  it('asks for the rest when its transaction was replaced by a smaller one', async () => {
    await open();
    const { amount, send, status } = await buy();
    const other = await buy('1002');
    const transaction = send();
    await sweep();
    chain.replace(transaction, '0.0001');
    await sweep();
    const { phase, cryptoAmountDue } = await status();
    assert.deepEqual([phase, cryptoAmountDue], ['underpaid', subtractDecimals(amount, '0.0001')]);
    assert.deepEqual(gone(), [['detected', '0.0001']]);
    // What a webhook has said was not on the chain.
    await sandbox.control.webhook(other.id, { status: 'CONFIRMING', cryptoAmountReceived: '0.5' });
    other.send('0.0001');
    await sweep();
    assert.equal((await other.status())['phase'], 'underpaid');
    assert.equal(gone().length, 1);
  });

  it('stays late when its money goes, and the shop is told once', async () => {
    ahead = -30 * MINUTE;
    const expiresAt = new Date(Date.now() - 10 * MINUTE).toISOString();
    await open({ trust: 'chain' }, { afterExpiry: 'late', order: () => ({ ...ORDER, expiresAt }) });
    const { send, status } = await buy();
    send();
    chain.mine('BTC', 2);
    await sweep(31 * MINUTE);
    assert.equal((await status())['phase'], 'late');
    chain.reorganize('BTC', 2, { drop: true });
    for (let i = 0; i < 3; i += 1) await sweep();
    assert.equal((await status())['phase'], 'late');
    assert.deepEqual(gone(), [['late', '0']]);
  });

  it('stays paid and is sent once when a reorganisation takes its money, with an error', async () => {
    await open();
    const { id, send, status } = await buy();
    send();
    chain.mine('BTC', 2);
    await sweep();
    await claimPaid(id);
    chain.reorganize('BTC', 2, { drop: true });
    await sweep(20 * MINUTE);
    assert.equal((await status())['phase'], 'paid');
    assert.deepEqual(types(), ['paid-money-gone']);
    assert.equal(paid.length, 1);
  });

  it('never becomes unpaid by a chain that cannot be reached: it waits, and is paid afterwards', async () => {
    await open();
    const { id, send, status } = await buy();
    send();
    chain.mine('BTC', 2);
    chain.fail(true);
    await claimPaid(id);
    assert.equal((await status())['phase'], 'confirming');
    await sweep();
    chain.fail(false);
    await sweep(10 * MINUTE);
    await sweep(10 * MINUTE);
    assert.equal((await status())['phase'], 'paid');
    assert.equal(types()[0], 'chain-unreachable');
  });

  it('becomes paid without the second look after a time, where the shop has decided so', async () => {
    await open({ whenUnreachable: 'accept', decideAfter: 30 * MINUTE });
    const { id, status } = await buy();
    chain.fail(true);
    await claimPaid(id);
    for (let i = 0; i < 5; i += 1) await sweep(20 * MINUTE);
    assert.equal((await status())['phase'], 'paid');
    assert.ok(types().includes('chain-undecided'));
  });

  it('is paid after all when its transaction is in a block again, also when the webhook came before that', async () => {
    await open();
    const { id, send, status } = await buy();
    send();
    chain.mine('BTC');
    await sweep();
    await claimPaid(id);
    chain.reorganize('BTC', 1, { drop: true });
    for (let i = 0; i < 5; i += 1) {
      await sweep();
      assert.equal((await status())['phase'], 'awaiting');
    }
    send();
    chain.mine('BTC', 2);
    await sweep();
    await sweep();
    assert.equal((await status())['phase'], 'paid');
    assert.ok(!types().includes('webhook-missing'));
  });

  it('is paid by a webhook without an amount, when the chain has so far reported the first part', async () => {
    await open();
    const { id, amount, send, status } = await buy();
    send('0.0001');
    await sweep();
    assert.equal((await status())['phase'], 'underpaid');
    send(subtractDecimals(amount, '0.0001'));
    await claimPaid(id);
    assert.equal((await status())['phase'], 'underpaid');
    chain.mine('BTC', 2);
    await sweep();
    await sweep();
    const { phase, cryptoAmountReceived } = await status();
    assert.deepEqual([phase, cryptoAmountReceived, types()], ['paid', amount, []]);
  });

  it('has the amount of the chain, whatever the webhook says', async () => {
    await open();
    const [more, less] = [await buy(), await buy('1002')];
    more.send('1');
    less.send();
    chain.mine('BTC', 2);
    await claimPaid(more.id);
    await sandbox.control.webhook(less.id, { status: 'PAID', cryptoAmountReceived: '9' });
    const facts = async ({ status }: Bought) => {
      const { phase, cryptoAmountReceived } = await status();
      return [phase, cryptoAmountReceived];
    };
    assert.deepEqual(await facts(more), ['overpaid', '1']);
    assert.deepEqual(await facts(less), ['paid', less.amount]);
  });

  it('is watched also when it is paid before the first look, and its money goes', async () => {
    await open();
    const { id, send, status } = await buy();
    send();
    chain.mine('BTC', 2);
    await claimPaid(id);
    await sweep();
    chain.reorganize('BTC', 2, { drop: true });
    await sweep(20 * MINUTE);
    assert.deepEqual([(await status())['phase'], types()], ['paid', ['paid-money-gone']]);
  });

  it('needs few calls of the source while it waits for a block', async () => {
    const source = sandboxChain({ url: sandbox.url });
    let calls = 0;
    await open({ sources: [{ ...source, transfers: (...given) => ((calls += 1), source.transfers(...given)) }] });
    const { id, send } = await buy();
    send();
    await claimPaid(id);
    for (let seconds = 0; seconds < 30 * 60; seconds += 10) await sweep(10_000);
    // Every 20 seconds, and some for the second look.
    assert.ok(calls <= 100, `${calls} calls`);
  });

  it('needs few calls of the source also when its claim is repeated again and again', async () => {
    const source = sandboxChain({ url: sandbox.url });
    let calls = 0;
    await open({ sources: [{ ...source, transfers: (...given) => ((calls += 1), source.transfers(...given)) }] });
    const { id, send, status } = await buy();
    for (let i = 0; i < 50; i += 1) {
      ahead += 1_000;
      await claimPaid(id);
    }
    assert.ok(calls <= 6, `${calls} calls in 50 seconds`);
    send();
    chain.mine('BTC', 2);
    await sweep();
    await sweep();
    assert.equal((await status())['phase'], 'paid');
  });

  it('answers its webhook in time when a source does not answer', async () => {
    const hanging = { ...sandboxChain({ url: sandbox.url }), transfers: () => new Promise<never>(() => {}) };
    await open({ sources: [hanging], timeout: 150 });
    const { id, status } = await buy();
    await claimPaid(id);
    assert.equal((await status())['phase'], 'confirming');
  });

  it('is not paid by the own verification of the shop after its money has gone', async () => {
    let verdict: 'later' | true = 'later';
    await open({ trust: 'chain' }, { verifyPayment: () => verdict });
    const { send, status } = await buy();
    send();
    chain.mine('BTC', 2);
    await sweep();
    assert.equal((await status())['phase'], 'confirming');
    chain.reorganize('BTC', 2, { drop: false });
    chain.fail(true);
    verdict = true;
    for (let i = 0; i < 5; i += 1) await sweep();
    assert.equal((await status())['phase'], 'confirming');
  });

  it('calls the own verification of the shop after the second look', async () => {
    const asked: string[] = [];
    await open({}, { verifyPayment: ({ phase }) => (asked.push(phase), true) });
    const { id, send, status } = await buy();
    await claimPaid(id);
    assert.deepEqual(asked, []);
    send();
    chain.mine('BTC', 2);
    await sweep();
    await sweep(0);
    // It is called again when the round of this sweep has written to the payment meanwhile.
    assert.ok(asked.length === 1 || asked.length === 2, asked.join());
    assert.equal((await status())['phase'], 'paid');
  });

  describe('whose money is looked at an hour after its creation, and whose offer ends before that', () => {
    async function buyForTwentyMinutes(options: Partial<ChainOptions>, more: ShopOptions = {}): Promise<Bought> {
      const expiresAt = new Date(Date.now() + ahead + 20 * MINUTE).toISOString();
      await open(options, { afterExpiry: 'late', order: () => ({ ...ORDER, expiresAt }), ...more });
      const bought = await buy();
      await sweep(0);
      return bought;
    }

    it('is paid when a block before the end has its money', async () => {
      const { send, status } = await buyForTwentyMinutes({ trust: 'chain' });
      send();
      chain.mine('BTC', 2);
      await sweep(60 * MINUTE);
      const { phase, paidAt } = await status();
      assert.equal(phase, 'paid');
      assert.ok(Math.abs(Date.parse(String(paidAt)) - Date.now()) < MINUTE, 'the time of the block');
      await sweep(0);
      assert.equal(paid.length, 1);
      assert.ok(!types().includes('update-after-expiry'), types().join());
    });

    it('is late when the block is after the end', async () => {
      ahead = -30 * MINUTE;
      const { send, status } = await buyForTwentyMinutes({ trust: 'chain' });
      send();
      chain.mine('BTC', 2);
      await sweep(60 * MINUTE);
      assert.equal((await status())['phase'], 'late');
      assert.ok(types().includes('update-after-expiry'), types().join());
      await sweep();
      assert.deepEqual(paid, []);
    });

    it('is paid also when a webhook comes before the first look', async () => {
      for (const trust of ['webhook', 'chain'] as const) {
        ahead = 0;
        const { id, send, status } = await buyForTwentyMinutes({ trust });
        send();
        chain.mine('BTC', 2);
        ahead += 60 * MINUTE;
        await claimPaid(id);
        assert.equal((await status())['phase'], 'paid', trust);
        await shop.close();
      }
      assert.equal(paid.length, 2);
    });

    it('is paid also when a webhook has named its transaction before the first look', async () => {
      const transactions: string[] = [];
      const readWebhook: ShopOptions['readWebhook'] = (body) => {
        const { status } = JSON.parse(body) as { readonly status: string };
        return { status, transactions };
      };
      const { id, send, status } = await buyForTwentyMinutes({}, { readWebhook, statusMap: { SEEN: 'confirming' } });
      transactions.push(send());
      chain.mine('BTC', 2);
      ahead += 60 * MINUTE;
      await sandbox.control.webhook(id, { status: 'SEEN' });
      assert.equal((await status())['phase'], 'confirming');
      await claimPaid(id);
      assert.equal((await status())['phase'], 'paid');
    });

    it('is paid also when a delayed webhook has named less between two looks', async () => {
      let received: string | undefined;
      const readWebhook: ShopOptions['readWebhook'] = (body) => {
        const { status } = JSON.parse(body) as { readonly status: string };
        return { status, received };
      };
      const { id, amount, send, status } = await buyForTwentyMinutes({}, { readWebhook });
      send('0.0001');
      send(subtractDecimals(amount, '0.0001'));
      await sweep();
      assert.equal((await status())['phase'], 'detected');
      received = '0.0001';
      await sandbox.control.webhook(id, { status: 'UNDERPAID' });
      assert.equal((await status())['phase'], 'underpaid');
      received = undefined;
      chain.mine('BTC', 2);
      await sweep(60 * MINUTE);
      await claimPaid(id);
      assert.equal((await status())['phase'], 'paid');
    });

    it('is paid when the chain is back after a claim that was accepted without it, with its transaction', async () => {
      const transactions: string[] = [];
      const readWebhook: ShopOptions['readWebhook'] = () => ({ status: 'PAID', transactions });
      const options = { trust: 'chain', whenUnreachable: 'accept', decideAfter: 10 * MINUTE } as const;
      const { id, send, status } = await buyForTwentyMinutes(options, { readWebhook });
      transactions.push(send());
      chain.mine('BTC', 2);
      chain.fail(true);
      await sweep(60 * MINUTE);
      for (let i = 0; i < 5; i += 1) {
        await claimPaid(id);
        ahead += 15 * MINUTE;
        await claimPaid(id);
      }
      assert.equal((await status())['phase'], 'late');
      chain.fail(false);
      for (let i = 0; i < 30; i += 1) await sweep(5 * MINUTE);
      assert.equal((await status())['phase'], 'paid');
    });

    it('is late by its webhook when the chain has the money after the end', async () => {
      ahead = -30 * MINUTE;
      const { id, send, status } = await buyForTwentyMinutes({});
      send();
      chain.mine('BTC', 2);
      chain.fail(true);
      ahead += 60 * MINUTE;
      await claimPaid(id);
      assert.equal((await status())['phase'], 'confirming');
      chain.fail(false);
      await sweep(10 * MINUTE);
      await sweep();
      assert.equal((await status())['phase'], 'late');
      assert.deepEqual(paid, []);
    });

    it('is late by its webhook when the chain cannot be reached, where the shop has decided so', async () => {
      const { id, status } = await buyForTwentyMinutes({ whenUnreachable: 'accept', decideAfter: 10 * MINUTE });
      chain.fail(true);
      ahead += 60 * MINUTE;
      await claimPaid(id);
      for (let i = 0; i < 5; i += 1) await sweep(20 * MINUTE);
      assert.equal((await status())['phase'], 'late');
      assert.ok(types().includes('chain-undecided'), types().join());
      assert.deepEqual(paid, []);
    });

    it('is paid by its webhook when the chain has seen the money before the end', async () => {
      const { id, send, status } = await buyForTwentyMinutes({});
      send();
      chain.mine('BTC', 2);
      await sweep(60 * MINUTE);
      assert.equal((await status())['phase'], 'confirming');
      await claimPaid(id);
      assert.equal((await status())['phase'], 'paid');
    });
  });

  it('refuses options that cannot be used', async () => {
    await open();
    const sources = [sandboxChain({ url: sandbox.url })];
    const wrong: [object, RegExp][] = [
      [{ sources: [] }, /chain\.sources/],
      [{ sources: [{}] }, /chain\.sources\[0\]/],
      [{ sources, trust: 'always' }, /chain\.trust/],
      [{ sources, confirmations: { BTC: 0 } }, /chain\.confirmations\.BTC/],
      [{ sources, confirmations: { XMR: 1 } }, /chain\.confirmations\.XMR/],
      [{ sources, confirmation: {} }, /chain\.confirmation: no such option; did you mean confirmations/],
      [{ sources: [...sources, ...sources] }, /called sandbox-chain/],
    ];
    for (const [options, message] of wrong) assert.throws(() => readChainOptions(options as ChainOptions), message);
  });
});
