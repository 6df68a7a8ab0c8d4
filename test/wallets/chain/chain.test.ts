import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { findCoin } from 'pay-elements/core';
import { bundlePage } from '../../../scripts/pages/bundle.mjs';
import { openBrowser } from '../../support/chromium.ts';
import { STRICT_POLICY } from '../../support/strict-policy.ts';
import { until } from '../../support/until.ts';
import { compileToken, placeToken, RICH, startChain, type Chain } from './anvil.ts';
import { install, makeWallet, type TestWallet } from './wallet.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const USDT = findCoin('ERC20/USDT')!.token!;
/** The token of the test network. */
const TEST_TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
/** More than 2^53 units. */
const TOKENS = 90_071_992_547_409_931n;

const CODE = `import 'pay-elements/define/pay-crypto';
import { configureEvmWallets } from 'pay-elements/wallets/evm';
configureEvmWallets({ testNetworks: {
  ETH: { chainId: 31337 },
  'ERC20/USDT': { chainId: 31337, token: '${TEST_TOKEN}' },
} });`;

const attribute = (payment: object) => JSON.stringify(payment).replace(/&/g, '&amp;').replace(/"/g, '&quot;');

/** An account that has nothing yet. */
const fresh = () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`;

describe('paying with a wallet in the browser, on a real chain', { timeout: 120_000 }, () => {
  let ethereum: Chain;
  let bnb: Chain;
  let local: Chain;
  let browser: Browser;
  let server: Server;
  let url: string;
  let payment: object = {};
  let status: object = {};
  const requests: string[] = [];

  before(async () => {
    [ethereum, bnb, local, browser] = await Promise.all([
      startChain(1),
      startChain(56),
      startChain(31337),
      openBrowser(),
    ]);
    const code = compileToken();
    await placeToken(ethereum, code, USDT, RICH, TOKENS);
    await placeToken(local, code, TEST_TOKEN, RICH, TOKENS);
    const files = (await bundlePage(CODE, root)) as Map<string, string>;
    const page = () => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
      <script type="module" src="/entry.js"></script>
      <pay-crypto status-url="/status" payment="${attribute(payment)}"></pay-crypto>`;
    server = createServer((request, response) => {
      const path = request.url ?? '';
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        requests.push(`${path} ${JSON.stringify(request.headers)} ${body}`);
        const file = files.get(path.slice(1));
        const [type, text] =
          path === '/' ? ['text/html', page()] : path === '/status' ? ['application/json', JSON.stringify(status)] : [];
        response.writeHead((text ?? file) ? 200 : 404, {
          'content-type': type ?? 'text/javascript',
          'content-security-policy': STRICT_POLICY,
        });
        response.end(text ?? file);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  after(async () => {
    await browser.close();
    server.close();
    await Promise.all([ethereum, bnb, local].map((chain) => chain.stop()));
  });

  /** Opens a payment in a page with wallets; ends with checks that hold for every page. */
  async function open(fields: object, wallets: readonly TestWallet[], use: (page: Page) => Promise<void>) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    payment = { tid: fresh(), currency: 'USD', amount: '48.20', status: 'NEW', ...fields };
    status = { status: 'NEW', after: 200 };
    requests.length = 0;
    try {
      await install(page, wallets);
      await page.goto(url);
      await use(page);
      assert.deepEqual(await page.evaluate('touched'), [], 'only `request` of an announced wallet');
      assert.deepEqual(foreign, [], 'nothing is asked of anybody else');
      assert.deepEqual(problems, [], 'no error, and nothing that the policy refuses');
      assert.doesNotMatch(requests.join('\n'), new RegExp(RICH.slice(2), 'i'), 'the account stays in the page');
    } finally {
      await context.close();
    }
  }

  const IN_TAG = 'pay-crypto >>> pay-evm-wallets';
  const choose = (page: Page, name: string) => page.locator(`${IN_TAG} button ::-p-text(${name})`).click();
  const untilStatus = (page: Page, words: string) =>
    page.waitForSelector(`${IN_TAG} [role=status] ::-p-text(${words})`);
  /** Chooses the wallet, reads the account, and sends. */
  async function pay(page: Page, name: string, send: string) {
    await choose(page, name);
    await untilStatus(page, RICH);
    await choose(page, send);
  }
  /** The hash that the payer sees. */
  async function hashOf(page: Page): Promise<string> {
    await untilStatus(page, 'Your wallet has sent it');
    const text = await page.$eval(`${IN_TAG} [role=status]`, (node) => node.textContent);
    return /0x[\da-f]{64}/.exec(text)![0];
  }

  it('moves exactly the expected ETH, to the last unit', async () => {
    const to = fresh();
    const wallet = makeWallet({ name: 'Fox', chains: [ethereum, bnb], on: ethereum });
    await open(
      { address: to, cryptoCoin: 'ETH', cryptoAmountExpected: '1.234567890123456789' },
      [wallet],
      async (page) => {
        const before = await ethereum.balance(RICH);
        await pay(page, 'Fox', 'Send 1.234567890123456789 ETH');
        const hash = await hashOf(page);
        assert.equal(await ethereum.balance(to), 1_234_567_890_123_456_789n);
        const { gasUsed, effectiveGasPrice } = (await ethereum.rpc('eth_getTransactionReceipt', hash)) as Record<
          string,
          string
        >;
        const fee = BigInt(gasUsed!) * BigInt(effectiveGasPrice!);
        assert.equal(before - (await ethereum.balance(RICH)), 1_234_567_890_123_456_789n + fee);
        // The chain has it, and the tag goes on waiting for the shop.
        const pollCount = () => requests.filter((each) => each.startsWith('/status')).length;
        const so = pollCount();
        await until(() => pollCount() > so + 1, 'two more questions to the shop');
        assert.equal(await page.$eval('pay-crypto', (tag) => tag.getAttribute('phase')), 'awaiting');
        status = { status: 'PAID', phase: 'paid' };
        await page.waitForSelector('pay-crypto[phase=paid]');
        assert.deepEqual(
          wallet.calls.filter((method) => /send|sign|approve|permit/i.test(method)),
          ['eth_sendTransaction'],
        );
      },
    );
  });

  it('moves exactly the expected USDT, to the last unit, after it has switched the network', async () => {
    const to = fresh();
    const wallet = makeWallet({ name: 'Fox', chains: [ethereum, bnb], on: bnb });
    const amount = 9_007_199_254_740_993n; // 2^53 + 1
    await open(
      { address: to, cryptoCoin: 'erc20/usdt', cryptoAmountExpected: '9007199254.740993' },
      [wallet],
      async (page) => {
        const before = await ethereum.tokens(USDT, RICH);
        await pay(page, 'Fox', 'Send 9007199254.740993 USDT');
        const hash = await hashOf(page);
        assert.equal(await ethereum.tokens(USDT, to), amount);
        assert.equal(before - (await ethereum.tokens(USDT, RICH)), amount);
        assert.equal(await ethereum.balance(to), 0n);
        const { from, to: called } = (await ethereum.rpc('eth_getTransactionByHash', hash)) as Record<string, string>;
        assert.deepEqual([from, called], [RICH.toLowerCase(), USDT.toLowerCase()]);
      },
    );
    assert.deepEqual(wallet.calls.slice(0, 5), [
      'eth_requestAccounts',
      'eth_chainId',
      'wallet_switchEthereumChain',
      'eth_chainId',
      'eth_getCode',
    ]);
  });

  it('moves exactly the expected BNB, on its own network alone', async () => {
    const to = fresh();
    const wallet = makeWallet({ name: 'Fox', chains: [ethereum, bnb], on: ethereum });
    await open(
      { address: to, cryptoCoin: 'BNB', cryptoAmountExpected: '0.000000000000000001' },
      [wallet],
      async (page) => {
        await pay(page, 'Fox', 'Send 0.000000000000000001 BNB');
        await hashOf(page);
        assert.equal(await bnb.balance(to), 1n);
        assert.equal(await ethereum.balance(to), 0n);
      },
    );
  });

  it('sends what is missing of an underpaid payment', async () => {
    const to = fresh();
    const wallet = makeWallet({ name: 'Fox', chains: [ethereum], on: ethereum });
    const fields = { address: to, cryptoCoin: 'USDT', phase: 'underpaid', cryptoAmountExpected: '48.20' };
    await open({ ...fields, cryptoCoin: 'ERC20/USDT', cryptoAmountReceived: '48.000001' }, [wallet], async (page) => {
      status = { status: 'UNDERPAID', phase: 'underpaid', cryptoAmountReceived: '48.000001', after: 200 };
      await pay(page, 'Fox', 'Send 0.199999 USDT');
      await hashOf(page);
      assert.equal(await ethereum.tokens(USDT, to), 199_999n);
    });
  });

  it('pays a test payment on the test network of the shop', async () => {
    for (const [coin, expected, read] of [
      ['ETH', '0.5', (to: string) => local.balance(to)],
      ['ERC20/USDT', '0.5', (to: string) => local.tokens(TEST_TOKEN, to)],
    ] as const) {
      const to = fresh();
      const wallet = makeWallet({ name: 'Fox', chains: [ethereum, local], on: ethereum });
      const ticker = coin.replace('ERC20/', '');
      await open(
        { address: to, cryptoCoin: coin, cryptoAmountExpected: expected, test: true },
        [wallet],
        async (page) => {
          await pay(page, 'Fox', `Send 0.5 ${ticker}`);
          await hashOf(page);
          assert.equal(await read(to), coin === 'ETH' ? 500_000_000_000_000_000n : 500_000n);
        },
      );
    }
  });

  const ETH = { cryptoCoin: 'ETH', cryptoAmountExpected: '1' };

  for (const [what, answer, message] of [
    ['refuses to connect', (method) => rejects(method === 'eth_requestAccounts', 4001), 'You declined the request'],
    ['refuses to send', (method) => rejects(method === 'eth_sendTransaction', 4001), 'You declined the request'],
    [
      'says that it has switched, and has not',
      (method) => (method === 'wallet_switchEthereumChain' ? null : undefined),
      'is on another network',
    ],
    ['has a request open', (method) => rejects(method === 'eth_requestAccounts', -32002), 'already open'],
    ['is gone', (method) => rejects(method === 'eth_requestAccounts', 4900), 'no longer answers'],
  ] as [string, (method: string) => unknown, string][])
    it(`sends nothing when the wallet ${what}`, async () => {
      const to = fresh();
      const wallet = makeWallet({
        name: 'Fox',
        chains: [ethereum, bnb],
        on: what.includes('send') ? ethereum : bnb,
        answer,
      });
      await open({ ...ETH, address: to }, [wallet], async (page) => {
        if (what === 'refuses to send') await pay(page, 'Fox', 'Send 1 ETH');
        else await choose(page, 'Fox');
        await untilStatus(page, message);
        // The focus stays on the wallet, or is on the message when the button that had it is gone.
        const focused = await page.$eval('pay-crypto', (tag) => tag.shadowRoot?.activeElement?.outerHTML ?? 'none');
        assert.match(focused, what === 'refuses to send' ? /^<div role="status"/ : /^<button/);
        assert.deepEqual(await Promise.all([ethereum, bnb].map((chain) => chain.balance(to))), [0n, 0n]);
        assert.equal(await page.$eval('pay-crypto', (tag) => tag.getAttribute('phase')), 'awaiting');
      });
    });

  it('sends nothing when the network is unknown to the wallet', async () => {
    const to = fresh();
    const wallet = makeWallet({ name: 'Fox', chains: [bnb], on: bnb });
    await open({ ...ETH, address: to }, [wallet], async (page) => {
      await choose(page, 'Fox');
      await untilStatus(page, 'have Ethereum');
      assert.ok(!wallet.calls.includes('eth_sendTransaction'));
    });
  });

  it('sends nothing from an account that has too little', async () => {
    const to = fresh();
    const account = fresh();
    await ethereum.rpc('anvil_setBalance', account, '0xde0b6b3a763ffff'); // one unit less than 1 ETH
    const wallet = makeWallet({ name: 'Fox', chains: [ethereum], on: ethereum, account });
    await open({ ...ETH, address: to }, [wallet], async (page) => {
      await choose(page, 'Fox');
      await untilStatus(page, 'hold enough ETH');
    });
    const usdt = { address: to, cryptoCoin: 'ERC20/USDT', cryptoAmountExpected: '0.000001' };
    await open(usdt, [makeWallet({ name: 'Fox', chains: [ethereum], on: ethereum, account })], async (page) => {
      await choose(page, 'Fox');
      await untilStatus(page, 'hold enough USDT');
    });
  });

  it('moves nothing with a wallet that lies about its network', async () => {
    const lies = (method: string) => (method === 'eth_chainId' ? '0x1' : undefined);
    const to = fresh();
    const liar = () => makeWallet({ name: 'Liar', chains: [bnb], on: bnb, answer: lies });
    // The token is not there.
    const usdt = { address: to, cryptoCoin: 'ERC20/USDT', cryptoAmountExpected: '1' };
    const first = liar();
    await open(usdt, [first], async (page) => {
      await choose(page, 'Liar');
      await untilStatus(page, 'is on another network');
      assert.ok(!first.calls.includes('eth_sendTransaction'));
    });
    // The chain id in the transaction is another than that of the chain.
    await open({ ...ETH, address: to }, [liar()], async (page) => {
      await pay(page, 'Liar', 'Send 1 ETH');
      await untilStatus(page, 'reported an error');
      assert.equal(await bnb.balance(to), 0n);
    });
  });

  it('requests only the chosen wallet', async () => {
    const to = fresh();
    const [one, two] = ['One', 'Two'].map((name) => makeWallet({ name, chains: [ethereum], on: ethereum }));
    await open({ ...ETH, address: to }, [one!, two!], async (page) => {
      await pay(page, 'Two', 'Send 1 ETH');
      await hashOf(page);
      assert.deepEqual(one!.calls, []);
      assert.equal(await ethereum.balance(to), 1_000_000_000_000_000_000n);
    });
  });
});

/** Rejects as wallets do. */
function rejects(when: boolean, code: number): unknown {
  if (!when) return undefined;
  throw Object.assign(new Error('refused'), { code });
}
