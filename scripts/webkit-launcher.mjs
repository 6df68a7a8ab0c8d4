/**
 * Lets the test runner use WebKitGTK, with one window and one page at a time, because its driver has a single session.
 * Alternatives: @web/test-runner-webdriver works with this driver, but installs webdriverio and cannot set the viewport.
 */
import { openWebkit } from './webkit.mjs';

/** The viewport that the runner sets in the other engines, in CSS pixels. */
const VIEWPORT = { width: 800, height: 600 };

export function webkitLauncher(programs) {
  let opening;
  let active;
  const pageOf = async () => (await (opening ??= openWebkit(programs))).page;

  return {
    name: 'Webkit',
    type: 'puppeteer', // the runner's commands call a Puppeteer page; our page has the same methods
    concurrency: 1,
    async initialize() {},
    async startSession(id, url) {
      const page = await pageOf();
      active = { id, page, url };
      await page.setViewport(VIEWPORT);
      await page.goto(url);
    },
    async stopSession() {
      const { page } = active;
      active = undefined;
      await page.mouse.reset();
      await page.goto('about:blank');
      return {};
    },
    async stop() {
      await (await opening)?.close();
    },
    isActive: (id) => active?.id === id,
    getPage: () => active.page,
    getBrowserUrl: () => active.url,
    async startDebugSession() {
      throw new Error('Debugging is not available in WebKit.');
    },
  };
}
