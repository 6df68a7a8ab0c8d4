import { missingOf } from '../core/crypto-view.ts';
import { tickerOf } from '../core/coin.ts';
import { idOf, type PublicPayment } from '../core/payment.ts';
import { isFinal, type Phase } from '../core/status.ts';
import { formatMessage, type Messages } from '../i18n/messages.ts';
import { formatAmounts, priceOf } from './amounts.ts';
import { titleStatus } from './live-status.ts';
import { shownPhase, type ViewState } from './state.ts';
import type { Message, StatusView, Tone } from './status.ts';

/** The icon above a title. */
export type Sign = 'tick' | 'wait' | 'mark' | 'cross' | 'back';

/** A name and a value. */
type Fact = readonly [name: string, value: string];

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
  readonly facts: readonly Fact[];
  /** The number of confirmations and the required number. */
  readonly progress: { readonly value: number; readonly max: number } | undefined;
  readonly paymentId: string;
  /** The text asks the payer to contact the shop. */
  readonly asksToContact: boolean;
  /** The payer has nothing left to do here. */
  readonly isOver: boolean;
  /** Marks a test payment, and warns against sending real money while that is still possible. */
  readonly testNote: string | undefined;
  /** The hosted page while there is still progress to see. In other phases, the page would invite the payer to pay. */
  readonly hostedUrl: string | undefined;
  readonly status: StatusView;
}

/**
 * The tone and icon of each phase with nothing to pay. `awaiting` is here only when the amount is too small to be paid.
 */
const LOOKS: Readonly<Record<Phase, readonly [Tone, Sign]>> = {
  awaiting: ['warn', 'mark'],
  detected: ['wait', 'wait'],
  confirming: ['wait', 'wait'],
  underpaid: ['warn', 'mark'],
  unmatched: ['warn', 'mark'],
  paid: ['ok', 'tick'],
  overpaid: ['ok', 'tick'],
  expired: ['warn', 'wait'],
  late: ['warn', 'mark'],
  failed: ['bad', 'cross'],
  cancelled: ['calm', 'cross'],
  refunded: ['calm', 'back'],
  unknown: ['calm', 'mark'],
};

/** The message of a payment with nothing to pay, or with nothing that can be paid because the amount is too small. */
export function outcomeMessage(payment: PublicPayment, phase: Phase, messages: Messages): Message {
  if (phase === 'awaiting') return [messages.tooSmall, formatAmounts(messages.tooSmallText, payment, messages)];
  if (phase === 'unknown') return [formatMessage(messages.unknown, { status: payment.status }), messages.awaitingText];
  if (phase === 'unmatched' && 'pid' in payment)
    return [messages.unmatched, `${messages.unmatchedNote} ${messages.unmatchedText}`];
  const small = phase === 'underpaid' && 'tid' in payment && missingOf(payment).kind === 'too-small';
  return [
    messages[phase],
    small ? formatAmounts(messages.underpaidSmall, payment, messages) : messages[`${phase}Text`],
  ];
}

/** Phases whose text asks the payer to contact the shop. */
const ASKING: ReadonlySet<Phase> = new Set(['underpaid', 'unmatched', 'overpaid', 'late', 'failed', 'cancelled']);

function testNoteOf({ test }: PublicPayment, phase: Phase, { testNote, testNoMoney }: Messages): string | undefined {
  if (!test) return undefined;
  return isFinal(phase) ? testNote : `${testNote} ${testNoMoney}`;
}

function amountsOf(payment: PublicPayment, locale: string): Amounts {
  const price = priceOf(payment, locale);
  if (!('tid' in payment)) return { price, coin: undefined, received: undefined };
  const { cryptoAmountExpected: expected, cryptoAmountReceived: received, cryptoCoin } = payment;
  const ticker = tickerOf(cryptoCoin);
  const differs = received !== undefined && received !== expected;
  return { price, coin: `${expected} ${ticker}`, received: differs ? `${received} ${ticker}` : undefined };
}

/** The view of a payment's outcome. */
export function outcomeView(payment: PublicPayment, state: ViewState, messages: Messages): OutcomeView {
  const phase = shownPhase(state);
  const [tone, sign] = LOOKS[phase];
  const message = outcomeMessage(payment, phase, messages);
  const amounts = amountsOf(payment, state.locale);
  const { confirmations: seen, confirmationsRequired: needed } = payment;
  const confirming = (phase === 'detected' || phase === 'confirming') && seen !== undefined;
  const facts: [string, string | false | undefined][] = [
    [messages.received, amounts.received],
    [messages.confirmations, confirming && (needed ? `${seen} / ${needed}` : `${seen}`)],
  ];
  return {
    kind: 'outcome',
    phase,
    tone,
    sign,
    title: message[0],
    text: message[1],
    amounts,
    facts: facts.filter((fact): fact is [string, string] => !!fact[1]),
    progress: confirming && needed ? { value: seen, max: needed } : undefined,
    paymentId: idOf(payment),
    asksToContact: ASKING.has(phase),
    isOver: isFinal(phase),
    testNote: testNoteOf(payment, phase, messages),
    hostedUrl: tone === 'wait' && state.tampered === undefined ? payment.hostedUrl : undefined,
    status: titleStatus(state, messages, message),
  };
}
