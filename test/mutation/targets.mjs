/** The modules that decide on money, phases and secrets, and for each group the tests that have to notice a change. */
export const targets = [
  {
    folder: 'src/core/',
    files: [
      'money/amount',
      'payments/crypto-view',
      'money/exact-decimal',
      'coins/exact-uri',
      'payments/parse-payment',
      'payments/payment',
      'payments/payment-fields',
      'money/payout',
      'payments/public-payment',
      'payments/settles-order',
      'payments/phases',
      'payments/status-words',
    ],
    tests: ['test/core/*.test.ts', 'test/view/*.test.ts'],
  },
  ...serverTargets({
    'creation/create-payment': 'creation/create-payment',
    'status/apply-status': 'status/apply-status',
    'status/delivery': 'status/delivery checkout/delivery',
    'status/early-status': 'status/early-status',
    'status/long-poll': 'status/long-poll',
    'status/money-rules': 'checkout/money-rules checkout/received-amount checkout/expiry checkout/money-cases',
    'status/payment-view': 'status/payment-view checkout/payer-view',
    'status/settlement':
      'checkout/mismatch checkout/on-paid checkout/paid-twice checkout/test-payment checkout/replacement',
    'status/status-requests': 'status/status-requests',
    'status/change-handler': 'status/change-handler',
    'webhook/probe': 'webhook/probe',
    'webhook/read-webhook': 'checkout/webhook-body',
    'webhook/receive-webhook': 'webhook/probe checkout/webhook checkout/events',
    'webhook/secrets': 'checkout/secrets',
    'webhook/webhook-reader': 'webhook/webhook-reader checkout/read-webhook',
  }),
];

/** Each module with the fewest tests that notice its changes: they run once for each change. */
function serverTargets(testsOf) {
  return Object.entries(testsOf).map(([module, tests]) => ({
    folder: 'src/server/',
    files: [module],
    tests: tests.split(' ').map((name) => `test/server/${name}.test.ts`),
  }));
}
