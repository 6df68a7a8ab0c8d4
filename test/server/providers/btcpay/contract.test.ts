import { startBtcpaySandboxWith } from '../../../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import type { AdditionalStatus, Status } from '../../../../src/sandbox/btcpay/invoices.ts';
import { btcpay } from '../../../../src/server/providers/btcpay/index.ts';
import { describeProvider } from '../contract.ts';
import { optionsOf } from './server.ts';

describeProvider('of BTCPay Server', async () => {
  let created = 0;
  const sandbox = await startBtcpaySandboxWith({
    onExchange: ({ method }) => {
      if (method !== 'POST') return;
      created += 1;
      sandbox.setFault(undefined);
    },
  });
  const { invoices, webhooks, storeId } = sandbox;
  const change = ({ id }: { readonly id: string }, word: string) => {
    const [, status, additional = 'None'] = /^(\w+)(?: \((\w+)\))?$/.exec(word)!;
    // Without any money, a part that arrived has gone again.
    if (additional === 'PaidPartial') invoices.pay(id, '0.00000001');
    Object.assign(invoices.all.get(id)!, {
      status: status as Status,
      additionalStatus: additional as AdditionalStatus,
    });
  };
  return {
    provider: btcpay(optionsOf(sandbox)),
    unreachable: btcpay({ ...optionsOf(sandbox), url: 'http://127.0.0.1:59999' }),
    methods: ['crypto'],
    words: {
      awaiting: 'New',
      underpaid: 'New (PaidPartial)',
      detected: 'Processing',
      paid: 'Settled',
      overpaid: 'Settled (PaidOver)',
      expired: 'Expired',
      late: 'Expired (PaidLate)',
      cancelled: 'Invalid (Marked)',
    },
    accountWebhook(payment, word) {
      change(payment, word);
      const body = JSON.stringify({ type: 'InvoiceProcessing', storeId, invoiceId: payment.id }, undefined, 2);
      return { body, headers: { ...webhooks.sign(body) } };
    },
    change,
    refuseNext() {
      // The next creation has a reference that was used before: its invoice would be found.
      invoices.all.clear();
      sandbox.setFault('not-synced');
    },
    requests: () => created,
    close: () => sandbox.close(),
  };
});
