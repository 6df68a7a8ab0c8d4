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

/** The copied text. `all`: amount, network, address or note, in lines. `link`: the address of the payment's page. */
export type CopiedThing = 'amount' | 'address' | 'note' | 'number' | 'all' | 'link';

/** The known state of a payment, as a frozen snapshot. It changes with the shop's responses and the connection. */
export interface PaymentState {
  readonly payment: PublicPayment | undefined;
  /** The last phase that was not `unknown`. Its view stays while the status is unknown. */
  readonly knownPhase: Phase | undefined;
  readonly problem: FatalProblem | undefined;
  /** The hosted page of a payment that cannot be shown. */
  readonly hostedUrl: string | undefined;
  /** True after three failed requests in a row, or when a module could not be loaded. */
  readonly contactLost: boolean;
  /** True when no money was detected for 15 minutes. */
  readonly stalled: boolean;
  /** The server's time at `performance.now()` 0, in ms since 1970; `undefined` before the first response. */
  readonly clock: number | undefined;
  /** `changed`: the shop gives other payment details than those shown. `accepted`: the payer asked to see them. */
  readonly details: 'shown' | 'changed' | 'accepted';
  /** The field of the card that other code has changed. */
  readonly tampered: string | undefined;
}

/** The state of an element. Its view depends only on this state and on the messages. */
export interface ViewState extends PaymentState {
  /** The method of the payments that the element shows. */
  readonly method: Method;
  /** BCP 47 language tag, for prices and times. */
  readonly locale: string;
  /** False until the first paint: formatting the first price of a page is slow (`hasFormattedMoney`). */
  readonly showsPrices: boolean;
  /** The content of the QR code by the shop: `uri`, `address`, `image`, `none`. Other values: the coin's default. */
  readonly qr: string;
  /** True when the page provides a form for the local code. */
  readonly hasCodeForm: boolean;
  /** The content of the QR code by the payer's choice. */
  readonly qrMode: QrMode | undefined;
  /** True when the payer has unfolded the QR code on a phone. */
  readonly qrUnfolded: boolean;
  /** The QR codes that this page has drawn, by their text. */
  readonly drawnQrs: Readonly<Record<string, QrDrawing | 'failed'>>;
  /** The URL of the service's image, when the browser cannot decode it. */
  readonly unreadableImage: string | undefined;
  /** The text that was just copied. `byHand`: it is selected, and the payer must copy it manually. */
  readonly copied: { readonly what: CopiedThing; readonly byHand: boolean } | undefined;
  /** The text that was copied last. The payer may be pasting it now. */
  readonly lastCopied: CopiedThing | undefined;
  /** The id of the payment that the payer has sent. The next steps are shown instead of its payment details. */
  readonly sentId: string | undefined;
  /** True when the wallet link has opened no app. */
  readonly walletUnanswered: boolean;
  /** The seconds left to pay; `undefined` while they are not shown. */
  readonly secondsLeft: number | undefined;
  /** The seconds left that the live region announces; `undefined` otherwise. */
  readonly secondsAnnounced: number | undefined;
}

/** The initial state of an element. */
export function initialState(method: Method, given: Partial<ViewState> = {}): ViewState {
  return Object.freeze({
    method,
    locale: 'en',
    showsPrices: true,
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

/** The state of an element that shows a payment for the first time. */
export const stateOf = (payment: PublicPayment, given: Partial<ViewState> = {}): ViewState =>
  initialState(methodOf(payment), {
    payment,
    knownPhase: payment.phase === 'unknown' ? undefined : payment.phase,
    ...given,
  });

/** The phase whose view is shown. For an unknown status, it is the last known phase. */
export const shownPhase = ({ knownPhase }: PaymentState): Phase => knownPhase ?? 'awaiting';
