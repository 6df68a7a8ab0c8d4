/** The real downloads of a page, as the browser reports them. */
import { setTimeout as delay } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { chromiumArgs, findChromium } from '../browsers.mjs';

/** A slow mobile network: 1.6 Mbit/s download, 150 ms latency for each request. */
export const SLOW_NETWORK = { download: 1_600_000 / 8, upload: 750_000 / 8, latency: 150 };
/** A page has loaded everything that needs no click when it has requested no file for this long. */
const NETWORK_IDLE_WINDOW_MS = 2_000;
/** The time limit of a page. Milliseconds. */
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
 * Returns the length of the longest chain of requests in which each waited for the previous one. A request that started
 * before another had ended did not wait for it.
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
 * Visits a page once, with an empty cache, on a slow network.
 *
 * @param served - The result of `servePages`.
 * @param click - An expression that runs in the page after everything is loaded; the files that the page then loads are
 *   `clicked`.
 * @returns Brotli bytes. `untilQr`: files requested before the QR code was in the page, with their number and the round
 *   trips before it (including data); undefined without a QR code. `all`: files that loaded without a click.
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
    // Requests below `pay/` are the page's data; all others are its files.
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
 * Waits until no file was requested for `NETWORK_IDLE_WINDOW_MS`. Puppeteer's `waitForNetworkIdle` cannot be used,
 * because it counts an open long poll as activity.
 */
async function networkIdle(sent) {
  let count;
  do {
    count = sent().length;
    await delay(NETWORK_IDLE_WINDOW_MS);
  } while (sent().length > count);
}

/**
 * Measures the downloads of all pages, by name. The pages are visited concurrently, because bytes do not depend on speed.
 *
 * @typedef {{ bytes: number, files: number, roundTrips: number }} Chain
 * @typedef {{ untilQr?: Chain, all: { bytes: number, files: number }, clicked?: { bytes: number } }} Weight
 * @returns {Promise<Record<string, Weight>>}
 */
export async function weighPages(browser, served, pages) {
  const visit = (name, page) => weighPage(browser, served, name, page);
  // On a busy machine, a visit may exceed the time limit.
  const weigh = async ([name, page]) => [name, await visit(name, page).catch(() => visit(name, page))];
  return Object.fromEntries(await Promise.all(Object.entries(pages).map(weigh)));
}

/** Rejects with the message when the work does not end in time. */
export async function withTimeout(work, message, ms = LIMIT_MS) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(message)), ms)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
