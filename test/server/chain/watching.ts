/** Chain watches on one store, with a clock and a chain of the test. All else is real, but for the delivery to the shop. */
import { phaseOf, type CoinSymbol } from '../../../src/core/index.ts';
import type { ChainSource, Transfer } from '../../../src/server/chain/index.ts';
import { ChainError } from '../../../src/server/chain/index.ts';
import { createAddressBook } from '../../../src/server/chain/address-book.ts';
import type { CheckoutEventData } from '../../../src/server/observability/events.ts';
import { createChainWatch, type ChainWatch } from '../../../src/server/chain/chain-watch.ts';
import type { ChainRules } from '../../../src/server/chain/judge.ts';
import { createReportApplier } from '../../../src/server/payments/apply-report.ts';
import { addressOf, toWatchedPayment } from '../../../src/server/payments/chain-payments.ts';
import { readMoneyRules } from '../../../src/server/payments/money-rules.ts';
import { memoryStore } from '../../../src/server/stores/memory.ts';
import type { PaymentRow, PaymentStore } from '../../../src/server/stores/store.ts';

export const MINUTE = 60_000;
export const START = Date.UTC(2026, 10, 24, 12);

export const RULES: ChainRules = {
  confirmationsOf: () => 2,
  toleranceOf: () => '0',
  trust: 'webhook',
  webhookWithin: 15 * MINUTE,
  decideAfter: 120 * MINUTE,
  whenUnreachable: 'wait',
};

export interface TestChain {
  readonly transfers: Map<string, Transfer[]>;
  /** Each request of a source: its time and the address. */
  readonly calls: { readonly at: number; readonly address: string }[];
  /** Throws when set. */
  failure: ChainError | undefined;
  /** How old the newest block is, in milliseconds. */
  age: number;
}

export function createWatching({
  store = memoryStore(),
  rules = {},
  requestsPerMinute = 1_000,
  requestsPerLook = 1,
  random = () => 0.5,
}: {
  store?: PaymentStore;
  rules?: Partial<ChainRules>;
  requestsPerMinute?: number;
  requestsPerLook?: number;
  random?: () => number;
} = {}) {
  const clock = { now: START };
  const now = () => clock.now;
  const events: CheckoutEventData[] = [];
  const chain: TestChain = { transfers: new Map(), calls: [], failure: undefined, age: MINUTE };

  const sourceNamed = (name: string, own: TestChain = chain, coin: CoinSymbol = 'BTC'): ChainSource => ({
    name,
    coins: [coin],
    requestsPerMinute,
    async transfers({ address }, { beforeRequest }) {
      for (let i = 0; i < requestsPerLook; i += 1) {
        await beforeRequest?.();
        own.calls.push({ at: clock.now, address });
      }
      if (own.failure) throw own.failure;
      return { transfers: own.transfers.get(address) ?? [], tip: { height: 800_000, at: clock.now - own.age } };
    },
    check: () => Promise.reject(new Error('not used')),
  });

  /** The events of payments are not those of the watch, and a shop that is told of changes is not needed. */
  const applyReport = createReportApplier({
    store,
    rules: readMoneyRules({}),
    phaseOf,
    delivery: { deliver: () => Promise.resolve() },
    verifyPayment: undefined,
    emit: () => {},
    now,
  });

  /** A watch, as each process has one. */
  function watch(sources: readonly ChainSource[] = [sourceNamed('test')]): ChainWatch {
    const read = async (ref: string) => {
      const row = await store.byPaymentRef(ref);
      return row ? toWatchedPayment(row) : 'never';
    };
    const toBooked = (row: PaymentRow) => ({
      paymentRef: row.paymentRef,
      created: row.created,
      address: addressOf(row),
    });
    const book = createAddressBook(
      async (after, limit) => (await store.latest(after, limit)).map(toBooked),
      async (ref) => {
        const row = await store.byPaymentRef(ref);
        return row ? addressOf(row) : null;
      },
      { now, forgetAfter: 8 * 24 * 60 * MINUTE },
    );
    return createChainWatch({
      sources,
      rules: { ...RULES, ...rules },
      // Each call of a source has an event for metrics: the tests count `chain.calls` instead.
      emit: (event) => event.type !== 'chain-call-completed' && events.push(event),
      now,
      timeout: 1_000,
      signal: new AbortController().signal,
      random,
      permitLog: (options) => store.permitLog({ ...options, now }),
      addChecks: (at, since) => store.addChecks('chain', at, since),
      dueChecks: (at, limit) => store.dueChecks('chain', at, limit),
      setCheck: (ref, at, before) => store.setCheck(ref, 'chain', at, before),
      read,
      sharing: (_coin, address) => book.sharing(address),
      async apply(ref, report) {
        await applyReport((await store.byPaymentRef(ref))!, report);
      },
    });
  }

  let count = 0;
  /** Stores a payment, of 0.003 BTC where nothing else is given, that was created at a time. @returns its reference */
  async function addPayment(
    created = clock.now,
    address?: string,
    coin: CoinSymbol = 'BTC',
    expected = '0.003',
  ): Promise<string> {
    const paymentRef = `ref-${String((count += 1)).padStart(6, '0')}`;
    const data = { amount: '190', currency: 'USD' };
    const row = {
      paymentRef,
      token: `token-${count}`,
      orderRef: `order-${count}`,
      method: 'crypto',
      coin,
      data,
    } as const;
    await store.insert({ ...row, at: created });
    const answer = {
      tid: `tid-${count}`,
      address: address ?? `address-of-${paymentRef}`,
      cryptoCoin: coin,
      cryptoAmountExpectedText: expected,
      currency: 'USD',
      amountText: '190',
      status: 'NEW',
    };
    await store.setResponse(paymentRef, {
      serviceId: `tid-${count}`,
      status: 'NEW',
      data: { ...data, answer },
      at: created,
    });
    return paymentRef;
  }
  const send = (paymentRef: string, amount: string, confirmations = 0, fields: Partial<Transfer> = {}) =>
    chain.transfers.set(`address-of-${paymentRef}`, [
      { transaction: `tx-of-${paymentRef}`, index: 0, amount, confirmations, at: clock.now, ...fields },
    ]);
  const phaseNow = async (paymentRef: string) => (await store.byPaymentRef(paymentRef))?.phase;

  return { clock, store, events, chain, sourceNamed, watch, addPayment, send, phaseOf: phaseNow };
}
