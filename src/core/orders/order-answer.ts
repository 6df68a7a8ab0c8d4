import { decimalText } from '../money/amount.ts';
import { findCoin, type Coin, type CoinSymbol } from '../coins/coin.ts';
import { recordOf } from '../json.ts';
import { UNPLAIN } from '../payments/payment-fields.ts';
import { parsePayment } from '../payments/public-payment.ts';
import { methods, type Method, type PublicPayment } from '../payments/payment.ts';
import { refuse, type Result } from '../result.ts';
import { isPaidPhase, isPhase, type Phase } from '../payments/phases.ts';

/** How an order can be paid: the response of `GET orders/:order`. */
export interface OrderAnswer {
  /** The shop's reference of the order. */
  readonly order: string;
  /** Decimal text. */
  readonly amount: string;
  /** Fiat code of three letters. */
  readonly currency: string;
  /** The methods that the payer may choose. */
  readonly methods: readonly OfferedMethod[];
  /**
   * Payments that can be continued, or for which money was detected. Oldest first: a reloaded page shows the last one.
   * When there is none, the last payment that has ended: expired, failed or cancelled, and refunded when `paid` is true.
   */
  readonly payments: readonly PublicPayment[];
  /**
   * The payment that paid the order; `true` when the shop reports the order as paid and none of these payments paid it.
   */
  readonly paid?: PublicPayment | true;
  /** Payments that were paid for another amount or currency than the order has now. They do not settle the order. */
  readonly mismatchedPayments?: readonly MismatchedPayment[];
  /** Paid payments besides `paid`, each for the full price: the order was paid more than once. */
  readonly duplicatePayments?: readonly DuplicatePayment[];
  /** True when the order can no longer be paid. */
  readonly soldOut?: true;
  /** When the offer ends, ISO 8601. */
  readonly expiresAt?: string;
}

/** A payment that was paid for an earlier version of its order. */
export interface MismatchedPayment {
  /** `tid`, `pid` or `bid`; absent when the service has not reported it. */
  readonly id?: string;
  /** The paid amount, decimal text. */
  readonly amount: string;
  /** Fiat code of three letters. */
  readonly currency: string;
  /** `paid` or `overpaid`. */
  readonly phase: Phase;
}

/** A payment that was paid although another one had already paid its order. */
export type DuplicatePayment = MismatchedPayment;

/** A method with which an order can be paid. */
export type OfferedMethod =
  | { readonly method: 'crypto'; readonly coins: readonly OfferedCoin[] }
  | { readonly method: 'wallet' }
  | { readonly method: 'localcode' };

/** A coin with which an order can be paid, with the names that a payer needs to choose it. */
export interface OfferedCoin {
  /** The symbol of contract 2.9. */
  readonly symbol: CoinSymbol;
  /** The name in English. */
  readonly name: string;
  /** The name of the network. */
  readonly network: string;
  /** The unit that is shown beside an amount. */
  readonly ticker: string;
}

/** The payer's choice: the parameters of `POST payments` besides the order. */
export interface Choice {
  /** The method of payment. */
  readonly method: Method;
  /** With `crypto`. */
  readonly coin?: Coin | undefined;
}

/** A method with its choices: the coins of `crypto`, and the method itself for the others. */
export interface OrderMethod {
  readonly method: Method;
  readonly choices: readonly Choice[];
}

/** An order as `<pay-checkout>` shows it. */
export interface ShownOrder {
  /** The shop's reference of the order. */
  readonly order: string;
  /** Decimal text. */
  readonly amount: string;
  /** Fiat code of three letters. */
  readonly currency: string;
  readonly methods: readonly OrderMethod[];
  readonly payments: readonly PublicPayment[];
  readonly paid: PublicPayment | true | undefined;
  readonly mismatched: readonly MismatchedPayment[];
  readonly duplicates: readonly DuplicatePayment[];
  readonly soldOut: boolean;
}

/** Maximum length of a text that is read. Characters. */
const TEXT_MAX = 200;

/** Maximum number of mismatched and of duplicate payments that are read. More would not help the payer. */
const PAID_MAX = 5;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_MAX;
const isShownText = (value: unknown): value is string => isText(value) && !UNPLAIN.test(value);

/**
 * Reads the response of `GET orders/:order`, which a backend in any language may have written: JSON text or an object.
 *
 * The name and network of a coin come from the table in `coin.ts`; only the coin's `symbol` is read from the response.
 * Unknown methods and unreadable payments are left out. Invalid data is refused with the name of the field; nothing is
 * thrown.
 */
export function parseOrder(json: unknown): Result<{ readonly order: ShownOrder }> {
  const value = recordOf(json);
  if (typeof value === 'string') return refuse('order', value);
  const { order, currency } = value;
  const amount = decimalText(value['amount']);
  if (!isText(order))
    return refuse(
      'order',
      'address' in value || 'note' in value ? 'it is a payment, for the tag of its method' : 'not a name',
    );
  if (!isText(amount)) return refuse('amount', 'not a decimal amount');
  if (!isText(currency)) return refuse('currency', 'not a code');

  const read = list(value['payments']).map(parsePayment);
  const paid = parsePayment(value['paid']);
  return {
    ok: true,
    order: {
      order,
      amount,
      currency,
      methods: methodsOf(list(value['methods'])),
      payments: read.flatMap((each) => (each.ok ? each.payment : [])),
      // An unreadable payment has still paid the order.
      paid: paid.ok ? paid.payment : !!value['paid'] || undefined,
      mismatched: paidPayments(value['mismatchedPayments']),
      duplicates: paidPayments(value['duplicatePayments']),
      soldOut: !!value['soldOut'],
    },
  };
}

/** Leaves out unreadable payments: a message without its amount would not help the payer. */
function paidPayments(value: unknown): readonly MismatchedPayment[] {
  return list(value)
    .flatMap((each) => {
      const { id, amount: sum, currency, phase } = Object(each) as Partial<Record<string, unknown>>;
      const amount = decimalText(sum);
      const readable = isText(amount) && isShownText(currency) && isPhase(phase) && isPaidPhase(phase);
      return readable ? [{ ...(isShownText(id) && { id }), amount, currency, phase }] : [];
    })
    .slice(0, PAID_MAX);
}

function methodsOf(offered: readonly unknown[]): OrderMethod[] {
  return offered.flatMap((each) => {
    const { method: name, coins } = Object(each) as Partial<Record<string, unknown>>;
    const method = methods.find((known) => known === name);
    if (!method) return [];
    const choices = method === 'crypto' ? list(coins).flatMap(coinChoice) : [{ method }];
    return choices.length ? [{ method, choices }] : [];
  });
}

function coinChoice(offered: unknown): Choice[] {
  const { symbol } = Object(offered) as { symbol?: unknown };
  const coin = typeof symbol === 'string' ? findCoin(symbol) : undefined;
  return coin ? [{ method: 'crypto', coin }] : [];
}

/** The choice that leads to this payment. */
export function choiceOf(payment: PublicPayment): Choice {
  if ('tid' in payment) return { method: 'crypto', coin: findCoin(payment.cryptoCoin) };
  return { method: 'pid' in payment ? 'wallet' : 'localcode' };
}

/** The only choice of an order; `undefined` when there are several, or none. */
export function onlyChoice({ methods }: ShownOrder): Choice | undefined {
  const [only, ...others] = methods.flatMap(({ choices }) => choices);
  return others.length ? undefined : only;
}
