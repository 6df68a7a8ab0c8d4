import { findCoin, tickerOf } from '../core/coins/coin.ts';
import { missingOf } from '../core/payments/public-payment.ts';
import { compareDecimals } from '../core/money/amount.ts';
import { hasReceivedMoney, idOf, type CryptoPayment, type PublicPayment } from '../core/payments/payment.ts';
import { isFinal, isPaidPhase, phaseFacts, type Phase, type Sign, type Tone } from '../core/payments/phases.ts';
import { minutesText } from '../i18n/format-duration.ts';
import { dateTimeText } from '../i18n/format-time.ts';
import { formatMessage, isolate, joinSentences } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';
import { formatAmounts, priceOf } from './amounts.ts';
import { titleStatus, type Message, type StatusView } from './status.ts';
import { lastKnownPhase, type ViewState } from './state.ts';

/** A name, a value, and the page that the value links to. */
export type Fact = readonly [name: string, value: string, url?: string];

/** A payment's amounts, formatted for display. */
interface Amounts {
  /** The shop's price. */
  readonly price: string;
  /** The whole amount in the coin with its unit, for a coin payment. */
  readonly coin: string | undefined;
  /** The amount that has arrived, when it is not the whole amount. */
  readonly received: string | undefined;
}

/** A payment with nothing to pay, or with nothing that can be paid: its outcome and its progress. */
export interface OutcomeView {
  readonly kind: 'outcome';
  readonly phase: Phase;
  readonly tone: Tone;
  readonly sign: Sign;
  readonly title: string;
  readonly text: string;
  readonly amounts: Amounts;
  /** The rows of the table, without the payment number. */
  readonly facts: readonly Fact[];
  /** The number of confirmations and the required number, also as text. */
  readonly progress: { readonly value: number; readonly max: number; readonly text: string } | undefined;
  readonly paymentId: string;
  /** Only the shop can help: the link to it is the main button. */
  readonly needsShop: boolean;
  /** Marks a test payment, and warns against sending real money while that is still possible. */
  readonly testNote: string | undefined;
  /** The hosted page while there is still progress to see. In other phases, the page would invite the payer to pay. */
  readonly hostedUrl: string | undefined;
  readonly status: StatusView;
}

/** How the received amount compares with the expected one: -1 less, 0 equal, 1 more; `undefined` when it is not known. */
function receivedSign(payment: PublicPayment): number | undefined {
  if (!('tid' in payment)) return undefined;
  // The payment server has accepted the amount, which may contain the network fee of another transaction.
  if (payment.cryptoAmountDue === '0') return 0;
  if (payment.cryptoAmountReceived === undefined) return undefined;
  return compareDecimals(payment.cryptoAmountReceived, payment.cryptoAmountExpected);
}

/** The phase that the payer sees: a payment of which nothing is missing any more waits for its confirmations only. */
const seenPhase = (payment: PublicPayment, phase: Phase): Phase =>
  phase === 'underpaid' && 'tid' in payment && missingOf(payment).kind === 'none' ? 'confirming' : phase;

/** How long a payment of this coin usually takes to be confirmed; `undefined` for an unknown coin and other methods. */
export function usualTime(payment: PublicPayment, locale: string, messages: Messages): string | undefined {
  const coin = 'tid' in payment ? findCoin(payment.cryptoCoin) : undefined;
  if (!coin) return undefined;
  const time = minutesText(coin.confirmationMinutes, locale);
  return formatMessage(messages.usuallyConfirmed, {
    coin: isolate(coin.name, messages),
    time: isolate(time, messages),
  });
}

/** What has arrived, how long the confirmations take, and that the payer may leave. */
function confirmingText(payment: PublicPayment, phase: Phase, locale: string, messages: Messages): string {
  const sign = receivedSign(payment);
  if (sign === 1) return messages.overConfirmingText;
  const arrived = sign === 0 ? messages.allArrived : messages[phase === 'detected' ? 'detectedText' : 'confirmingText'];
  return joinSentences(messages, arrived, usualTime(payment, locale, messages), messages.canClose);
}

const isRestTooSmall = (payment: PublicPayment, phase: Phase): boolean =>
  phase === 'underpaid' && 'tid' in payment && missingOf(payment).kind === 'too-small';

