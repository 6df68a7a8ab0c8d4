import { missingOf } from '../core/crypto-view.ts';
import { tickerOf } from '../core/coin.ts';
import { idOf, type PublicPayment } from '../core/payment.ts';
import { isFinal, type Phase } from '../core/status.ts';
import { formatMessage, type Messages } from '../i18n/messages.ts';
import { formatAmounts, priceOf } from './amounts.ts';
import { titleStatus } from './live-status.ts';
import { shownPhase, type ViewState } from './state.ts';
import type { Message, StatusView, Tone } from './status.ts';

/** The sign over a title. */
export type Sign = 'tick' | 'wait' | 'mark' | 'cross' | 'back';

/** A name and a value. */
type Fact = readonly [name: string, value: string];

/** A payment's amounts, ready to be read. */
interface Amounts {
  /** The shop's price. */
  readonly price: string;
  /** The whole amount in the coin with its unit, where the payment is of a coin. */
  readonly coin: string | undefined;
  /** What has arrived, where that is not the whole amount. */
  readonly received: string | undefined;
}

/** A payment with nothing to pay, or nothing that could be paid: what came of it, and how far along it is. */
export interface OutcomeView {
  readonly kind: 'outcome';
  readonly phase: Phase;
  readonly tone: Tone;
  readonly sign: Sign;
  readonly title: string;
  readonly text: string;
  readonly amounts: Amounts;
  readonly facts: readonly Fact[];
  /** How many confirmations there are, of how many. */
  readonly progress: { readonly value: number; readonly max: number } | undefined;
  readonly paymentId: string;
  /** The text says to contact the shop. */
  readonly asksToContact: boolean;
  /** There is nothing left to do here. */
  readonly isOver: boolean;
  /** Says that it is a test payment, and warns of real money where some could still be sent. */
  readonly testNote: string | undefined;
  /** The hosted page, where there is something left to look at. Where nothing is to be paid, it would invite to. */
  readonly hostedUrl: string | undefined;
  readonly status: StatusView;
}

/** How each phase looks when there is nothing to pay; `awaiting` with nothing to pay means trouble. */
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

/** What is said of a payment when nothing is to be paid any more, or nothing that can be (it is too small). */
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

/** Phases whose text says to contact the shop. */
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

/** What came of a payment. */
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
