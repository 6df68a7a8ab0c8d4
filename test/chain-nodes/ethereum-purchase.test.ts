import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { evmRpc } from '../../src/server/chain/index.ts';
import { openBrowser } from '../support/chromium.ts';
import { compileToken, placeToken, RICH, startChain, type Chain } from '../wallets/chain/anvil.ts';
import { bundleTags, purchase, type Purchase } from './purchase.ts';

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const CHAIN_ID = 31337;

const hex = (value: bigint) => `0x${value.toString(16)}`;
const word = (value: string) => value.toLowerCase().padStart(64, '0');
const freshAddress = async () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`;

describe('a purchase in Chromium, with a real chain of Ethereum (Anvil)', { timeout: 180_000 }, () => {
  let chain: Chain;
  let browser: Browser;
  let files: Awaited<ReturnType<typeof bundleTags>>;
  let code: string;

  before(async () => {
    [browser, files] = await Promise.all([openBrowser(), bundleTags()]);
    code = compileToken();
  });
  after(() => browser.close());
  // After a reorganisation, the clock of the chain goes back.
  beforeEach(async () => {
    chain = await startChain(CHAIN_ID);
    await placeToken(chain, code, TOKEN, RICH, 1_000_000_000n);
    await chain.rpc('evm_setAutomine', false);
  });
  afterEach(() => chain.stop());

  /** A payment of 0.25 ETH, or of 12.34 USDT. */
  async function buy(coin: 'ETH' | 'ERC20/USDT', use: (bought: Purchase) => Promise<void>): Promise<void> {
    const source = evmRpc({ coin, url: chain.url, chainId: CHAIN_ID, token: TOKEN });
    const amount = coin === 'ETH' ? '0.25' : '12.34';
    await purchase(browser, files, { source, amount, address: freshAddress }, use);
  }
  const mine = (blocks: number) => chain.rpc('anvil_mine', hex(BigInt(blocks)));
  const send = (to: string, wei: bigint, fields: object = {}) =>
    chain.rpc('eth_sendTransaction', { from: RICH, to, value: hex(wei), ...fields }) as Promise<string>;
  /** Sends in a block of its own. */
  async function pay(to: string, wei: bigint, fields?: object): Promise<string> {
    const transaction = await send(to, wei, fields);
    await mine(1);
    return transaction;
  }
  const payToken = (to: string, units: bigint) =>
    pay(TOKEN, 0n, { data: `0xa9059cbb${word(to.slice(2))}${word(units.toString(16))}` });
  const WHOLE = 25n * 10n ** 16n;

  /** From a payment in the newest block to the paid one. A node does not show a transaction before its block. */
  async function confirm({ look, shows, showsConfirmations }: Purchase): Promise<void> {
    await look('confirming');
    await shows('Confirming your payment');
    await showsConfirmations(1);
    await mine(1);
    await look('confirming');
    await showsConfirmations(2);
    await mine(1);
    await look('paid');
  }
  const types = ({ events }: Purchase) => events.map(({ type }) => type);

  it('counts its confirmations, and is paid', () =>
    buy('ETH', async (bought) => {
      const transaction = await pay(bought.address, WHOLE);
      await confirm(bought);
      assert.deepEqual([bought.paid, types(bought)], [[[transaction]], []]);
    }));

  it('is paid in two parts, the second of which the page names', () =>
    buy('ETH', async (bought) => {
      const { address, look, shows, amount } = bought;
      await pay(address, 10n ** 17n);
      await look('underpaid');
      await shows('Send the rest');
      assert.match((await amount())!, /\b0\.15\b/);
      await pay(address, 15n * 10n ** 16n);
      await confirm(bought);
      assert.deepEqual([bought.paid[0]!.length, types(bought)], [2, []]);
    }));

  it('is paid by the transaction that has replaced another one by a higher fee', () =>
    buy('ETH', async (bought) => {
      const { address, look, paid } = bought;
      const nonce = await chain.rpc('eth_getTransactionCount', RICH, 'latest');
      await send(address, WHOLE, { nonce, maxFeePerGas: hex(10n ** 10n), maxPriorityFeePerGas: hex(10n ** 9n) });
      await look('awaiting');
      const fees = { nonce, maxFeePerGas: hex(10n ** 11n), maxPriorityFeePerGas: hex(10n ** 10n) };
      const second = await pay(address, WHOLE, fees);
      await confirm(bought);
      assert.deepEqual(paid, [[second]]);
    }));

  for (const [coin, payWhole, whole] of [
    ['ETH', (to: string) => pay(to, WHOLE), /\b0\.25\b/],
    ['ERC20/USDT', (to: string) => payToken(to, 12_340_000n), /\b12\.34\b/],
  ] as const)
    it(`waits again when a reorganisation has taken its transaction, in ${coin}`, () =>
      buy(coin, async (bought) => {
        const { address, look, showsConfirmations, amount, paid } = bought;
        await payWhole(address);
        await mine(1);
        await look('confirming');
        await showsConfirmations(2);
        // Its blocks are replaced by empty ones.
        await chain.rpc('anvil_reorg', 2, []);
        await look('awaiting');
        assert.match((await amount())!, whole);
        assert.deepEqual(types(bought), ['money-gone']);
        const second = await payWhole(address);
        await confirm(bought);
        assert.deepEqual(paid, [[second]]);
      }));

  it('is paid in two parts of a token', () =>
    buy('ERC20/USDT', async (bought) => {
      const { address, look, shows, amount } = bought;
      await payToken(address, 12_000_000n);
      await look('underpaid');
      await shows('Send the rest');
      assert.match((await amount())!, /\b0\.34\b/);
      await payToken(address, 340_000n);
      await confirm(bought);
      assert.deepEqual([bought.paid[0]!.length, types(bought)], [2, []]);
    }));
});
