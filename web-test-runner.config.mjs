import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { junitReporter } from '@web/test-runner-junit-reporter';
import * as puppeteer from 'puppeteer-core';
import { createServer } from 'vite';
import { chromiumArgs, enginesHere, firefoxOptions } from './scripts/browsers.mjs';
import { webkitLauncher } from './scripts/webkit-launcher.mjs';

/** `npm test` names a file for the report; two engines run side by side, each with a cache of its own. */
const { JUNIT_FILE, ENGINES = 'chromium' } = process.env;

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

const vite = await createServer({ mode: 'test', cacheDir: `node_modules/.vite-wtr/${ENGINES}` });

/** A port that is free. The runner looks for one from 8000 on, where two runs that start together take the same. */
async function freePort() {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Serves what the tests import, as vite.config.ts says. A middleware, because the runner's own static files come before
 * any plugin, and would serve `.ts` as a film.
 */
async function serve(ctx, next) {
  if (/^\/($|__web-|wtr-)/.test(ctx.path)) return next(); // the runner's own
  ctx.respond = false;
  ctx.res.statusCode = 200;
  await new Promise((resolve, reject) => {
    ctx.res.on('close', resolve);
    vite.middlewares(ctx.req, ctx.res, (error) => {
      if (error) return reject(error);
      ctx.respond = true;
      next().then(resolve, reject);
    });
  });
}

export default {
  files: ['test/elements/**/*.test.ts'],
  rootDir: '.',
  port: await freePort(),
  middleware: [serve],
  plugins: [{ name: 'close-vite', serverStop: () => vite.close() }],
  browsers: enginesHere().map(([name, programs]) => launchers[name](programs)),
  // mocha's two seconds are too short on two busy cores. Milliseconds.
  testFramework: { config: { timeout: 10_000 } },
  testsFinishTimeout: 300_000,
  filterBrowserLogs: ({ args }) => !/Lit is in dev mode/.test(String(args[0])),
  reporters: [defaultReporter(), ...(JUNIT_FILE ? [junitReporter({ outputPath: JUNIT_FILE })] : [])],
};
