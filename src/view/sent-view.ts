import { formatMessage, isolate, type Messages } from '../i18n/messages.ts';
import type { PayableCrypto } from './payable-view.ts';

/** The number of characters at the end of an address that the payer compares. */
const END = 6;

/**
 * The view for a payer who has sent the money. No money was detected yet, so the view says what comes next and what to
 * compare.
 */
export interface SentView {
  readonly title: string;
  readonly text: string;
  readonly checkTitle: string;
  /** Network, amount, address and fee. */
  readonly checks: readonly string[];
}

/** The view for a payer who has sent the money for a payment that is awaiting. */
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
