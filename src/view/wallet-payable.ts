import { formatMessage, isolate } from '../i18n/format-message.ts';
import { plainPrice } from './amounts.ts';
import { payableShared, type PayableViewFactory, type PayableWallet } from './payable-view.ts';

/** The payment instructions of a payment from an online wallet. */
export const walletPayable: PayableViewFactory = (payment, phase, state, messages): PayableWallet | undefined => {
  if (!('pid' in payment) || phase !== 'awaiting') return undefined;
  const { amount, currency, note, hostedUrl } = payment;
  const text = plainPrice(amount, currency);
  const unit = currency.toUpperCase();
  const step = hostedUrl === undefined ? messages.onlineWalletStepTransfer : messages.onlineWalletStepSend;
  return {
    ...payableShared(payment, phase, state, messages),
    method: 'wallet',
    destination: { label: messages.onlineWalletStepCopy, text: note },
    amount: { label: formatMessage(step, { amount: isolate(`${text} ${unit}`, messages) }), text, unit },
    warning: messages.onlineWalletWarning,
    qr: undefined,
  };
};