/** The message of a payment with nothing to pay, or with nothing that can be paid because the amount is too small. */
function outcomeMessage(payment: PublicPayment, phase: Phase, messages: Messages, locale: string): Message {
  if (phase === 'awaiting') return [messages.tooSmall, formatAmounts(messages.tooSmallText, payment, messages)];
  if (phase === 'unknown') return [formatMessage(messages.unknown, { status: payment.status }), messages.awaitingText];
  if (phase === 'unmatched' && 'pid' in payment) return [messages.unmatched, messages.unmatchedNote];
  if (phaseFacts(phase).confirms) return [messages[phase], confirmingText(payment, phase, locale, messages)];
  if (phase === 'expired' && hasReceivedMoney(payment)) return [messages.expired, messages.unmatchedText];
  return [
    messages[phase],
    isRestTooSmall(payment, phase)
      ? formatAmounts(messages.underpaidSmall, payment, messages)
      : messages[`${phase}Text`],
  ];
}

function testNoteOf({ test }: PublicPayment, phase: Phase, { testNote, testNoMoney }: Messages): string | undefined {
  if (!test) return undefined;
  return isFinal(phase) ? testNote : testNoMoney;
}

function amountsOf(payment: PublicPayment, locale: string): Amounts {
  const price = priceOf(payment, locale);
  if (!('tid' in payment)) return { price, coin: undefined, received: undefined };
  const { cryptoAmountExpected: expected, cryptoAmountReceived: received, cryptoCoin } = payment;
  const ticker = tickerOf(cryptoCoin);
  const differs = received !== undefined && received !== expected;
  return { price, coin: `${expected} ${ticker}`, received: differs ? `${received} ${ticker}` : undefined };
}

/** Whether somebody at the shop has marked the payment as paid without money. */
export const isMarked = (payment: PublicPayment, phase: Phase): boolean =>
  isPaidPhase(phase) && 'tid' in payment && payment.cryptoAmountReceived === '0';

/** A long id is shown without its middle, as wallets and explorers do. */
const shortId = (id: string): string => id.replace(/^(.{8}).{5,}(.{8})$/, '$1…$2');

/**
 * The rows of the table: what has arrived, for which order, when, and by which transactions. A row without a known value is
 * left out.
 */
function factsOf(payment: PublicPayment, phase: Phase, { locale }: ViewState, messages: Messages): readonly Fact[] {
  const { orderRef, paidAt, confirmations: seen, confirmationsRequired: needed, transactions = [] } = payment;
  const { coin, received } = amountsOf(payment, locale);
  const { cryptoAmountReceived: amount } = payment as Partial<CryptoPayment>;
  const paid = isPaidPhase(phase);
  const arrived = amount !== undefined || paid ? (received ?? coin) : undefined;
  const facts: [string, string | false | undefined, string?][] = [
    [messages.order, orderRef],
    [messages.asked, received && coin],
    [paid ? messages.paidWith : messages.received, !isMarked(payment, phase) && arrived],
    [messages.confirmations, phaseFacts(phase).confirms && seen !== undefined && !needed && `${seen}`],
    [messages.paidAt, paid && paidAt && dateTimeText(new Date(paidAt), locale)],
    ...transactions.map(({ id, url }) => [messages.transaction, shortId(id), url] satisfies Fact),
  ];
  return facts.filter((fact): fact is [string, string, string?] => !!fact[1]);
}

export function outcomeView(payment: PublicPayment, state: ViewState, messages: Messages): OutcomeView {
  const phase = seenPhase(payment, lastKnownPhase(state));
  const { tone, sign, undecided, confirms } = phaseFacts(phase);
  const message = outcomeMessage(payment, phase, messages, state.locale);
  const { confirmations: value, confirmationsRequired: max } = payment;
  const counted = confirms && value !== undefined && !!max;
  return {
    kind: 'outcome',
    phase,
    tone,
    sign,
    title: message[0],
    text: message[1],
    amounts: amountsOf(payment, state.locale),
    facts: factsOf(payment, phase, state, messages),
    progress: counted ? { value, max, text: `${value}/${max}` } : undefined,
    paymentId: idOf(payment),
    needsShop: !!undecided || isRestTooSmall(payment, phase) || (phase === 'expired' && hasReceivedMoney(payment)),
    testNote: testNoteOf(payment, phase, messages),
    hostedUrl: tone === 'wait' && state.tampered === undefined ? payment.hostedUrl : undefined,
    status: titleStatus(state, messages, message),
  };
}
