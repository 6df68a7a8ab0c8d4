import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumArgs, findChromium } from './scripts/browsers.mjs';
import { countReporter } from './scripts/count-reporter.mjs';
import { viteServed } from './scripts/vite-served.mjs';

const vite = viteServed({
  // Known before the first test: a package found on the way would reload the page. One copy of Lit only.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      'qrcode/lib/core/qrcode.js',
      'jsqr',
      'storybook/preview-api',
      'storybook/test',
      '@storybook/web-components/entry-preview',
      '@storybook/web-components',
    ],
    exclude: ['lit'],
  },
});

export default {
  files: ['test/elements/**/*.test.ts'],
  rootDir: '.',
  middleware: vite.middleware,
  plugins: vite.plugins,
  browsers: [chromeLauncher({ launchOptions: { executablePath: findChromium(), args: chromiumArgs } })],
  // mocha's two seconds are too short on two busy cores. Milliseconds.
  testFramework: { config: { timeout: 10_000 } },
  testsFinishTimeout: 120_000,
  filterBrowserLogs: ({ args }) => !/Lit is in dev mode/.test(String(args[0])),
  reporters: [defaultReporter(), countReporter()],
};
