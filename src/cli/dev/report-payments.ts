import type { Exchange } from '../../sandbox/btcpay/start-btcpay-sandbox.ts';
import type { PaymentEntry } from '../../sandbox/contract/payment-records.ts';
import { isLoopback } from '../../sandbox/webhooks/sender.ts';
import { printable } from '../text.ts';

type Print = (text: string) => void;

/**
 * Returns a function that prints each new payment with its amount, and once for each origin that the sandbox sends no webhook
 * there.
 *
 * @param payUrl - the value of the variable PAY_URL
 */
export function reportPayments(print: Print, payUrl: string): (entry: PaymentEntry) => void {
  const reported = new Set<string>();
  return (entry) => {
    print(`New payment ${entry.id}: ${amountOf(entry)}\n`);
    const { webhookUrl } = entry.order;
    if (webhookUrl === undefined || isLoopback(webhookUrl)) return;
    const { origin } = new URL(webhookUrl);
    if (reported.has(origin)) return;
    reported.add(origin);
    print(
      `\nNo webhook is sent to ${origin}: the sandbox sends webhooks only to this machine, so no payment becomes paid.\n` +
        `  Set publicUrl of createCheckout to the variable PAY_URL, which is ${payUrl} here, and create a new payment.\n`,
    );
  };
}

/** A local code has no currency: it is worth an amount of the operator's. */
function amountOf({ kind, order }: PaymentEntry): string {
  if (kind === 'localcode') return `${order.amount}, local code`;
  return `${order.amount} ${printable(order.currency)}, ${kind === 'crypto' ? order.coin : 'online wallet'}`;
}

/** The same for the invoices of BTCPay Server, whose webhooks go to PAY_URL. */
export const reportInvoices =
  (print: Print) =>
  ({ method, path, status, answer }: Exchange): void => {
    if (method !== 'POST' || !path.endsWith('/invoices') || status !== 200) return;
    const { id, amount, currency } = answer as {
      readonly id: string;
      readonly amount: string;
      readonly currency: string;
    };
    print(`New invoice ${id}: ${amount} ${printable(currency)}\n`);
  };
