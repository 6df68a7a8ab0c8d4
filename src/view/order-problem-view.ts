import type { OrderProblem, ProblemCode } from '../core/payments/problem.ts';
import type { Messages } from '../i18n/messages.ts';
import type { Sign, Tone } from '../core/payments/phases.ts';
import { problemMessage } from './problem-view.ts';
import type { Message } from './status.ts';

/** A problem that prevents paying an order, and what the payer can do about it. */
export interface OrderProblemView {
  readonly tone: Tone;
  readonly sign: Sign;
  readonly title: string;
  readonly text: string;
  /** Another attempt may succeed. */
  readonly canRetry: boolean;
  /** The payer may choose another payment method. */
  readonly canChange: boolean;
  readonly isPaid: boolean;
  /** The payer has nothing left to do here. */
  readonly leadsHome: boolean;
}

const LOOKS: Partial<Record<ProblemCode, readonly [Tone, Sign]>> = {
  busy: ['wait', 'wait'],
  'contact-lost': ['warn', 'wait'],
  'already-paid': ['ok', 'tick'],
  'sold-out': ['calm', 'cross'],
};

const CAN_RETRY: ReadonlySet<ProblemCode> = new Set(['contact-lost', 'busy', 'not-prepared', 'unreadable-order']);
const CAN_CHANGE: ReadonlySet<ProblemCode> = new Set(['busy', 'not-prepared', 'unreadable-payment']);

/** Whether the shop refused this amount for this coin. It would refuse it again. */
const isBelowMinimum = (problem: OrderProblem) => problem.code === 'not-prepared' && problem.reason === 'below-minimum';

function messageOf(problem: OrderProblem, messages: Messages): Message {
  switch (problem.code) {
    case 'unknown-order':
      return [messages.noOrder, messages.noOrderText];
    case 'unreadable-order':
      return [messages.orderUnreadable, messages.orderUnreadableText];
    case 'busy':
      return [messages.busy, messages.busyText];
    case 'contact-lost':
      return [messages.lost, messages.lostText];
    case 'already-paid':
      return [messages.alreadyPaid, messages.alreadyPaidText];
    case 'sold-out':
      return [messages.soldOut, messages.soldOutText];
    case 'not-prepared':
      return isBelowMinimum(problem)
        ? [messages.tooSmall, messages.tooSmallToPrepare]
        : [messages.notPrepared, messages.notPreparedText];
    default:
      return problemMessage(problem, messages);
  }
}

export function orderProblemView(problem: OrderProblem, messages: Messages): OrderProblemView {
  const { code } = problem;
  const [tone, sign] = LOOKS[code] ?? ['warn', 'mark'];
  const [title, text] = messageOf(problem, messages);
  return {
    tone,
    sign,
    title,
    text,
    canRetry: CAN_RETRY.has(code) && !isBelowMinimum(problem),
    canChange: CAN_CHANGE.has(code),
    isPaid: code === 'already-paid',
    leadsHome: !CAN_RETRY.has(code) && !CAN_CHANGE.has(code),
  };
}
