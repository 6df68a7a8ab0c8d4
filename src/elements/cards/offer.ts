import type { PublicPayment } from '../../core/payment.ts';
import type { Phase } from '../../core/status.ts';
import type { SealController } from '../controllers/seal-controller.ts';
import type { Words } from '../../words/words.ts';
import type { Sums } from './outcome-view.ts';

/** What a payer is to send, in the texts that stand on the page. */
export interface Due {
  /** With its unit. */
  readonly amount: string;
  /** The sentence that names the network. */
  readonly network?: string;
  /** Where to, or under which words: a label and the exact text. */
  readonly to?: readonly [label: string, text: string];
  /** What the QR code on the page holds, where we drew it. */
  readonly code?: string | undefined;
}

/** What can be taken along of a payment: to a phone, to somebody else, on paper. */
export interface Offer {
  readonly payment: PublicPayment;
  readonly phase: Phase;
  readonly words: Words;
  /** A BCP 47 tag, for times. */
  readonly lang: string;
  readonly sums: Sums;
  readonly due: Due;
  /** What is said here of the shadow DOM while rendering is watched there. */
  readonly seals: SealController;
  /** Told when the payer holds something to pay with, beside what is shown. */
  taken(): void;
}

/** The same in plain lines, for the clipboard. A payment of a sandbox says first that it is none. */
export const linesOf = ({ payment: { test }, words, due: { amount, network, to } }: Offer): string =>
  [test && words.testNote, `${words.amount}: ${amount}`, network, to && `${to[0]}: ${to[1]}`]
    .filter(Boolean)
    .join('\n');
