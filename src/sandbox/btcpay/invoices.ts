import { createHash, randomBytes } from 'node:crypto';
import { bech32 } from '@scure/base';
import { divideUp, ONE, textOf, unitsOf } from './decimals.ts';

export type Status = 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled';
/** @internal */
export type AdditionalStatus = 'None' | 'PaidPartial' | 'PaidLate' | 'PaidOver' | 'Marked';

/** One transaction that pays to the address of an invoice. Amounts are whole numbers of 10^-8, as text. */
export interface Payment {
  readonly id: string;
  readonly value: string;
  /** The network fee that the settings of the store added for it. */
  readonly fee: string;
  readonly received: number;
  status: 'Processing' | 'Settled' | 'Invalid';
}

/** A pull payment from which the payer can claim the amount. */
export interface Refund {
  readonly id: string;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
}

/** One invoice. Times are seconds since 1970. */
export interface Invoice {
  readonly id: string;
  readonly storeId: string;
  readonly price: string;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly paymentMethodId: string;
  readonly destination: string;
  readonly rate: string;
  readonly created: number;
  expiration: number;
  readonly monitoringExpiration: number;
  status: Status;
  additionalStatus: AdditionalStatus;
  readonly payments: Payment[];
  /** Absent until the first one. */
  refunds?: Refund[];
}

/** What the settings of a store decide about its invoices. */
export interface StoreSettings {
  /** The ids of the payment methods with a wallet. */
  readonly paymentMethods: readonly string[];
  /** What one coin costs, by payment method and currency; in every other currency there is no rate. */
  readonly rates: Readonly<Record<string, string>>;
  readonly expirationMinutes: number;
  /** How many percent less than the amount are enough. */
  readonly paymentTolerance: number;
  /** What each further payment of an invoice adds to its amount, in the coin. */
  readonly networkFee: string;
  /** Addresses of the test network, or of the main one, to which nobody has the key. */
  readonly network: 'regtest' | 'main';
}

/** An event of an invoice, without the fields of its delivery. */
export interface InvoiceEvent {
  readonly type: string;
  readonly invoice: Invoice;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The amounts of the payment method of an invoice, in 10^-8 of the coin. */
export interface Accounting {
  readonly total: bigint;
  readonly due: bigint;
  readonly paid: bigint;
  readonly fee: bigint;
}

const PREFIXES: Readonly<Record<string, Readonly<Record<StoreSettings['network'], string>>>> = {
  'BTC-CHAIN': { regtest: 'bcrt', main: 'bc' },
  'LTC-CHAIN': { regtest: 'rltc', main: 'ltc' },
};

const MONITORING_S = 24 * 60 * 60;

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

const newId = (): string => randomBytes(16).toString('hex').slice(0, 22);

/** Invoices of one store, with the states of the server's `InvoiceWatcher`. */
export class Invoices {
  readonly all: Map<string, Invoice>;
  readonly #settings: StoreSettings;
  readonly #emit: (event: InvoiceEvent) => void;

  constructor(settings: StoreSettings, emit: (event: InvoiceEvent) => void, known: readonly Invoice[] = []) {
    this.#settings = settings;
    this.#emit = emit;
    this.all = new Map(known.map((invoice) => [invoice.id, invoice]));
  }

  create(given: Pick<Invoice, 'storeId' | 'currency' | 'metadata' | 'paymentMethodId'> & { amount: string }): Invoice {
    const { paymentMethods, rates, expirationMinutes, network } = this.#settings;
    const { amount, paymentMethodId, ...rest } = given;
    if (paymentMethods.length === 0)
      throw new Error('No wallet has been linked to your BTCPay Store. See the following link for more information.');
    const rate = rates[`${paymentMethodId}/${given.currency}`];
    if (!paymentMethods.includes(paymentMethodId))
      throw new Error('Error retrieving a matching payment method or rate.\n');
    if (rate === undefined)
      throw new Error(
        `Error retrieving a matching payment method or rate.\nUnable to get rate ${paymentMethodId}/${given.currency}.`,
      );
    const id = newId();
    const created = nowInSeconds();
    const expiration = created + expirationMinutes * 60;
    const program = createHash('sha256').update(id).digest().subarray(0, 20);
    const prefix = PREFIXES[paymentMethodId]?.[network] ?? 'bcrt';
    const invoice: Invoice = {
      ...rest,
      id,
      paymentMethodId,
      price: unitsOf(amount).toString(),
      rate: unitsOf(rate).toString(),
      destination: bech32.encode(prefix, [0, ...bech32.toWords(program)]),
      created,
      expiration,
      monitoringExpiration: expiration + MONITORING_S,
      status: 'New',
      additionalStatus: 'None',
      payments: [],
    };
    this.all.set(id, invoice);
    this.#emit({ type: 'InvoiceCreated', invoice });
    return invoice;
  }

