import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { phaseOf, type Phase } from '../../../src/core/index.ts';
import { createCheckoutWith } from '../../../src/server/checkout.ts';
import { memoryStore, readWebhook, type PaymentProvider } from '../../../src/server/index.ts';
import { BTC_ADDRESS, SECRET } from '../shop.ts';

/** What the payer of these tests has to send, in satoshi. */
const EXPECTED = 20;

/** When the offer ends, in minutes after the creation of the payment. */
const END = 10;

const MINUTE_MS = 60_000;
const PRICE = '19.99';

interface Setting {
  /** What may be missing or too much, in satoshi. */
  readonly tolerance: number;
  readonly afterExpiry: 'paid' | 'late';
  /** Who names the end of the offer. The other one names a later end, which does not count. */
  readonly end: 'shop' | 'webhook' | undefined;
}

/** A webhook, and what else is so when it arrives. */
interface Report {
  readonly word: string;
  /** In satoshi. */
  readonly received: number | undefined;
  /** Minutes since the last report. */
  readonly after: number;
  /** Whether the order has another price, and whether the goods cannot be sent. */
  readonly isDearer: boolean;
  readonly isBroken: boolean;
}

interface Outcome {
  readonly phase: Phase;
  readonly sent: number;
}

/**
 * The money rules once more, as a judgement of all reports so far. It shares no code with the helper, and remembers
 * nothing between two judgements but the phase and what was sent.
 */
class Model {
  readonly #setting: Setting;
  readonly #reports: (Report & { readonly at: number; readonly became: Phase })[] = [];
  #phase: Phase = 'awaiting';
  /** An unknown word is shown until a known one changes the phase. */
  #shown: Phase = 'awaiting';
  #sent = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  take(report: Report, at: number): Outcome {
    const wanted = this.#judge(report, at);
    const isOver = ['paid', 'overpaid', 'failed', 'refunded'].includes(this.#phase);
    if (wanted === 'unknown' && !isOver) this.#shown = 'unknown';
    if (this.#mayBecome(wanted, report)) this.#shown = this.#phase = wanted;
    this.#reports.push({ ...report, at, became: wanted });
    const isPaid = this.#phase === 'paid' || this.#phase === 'overpaid';
    if (isPaid && !report.isDearer && !report.isBroken) this.#sent = 1;
    return { phase: this.#shown, sent: this.#sent };
  }

  /** The amount of the last report that had one. */
  #amount(now: Report): number | undefined {
    return now.received ?? this.#reports.findLast(({ received }) => received !== undefined)?.received;
  }

  #judge(now: Report, at: number): Phase {
    const { tolerance, afterExpiry, end } = this.#setting;
    const amount = this.#amount(now);
    if (now.word === 'UNDERPAID') return (now.received ?? 0) >= EXPECTED ? 'confirming' : 'underpaid';
    if (now.word !== 'PAID' && now.word !== 'OVERPAID') return PHASE_OF_WORD[now.word]!;
    if (amount !== undefined && amount < EXPECTED - tolerance)
      return this.#phase === 'expired' || this.#phase === 'late' ? 'late' : 'underpaid';
    const isTooLate = end !== undefined && at >= END && afterExpiry === 'late' && !this.#wasWholeInTime();
    if (isTooLate) return 'late';
    return now.word === 'OVERPAID' || (amount !== undefined && amount > EXPECTED + tolerance) ? 'overpaid' : 'paid';
  }

