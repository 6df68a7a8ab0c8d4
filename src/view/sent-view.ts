import { formatMessage, isolate } from '../i18n/format-message.ts';
import type { Messages } from '../i18n/messages.ts';
import { stalledText } from './status.ts';
import { usualTime } from './outcome-view.ts';
import type { PayableCrypto, PayableWallet } from './payable-view.ts';
import type { ViewState } from './state.ts';

/** The number of characters at the end of an address that the payer compares. */
const END = 6;

/** A payment of which the payer can say that the money was sent. */
export type SendableView = PayableCrypto | PayableWallet;

/**
 * The view for a payer who has sent the money. No money was detected yet, so the view says what comes next and what to
 * compare.
 */
export interface SentView {
  readonly title: string;
  readonly text: string;
  /** How long the coin usually takes; `undefined` when it is not known. */
  readonly time: string | undefined;
  readonly checkTitle: string;
  /** What the payer compares: network, amount and address, or amount and note. */
  readonly checks: readonly string[];
}

/** The view for a payer who has sent the money for a payment that is awaiting. */
export function sentView(view: SendableView, state: ViewState, messages: Messages): SentView {
  const text = view.method === 'wallet' ? messages.sentTextWallet : messages.sentText;
  return {
    title: messages.sentTitle,
    text: stalledText(state, messages) ?? text,
    time: state.payment && usualTime(state.payment, state.locale, messages),
    checkTitle: messages.sentCheck,
    checks: view.method === 'wallet' ? walletChecks(view, messages) : cryptoChecks(view, messages),
  };
}

function cryptoChecks({ coin, network, amount, destination }: PayableCrypto, messages: Messages): readonly string[] {
  const sum = isolate(`${amount.text} ${amount.unit}`, messages);
  const end = isolate(destination.text.slice(-END), messages);
  return [
    coin.network === undefined
      ? network.only
      : formatMessage(messages.sentNetwork, { network: isolate(coin.network, messages) }),
    formatMessage(messages.sentAmount, { amount: sum }),
    formatMessage(messages.sentAddress, { end }),
  ];
}

const walletChecks = ({ amount }: PayableWallet, messages: Messages): readonly string[] => [
  formatMessage(messages.sentPrice, { amount: isolate(`${amount.text} ${amount.unit}`, messages) }),
  messages.sentNote,
];
