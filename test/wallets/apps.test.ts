import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findCoin } from '../../src/core/coins/coin.ts';
import { appLinks, walletPage } from '../../src/wallets/evm/apps.ts';

const BASE = 'https://shop.example/checkout/1001?utm=x#top';
const TOKEN = 'sT2kq0m1o3n5b7v9c1x3z5-_';
const transfer = (symbol: string) => ({
  coin: findCoin(symbol)!,
  chainId: findCoin(symbol)!.chainId!,
  token: undefined,
  to: '',
  amount: 1n,
});

describe("the page that a wallet's app opens", () => {
  const page = (template: string | undefined, statusUrl?: string, base = BASE) =>
    walletPage(template, statusUrl, base)?.href;

  it('has the token of the payment', () => {
    const found = `https://shop.example/pay/open/${TOKEN}`;
    assert.equal(page('/pay/open/{token}', `/pay/status/${TOKEN}`), found);
    assert.equal(page('https://shop.example/pay/open/{token}', `https://shop.example/pay/status/${TOKEN}/?a=1`), found);
  });

  it('is none by default, and none where the payment can be guessed', () => {
    assert.equal(page(undefined, `/pay/status/${TOKEN}`), undefined);
    for (const statusUrl of [undefined, '', '/pay/status/1001', '/status?order=1001', '/pay/status/2026-11-22-00001'])
      assert.equal(page('/pay/open/{token}', statusUrl), undefined, statusUrl);
  });

  it('is the unchanged address of the shop where it contains no token', () => {
    assert.equal(page('https://shop.example/o/abc'), 'https://shop.example/o/abc');
  });

  it('is https alone', () => {
    assert.equal(page('/pay/open/{token}', `/pay/status/${TOKEN}`, 'http://shop.example/'), undefined);
    assert.equal(page('javascript:alert("{token}")', `/pay/status/${TOKEN}`), undefined);
  });
});

describe("the links into wallets' apps", () => {
  const page = new URL(`https://shop.example/pay/open/${TOKEN}`);

  it('open the page in MetaMask and Trust Wallet, on the network of the payment', () => {
    const encoded = encodeURIComponent(page.href);
    assert.deepEqual(appLinks(page, transfer('ETH')), [
      { name: 'MetaMask', url: `https://link.metamask.io/dapp/shop.example/pay/open/${TOKEN}` },
      { name: 'Trust Wallet', url: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}` },
    ]);
    const [, trust] = appLinks(page, transfer('BNB'));
    assert.equal(trust!.url, `https://link.trustwallet.com/open_url?coin_id=20000714&url=${encoded}`);
  });

  it('use only https, whatever a table contains', () => {
    const apps = ['javascript:alert(1)', 'wallet://open', 'http://wallet.example/', '', 'https://wallet.example/o'].map(
      (url) => ({ name: url, link: () => url }),
    );
    assert.deepEqual(
      appLinks(page, transfer('ETH'), apps).map(({ url }) => url),
      ['https://wallet.example/o'],
    );
  });
});