  /** Money that reaches the address of an invoice. */
  pay(id: string, amount: string, { isSettled = false } = {}): Payment {
    const invoice = this.#find(id);
    const fee = this.accountedOf(invoice).length === 0 ? 0n : unitsOf(this.#settings.networkFee);
    const payment: Payment = {
      id: `${randomBytes(32).toString('hex')}-0`,
      value: unitsOf(amount).toString(),
      fee: fee.toString(),
      received: nowInSeconds(),
      status: isSettled ? 'Settled' : 'Processing',
    };
    invoice.payments.push(payment);
    const afterExpiration = invoice.status === 'Expired' || invoice.status === 'Invalid';
    const { paymentMethodId } = invoice;
    const fields = () => ({ afterExpiration, paymentMethodId, payment: paymentModel(invoice, payment) });
    this.#emit({ type: 'InvoiceReceivedPayment', invoice, fields: fields() });
    if (isSettled) this.#emit({ type: 'InvoicePaymentSettled', invoice, fields: fields() });
    this.update(id);
    return payment;
  }

  /** All payments of an invoice are confirmed. */
  confirm(id: string): void {
    const invoice = this.#find(id);
    for (const payment of invoice.payments.filter(({ status }) => status === 'Processing')) {
      payment.status = 'Settled';
      const { paymentMethodId } = invoice;
      const fields = { afterExpiration: false, paymentMethodId, payment: paymentModel(invoice, payment) };
      this.#emit({ type: 'InvoicePaymentSettled', invoice, fields });
    }
    this.update(id);
  }

  /** The last unconfirmed payment is replaced by a transaction that pays somebody else. The server sends no event. */
  replace(id: string): void {
    const invoice = this.#find(id);
    const last = invoice.payments.findLast(({ status }) => status === 'Processing');
    if (last) last.status = 'Invalid';
    this.update(id);
  }

  expire(id: string): void {
    this.#find(id).expiration = nowInSeconds();
    this.update(id);
  }

  /** Payments that have not been confirmed until the monitoring ended. */
  failToConfirm(id: string): void {
    const invoice = this.#find(id);
    if (invoice.status !== 'Processing') return;
    invoice.status = 'Invalid';
    this.#emit({ type: 'InvoiceInvalid', invoice, fields: { manuallyMarked: false } });
  }

  mark(id: string, status: 'Settled' | 'Invalid'): void {
    const invoice = this.#find(id);
    invoice.status = status;
    invoice.additionalStatus = 'Marked';
    const overPaid = status === 'Settled' && { overPaid: false };
    this.#emit({ type: `Invoice${status}`, invoice, fields: { manuallyMarked: true, ...overPaid } });
  }

  /** Refunds an amount. @returns the id of the pull payment */
  refund(id: string, amount: string, currency: string): string {
    const invoice = this.#find(id);
    const pullPaymentId = newId();
    (invoice.refunds ??= []).push({ id: pullPaymentId, amount, currency });
    this.#emit({ type: 'InvoiceRefund', invoice, fields: { pullPaymentId } });
    return pullPaymentId;
  }

  findRefund(id: string): Refund | undefined {
    return [...this.all.values()].flatMap(({ refunds = [] }) => refunds).find((refund) => refund.id === id);
  }

  accountedOf({ payments }: Invoice): readonly Payment[] {
    return payments.filter(({ status }) => status !== 'Invalid');
  }

  accounting(invoice: Invoice): Accounting {
    const payments = this.accountedOf(invoice);
    const paid = sum(payments.map(({ value }) => BigInt(value)));
    const feePaid = sum(payments.map(({ fee }) => BigInt(fee)));
    const price = divideUp(BigInt(invoice.price) * ONE, BigInt(invoice.rate));
    const next = payments.length > 0 && this.#isUnderpaid(invoice) ? unitsOf(this.#settings.networkFee) : 0n;
    const total = price + feePaid + next;
    return { total, due: total - paid, paid, fee: feePaid + next };
  }

  /** Brings the state of an invoice up to date with its payments and the time, and sends the events of that. */
  update(id: string): void {
    const invoice = this.#find(id);
    const hasPayment = this.accountedOf(invoice).length > 0;
    const isOverpaid = this.#paidOf(invoice) > this.#priceOf(invoice);
    if (invoice.status === 'New' && invoice.expiration <= nowInSeconds()) {
      invoice.status = 'Expired';
      const partiallyPaid = invoice.additionalStatus === 'PaidPartial';
      this.#emit({ type: 'InvoiceExpired', invoice, fields: { partiallyPaid } });
      if (partiallyPaid) this.#emit({ type: 'InvoiceExpiredPaidPartial', invoice });
    }
    if (invoice.status === 'New' || invoice.status === 'Expired') this.#judgeOpen(invoice, hasPayment, isOverpaid);
    if (invoice.status !== 'Processing') return;
    if (this.#isUnderpaid(invoice)) {
      invoice.status = 'New';
      invoice.additionalStatus = hasPayment ? 'PaidPartial' : 'None';
      return;
    }
    invoice.additionalStatus = isOverpaid ? 'PaidOver' : 'None';
    if (!this.#isUnderpaid(invoice, ({ status }) => status === 'Settled')) {
      invoice.status = 'Settled';
      this.#emit({ type: 'InvoiceSettled', invoice, fields: { manuallyMarked: false, overPaid: isOverpaid } });
    }
  }

  #judgeOpen(invoice: Invoice, hasPayment: boolean, isOverpaid: boolean): void {
    if (this.#isUnderpaid(invoice)) {
      if (hasPayment) invoice.additionalStatus = 'PaidPartial';
    } else if (invoice.status === 'New') {
      invoice.status = 'Processing';
      invoice.additionalStatus = isOverpaid ? 'PaidOver' : 'None';
      this.#emit({ type: 'InvoiceProcessing', invoice, fields: { overPaid: isOverpaid } });
    } else if (invoice.additionalStatus !== 'PaidLate') {
      invoice.additionalStatus = 'PaidLate';
      this.#emit({ type: 'InvoicePaidAfterExpiration', invoice });
    }
  }

  #priceOf = (invoice: Invoice): bigint => divideUp(BigInt(invoice.price) * ONE, BigInt(invoice.rate));

  /** What was paid, without network fees, in the coin. */
  #paidOf(invoice: Invoice, counts: (payment: Payment) => boolean = () => true): bigint {
    const payments = this.accountedOf(invoice).filter(counts);
    return sum(payments.map(({ value, fee }) => BigInt(value) - BigInt(fee)));
  }

  #isUnderpaid(invoice: Invoice, counts?: (payment: Payment) => boolean): boolean {
    const tolerated = BigInt(Math.round(100 - this.#settings.paymentTolerance));
    return this.#paidOf(invoice, counts) * 100n < this.#priceOf(invoice) * tolerated;
  }

  #find(id: string): Invoice {
    const invoice = this.all.get(id);
    if (!invoice) throw new Error(`no invoice ${id}`);
    return invoice;
  }
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** A payment as the API writes it. */
export function paymentModel({ destination }: Invoice, { id, received, value, fee, status }: Payment) {
  return {
    id,
    receivedDate: received,
    value: textOf(BigInt(value)),
    fee: textOf(BigInt(fee)),
    status,
    destination,
  };
}
