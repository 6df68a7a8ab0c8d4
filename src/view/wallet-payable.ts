import { payableShared, type PayableOf, type PayableWallet } from './payable-view.ts';

/** The payment instructions of a payment from an online wallet. */
export const walletPayable: PayableOf = (payment, phase, state, messages): PayableWallet | undefined => {
  if (!('pid' in payment) || phase !== 'awaiting') return undefined;
  return {
    ...payableShared(payment, phase, state, messages, messages.awaitingWallet),
    method: 'wallet',
    destination: { label: messages.walletNote, text: payment.note },
    warning: messages.walletWarning,
    qr: undefined,
  };
};
