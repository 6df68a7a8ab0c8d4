import { idOf, type PublicPayment } from '../core/payments/payment.ts';
import type { QrDrawing } from '../core/payments/qr-path.ts';
import type { Messages } from '../i18n/messages.ts';
import { priceOf } from './amounts.ts';
import type { Message } from './status.ts';
import type { QrMode, ViewState } from './state.ts';

/** The QR code of a payment. */
export type QrView =
  /** The service's own image. */
  | { readonly kind: 'image'; readonly url: string; readonly label: string; readonly note: string }
  | {
      readonly kind: 'code';
      readonly text: string;
      readonly label: string;
      /** `undefined` while it is being drawn. */
      readonly drawing: QrDrawing | 'failed' | undefined;
      /** The content of the code; `undefined` when the payer cannot choose it. */
      readonly mode: QrMode | undefined;
      /** A line of text below the code. */
      readonly caption: string | undefined;
    };

interface PayableShared {
  readonly kind: 'payable';
  readonly phase: 'awaiting' | 'underpaid';
  readonly paymentId: string;
  /** Empty in the first paint. */
  readonly price: string;
  /** Warns that a payment is a test. */
  readonly testNote: string | undefined;
  readonly qr: QrView | undefined;
  readonly hostedUrl: string | undefined;
  /** Reminds the payer that the details have changed, after the payer asked to see the new ones. */
  readonly changedNote: string | undefined;
}

/** The network on which the coin must be sent. */
interface NetworkView {
  /** The coin and the network as wallets name it, in one short line. */
  readonly short: string;
  /** The whole sentence, for a text that stands alone. */
  readonly only: string;
  /** Further rules that keep the payer from losing the money, in whole sentences. */
  readonly rules: string | undefined;
}

/** A payment in a coin: an exact amount to an address. */
export interface PayableCrypto extends PayableShared {
  readonly method: 'crypto';
  readonly coin: {
    readonly name: string;
    readonly ticker: string;
    readonly known: boolean;
    /** As wallets name it; `undefined` for an unknown coin. */
    readonly network: string | undefined;
  };
  readonly amount: {
    readonly label: string;
    readonly text: string;
    readonly unit: string;
    /** How to read the amount, where prices group thousands with a dot. */
    readonly hint: string | undefined;
  };
  /** The price of one coin; `undefined` when the shop does not provide it, empty in the first paint. */
  readonly rate: string | undefined;
  readonly destination: { readonly label: string; readonly text: string };
  readonly network: NetworkView;
  /** The missing amount of an underpaid payment. `share` is the received part of the amount, from 0 to 1. */
  readonly missing: { readonly title: string; readonly text: string; readonly share: number } | undefined;
  /** The text of the QR code, also when the code is not shown; `undefined` when the code is the service's image. */
  readonly qrText: string | undefined;
  /** A link that opens a wallet. */
  readonly walletLink: string | undefined;
  /** The hosted page of a test payment, in place of a wallet with real money. */
  readonly testLink: string | undefined;
  /** The message after the wallet link has opened no app. */
  readonly walletFallback: Message | undefined;
  /** After the payer has copied the address: a reminder to compare it. */
  readonly compare: string | undefined;
}

/** A transfer with a note. */
export interface PayableWallet extends PayableShared {
  readonly method: 'wallet';
  readonly destination: { readonly label: string; readonly text: string };
  /** The second step, and the amount that the payer copies into the transfer. */
  readonly amount: { readonly label: string; readonly text: string; readonly unit: string };
  readonly warning: string;
}

/** A payment that waits for the payer's code. */
export interface PayableLocalcode extends PayableShared {
  readonly method: 'localcode';
  readonly title: string;
  readonly text: string;
}

/** A payment that can be paid now: the exact texts that are shown, copied, linked and encoded. */
export type PayableView = PayableCrypto | PayableWallet | PayableLocalcode;

/** Whether the payer has said that the money was sent for this payment. */
export const isSent = (view: PayableView, { sentId }: ViewState): view is PayableCrypto | PayableWallet =>
  view.method !== 'localcode' && view.phase === 'awaiting' && sentId === view.paymentId;

/** Returns the view of a payment for its method; `undefined` when there is nothing to pay. */
export type PayableViewFactory = (
  payment: PublicPayment,
  phase: 'awaiting' | 'underpaid',
  state: ViewState,
  messages: Messages,
) => PayableView | undefined;

/** Returns the fields that all payable views have in common. */
export function payableShared(
  payment: PublicPayment,
  phase: 'awaiting' | 'underpaid',
  state: ViewState,
  messages: Messages,
): Omit<PayableShared, 'qr'> {
  return {
    kind: 'payable',
    phase,
    paymentId: idOf(payment),
    price: state.showsPrices ? priceOf(payment, state.locale) : '',
    testNote: payment.test ? messages.testNoMoney : undefined,
    hostedUrl: payment.hostedUrl,
    changedNote: state.details === 'accepted' ? messages.changed : undefined,
  };
}

/** The drawing of a QR text; `undefined` until this page has drawn it. */
export const drawnFor = (text: string, { drawnQrs }: ViewState): QrDrawing | 'failed' | undefined =>
  Object.hasOwn(drawnQrs, text) ? drawnQrs[text] : undefined;
