/**
 * A page after its first QR code: many tags, waiting, copying, and what moves. Each function returns ms, CSS pixels, or
 * a share of a core.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '../../scripts/pages/weigh.mjs';
import { CONDITIONS, visit } from './visit.mjs';

/** The time limit for adding tags. Milliseconds. */
export const TAGS_LIMIT_MS = 120_000;
/**
 * The idle share excludes the work of loading: the measuring window opens this long after the QR code. Milliseconds.
 */
const SETTLING_WINDOW_MS = 5_000;
/** The length of the measuring window of the idle share. Milliseconds. */
const IDLE_WINDOW_MS = 10_000;

/**
 * Measures the milliseconds for each tag, from adding tags to a page with one tag until all their QR codes are painted.
 * Every tag has its own payment, and none polls its status. Returns Infinity when it takes longer than `TAGS_LIMIT_MS`.
 */
export function msPerTag(browser, url, count) {
  const add = async (count, limit) => {
    const first = document.querySelector('pay-crypto, sl-qr-code');
    const payment = JSON.parse(first.getAttribute('payment'));
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const begin = performance.now();
    const tags = Array.from({ length: count }, (_, at) => {
      const tag = first.cloneNode();
      if (payment) tag.setAttribute('payment', JSON.stringify({ ...payment, tid: `t${at}`, statusUrl: undefined }));
      return tag;
    });
    document.body.append(...tags);
    for (const tag of tags)
      while (!tag.shadowRoot?.querySelector('[part~=qr], canvas')) {
        if (performance.now() - begin > limit) return null; // Infinity is null in JSON
        await frame();
      }
    await frame();
    await frame();
    return (performance.now() - begin) / count;
  };
  return visit(browser, url, CONDITIONS.cold, async (page) => ({
    ms:
      (await withTimeout(page.evaluate(add, count, TAGS_LIMIT_MS), `${url}: ${count} tags`, 2 * TAGS_LIMIT_MS)) ??
      Infinity,
  }));
}

/** Returns the CPU seconds of all processes of the browser, by process. */
async function cpuSeconds(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
}

/** Measures the share of a core that the browser uses while the page is visible and idle. */
export function idleShare(browser, url) {
  return visit(browser, url, CONDITIONS.cold, async () => {
    const session = await browser.target().createCDPSession();
    await delay(SETTLING_WINDOW_MS);
    const before = await cpuSeconds(session);
    const from = performance.now();
    await delay(IDLE_WINDOW_MS);
    const after = await cpuSeconds(session);
    const seconds = (performance.now() - from) / 1000;
    await session.detach();
    const taken = [...after].reduce((sum, [id, cpu]) => sum + cpu - (before.get(id) ?? 0), 0);
    return { share: taken / seconds };
  });
}

/** The widths of the window for `pixelsMoved`. CSS pixels. */
const WIDTHS = [360, 390, 800, 1280];

/** Measures how far the tag moves what is below it when it takes the place of content from the server, in CSS pixels. */
export async function pixelsMoved(browser, url) {
  const moved = {};
  for (const width of WIDTHS)
    moved[`px${width}`] = await visit(browser, url, { ...CONDITIONS.cold, width }, (page) =>
      page.evaluate(() => {
        const { tops } = window.bench;
        return Math.max(...tops) - Math.min(...tops);
      }),
    );
  return moved;
}

/** Measures the milliseconds from a click on 'copy' to the frame in which the button confirms the copy. */
export function copyMs(browser, url) {
  return visit(browser, url, CONDITIONS.cold, async (page) => {
    await page
      .browserContext()
      .overridePermissions(new URL(url).origin, ['clipboard-read', 'clipboard-sanitized-write']);
    await page.evaluate(() => {
      const { bench } = window;
      const button = document.querySelector('pay-crypto').shadowRoot.querySelector('[part~=copy-button]');
      const label = button.getAttribute('aria-label');
      const mark = bench.mark('copied');
      const painted = bench.paintOf('copied');
      bench.copied = new Promise((resolve) =>
        button.addEventListener('click', ({ timeStamp }) => {
          bench.watch(() => button.getAttribute('aria-label') !== label, mark);
          void painted.then((time) => resolve(time - timeStamp));
        }),
      );
    });
    await page.click('pay-crypto >>> [part~=copy-button]');
    return {
      ms: await withTimeout(
        page.evaluate(() => window.bench.copied),
        `${url}: nothing was copied`,
      ),
    };
  });
}
