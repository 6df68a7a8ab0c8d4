import { decimalText } from './amount.ts';
import { findCoin, type Coin, type CoinSymbol } from './coin.ts';
import { exactJson } from './json.ts';
import { parsePayment } from './parse-payment.ts';
import { methods, type Method, type PublicPayment } from './payment.ts';
import { refuse, type Result } from './result.ts';
import { isPaid, isPhase, type Phase } from './status.ts';

/** How an order can be paid: what `GET orders/:order` answers. */
export interface OrderAnswer {
  /** The shop's name for the order. */
  readonly order: string;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly methods: readonly OfferedMethod[];
  /**
   * Payments that were begun and can be gone on with, or for which money was seen. Oldest first: a page that is loaded
   * again shows the last one.
   */
  readonly payments: readonly PublicPayment[];
  /** The payment that paid it; `true` when the shop says that it is paid and no payment here did it. */
  readonly paid?: PublicPayment | true;
  /** Payments that were paid for another amount or currency than the order has now. They do not pay it. */
  readonly mismatchedPayments?: readonly MismatchedPayment[];
  /** Payments that were paid beside `paid`, each as much as the order costs: the order was paid more than once. */
  readonly duplicatePayments?: readonly DuplicatePayment[];
  /** True when it can no longer be paid. */
  readonly soldOut?: true;
  /** When the offer ends, ISO 8601. */
  readonly expiresAt?: string;
}

/** A payment that was paid for an earlier version of its order. */
export interface MismatchedPayment {
  /** `tid`, `pid` or `bid`; absent when the service has never told it. */
  readonly id?: string;
  /** What was paid, decimal text. */
  readonly amount: string;
  readonly currency: string;
  /** `paid` or `overpaid`. */
  readonly phase: Phase;
}

/** A payment that was paid though another one had paid its order already. */
export type DuplicatePayment = MismatchedPayment;

/** A way an order may be paid. */
export type OfferedMethod =
  | { readonly method: 'crypto'; readonly coins: readonly OfferedCoin[] }
  | { readonly method: 'wallet' }
  | { readonly method: 'localcode' };

/** A coin that an order may be paid with, in the words a payer needs to choose it. */
export interface OfferedCoin {
  readonly symbol: CoinSymbol;
  readonly name: string;
  readonly network: string;
  readonly ticker: string;
}

/** What a payer chose: what `POST payments` is asked for beside the order. */
export interface Choice {
  readonly method: Method;
  /** With `crypto`. */
  readonly coin?: Coin | undefined;
}

/** An order as a page shows it. */
export interface ShownOrder {
  readonly order: string;
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  /** Each method with what is chosen next: the coins of `crypto`, the method itself of the others. */
  readonly ways: readonly { readonly method: Method; readonly choices: readonly Choice[] }[];
  readonly payments: readonly PublicPayment[];
  readonly paid: PublicPayment | true | undefined;
  readonly mismatched: readonly MismatchedPayment[];
  readonly duplicates: readonly DuplicatePayment[];
  readonly soldOut: boolean;
}

/** The longest name or code that is shown. Characters. */
const TEXT_MAX = 200;

/** As many paid payments are read as a payer can make sense of. */
const PAID_MAX = 5;

/** Controls, halves of letters and what turns the text around it: none of them is shown. */
const UNPLAIN = /[\p{Cc}\p{Cs}\p{Bidi_Control}]/u;

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_MAX;
const isShownText = (value: unknown): value is string => isText(value) && !UNPLAIN.test(value);

/**
 * Reads the answer of `GET orders/:order`, as a backend in any language may write it: JSON text or an object.
 *
 * What a coin is called and which network it is on is said by our own table and not by the answer: of a coin its
 * `symbol` is read. Ways to pay and payments that are not known here are left out. Bad data is refused with the
 * field at fault; nothing is thrown.
 */
export function parseOrder(json: unknown): Result<{ readonly order: ShownOrder }> {
  let value = json;
  if (typeof value === 'string')
    try {
      value = exactJson(value);
    } catch {
      return refuse('order', 'not JSON');
    }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('order', 'not an object');
  const fields = value as Readonly<Record<string, unknown>>;
  const { order, currency } = fields;
  const amount = decimalText(fields['amount']);
  if (!isText(order)) return refuse('order', 'not a name');
  if (!isText(amount)) return refuse('amount', 'not a decimal amount');
  if (!isText(currency)) return refuse('currency', 'not a code');

  const read = list(fields['payments']).map(parsePayment);
  const paid = parsePayment(fields['paid']);
  return {
    ok: true,
    order: {
      order,
      amount,
      currency,
      ways: waysOf(list(fields['methods'])),
      payments: read.flatMap((each) => (each.ok ? each.payment : [])),
      // A payment that cannot be shown has paid it all the same.
      paid: paid.ok ? paid.payment : !!fields['paid'] || undefined,
      mismatched: paidPayments(fields['mismatchedPayments']),
      duplicates: paidPayments(fields['duplicatePayments']),
      soldOut: !!fields['soldOut'],
    },
  };
}

/** Leaves out what cannot be read: a sentence without its amount would help nobody. */
function paidPayments(value: unknown): readonly MismatchedPayment[] {
  return list(value)
    .flatMap((each) => {
      const { id, amount: sum, currency, phase } = Object(each) as Partial<Record<string, unknown>>;
      const amount = decimalText(sum);
      const readable = isText(amount) && isShownText(currency) && isPhase(phase) && isPaid(phase);
      return readable ? [{ ...(isShownText(id) && { id }), amount, currency, phase }] : [];
    })
    .slice(0, PAID_MAX);
}

function waysOf(offered: readonly unknown[]): ShownOrder['ways'] {
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

/** What somebody chose who has this payment. */
export function choiceOf(payment: PublicPayment): Choice {
  if ('tid' in payment) return { method: 'crypto', coin: findCoin(payment.cryptoCoin) };
  return { method: 'pid' in payment ? 'wallet' : 'localcode' };
}
