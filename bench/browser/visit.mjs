/** One visit to a page until its QR code is painted. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { SLOW_NETWORK, withTimeout } from '../../scripts/pages/weigh.mjs';

/** Without this, zxing loads the file from a CDN. */
const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });

/**
 * The conditions of a visit. `warm`: with the code in the browser's caches. `cpu`: the factor by which the CPU is
 * slowed down. `tasks`: see `timeVisit`.
 */
export const CONDITIONS = {
  cached: { warm: true },
  cold: {},
  cold6: { cpu: 6, tasks: true },
  slow: { cpu: 6, network: SLOW_NETWORK },
};

/** The number of visits before a warm one. A browser caches compiled code from the second or third visit on. */
const WARM_VISITS = 4;
/** The measuring window: long tasks are counted until this long after the QR code. Milliseconds. */
const TASK_WINDOW_MS = 1_000;

/** Opens the page under the condition, waits until its QR code is painted, and returns the result of `use`. */
export async function visit(browser, url, { warm, cpu, network, width }, use) {
  const context = warm ? browser.defaultBrowserContext() : await browser.createBrowserContext();
  const page = await context.newPage();
  try {
    if (cpu) await page.emulateCPUThrottling(cpu);
    if (network) await page.emulateNetworkConditions(network);
    if (width) await page.setViewport({ width, height: 1_400 });
    await page.goto(url);
    const shown = page.evaluate(() => Promise.all([window.bench.shown, window.bench.taken]));
    await withTimeout(shown, `${url}: no QR code was shown`);
    return await use(page);
  } finally {
    await (warm ? page : context).close();
  }
}

/**
 * Returns the times of one visit in ms: from the page's first script to `qr` and `upgraded`; with `tasks` also the long
 * tasks.
 */
export function timeVisit(browser, url, condition) {
  return visit(browser, url, condition, async (page) => {
    if (condition.tasks) await delay(TASK_WINDOW_MS);
    const { start, painted, upgraded, tasks } = await page.evaluate(async () => {
      const { start, shown, upgraded, tasks } = window.bench;
      return { start, painted: await shown, upgraded, tasks };
    });
    return {
      qr: painted - start,
      ...(upgraded && { upgraded: upgraded - start }),
      ...(condition.tasks && {
        longestTask: Math.max(50, ...tasks),
        blocking: tasks.reduce((sum, ms) => sum + ms - 50, 0),
      }),
    };
  });
}

/** Visits a page several times, until all caches of the browser are filled. */
export async function warmUp(browser, url) {
  for (let i = 0; i < WARM_VISITS; i++) await visit(browser, url, CONDITIONS.cached, () => {});
}

/** Fails when the QR code in a screenshot of the page does not contain the exact text. */
export async function checkCode(browser, url, text) {
  await visit(browser, url, CONDITIONS.cold, async (page) => {
    const found = await readBarcodes(await page.screenshot(), { formats: ['QRCode'] });
    const read = found.map((code) => code.text).join();
    if (read !== text) throw new Error(`${url}: the QR code contains '${read}' instead of '${text}'`);
  });
}
