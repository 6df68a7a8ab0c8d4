/**
 * Mutation testing of the money logic: Stryker changes the code in one place at a time, and the tests in Node have to
 * fail. `npm run mutation`; `npm run mutation -- --mutate src/core/amount.ts` for one file.
 */
export default {
  testRunner: 'command',
  commandRunner: {
    command: 'node --test --test-isolation=none --test-reporter=dot test/core/*.test.ts test/view/*.test.ts',
  },
  mutate: [
    'src/core/amount.ts',
    'src/core/crypto-view.ts',
    'src/core/exact-decimal.ts',
    'src/core/exact-payment.ts',
    'src/core/exact-uri.ts',
    'src/core/order-phase.ts',
    'src/core/parse-payment.ts',
    'src/core/payment.ts',
    'src/core/payment-fields.ts',
    'src/core/payout.ts',
    'src/core/public-payment.ts',
    'src/core/settles-order.ts',
    'src/core/status.ts',
  ],
  ignorePatterns: [
    'api',
    'bench',
    'demo',
    'dist',
    'docs',
    'stories',
    'test/{browser,chain,frameworks,runtimes,visual}',
  ],
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { reportTests: false, allowColor: false },
  tempDirName: 'test/mutation/.stryker',
  allowEmpty: false,
};
