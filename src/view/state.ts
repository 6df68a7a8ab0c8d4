import { methodOf, type Method, type PublicPayment } from '../core/payments/payment.ts';
import type { QrDrawing } from '../core/payments/qr-path.ts';
import type { Phase } from '../core/payments/phases.ts';
import type { PaymentSnapshot } from '../model/payment-model.ts';

/** The copied text. `all`: amount, network, address or note, in lines. `link`: the address of the payment's page. */
export type CopiedThing = 'amount' | 'address' | 'note' | 'number' | 'all' | 'link';

/** The content of a QR code: the payment URI with its amount, or the address alone. */
export type QrMode = 'uri' | 'address';

/** What the view needs of all that is known about a payment. */
export type PaymentState = Pick<
  PaymentSnapshot,
  | 'method'
  | 'payment'
  | 'knownPhase'
  | 'problem'
  | 'hostedUrl'
  | 'contactLost'
  | 'polling'
  | 'stalled'
  | 'clock'
  | 'details'
  | 'tampered'
>;

/** What belongs to one element on the page: its attributes, and what the payer has opened, copied or chosen. */
export interface UiState {
  /** BCP 47 language tag, for prices and times. */
  readonly locale: string;
  /** False until the first paint: formatting the first price of a page is slow (`hasFormattedMoney`). */
  readonly showsPrices: boolean;
  /** The content of the QR code by the shop: `uri`, `address`, `image`, `none`. Other values: the coin's default. */
  readonly qr: string;
  /** True when the page provides a form for the local code. */
  readonly hasCodeForm: boolean;
  /** True when the time to pay is over and the shop has not yet said what that means. */
  readonly overdue: boolean;
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

/** The state of an element. Its view depends only on this state and on the messages. */
export type ViewState = PaymentState & UiState;

/** The state of an element that the payer has not used yet. */
export const INITIAL_UI: UiState = Object.freeze({
  locale: 'en',
  showsPrices: true,
  qr: '',
  hasCodeForm: false,
  overdue: false,
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
});

/** The state of an element without a payment. @internal */
export const initialState = (method: Method, given: Partial<ViewState> = {}): ViewState =>
  Object.freeze({
    method,
    payment: undefined,
    knownPhase: undefined,
    problem: undefined,
    hostedUrl: undefined,
    contactLost: false,
    polling: undefined,
    stalled: false,
    clock: undefined,
    details: 'shown',
    tampered: undefined,
    ...INITIAL_UI,
    ...given,
  });

/** The state of an element that shows a payment for the first time. */
export const stateOf = (payment: PublicPayment, given: Partial<ViewState> = {}): ViewState =>
  initialState(methodOf(payment), {
    payment,
    knownPhase: payment.phase === 'unknown' ? undefined : payment.phase,
    ...given,
  });

/** The phase whose view is shown. For an unknown status, it is the last known phase. */
export const lastKnownPhase = ({ knownPhase }: PaymentState): Phase => knownPhase ?? 'awaiting';
