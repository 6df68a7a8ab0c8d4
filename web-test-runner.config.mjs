import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import * as puppeteer from 'puppeteer-core';
import { chromiumArgs, enginesHere, firefoxOptions } from './scripts/browsers.mjs';
import { countReporter } from './scripts/count-reporter.mjs';
import { viteServed } from './scripts/vite-served.mjs';
import { webkitLauncher } from './scripts/webkit-launcher.mjs';

// One page at a time: in Firefox a page behind another counts as hidden, where a tag asks for no news. All with reduced
// motion, which only Chromium could change on the way.
const launchers = {
  chromium: (executablePath) =>
    chromeLauncher({
      concurrency: 1,
      launchOptions: { executablePath, args: [...chromiumArgs, '--force-prefers-reduced-motion'] },
    }),
  firefox: (executablePath) =>
    chromeLauncher({ concurrency: 1, puppeteer, launchOptions: firefoxOptions(executablePath) }),
  webkit: webkitLauncher,
};

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
  browsers: enginesHere().map(([name, programs]) => launchers[name](programs)),
  // mocha's two seconds are too short on two busy cores. Milliseconds.
  testFramework: { config: { timeout: 10_000 } },
  testsFinishTimeout: 300_000,
  filterBrowserLogs: ({ args }) => !/Lit is in dev mode/.test(String(args[0])),
  reporters: [defaultReporter(), countReporter()],
};
