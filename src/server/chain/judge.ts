import { addDecimals, compareDecimals, isFinal, isPaid, subtractDecimals, type CoinSymbol } from '../../core/index.ts';
import type { Phase } from '../../core/index.ts';
import type { ChainEventData } from '../observability/chain-events.ts';
import type { PaymentReport } from '../providers/report.ts';
import { chainFacts } from './chain-facts.ts';
import type { Transfer, Transfers } from './chain-source.ts';

/** A payment with a deposit address, as the chain is compared with it. */
export interface ChainPayment {
  readonly paymentRef: string;
  readonly orderRef: string;
  readonly coin: CoinSymbol;
  readonly address: string;
  /** The expected amount in the coin, decimal text. */
  readonly expected: string;
  /** The smallest amount that the service confirms, decimal text. */
  readonly minimum?: string | undefined;
  /** Milliseconds since 1970. */
  readonly created: number;
  /** The last known phase. */
  readonly phase: Phase;
  /** True when a webhook or the provider has called it paid, and not the chain alone. */
  readonly isClaimed?: boolean | undefined;
  readonly received?: string | undefined;
  readonly confirmations?: number | undefined;
  /** The transactions that the chain has reported for it. */
  readonly transactions?: readonly string[] | undefined;
  /** True when it is not known when the whole amount was there, although transactions may be. */
  readonly isUntimed?: boolean | undefined;
  /** When this process first saw its money confirmed, milliseconds since 1970. */
  readonly confirmedAt?: number | undefined;
  /**
   * True when its money has changed during the look, the look is behind, or another source has more: what the look does not
   * have is not gone.
   */
  readonly isNewer?: boolean | undefined;
}

/** What the shop has decided. */
export interface ChainRules {
  readonly confirmationsOf: (coin: CoinSymbol) => number;
  /** How much less than the expected amount is enough, decimal text: the option `amountTolerance`. */
  readonly toleranceOf: (coin: CoinSymbol) => string;
  /** `webhook`: the chain alone never makes a payment paid. */
  readonly trust: 'webhook' | 'chain';
  /** How long after the confirmation a webhook is missed, in milliseconds. */
  readonly webhookWithin: number;
  /** How long after a claim of paid the shop's rule decides, in milliseconds. */
  readonly decideAfter: number;
  /** What that rule is when the chain cannot be asked. */
  readonly whenUnreachable: 'wait' | 'accept';
}

/** What the chain has for a payment. */
interface Money {
  readonly received: string;
  readonly transactions: readonly string[];
  /** Whether the received amount is enough. */
  readonly isCovered: boolean;
  /** The confirmations of the transfer with the fewest that is needed for the expected amount; 0 while it is not enough. */
  readonly confirmations: number;
  /**
   * When enough was there, ISO 8601: the time of the last transfer that is needed. Undefined when one of them has no time, or
   * all were reported before: then the report's own time counts, or the one that is stored.
   */
  readonly receivedAt: string | undefined;
}

/** The times of chains are whole seconds. */
const SECOND = 1_000;

/** The latest time that a date holds, milliseconds since 1970. */
const TIME_MAX = 8.64e15;

const isAbove = (a: string, b: string) => compareDecimals(a, b) > 0;

/** Whether a source is behind its chain: then it is treated as one that cannot be reached. */
export const isLagging = (coin: CoinSymbol, { tip }: Pick<Transfers, 'tip'>, now: number): boolean =>
  tip.at !== undefined && now - tip.at > chainFacts[coin].lagMs;

/**
 * Whether a transfer can belong to a payment by its time. Money that came before the payment was created is that of
 * another payment with the same address.
 *
 * @param slack how much earlier than the real time the time of the transfer may be, in milliseconds
 */
const isInTime = ({ created, transactions = [] }: ChainPayment, transfer: Transfer, slack: number): boolean =>
  transfer.at === undefined ||
  transfer.at >= Math.floor((created - slack) / SECOND) * SECOND ||
  transactions.includes(transfer.transaction);

/** Whether a transfer is too small to count. One that a second look has counted is not. */
const isDust = ({ minimum, transactions = [] }: ChainPayment, { amount, transaction }: Transfer): boolean =>
  minimum !== undefined && isAbove(minimum, amount) && !transactions.includes(transaction);

/** When the source says that a transfer has arrived, milliseconds since 1970; undefined when it does not. */
const arrivalOf = ({ at, seenAt }: Transfer): number | undefined =>
  at === undefined ? seenAt : Math.min(at, seenAt ?? at);

