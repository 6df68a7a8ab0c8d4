import type { QrMode } from '../core/crypto-view.ts';
import { methodOf, type Method, type PublicPayment } from '../core/payment.ts';
import type { Problem } from '../core/problem.ts';
import type { QrDrawing } from '../core/qr-path.ts';
import type { Phase } from '../core/status.ts';

/** Problems after which there is no payment to show or to follow. */
export type FatalProblem = Extract<
  Problem,
  { code: 'no-payment' | 'unreadable-payment' | 'wrong-method' | 'not-found' }
>;

/** What was copied. `all`: amount, network and address or note in lines. `link`: the address of the payment's page. */
export type CopiedThing = 'amount' | 'address' | 'note' | 'number' | 'all' | 'link';

/** What is known of a payment, as one frozen snapshot. The shop and the network change it. */
export interface PaymentState {
  readonly payment: PublicPayment | undefined;
  /** The last phase that was not `unknown`: its view stays while the status word is one that nobody knows. */
  readonly knownPhase: Phase | undefined;
  readonly problem: FatalProblem | undefined;
  /** The hosted page of a payment that cannot be shown. */
  readonly hostedUrl: string | undefined;
  /** Three requests in a row went without an answer. */
  readonly contactLost: boolean;
  /** Nothing was seen of the money for a quarter of an hour. */
  readonly stalled: boolean;
  /** The server's time at `performance.now()` 0, in ms since 1970; `undefined` before the first answer. */
  readonly clock: number | undefined;
  /** `changed`: the shop gives other payment details than those shown. `accepted`: the payer asked to see them. */
  readonly details: 'shown' | 'changed' | 'accepted';
  /** The field that somebody else has changed on the page. */
  readonly tampered: string | undefined;
}

/** What a payer sees of a payment depends on this and on the messages, and on nothing else. */
export interface ViewState extends PaymentState {
  /** Which kind of payment the tag shows. */
  readonly method: Method;
  /** A BCP 47 tag, for prices and times. */
  readonly locale: string;
  /** What the shop wants in the QR code: `uri`, `address`, `image`, `none`; anything else is the coin's default. */
  readonly qr: string;
  /** The page has a form of its own for the local code. */
  readonly hasCodeForm: boolean;
  /** What the payer chose for the QR code. */
  readonly qrMode: QrMode | undefined;
  /** The payer unfolded the QR code, on a phone. */
  readonly qrUnfolded: boolean;
  /** The QR codes that this page has drawn, by their text. */
  readonly drawnQrs: Readonly<Record<string, QrDrawing | 'failed'>>;
  /** The service's image, where the browser cannot decode it. */
  readonly unreadableImage: string | undefined;
  /** On the clipboard since a moment ago; or selected, for the payer to copy by hand. */
  readonly copied: { readonly what: CopiedThing; readonly byHand: boolean } | undefined;
  /** The last thing that was copied: the payer may be pasting it now. */
  readonly lastCopied: CopiedThing | undefined;
  /** The payment that the payer has sent, and for which what comes next is shown instead of what is to be paid. */
  readonly sentId: string | undefined;
  /** No app has answered the link into a wallet. */
  readonly walletUnanswered: boolean;
  /** Seconds left to pay, while they are shown. */
  readonly secondsLeft: number | undefined;
  /** The same, while it is to be read aloud. */
  readonly secondsAnnounced: number | undefined;
}

/** The state of a tag that was given nothing yet. */
export function initialState(method: Method, given: Partial<ViewState> = {}): ViewState {
  return Object.freeze({
    method,
    locale: 'en',
    payment: undefined,
    knownPhase: undefined,
    problem: undefined,
    hostedUrl: undefined,
    contactLost: false,
    stalled: false,
    clock: undefined,
    details: 'shown',
    tampered: undefined,
    qr: '',
    hasCodeForm: false,
    qrMode: undefined,
    qrUnfolded: false,
    drawnQrs: {},
    unreadableImage: undefined,
    copied: undefined,
    lastCopied: undefined,
    sentId: undefined,
    walletUnanswered: false,
    secondsLeft: undefined,
    secondsAnnounced: undefined,
    ...given,
  });
}

/** The state in which a payment that was just read is shown, in a tag of its kind. */
export const stateOf = (payment: PublicPayment, given: Partial<ViewState> = {}): ViewState =>
  initialState(methodOf(payment), {
    payment,
    knownPhase: payment.phase === 'unknown' ? undefined : payment.phase,
    ...given,
  });

/** The phase whose view is shown: under a status word that nobody knows, the last one that was known. */
export const shownPhase = ({ knownPhase }: PaymentState): Phase => knownPhase ?? 'awaiting';
