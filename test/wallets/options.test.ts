import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { configureEvmWallets, options } from '../../src/wallets/evm/options.ts';

const before = { ...options };
after(() => Object.assign(options, before));

it('configureEvmWallets names an option that is unknown or invalid, and changes nothing', () => {
  const sepolia = { chainId: 11155111 };
  for (const [given, message] of [
    [undefined, /^TypeError: an object with walletPage, apps, testNetworks, messages is needed$/],
    ['/pay/open/{token}', /^TypeError: an object with /],
    [{ walletpage: '/x' }, /^TypeError: walletpage: no such option; use walletPage, apps, /],
    [{ testNetwork: {} }, /^TypeError: testNetwork: no such option; use /],
    [{ walletPage: 7 }, /^TypeError: walletPage: not a web address$/],
    [{ walletPage: 'javascript:{token}' }, /^TypeError: walletPage: not a web address$/],
    [{ apps: { name: 'Mine' } }, /^TypeError: apps: a list of \{ name, link \} is needed/],
    [{ apps: [null] }, /^TypeError: apps: /],
    [{ apps: [{ name: 'Mine', link: 'https://mine.example' }] }, /^TypeError: apps: .* a function as link$/],
    [{ testNetworks: null }, /^TypeError: testNetworks: an object such as /],
    [{ testNetworks: { eth: sepolia } }, /^TypeError: testNetworks: eth: not one of ETH, BNB, ERC20\/USDT$/],
    [{ testNetworks: { ETH: 11155111 } }, /^TypeError: testNetworks: ETH: chainId: not a test network: undefined$/],
    [
      { testNetworks: { ETH: { chainId: '11155111' } } },
      /^TypeError: testNetworks: ETH: chainId: a number is needed, not text$/,
    ],
    [{ testNetworks: { ETH: { chainId: 1 } } }, /^TypeError: testNetworks: ETH: chainId: not a test network: 1$/],
    [{ testNetworks: { 'ERC20/USDT': sepolia } }, /^TypeError: testNetworks: ERC20\/USDT: token: /],
    [{ messages: { payHere: 'Pay here' } }, /^TypeError: messages: texts by language are needed/],
    [{ messages: { de: { payHere: 7 } } }, /^TypeError: messages: /],
  ] as const)
    assert.throws(() => configureEvmWallets(given as never), message, JSON.stringify(given));
  assert.deepEqual(options, before);
  configureEvmWallets({ testNetworks: undefined, messages: undefined } as never);
  assert.deepEqual(options, before);
});
