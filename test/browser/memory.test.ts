/** What removed tags leave in the memory of a page. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ourPages } from '../../scripts/pages/ours.mjs';
import { servePages } from '../../scripts/pages/server.mjs';
import { openBrowser } from '../support/chromium.ts';

/** Tags that are shown and removed before the first measurement: caches fill, functions are compiled. */
const WARM_UP = 1_000;
const MANY = 3_000;

/** Caches and compiled code still move by so much. Bytes: 100 a tag, which is less than any node or listener takes. */
const NOISE = 300_000;

it(`the memory of a page is within noise after ${MANY} tags that came and went`, { timeout: 170_000 }, async () => {
  const all = (await ourPages()) as Readonly<Record<string, object>>;
  const served = await servePages({ 'pay-crypto': all['pay-crypto'] });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(served.url('pay-crypto'));
    await page.waitForSelector('pay-crypto >>> [part~=qr]');
    const session = await page.createCDPSession();
    const measure = async () => {
      for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { Nodes, JSEventListeners } = await page.metrics();
      return { bytes: usedSize, nodes: Nodes, listeners: JSEventListeners };
    };
    const mount = (count: number) =>
      page.evaluate(async (count) => {
        const payment = JSON.parse(document.querySelector('pay-crypto')!.getAttribute('payment')!) as object;
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        for (let at = 0; at < count; at += 50) {
          const tags = Array.from({ length: 50 }, (_, index) => {
            const tag = document.createElement('pay-crypto');
            tag.setAttribute('payment', JSON.stringify({ ...payment, tid: `t${at + index}` }));
            return tag;
          });
          document.body.append(...tags);
          await frame();
          await frame();
          for (const tag of tags) tag.remove();
          await frame();
        }
      }, count);

    await mount(WARM_UP);
    const before = await measure();
    await mount(MANY);
    const after = await measure();
    assert.equal(after.nodes, before.nodes);
    assert.equal(after.listeners, before.listeners);
    assert.ok(after.bytes - before.bytes < NOISE, `${after.bytes - before.bytes} bytes more`);
  } finally {
    await browser.close();
    served.close();
  }
});