  #mayBecome(next: Phase, now: Report): boolean {
    const isWhole = (this.#amount(now) ?? -1) >= EXPECTED - this.#setting.tolerance;
    if (this.#phase === 'underpaid' && (next === 'detected' || next === 'confirming')) return isWhole;
    return NEXT[this.#phase]!.includes(next);
  }

  /** Whether all of the money was there before the end, and no report since then said otherwise. */
  #wasWholeInTime(): boolean {
    let since: number | undefined;
    let last: number | undefined;
    let ever = 0;
    for (const { word, received, at, became } of this.#reports) {
      last = received ?? last;
      ever = Math.max(ever, received ?? 0);
      const says = ever > 0 ? last! >= EXPECTED - this.#setting.tolerance : IS_MONEY[became];
      const isWhole = word === 'UNDERPAID' && received === undefined ? false : says;
      if (isWhole === false) since = undefined;
      else if (isWhole) since ??= at;
    }
    return since !== undefined && since < END;
  }
}

const PHASE_OF_WORD: Readonly<Record<string, Phase>> = {
  NEW: 'awaiting',
  DETECTED: 'detected',
  CONFIRMING: 'confirming',
  EXPIRED: 'expired',
  FAILED: 'failed',
  REFUNDED: 'refunded',
  HELD: 'unknown',
};

/** Each phase, with those that may follow it when nothing else speaks against it. */
const NEXT: Readonly<Partial<Record<Phase, readonly Phase[]>>> = {
  awaiting: ['detected', 'confirming', 'underpaid', 'expired', 'late', 'paid', 'overpaid', 'failed', 'refunded'],
  detected: ['confirming', 'underpaid', 'expired', 'late', 'paid', 'overpaid', 'failed', 'refunded'],
  confirming: ['underpaid', 'expired', 'late', 'paid', 'overpaid', 'failed', 'refunded'],
  underpaid: ['expired', 'late', 'paid', 'overpaid', 'failed', 'refunded'],
  expired: ['late', 'paid', 'overpaid', 'refunded'],
  late: ['paid', 'overpaid', 'failed', 'refunded'],
  paid: ['refunded'],
  overpaid: ['refunded'],
  failed: [],
  refunded: [],
};

/** What a phase says about the money where no amount above zero was ever reported. */
const IS_MONEY: Readonly<Partial<Record<Phase, boolean>>> = {
  detected: true,
  confirming: true,
  underpaid: false,
  paid: true,
  overpaid: true,
  late: true,
  refunded: true,
};

const inCoins = (satoshi: number) => `0.${String(satoshi).padStart(8, '0')}`;

/** A service that creates one payment, and the address of its webhooks. */
function stubProvider() {
  let webhookUrl = '';
  const provider: PaymentProvider = {
    name: 'stub',
    create: async (request) => {
      webhookUrl = request.webhookUrl;
      return { id: 't1', status: 'NEW', destination: BTC_ADDRESS, amount: inCoins(EXPECTED) };
    },
    readWebhook,
    phaseOf: (status) => phaseOf(status),
  };
  return { provider, webhookUrl: () => webhookUrl };
}

/** What the helper makes of each report, behind its own handler. */
async function play({ tolerance, afterExpiry, end }: Setting, reports: readonly Report[]): Promise<Outcome[]> {
  const begin = Date.UTC(2026, 10, 20);
  const timeOf = (minutes: number) => new Date(begin + minutes * MINUTE_MS).toISOString();
  const expiresAt = end === 'shop' ? timeOf(END) : undefined;
  const { provider, webhookUrl } = stubProvider();
  let now = begin;
  let amount = PRICE;
  let isBroken = false;
  const sent = new Set<string>();
  const checkout = createCheckoutWith(
    {
      provider,
      secret: SECRET,
      publicUrl: 'https://shop.example/pay',
      store: memoryStore(),
      order: () => ({ amount, currency: 'USD', payout: { crypto: { BTC: BTC_ADDRESS } }, expiresAt }),
      amountTolerance: inCoins(tolerance),
      afterExpiry,
      creationLimit: false,
      onEvent: () => {},
      onPaid: ({ orderRef }) => {
        if (isBroken) throw new Error('the goods cannot be sent now');
        sent.add(orderRef);
      },
    },
    { now: () => now },
  );
  const made = await checkout.payments.create({ orderRef: '1001', method: 'crypto' }, { visitor: 'a' });
  assert.ok(made.ok);
  const outcomes: Outcome[] = [];
  for (const [index, report] of reports.entries()) {
    now += report.after * MINUTE_MS;
    amount = report.isDearer ? '5000.00' : PRICE;
    isBroken = report.isBroken;
    const received = report.received === undefined ? {} : { cryptoAmountReceived: inCoins(report.received) };
    const named = end && { expiresAt: timeOf(end === 'webhook' && index === 0 ? END : 2 * END) };
    const body = JSON.stringify({ status: report.word, ...received, ...named });
    const headers = { 'content-type': 'application/json' };
    const answer = await checkout.POST(new Request(webhookUrl(), { method: 'POST', headers, body }));
    assert.equal(answer.status, 200);
    await checkout.sweep();
    // A payment that pays its order again is delivered by the next request for the order.
    await checkout.GET(new Request('https://shop.example/pay/orders/1001'));
    await checkout.sweep();
    const payment = (await checkout.payments.get(made.payment.paymentRef))!;
    outcomes.push({ phase: payment.phase, sent: sent.size });
  }
  await checkout.close();
  return outcomes;
}

/** What the rules say of each report. */
function expect(setting: Setting, reports: readonly Report[]): Outcome[] {
  const model = new Model(setting);
  let at = 0;
  return reports.map((report) => model.take(report, (at += report.after)));
}

const words = [
  'NEW',
  'DETECTED',
  'CONFIRMING',
  'UNDERPAID',
  'PAID',
  'OVERPAID',
  'EXPIRED',
  'HELD',
  'REFUNDED',
  'FAILED',
];

const reportOf = fc.record<Report>({
  word: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...words.slice(0, 6)) }, fc.constantFrom(...words.slice(6))),
  received: fc.option(fc.constantFrom(0, 1, 17, 18, 19, 20, 21, 22, 23, 40), { nil: undefined }),
  after: fc.constantFrom(0, 1, 4, 9, 10),
  isDearer: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.boolean()),
  isBroken: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.boolean()),
});

const settingOf = fc.record<Setting>({
  tolerance: fc.constantFrom(0, 2),
  afterExpiry: fc.constantFrom('paid', 'late'),
  end: fc.constantFrom('shop', 'webhook', undefined),
});

describe('a payment', () => {
  it('becomes what the rules say of all its reports, and its goods are sent when it pays its order', async () => {
    await fc.assert(
      fc.asyncProperty(settingOf, fc.array(reportOf, { minLength: 1, maxLength: 8 }), async (setting, reports) => {
        assert.deepEqual(await play(setting, reports), expect(setting, reports));
      }),
      { numRuns: 500 },
    );
  });

  it('is never paid by money that has gone again', async () => {
    const claim = fc.constantFrom('PAID', 'OVERPAID');
    await fc.assert(
      fc.asyncProperty(
        fc.array(reportOf, { maxLength: 6 }),
        fc.integer({ min: 0, max: EXPECTED - 1 }),
        claim,
        async (reports, received, word) => {
          const before = reports.filter((report) => report.word !== 'PAID' && report.word !== 'OVERPAID');
          const last = { word, received, after: 1, isDearer: false, isBroken: false };
          const again = { ...last, received: undefined };
          const setting: Setting = { tolerance: 0, afterExpiry: 'paid', end: undefined };
          const outcomes = await play(setting, [...before, last, again]);
          assert.ok(outcomes.every(({ phase, sent }) => phase !== 'paid' && phase !== 'overpaid' && sent === 0));
        },
      ),
    );
  });
});