/** Adds up transfers. The most confirmed ones count first. */
function moneyOf(payment: ChainPayment, transfers: readonly Transfer[], rules: ChainRules): Money {
  const tolerance = rules.toleranceOf(payment.coin);
  // As large as the price, it would call a payment of nothing paid.
  const needed = isAbove(payment.expected, tolerance)
    ? subtractDecimals(payment.expected, tolerance)
    : payment.expected;
  let received = '0';
  let confirmations = 0;
  const arrivals: (number | undefined)[] = [];
  let isNew = false;
  for (const transfer of [...transfers].sort((a, b) => b.confirmations - a.confirmations)) {
    if (isAbove(needed, received)) {
      confirmations = transfer.confirmations;
      arrivals.push(arrivalOf(transfer));
      isNew ||= payment.isUntimed === true || !payment.transactions?.includes(transfer.transaction);
    }
    received = addDecimals([received, transfer.amount]);
  }
  const isCovered = !isAbove(needed, received);
  const transactions = [...new Set(transfers.map(({ transaction }) => transaction))];
  const times = arrivals.filter((at): at is number => at !== undefined && at <= TIME_MAX);
  const isTimed = isCovered && isNew && times.length === arrivals.length;
  const receivedAt = isTimed ? new Date(Math.max(...times)).toISOString() : undefined;
  return { received, transactions, isCovered, confirmations: isCovered ? confirmations : 0, receivedAt };
}

/**
 * The transfers of each payment of an address; undefined when they cannot be told apart.
 *
 * One payment has all transfers that are in time. Several payments have one transfer each, of exactly the expected amount,
 * and every transfer must fit exactly one of them.
 */
function divide(
  payments: readonly ChainPayment[],
  { transfers }: Transfers,
  slack: number,
): ReadonlyMap<string, readonly Transfer[]> | undefined {
  const [first] = payments;
  if (payments.length === 1)
    return new Map([[first!.paymentRef, transfers.filter((transfer) => isInTime(first!, transfer, slack))]]);
  const shares = new Map<string, Transfer[]>(payments.map(({ paymentRef }) => [paymentRef, []]));
  for (const transfer of transfers) {
    const inTime = payments.filter((payment) => isInTime(payment, transfer, slack));
    // Anybody can send dust to an address: it does not make the payments undecidable.
    if (inTime.every((payment) => isDust(payment, transfer))) continue;
    const fitting = inTime.filter(({ expected }) => compareDecimals(expected, transfer.amount) === 0);
    // One that was reported for a payment before the other payment existed stays with it.
    const owners = fitting.filter(({ transactions }) => transactions?.includes(transfer.transaction));
    const [owner, ...others] = owners.length > 0 ? owners : fitting;
    if (!owner || others.length > 0) return undefined;
    const share = shares.get(owner.paymentRef)!;
    if (share.push(transfer) > 1) return undefined;
  }
  return shares;
}

/** A report for one payment. */
interface JudgedReport {
  readonly payment: ChainPayment;
  readonly report: PaymentReport;
}

export interface Judgement {
  readonly reports: readonly JudgedReport[];
  readonly events: readonly ChainEventData[];
  /** The payments whose money has all its confirmations. */
  readonly confirmed: readonly ChainPayment[];
}

const NOTHING: Judgement = { reports: [], events: [], confirmed: [] };

/**
 * What the present transfers of an address mean for its payments.
 *
 * @param payments all payments with this address that are open, or were paid lately
 * @param look what a source has answered that does not lag
 */
export function judgeAddress(
  payments: readonly ChainPayment[],
  look: Transfers,
  rules: ChainRules,
  now: number,
): Judgement {
  const shares = divide(payments, look, 0);
  if (!shares) {
    const open = payments.filter(({ phase }) => !isFinal(phase));
    const events = open.map(({ paymentRef, orderRef }) => ({
      type: 'chain-address-shared' as const,
      paymentRef,
      orderRef,
    }));
    return { ...NOTHING, events };
  }
  const judged = payments.map((payment) => judgePayment(payment, shares.get(payment.paymentRef)!, rules, now));
  return {
    reports: judged.flatMap(({ reports }) => reports),
    events: judged.flatMap(({ events }) => events),
    confirmed: judged.flatMap(({ confirmed }) => confirmed),
  };
}

function judgePayment(
  payment: ChainPayment,
  transfers: readonly Transfer[],
  rules: ChainRules,
  now: number,
): Judgement {
  const { paymentRef, orderRef, phase } = payment;
  const events: ChainEventData[] = transfers
    .filter((transfer) => isDust(payment, transfer))
    .map(({ transaction, amount }) => ({ type: 'chain-dust', paymentRef, orderRef, transaction, amount }));
  const money = moneyOf(
    payment,
    transfers.filter((transfer) => !isDust(payment, transfer)),
    rules,
  );
  const isGone = (payment.transactions ?? []).some((transaction) => !money.transactions.includes(transaction));
  // Fewer confirmations are news only after a reorganisation.
  if (payment.isNewer && (isGone || money.confirmations < (payment.confirmations ?? 0))) return NOTHING;
  const isConfirmed = money.isCovered && money.confirmations >= rules.confirmationsOf(payment.coin);
  const confirmed = isConfirmed ? [payment] : [];
  const isMissed = isConfirmed && !payment.isClaimed && now - (payment.confirmedAt ?? now) >= rules.webhookWithin;
  const { received, transactions } = money;

  if (isPaid(phase)) {
    if (isGone && !money.isCovered) events.push({ type: 'paid-money-gone', paymentRef, orderRef, received });
    if (isMissed) events.push({ type: 'webhook-missing', paymentRef, orderRef, transactions });
    return { reports: [], events, confirmed };
  }
  if (isFinal(phase)) return NOTHING;
  if (isMissed && rules.trust === 'webhook')
    events.push({ type: 'webhook-missing', paymentRef, orderRef, transactions });
  const report = reportOf(payment, money, isConfirmed, rules);
  return { reports: report && !isKnown(payment, report) ? [{ payment, report }] : [], events, confirmed };
}

