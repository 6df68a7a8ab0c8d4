/**
 * Mutation testing: Stryker changes the code in one place at a time, and the tests in Node have to fail.
 * `scripts/mutation.mjs` adds the files to change, and the tests that run for them.
 */
const command = [
  'node --test --test-isolation=none --test-reporter=./test/mutation/first-failure.mjs',
  process.env.MUTATION_TESTS,
];

export default {
  testRunner: 'command',
  commandRunner: { command: command.join(' ') },
  ignorePatterns: [
    'api',
    'bench',
    'demo',
    'dist',
    'docs',
    'examples',
    'site',
    'stories',
    'test/{browser,chain,examples,frameworks,languages,runtimes,site,visual,wallets}',
  ],
  concurrency: 2,
  timeoutMS: 10_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { reportTests: false, allowColor: false },
  tempDirName: 'test/mutation/.stryker',
  allowEmpty: false,
};
