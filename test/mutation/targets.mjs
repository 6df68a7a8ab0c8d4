/** The tests of payments that get too little, too much, late or test money. */
const MONEY = 'payments/test-payment payments/received-amount payments/expiry payments/money-cases';

/** The modules that decide on money, phases and secrets, and for each group the tests that have to notice a change. */
export const targets = [
  {
    folder: 'src/core/',
    files: [
      'money/amount',
      'coins/exact-uri',
      'payments/payment',
      'payments/payment-fields',
      'money/payout',
      'payments/public-payment',
      'payments/settles-order',
      'payments/phases',
    ],
    tests: ['test/core/**/*.test.ts', 'test/view/*.test.ts'],
  },
  { folder: 'src/view/', files: ['crypto-payable'], tests: ['test/view/*.test.ts'] },
  ...serverTargets({
    base64url: 'payments/secrets',
    'http/probe': 'http/probe',
    'http/receive-webhook': 'http/receive-webhook',
    'http/status-requests': 'http/status-requests',
    'payments/apply-report': 'payments/apply-report',
    'payments/change-handler': 'payments/change-handler',
    'payments/creation/create-payment': 'payments/creation/create-payment payments/creation/creation',
    'payments/decide-report': `payments/decide-report payments/apply-report ${MONEY}`,
    'payments/delivery': 'payments/delivery',
    'payments/early-status': 'payments/early-status',
    'payments/long-poll': 'payments/long-poll',
    'payments/money-rules': `payments/money-rules ${MONEY}`,
    'payments/row-views': 'payments/row-views payments/payer-view',
    'payments/secrets': 'payments/secrets',
    'payments/settlement': 'payments/settlement payments/mismatch payments/test-payment',
    'providers/btcpay/webhook': 'providers/btcpay/webhooks',
    'providers/report': 'providers/report',
    'providers/service/read-webhook': 'providers/service/webhook-body',
    'random-text': 'payments/secrets',
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