/** The report of what the chain has; undefined when there is nothing to report. */
function reportOf(
  payment: ChainPayment,
  { received, transactions, isCovered, confirmations, receivedAt }: Money,
  isConfirmed: boolean,
  rules: ChainRules,
): PaymentReport | undefined {
  const { phase, coin, expected } = payment;
  const facts = { source: 'chain', received, ...(receivedAt && { receivedAt }), transactions } as const;
  // After the expiry, only confirmed money changes the phase. When all of it was first seen counts, so that is reported, too.
  if (phase === 'expired' || phase === 'late') {
    const hadMoney = (payment.transactions ?? []).length > 0;
    if (!isConfirmed) return isCovered || hadMoney ? { ...facts, phase } : undefined;
    return { ...facts, phase: rules.trust === 'chain' ? 'paid' : 'late', confirmations };
  }
  if (received === '0') {
    const hadMoney = (payment.transactions ?? []).length > 0;
    return hadMoney ? { ...facts, phase: 'awaiting', confirmations: 0 } : undefined;
  }
  if (!isCovered) return { ...facts, phase: 'underpaid', due: subtractDecimals(expected, received) };
  const counts = { confirmations, confirmationsRequired: rules.confirmationsOf(coin) };
  if (confirmations === 0) return { ...facts, ...counts, phase: 'detected' };
  if (!isConfirmed || rules.trust === 'webhook') return { ...facts, ...counts, phase: 'confirming' };
  return { ...facts, ...counts, phase: 'paid' };
}

/** Whether a payment has everything of a report already. */
function isKnown(payment: ChainPayment, report: PaymentReport): boolean {
  const { phase, received, confirmations = 0, transactions = [] } = payment;
  return (
    phase === report.phase &&
    received !== undefined &&
    compareDecimals(received, report.received!) === 0 &&
    (report.confirmations ?? confirmations) === confirmations &&
    transactions.join() === report.transactions!.join()
  );
}

/** The answer of the second look at a payment that a webhook has called paid. */
export interface SecondLook {
  /** Whether the payment becomes paid now. Otherwise the look is repeated; the chain never declines. */
  readonly agrees: boolean;
  /** What the chain has meanwhile. */
  readonly report?: PaymentReport | undefined;
  readonly event?: ChainEventData | undefined;
}

/**
 * Looks at the chain before a payment becomes paid.
 *
 * Here transfers below the minimum count, and those in a block whose time may be wrong: that the service counts them is
 * what its webhook says.
 *
 * @param payments all payments with the address; the one in question is `payment`
 * @param look undefined when no source could answer
 * @param claimedAt when the first webhook has called it paid, milliseconds since 1970
 * @param unreachableSince since when no source of the coin can be reached, milliseconds since 1970; undefined when one
 *   can, but does not know the transfers of this address
 */
export function takeSecondLook(
  payment: ChainPayment,
  payments: readonly ChainPayment[],
  look: Transfers | undefined,
  rules: ChainRules,
  {
    claimedAt,
    unreachableSince,
    now,
  }: { readonly claimedAt: number; readonly unreachableSince?: number | undefined; readonly now: number },
): SecondLook {
  const { paymentRef, orderRef, coin } = payment;
  if (!look) {
    // A chain that has answered since the claim, and had no money, is not accepted by one look that fails.
    if (now - Math.max(claimedAt, unreachableSince ?? claimedAt) < rules.decideAfter) return { agrees: false };
    const accepted = rules.whenUnreachable === 'accept' && unreachableSince !== undefined;
    return { agrees: accepted, event: { type: 'chain-undecided', paymentRef, orderRef, accepted } };
  }
  const share = divide(payments, look, chainFacts[coin].blockTimeSlackMs)?.get(paymentRef);
  if (!share) return { agrees: false, event: { type: 'chain-address-shared', paymentRef, orderRef } };
  const money = moneyOf(payment, share, rules);
  const isConfirmed = money.isCovered && money.confirmations >= rules.confirmationsOf(coin);
  const report = reportOf(payment, money, isConfirmed, { ...rules, trust: 'webhook' });
  if (isConfirmed) return { agrees: true, report };
  if (now - claimedAt < rules.decideAfter || money.isCovered) return { agrees: false, report };
  return { agrees: false, report, event: { type: 'chain-disagrees', paymentRef, orderRef, received: money.received } };
}
