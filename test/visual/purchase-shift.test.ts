/**
 * How far the content of the checkout moves during a whole purchase on a phone with a slow connection, by the browser's
 * own measure (Cumulative Layout Shift, https://web.dev/articles/cls).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseCoin, waitForPhase } from '../support/chromium.ts';
import { buy, useDemo } from '../support/demo-fixture.ts';

/** Half of what the measure calls good. */
const MOST_SHIFT = 0.05;
/** 1.6 Mbit/s and a round trip of 150 ms, as DevTools emulates a slow phone network. */
const SLOW_PHONE = { download: 200_000, upload: 93_750, latency: 150 };
/** CSS pixels. */
const PHONE = { width: 360, height: 740, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

interface Shift {
  readonly value: number;
  readonly phase: string | null;
}

describe('a purchase on a phone with a slow connection', () => {
  const demo = useDemo();

  it('moves no more than its phases need, from the list of methods to the paid order', async () => {
    const page = await demo.browser.newPage();
    await page.setViewport(PHONE);
    await buy(page, demo.shop, 2);
    await page.emulateNetworkConditions(SLOW_PHONE);
    await page.evaluateOnNewDocument(() => {
      const shifts: Shift[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          const phase = document.querySelector('pay-checkout')?.getAttribute('phase') ?? null;
          if (!entry.hadRecentInput) shifts.push({ value: entry.value, phase });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.reload();
    await page.waitForSelector('pay-checkout >>> [part=choice]');
    await chooseCoin(page, 'Bitcoin');
    await waitForPhase(page, 'pay-crypto', 'awaiting');
    demo.sandbox.control.pay(demo.newest().id);
    await waitForPhase(page, 'pay-crypto', 'paid');
    // A shift is reported with the frame that it belongs to.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    assert.ok(sum <= MOST_SHIFT, `${sum}: ${JSON.stringify(shifts)}`);
    await page.close();
  });
});
