import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { coreRpc } from '../../src/server/chain/index.ts';
import { openBrowser } from '../support/chromium.ts';
import { startLitecoin, type LitecoinNode } from './litecoind.ts';
import { bundleTags, purchase, type Purchase } from './purchase.ts';

describe('a purchase in Chromium, with a real Litecoin node', { timeout: 180_000 }, () => {
  let node: LitecoinNode;
  let browser: Browser;
  let files: Awaited<ReturnType<typeof bundleTags>>;

  before(async () => {
    [node, browser, files] = await Promise.all([startLitecoin(), openBrowser(), bundleTags()]);
  });
  after(async () => {
    await browser.close();
    await node.stop();
  });

  async function buy(use: (bought: Purchase) => Promise<void>): Promise<void> {
    const network = { height: 0, hash: await node.rpc('getblockhash', 0) };
    const source = coreRpc({ coin: 'LTC', url: node.walletUrl('watch'), network });
    const address = () => node.rpc('getnewaddress', '', 'bech32');
    await purchase(browser, files, { source, amount: '0.123', address }, use);
  }
  const pay = (address: string, amount = '0.123') => node.rpc('sendtoaddress', address, amount, '', '', false, true);

  /** From a payment that waits for its first block to the paid one. */
  async function confirm({ look, showsConfirmations }: Purchase): Promise<void> {
    for (const count of [1, 2]) {
      await node.mine(1);
      await look('confirming');
      await showsConfirmations(count);
    }
    await node.mine(1);
    await look('paid');
  }

  it('is detected, counts its confirmations, and is paid', () =>
    buy(async (bought) => {
      const { address, look, shows, paid, events } = bought;
      const transaction = await pay(address);
      await look('detected');
      await shows('Payment detected');
      await confirm(bought);
      assert.deepEqual([paid, events], [[[transaction]], []]);
    }));

  it('is paid in two parts, the second of which the page names', () =>
    buy(async (bought) => {
      const { address, look, shows, amount, paid, events } = bought;
      await pay(address, '0.1');
      await look('underpaid');
      await shows('Send the rest');
      assert.match((await amount())!, /\b0\.023\b/);
      await node.mine(1);
      await pay(address, '0.023');
      await look('detected');
      await confirm(bought);
      assert.deepEqual([paid[0]!.length, events], [2, []]);
    }));

  it('stays detected when its transaction is replaced by one with a higher fee', () =>
    buy(async (bought) => {
      const { address, look, paid, events } = bought;
      const first = await pay(address);
      await look('detected');
      const { txid } = await node.rpc<{ txid: string }>('bumpfee', first);
      await look('detected');
      await confirm(bought);
      assert.deepEqual([paid, events], [[[txid]], []]);
    }));

  it('waits again when its transaction is replaced by one that pays somebody else', () =>
    buy(async (bought) => {
      const { address, look, amount, paid, events } = bought;
      const first = await pay(address);
      await look('detected');
      await node.replace(first);
      await look('awaiting');
      assert.match((await amount())!, /\b0\.123\b/);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['money-gone'],
      );
      const second = await pay(address);
      await look('detected');
      await confirm(bought);
      assert.deepEqual(paid, [[second]]);
    }));

  it('waits again when a reorganisation has taken its transaction', () =>
    buy(async (bought) => {
      const { address, look, showsConfirmations, amount, paid, events } = bought;
      const first = await pay(address);
      const block = await node.mine(1);
      await node.mine(1);
      await look('confirming');
      await showsConfirmations(2);
      await node.rpc('invalidateblock', block);
      await node.replace(first);
      await node.mine(3);
      await look('awaiting');
      assert.match((await amount())!, /\b0\.123\b/);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['money-gone'],
      );
      await pay(address);
      await look('detected');
      await confirm(bought);
      assert.equal(paid.length, 1);
    }));
});
