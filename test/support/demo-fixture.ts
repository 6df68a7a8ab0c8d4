import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { startSandbox } from 'pay-elements/sandbox';
import type { Browser, Page } from 'puppeteer-core';
import { follow, openBrowser } from './chromium.ts';
import { startDemo, type Demo } from './demo.ts';

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** A whole purchase: the demo shop in a process of its own, the sandbox in this one, and a browser. */
export interface DemoFixture {
  readonly sandbox: Sandbox;
  readonly browser: Browser;
  readonly shop: Demo;
  /** The folder of the shop's database. */
  readonly data: string;
  /** Starts the shop again after `shop.stop()` or `shop.kill()`. */
  readonly restart: () => Promise<void>;
  /** The payment that was created last. */
  readonly newest: () => ReturnType<Sandbox['control']['payments']>[number];
}

/** Starts the three before the tests of a `describe`, and ends them afterwards. Use the fixture inside tests and hooks. */
export function useDemo(options: Parameters<typeof startSandbox>[0] = {}): DemoFixture {
  const data = mkdtempSync(join(tmpdir(), 'pay-elements-demo-'));
  let sandbox: Sandbox;
  let shop: Demo;
  let browser: Browser;
  const restart = async () => {
    shop = await startDemo({ DEMO_DATA: data, SANDBOX_URL: sandbox.url, SANDBOX_KEY: sandbox.apiKey });
  };
  before(async () => {
    sandbox = await startSandbox({ port: 0, ...options });
    [browser] = await Promise.all([openBrowser(), restart()]);
  });
  after(async () => {
    await browser.close();
    await shop.stop();
    await sandbox.close();
    rmSync(data, { recursive: true, force: true });
  });
  return {
    data,
    restart,
    newest: () => sandbox.control.payments().sort((a, b) => b.createdAt - a.createdAt)[0]!,
    get sandbox() {
      return sandbox;
    },
    get shop() {
      return shop;
    },
    get browser() {
      return browser;
    },
  };
}

/** Puts a product of the demo shop into the cart and goes to its checkout. @param product from 1 */
export async function buy(page: Page, { shopUrl }: Pick<Demo, 'shopUrl'>, product = 1): Promise<void> {
  await page.goto(shopUrl);
  await page.click(`.product:nth-child(${product}) [data-step="1"]`);
  await follow(page, '.cart .primary');
}
