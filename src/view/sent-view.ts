import { formatMessage, isolate, type Messages } from '../i18n/messages.ts';
import type { PayableCrypto } from './payable-view.ts';

/** So much of an address is compared at its end. Characters. */
const END = 6;

/** What a payer sees who has sent the money: nothing of it is known, so it is what comes next, and what to compare. */
export interface SentView {
  readonly title: string;
  readonly text: string;
  readonly checkTitle: string;
  /** Network, amount, address and fee. */
  readonly checks: readonly string[];
}

/** The view for who has sent a payment that waits. */
export function sentView({ network, amount, destination }: PayableCrypto, messages: Messages): SentView {
  const sum = isolate(`${amount.text} ${amount.unit}`, messages);
  const end = isolate(destination.text.slice(-END), messages);
  return {
    title: messages.sentTitle,
    text: messages.sentText,
    checkTitle: messages.sentCheck,
    checks: [
      network.only,
      `${messages.amount}: ${sum}`,
      formatMessage(messages.sentAddress, { end }),
      messages.exactNet,
    ],
  };
}
