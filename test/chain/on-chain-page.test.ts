import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/index.ts';
import { sandboxChain } from '../../src/server/chain/index.ts';
import { openShop, ORDER, type Shop } from '../server/shop.ts';
import { chooseCoin, openBrowser, shadowText, waitForPhase } from '../support/chromium.ts';
import { openSite } from '../support/site.ts';

/** Whole purchases in a real browser, checked on the chain of the sandbox. The clock of shop and sandbox is moved. */
describe('a payer whose payment is checked on the chain', { timeout: 120_000 }, () => {
  let sandbox: RunningSandbox;
  let shop: Shop;
  let site: Awaited<ReturnType<typeof openSite>>;
  let browser: Browser;
  let page: Page;
  let ahead = 0;
  let orders = 0;
  const now = () => Date.now() + ahead;

  before(async () => {
    [sandbox, browser] = await Promise.all([startSandbox({ clock: now }), openBrowser()]);
    site = await openSite(() => `${shop.url}/orders/${(orders += 1)}`);
    shop = await openShop(sandbox, {
      now,
      sweepInterval: 2 ** 30,
      chain: { sources: [sandboxChain({ url: sandbox.url })], confirmations: { BTC: 2, ETH: 2 } },
      explorers: { BTC: `${sandbox.panelUrl}#{transaction}` },
      order: () => ORDER,
      allowedOrigins: [site.origin],
    });
    page = await browser.newPage();
  });
  after(async () => {
    await browser.close();
    site.server.close();
    await shop.close();
    await sandbox.close();
  });

  const newest = () => sandbox.control.payments().sort((a, b) => b.createdAt - a.createdAt)[0]!;
  const begin = async (name: string) => {
    await page.goto(site.origin);
    await chooseCoin(page, name);
    await waitForPhase(page, 'pay-crypto', 'awaiting');
  };
  const look = async () => {
    ahead += 60_000;
    await shop.checkout.sweep();
  };
  const linkOf = async () => {
    const link = await page.$('pay-checkout >>> pay-crypto >>> [part~=transaction-link]');
    return link?.evaluate((element) => {
      const { href, rel, target, textContent } = element as HTMLAnchorElement;
      return { href, rel, target, text: textContent.trim() };
    });
  };

  it('sees the money, each confirmation and that it is paid, with a link to the transaction', async () => {
    await begin('Bitcoin');
    const { id, address, expected } = newest();
    const transaction = sandbox.control.chain.send('BTC', address!, expected!);
    await look();
    await waitForPhase(page, 'pay-crypto', 'detected');
    const link = {
      href: `${sandbox.panelUrl}#${transaction}`,
      rel: 'noopener noreferrer',
      target: '_blank',
      text: `${transaction.slice(0, 8)}…${transaction.slice(-8)}`,
    };
    assert.deepEqual(await linkOf(), link);
    sandbox.control.chain.mine('BTC');
    await look();
    await waitForPhase(page, 'pay-crypto', 'confirming');
    assert.equal(await shadowText(page, 'pay-crypto', '.ring'), '1/2');
    sandbox.control.chain.mine('BTC');
    await sandbox.control.webhook(id, { status: 'PAID' });
    await waitForPhase(page, 'pay-crypto', 'paid');
    assert.deepEqual(await linkOf(), link);

    const opened = browser.waitForTarget((target) => target.url() === link.href);
    await page.locator('pay-checkout >>> pay-crypto >>> [part~=transaction-link]').click();
    const explorer = (await (await opened).page())!;
    const shown = await explorer.waitForSelector(`[id="${transaction}"]:target`);
    assert.match(await shown!.evaluate(({ textContent }) => textContent), /2 confirmations/);
    assert.equal(await explorer.evaluate(() => document.referrer), '');
    await explorer.close();
  });

  it('loses the link with the money, when the transaction is replaced', async () => {
    await begin('Bitcoin');
    const { address, expected } = newest();
    const transaction = sandbox.control.chain.send('BTC', address!, expected!);
    await look();
    await waitForPhase(page, 'pay-crypto', 'detected');
    sandbox.control.chain.replace(transaction);
    await look();
    await waitForPhase(page, 'pay-crypto', 'awaiting');
    assert.equal(await linkOf(), undefined);
    const next = sandbox.control.chain.send('BTC', address!, expected!);
    await look();
    await waitForPhase(page, 'pay-crypto', 'detected');
    assert.equal((await linkOf())?.href, `${sandbox.panelUrl}#${next}`);
  });

  it('has no link for a coin without an explorer', async () => {
    await begin('Ethereum');
    const { address, expected } = newest();
    sandbox.control.chain.send('ETH', address!, expected!);
    await look();
    await waitForPhase(page, 'pay-crypto', 'detected');
    assert.equal(await linkOf(), undefined);
  });
});
