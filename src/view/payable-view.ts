import type { CryptoView, QrMode } from '../core/crypto-view.ts';
import { idOf, type PublicPayment } from '../core/payment.ts';
import type { QrDrawing } from '../core/qr-path.ts';
import { priceOf } from './amounts.ts';
import { waitingStatus, type KnownMessages, type StatusView } from './status.ts';
import type { ViewState } from './state.ts';

export type { KnownMessages } from './status.ts';

/** What is to be scanned. */
export type QrView =
  /** The service's own image. */
  | { readonly kind: 'image'; readonly url: string; readonly label: string; readonly note: string }
  | {
      readonly kind: 'code';
      readonly text: string;
      readonly label: string;
      /** `undefined` while it is being drawn. */
      readonly drawing: QrDrawing | 'failed' | undefined;
      /** What the code holds, where the payer can choose. */
      readonly mode: QrMode | undefined;
      /** A line under it. */
      readonly caption: string | undefined;
    };

interface PayableShared {
  readonly kind: 'payable';
  readonly phase: 'awaiting' | 'underpaid';
  readonly paymentId: string;
  readonly price: string;
  /** Warns that a payment is a test. */
  readonly testNote: string | undefined;
  readonly qr: QrView | undefined;
  readonly hostedUrl: string | undefined;
  /** Reminds who asked for changed details that they have changed. */
  readonly changedNote: string | undefined;
  readonly status: StatusView;
}

/** A payment in a coin: an exact amount to an address. */
export interface PayableCrypto extends PayableShared {
  readonly method: 'crypto';
  readonly coin: Pick<CryptoView, 'name' | 'ticker'> & { readonly known: boolean };
  readonly amount: { readonly label: string; readonly text: string; readonly unit: string };
  /** What one coin costs, where the shop says so. */
  readonly rate: string | undefined;
  readonly destination: { readonly label: string; readonly text: string };
  /** The network in a wallet's words, and what else keeps a payer from losing the money. */
  readonly network: { readonly only: string; readonly rules: readonly string[] };
  /** What an underpaid payment lacks; `share` of the amount has arrived. */
  readonly missing: { readonly title: string; readonly text: string; readonly share: number } | undefined;
  /** What the QR code of the coin holds, shown or not; `undefined` where it is the service's image. */
  readonly qrText: string | undefined;
  /** Opens a wallet. */
  readonly walletLink: string | undefined;
  /** Where no wallet has answered. */
  readonly walletFallback: Message | undefined;
  /** What to compare, for who has copied the address. */
  readonly compare: string | undefined;
}

/** A transfer that carries a note. */
export interface PayableWallet extends PayableShared {
  readonly method: 'wallet';
  readonly destination: { readonly label: string; readonly text: string };
  readonly warning: string;
}

/** A payment that waits for the payer's code. */
export interface PayableLocalcode extends PayableShared {
  readonly method: 'localcode';
  readonly title: string;
  readonly text: string;
}

type Message = readonly [title: string, text: string];

/** A payment that can be paid now: the exact texts that are shown, copied, linked and encoded. */
export type PayableView = PayableCrypto | PayableWallet | PayableLocalcode;

/** What a method does for a payment that may be open; `undefined` where there is nothing to pay. */
export type PayableOf = (
  payment: PublicPayment,
  phase: 'awaiting' | 'underpaid',
  state: ViewState,
  messages: KnownMessages,
) => PayableView | undefined;

/** What all payable views have in common. */
export function payableShared(
  payment: PublicPayment,
  phase: 'awaiting' | 'underpaid',
  state: ViewState,
  messages: KnownMessages,
  awaiting: string,
): Omit<PayableShared, 'qr'> {
  return {
    kind: 'payable',
    phase,
    paymentId: idOf(payment),
    price: priceOf(payment, state.locale),
    testNote: payment.test ? `${messages.testNote} ${messages.testNoMoney}` : undefined,
    hostedUrl: payment.hostedUrl,
    changedNote: state.details === 'accepted' ? messages.changed : undefined,
    status: waitingStatus(state, messages, awaiting),
  };
}

/** The drawing of a QR text: the one this page has made, or none yet. */
export const drawnFor = (text: string, { drawnQrs }: ViewState): QrDrawing | 'failed' | undefined =>
  Object.hasOwn(drawnQrs, text) ? drawnQrs[text] : undefined;
