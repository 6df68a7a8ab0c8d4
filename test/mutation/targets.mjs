/** The modules that decide on money, phases and secrets, and for each group the tests that have to notice a change. */
export const targets = [
  {
    folder: 'src/core/',
    files: [
      'amount',
      'crypto-view',
      'exact-decimal',
      'exact-payment',
      'exact-uri',
      'order-phase',
      'parse-payment',
      'payment',
      'payment-fields',
      'payout',
      'public-payment',
      'settles-order',
      'status',
    ],
    tests: ['test/core/*.test.ts', 'test/view/*.test.ts'],
  },
  {
    folder: 'src/server/creation/',
    files: ['create-payment'],
    tests: checkoutTests(
      'creation currencies early-status faults mismatch mismatched-price order-phase paid-twice payments',
      'received-amount replacement test-payment',
    ),
  },
  {
    folder: 'src/server/webhook/',
    files: ['probe', 'read-webhook', 'receive-webhook', 'secrets', 'webhook-reader'],
    tests: checkoutTests(
      'health profiles read-webhook received-amount secrets unrelated-secrets',
      'webhook webhook-address webhook-body',
    ),
  },
  {
    folder: 'src/server/status/',
    files: [
      'apply-status',
      'delivery',
      'early-status',
      'long-poll',
      'money-rules',
      'payment-view',
      'settlement',
      'status-requests',
      'change-handler',
    ],
    tests: checkoutTests(
      'delivery early-status expiry long-poll mismatch money-rules on-paid order-phase paid-twice privacy received-amount',
      'replacement status test-payment webhook',
    ),
  },
];

/** Only tests that take about a second: they run once for each change. */
function checkoutTests(...lines) {
  return lines.flatMap((line) => line.split(' ')).map((name) => `test/server/checkout/${name}.test.ts`);
}
