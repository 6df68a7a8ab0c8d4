/** What a page costs after its first QR code: many tags, waiting, copying. Each gives ms, or a share of a core. */
import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '../../scripts/pages/weigh.mjs';
import { CONDITIONS, visit } from './visit.mjs';

/** Adding tags is given up after this time. Milliseconds. */
export const TAGS_LIMIT_MS = 120_000;
/** The work of loading is left out of the idle share: the measuring window opens this long after the QR code. */
const SETTLING_WINDOW_MS = 5_000;
/** The measuring window of the idle share. */
const IDLE_WINDOW_MS = 10_000;

/**
 * Milliseconds from adding tags to a page that has one until all their QR codes are painted, for each. Every tag has a
 * payment of its own, and none follows it. Infinity when it takes longer than `TAGS_LIMIT_MS`.
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
        if (performance.now() - begin > limit) return null; // as JSON, Infinity is null too
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

/** Seconds that all processes of the browser have taken, by process. */
async function cpuSeconds(session) {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.map(({ id, cpuTime }) => [id, cpuTime]));
}

/** The share of a core that the browser takes while the page is shown and nothing happens. */
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

/** Milliseconds from a click on 'copy' to the frame in which the button says that the clipboard has it. */
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
