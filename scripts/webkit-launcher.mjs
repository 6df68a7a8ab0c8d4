/** Lets the test runner run in WebKitGTK. One window, one page at a time: its driver has a single session. */
import { openWebkit } from './webkit.mjs';

/** What the runner gives every other engine's page. CSS pixels. */
const VIEWPORT = { width: 800, height: 600 };

export function webkitLauncher(programs) {
  let opening;
  let active;
  const pageOf = async () => (await (opening ??= openWebkit(programs))).page;

  return {
    name: 'Webkit',
    type: 'puppeteer', // the runner's commands call a Puppeteer page, and ours presents what they call
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
      throw new Error('Debugging is not offered in WebKit.');
    },
  };
}
