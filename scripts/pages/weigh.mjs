/** What a page really downloads, as the browser that shows it reports. */
import { setTimeout as delay } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { chromiumArgs, findChromium } from '../browsers.mjs';

/** A phone's slow network: 1.6 Mbit/s down, 150 ms a request. */
export const SLOW_NETWORK = { download: 1_600_000 / 8, upload: 750_000 / 8, latency: 150 };
/** A page has loaded everything that it loads without a click when it has requested no file for this long. */
const NETWORK_IDLE_WINDOW_MS = 2_000;
/** Longer than any page takes. Milliseconds. */
const LIMIT_MS = 60_000;

/** @param options - More options of Puppeteer. */
export const openChromium = (options = {}) =>
  puppeteer.launch({
    executablePath: findChromium(),
    args: chromiumArgs,
    defaultViewport: { width: 1000, height: 900 },
    protocolTimeout: 300_000,
    ...options,
  });

/**
 * The longest chain of requests that waited for one another: one that began before another had ended did not wait for it.
 *
 * @param requests - Their `startTime` and `responseEnd`, as in PerformanceResourceTiming.
 */
export function roundTrips(requests) {
  const chains = [];
  for (const { startTime, responseEnd } of [...requests].sort((a, b) => a.startTime - b.startTime)) {
    const before = chains.filter(({ end }) => end <= startTime).map(({ length }) => length);
    chains.push({ end: responseEnd, length: 1 + Math.max(0, ...before) });
  }
  return Math.max(0, ...chains.map(({ length }) => length));
}

/**
 * Visits a page once, with nothing in the cache, on a slow network.
 *
 * @param served - What `servePages` gave.
 * @param click - An expression for the page when all is loaded; what it makes the page load is `clicked`.
 * @returns Brotli bytes. `untilQr`: files asked for before the QR code was in the page, with their count and the round
 *   trips it waited for (data included); undefined without a QR code. `all`: files that loaded without a click.
 */
async function weighPage(browser, served, name, { qr, click } = {}) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.emulateNetworkConditions(SLOW_NETWORK);
    const before = served.sent.length;
    const sent = () => served.sent.slice(before).filter((each) => each.page === name);
    await page.goto(served.url(name), { timeout: LIMIT_MS });
    if (qr)
      await withTimeout(
        page.evaluate(() => window.bench.shown),
        `${name}: no QR code was shown`,
      );
    await networkIdle(sent);
    const missing = sent().filter(({ bytes }) => !bytes);
    if (missing.length) throw new Error(`${name}: no such file: ${missing.map(({ file }) => file).join(', ')}`);
    const { entries, inDom } = await page.evaluate(() => ({
      entries: performance.getEntriesByType('resource').map((each) => each.toJSON()),
      inDom: window.bench.inDom,
    }));
    const requests = entries.filter((each) => each.name.startsWith(served.url(name)));
    // What the shop answers is the page's data; all else are its files.
    const isFile = (each) => !each.name.startsWith(`${served.url(name)}pay/`);
    const all = sum(sent());
    const first = requests.filter((each) => isFile(each) && each.startTime < inDom);
    const untilQr = qr && {
      bytes: first.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0),
      files: first.length,
      roundTrips: roundTrips(requests.filter(({ responseEnd }) => responseEnd <= inDom)),
    };
    if (click) {
      await page.evaluate(click);
      await networkIdle(sent);
    }
    return { untilQr, all, clicked: click && { bytes: sum(sent()).bytes - all.bytes } };
  } finally {
    await context.close();
  }
}

const sum = (files) => ({ bytes: files.reduce((total, { bytes }) => total + bytes, 0), files: files.length });

/**
 * Waits until no file was requested in `NETWORK_IDLE_WINDOW_MS`. Puppeteer's `waitForNetworkIdle` does not serve: an open
 * long poll counts as activity there.
 */
async function networkIdle(sent) {
  let count;
  do {
    count = sent().length;
    await delay(NETWORK_IDLE_WINDOW_MS);
  } while (sent().length > count);
}

/**
 * What all pages download, by name. They are visited side by side: nothing here depends on speed.
 *
 * @typedef {{ bytes: number, files: number, roundTrips: number }} Chain
 * @typedef {{ untilQr?: Chain, all: { bytes: number, files: number }, clicked?: { bytes: number } }} Weight
 * @returns {Promise<Record<string, Weight>>}
 */
export async function weighPages(browser, served, pages) {
  const weigh = async ([name, page]) => [name, await weighPage(browser, served, name, page)];
  return Object.fromEntries(await Promise.all(Object.entries(pages).map(weigh)));
}

/** Fails with the message when a page does not come to it. */
export async function withTimeout(work, message, ms = LIMIT_MS) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(message)), ms)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
