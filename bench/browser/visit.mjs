/** One visit to a page until its QR code is painted. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { SLOW_NETWORK, withTimeout } from '../../scripts/pages/weigh.mjs';

/** Otherwise it asks a CDN for the file. */
const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });

/** How a page is visited. `warm`: with the code in the browser's caches. `cpu`: so many times slower. `tasks`: see `timeVisit`. */
export const CONDITIONS = {
  cached: { warm: true },
  cold: {},
  cold6: { cpu: 6, tasks: true },
  slow: { cpu: 6, network: SLOW_NETWORK },
};

/** A browser keeps compiled code from the second or third visit on. */
const WARM_VISITS = 4;
/** The measuring window: long tasks are counted until this long after the QR code. */
const TASK_WINDOW_MS = 1_000;

/** Opens the page in the condition, waits until its QR code is painted, and gives what `use` makes of it then. */
export async function visit(browser, url, { warm, cpu, network }, use) {
  const context = warm ? browser.defaultBrowserContext() : await browser.createBrowserContext();
  const page = await context.newPage();
  try {
    if (cpu) await page.emulateCPUThrottling(cpu);
    if (network) await page.emulateNetworkConditions(network);
    await page.goto(url);
    const shown = page.evaluate(() => Promise.all([window.bench.shown, window.bench.taken]));
    await withTimeout(shown, `${url}: no QR code was shown`);
    return await use(page);
  } finally {
    await (warm ? page : context).close();
  }
}

/** What one visit shows, in ms: from the page's first script to `qr` and `upgraded`; with `tasks` the long tasks too. */
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

/** Visits a page so often that the browser has all its caches. */
export async function warmUp(browser, url) {
  for (let i = 0; i < WARM_VISITS; i++) await visit(browser, url, CONDITIONS.cached, () => {});
}

/** Fails when what a reader reads in a photograph of the page is not the exact text. */
export async function checkCode(browser, url, text) {
  await visit(browser, url, CONDITIONS.cold, async (page) => {
    const found = await readBarcodes(await page.screenshot(), { formats: ['QRCode'] });
    const read = found.map((code) => code.text).join();
    if (read !== text) throw new Error(`${url}: the QR code says '${read}', and not '${text}'`);
  });
}
