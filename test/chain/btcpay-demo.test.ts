import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { openBrowser, press, waitForPhase } from '../support/chromium.ts';
import { buy } from '../support/demo-fixture.ts';
import { startDemo, type Demo } from '../support/demo.ts';

/** The demo shop with the sandbox of BTCPay Server, the real tags and Chromium. */
describe('npm start -- --provider btcpay', { timeout: 120_000 }, () => {
  const data = mkdtempSync(join(tmpdir(), 'pay-elements-btcpay-'));
  let demo: Demo;
  let browser: Browser;
  const start = () => startDemo({ DEMO_DATA: data, PORT: '', SANDBOX_PORT: '' }, { args: ['--provider', 'btcpay'] });

  before(async () => {
    [demo, browser] = await Promise.all([start(), openBrowser()]);
  });
  after(async () => {
    await browser.close();
    await demo.stop();
    rmSync(data, { recursive: true, force: true });
  });

  async function open(): Promise<Page> {
    const page = await browser.newPage();
    await page.setViewport({ width: 1200, height: 1000 });
    page.setDefaultTimeout(20_000);
    return page;
  }
  async function begin(page: Page, coin: string) {
    await buy(page, demo);
    await page.waitForSelector('pay-checkout >>> [part=choice]', { visible: true });
    await press(page, coin); // one method: its coins are offered at once
    await waitForPhase(page, 'pay-checkout', 'awaiting');
  }
  /** What the payer or the owner of the store does with the newest invoice. */
  async function act(action: string) {
    const page = await (await fetch(demo.panelUrl)).text();
    const [, invoice = ''] = /name="invoice" value="(\w+)"/.exec(page) ?? [];
    const form = new URLSearchParams({ invoice, do: action });
    assert.equal((await fetch(demo.panelUrl, { method: 'POST', body: form })).status, 200);
  }

  it('offers the coins of the store, and is paid in two parts by the buttons of the sandbox', async () => {
    const page = await open();
    await begin(page, 'Bitcoin');
    const panel = await open();
    await panel.goto(demo.panelUrl);
    for (const [button, phase] of [
      ['Pay half', 'underpaid'],
      ['Pay', 'detected'],
      ['Confirm', 'paid'],
    ] as const) {
      await panel.bringToFront();
      await panel.locator(`button[value="${button}"]`).click();
      await page.bringToFront();
      await waitForPhase(page, 'pay-checkout', phase);
    }
    assert.equal(await panel.$eval('#lost', (lost) => (lost as HTMLElement).hidden), true);
  });

  it('goes on after a restart of both, with the same invoice', async () => {
    const page = await open();
    await begin(page, 'Litecoin');
    await demo.kill();
    demo = await start();
    await act('Pay');
    await waitForPhase(page, 'pay-checkout', 'detected');
    await act('Confirm');
    await waitForPhase(page, 'pay-checkout', 'paid');
  });
});
