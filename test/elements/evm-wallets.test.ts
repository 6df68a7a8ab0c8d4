import { expect } from '@open-wc/testing';
import { configureEvmWallets } from '../../src/wallets/evm/index.ts';
import type { Provider } from '../../src/wallets/evm/discovery.ts';
import { consoleErrors, crypto, EVM, json, next, PNG, shop, show, shown, text, until } from './support.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const HASH = `0x${'ab'.repeat(32)}`;
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const eth = (fields: object = {}) =>
  crypto({ tid: 'e1', address: EVM, cryptoCoin: 'eth', cryptoAmountExpected: '0.012345678901234567', ...fields });
const usdt = (fields: object = {}) =>
  eth({ tid: 'u1', cryptoCoin: 'ERC20/USDT', cryptoAmountExpected: '48.200001', ...fields });

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}
type Answers = Record<string, (params: readonly unknown[]) => unknown>;

/** A wallet that answers by method, and remembers what it was asked. */
function wallet(name: unknown = 'Wallet A', answers: Answers = {}, icon: unknown = PNG) {
  const calls: Call[] = [];
  let chainId = '0x1';
  const usual: Answers = {
    eth_requestAccounts: () => [ACCOUNT],
    eth_chainId: () => chainId,
    wallet_switchEthereumChain: ([to]) => void ({ chainId } = to as { chainId: string }),
    eth_getCode: () => '0x6080',
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_call: () => `0x${'ffffffff'.padStart(64, '0')}`,
    eth_sendTransaction: () => HASH,
    ...answers,
  };
  const provider: Provider = {
    request: async ({ method, params }) => {
      calls.push({ method, params });
      return usual[method]!(params);
    },
  };
  const detail = Object.freeze({ info: { uuid: `${String(name)}`, name, icon, rdns: 'example.wallet' }, provider });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  return {
    calls,
    announce,
    methods: () => calls.map(({ method }) => method),
    provider,
    use: (id: string) => (chainId = id),
  };
}

const error = (code: number, message = '') => Object.assign(new Error(message), { code });
const rejects = (code: number, message?: string) => () => Promise.reject(error(code, message));

/** Wallets that answer the page's request for as long as the test runs. */
let installed: (() => void)[] = [];
function install(...wallets: { readonly announce: () => void }[]) {
  const answer = () => wallets.forEach(({ announce }) => announce());
  addEventListener('eip6963:requestProvider', answer);
  installed.push(() => removeEventListener('eip6963:requestProvider', answer));
}

const place = (tag: Element) => tag.shadowRoot!.querySelector('pay-evm-wallets');
const buttons = (tag: Element) => [...(place(tag)?.querySelectorAll<HTMLElement>('[part="wallet-button"]') ?? [])];
const messageOf = (tag: Element) => text(place(tag)?.querySelector('[role="status"]'));

/** Chooses the first wallet, and waits for the button that sends. */
async function chooseFirst(tag: Element) {
  buttons(tag)[0]!.click();
  return until(() => buttons(tag).find((each) => text(each).startsWith('Send ')));
}

describe('the wallets in the browser', () => {
  afterEach(() => {
    installed.forEach((remove) => remove());
    installed = [];
    configureEvmWallets({ testNetworks: {}, messages: {} });
  });

  it('are buttons for ETH, BNB and USDT, and for no other coin', async () => {
    install(wallet('Wallet A'), wallet('Wallet B'));
    for (const payment of [eth(), usdt(), eth({ tid: 'b1', cryptoCoin: 'bnb' })]) {
      const tag = await show('pay-crypto', payment);
      await until(() => buttons(tag).length);
      expect(buttons(tag).map(text)).to.deep.equal(['Wallet A', 'Wallet B']);
    }
    for (const payment of [crypto(), eth({ tid: 't1', test: true }), eth({ tid: 't2', cryptoCoin: 'trx' })]) {
      const tag = await show('pay-crypto', payment);
      expect(buttons(tag)).to.deep.equal([]);
    }
    expect(buttons(await show('pay-crypto', usdt({ tid: 'u2', address: TOKEN }))).length, 'not to the token').to.equal(
      0,
    );
  });

  it('are nothing where there is none, and appear when one comes later', async () => {
    const tag = await show('pay-crypto', eth());
    expect(text(place(tag))).to.equal('');
    expect(getComputedStyle(place(tag)!).display, 'and no gap').to.equal('none');
    wallet('Late').announce();
    await until(() => buttons(tag).length === 1);
    wallet('Late too').announce();
    await until(() => buttons(tag).length === 2);
  });

  it('are requested step by step, the account before the transaction', async () => {
    const one = wallet();
    install(one);
    const tag = await show('pay-crypto', eth());
    await until(() => buttons(tag).length);
    expect(one.methods(), 'nothing before a click').to.deep.equal([]);
    const send = await chooseFirst(tag);
    expect(one.methods()).to.deep.equal(['eth_requestAccounts', 'eth_chainId', 'eth_getBalance']);
    expect(messageOf(tag)).to.contain(ACCOUNT);
    expect(text(send)).to.equal('Send 0.012345678901234567 ETH');
    one.calls.length = 0;
    send.click();
    await until(() => messageOf(tag).includes(HASH));
    expect(one.methods()).to.deep.equal(['eth_chainId', 'eth_getBalance', 'eth_sendTransaction']);
    expect(one.calls.at(-1)!.params).to.deep.equal([
      { from: ACCOUNT, to: EVM, value: `0x${12345678901234567n.toString(16)}`, chainId: '0x1' },
    ]);
    expect(tag.phase, 'a hash is no payment').to.equal('awaiting');
    expect(buttons(tag), 'nothing is sent twice').to.deep.equal([]);
  });

  it('send a token by its transfer call, after its contract was looked at', async () => {
    const one = wallet('Token wallet');
    one.use('0x38');
    install(one);
    const tag = await show('pay-crypto', usdt());
    await until(() => buttons(tag).length);
    const send = await chooseFirst(tag);
    expect(one.methods()).to.deep.equal([
      'eth_requestAccounts',
      'eth_chainId',
      'wallet_switchEthereumChain',
      'eth_chainId',
      'eth_getCode',
      'eth_call',
    ]);
    expect(one.calls[2]!.params).to.deep.equal([{ chainId: '0x1' }]);
    send.click();
    await until(() => messageOf(tag).includes(HASH));
    const word = (hex: string) => hex.toLowerCase().padStart(64, '0');
    expect(one.calls.at(-1)!.params).to.deep.equal([
      {
        from: ACCOUNT,
        to: TOKEN,
        value: '0x0',
        data: `0xa9059cbb${word(EVM.slice(2))}${word(48200001n.toString(16))}`,
        chainId: '0x1',
      },
    ]);
  });

  for (const [what, answers, message, sends] of [
    ['is refused', { eth_requestAccounts: rejects(4001) }, 'You declined the request', false],
    ['is refused at the end', { eth_sendTransaction: rejects(4001) }, 'You declined the request', true],
    [
      'does not know the network',
      { eth_chainId: () => '0x5', wallet_switchEthereumChain: rejects(4902) },
      'doesn’t have Ethereum',
      false,
    ],
    [
      'does not know the network, on a phone',
      {
        eth_chainId: () => '0x5',
        wallet_switchEthereumChain: () =>
          Promise.reject(Object.assign(error(-32603), { data: { originalError: { code: 4902 } } })),
      },
      'doesn’t have Ethereum',
      false,
    ],
    [
      'does not switch, and does not say so',
      { eth_chainId: () => '0x5', wallet_switchEthereumChain: () => null },
      'Switch it to Ethereum',
      false,
    ],
    ['has a request open', { eth_requestAccounts: rejects(-32002) }, 'already open', false],
    ['has too little', { eth_getBalance: () => '0x1' }, 'doesn’t hold enough ETH', false],
    [
      'says only at the end that it has too little',
      { eth_sendTransaction: rejects(-32000, 'insufficient funds for gas') },
      'doesn’t hold enough ETH',
      true,
    ],
    ['is gone', { eth_requestAccounts: rejects(4900) }, 'no longer answers', false],
    [
      'was taken away',
      { eth_sendTransaction: rejects(0, 'Extension context invalidated.') },
      'no longer answers',
      true,
    ],
    ['fails', { eth_sendTransaction: rejects(-32603, 'Internal error') }, 'reported an error', true],
    ['gives no account', { eth_requestAccounts: () => [] }, 'reported an error', false],
    ['gives something else for an account', { eth_requestAccounts: () => ['<b>0x'] }, 'reported an error', false],
    ['gives something else for a hash', { eth_sendTransaction: () => 'sent!' }, 'reported an error', true],
    [
      'throws at once',
      {
        eth_requestAccounts: () => {
          throw new Error();
        },
      },
      'reported an error',
      false,
    ],
  ] as [string, Answers, string, boolean][])
    it(`show a message when the wallet ${what}`, async () => {
      const one = wallet('Troubled', answers);
      install(one);
      const tag = await show('pay-crypto', eth({ tid: what }));
      await until(() => buttons(tag).length);
      if (sends) (await chooseFirst(tag)).click();
      else buttons(tag)[0]!.click();
      await until(() => messageOf(tag).includes(message));
      expect(one.methods().includes('eth_sendTransaction')).to.equal(sends);
      expect(buttons(tag).length, 'another try').to.equal(1);
      expect(tag.phase).to.equal('awaiting');
    });

  it('send nothing once the payer has changed the network, or the token is not there', async () => {
    const one = wallet();
    install(one);
    const tag = await show('pay-crypto', eth({ tid: 'changes' }));
    await until(() => buttons(tag).length);
    const send = await chooseFirst(tag);
    one.use('0x38');
    send.click();
    await until(() => messageOf(tag).includes('Switch it to Ethereum'));
    expect(one.methods()).not.to.contain('eth_sendTransaction');
    for (const code of ['0x', '0x0', null]) {
      const liar = wallet('Liar', { eth_getCode: () => code });
      const other = await show('pay-crypto', usdt({ tid: `liar ${code}` }));
      liar.announce();
      await until(() => buttons(other).length === 2);
      buttons(other)[1]!.click();
      await until(() => messageOf(other).includes('Switch it to Ethereum'));
      expect(liar.methods()).not.to.contain('eth_sendTransaction');
    }
  });

  it('ignore a second click, also on another wallet, while a request is open', async () => {
    let answer = (_accounts: string[]) => {};
    const one = wallet('A', { eth_requestAccounts: () => new Promise((done) => (answer = done)) });
    const two = wallet('B');
    install(one, two);
    const tag = await show('pay-crypto', eth({ tid: 'twice' }));
    await until(() => buttons(tag).length);
    const [a, b] = buttons(tag);
    a!.click();
    await until(() => one.calls.length);
    a!.click();
    b!.click();
    await until(() => messageOf(tag).includes('Answer the request'));
    expect(a!.getAttribute('aria-disabled')).to.equal('true');
    answer([ACCOUNT]);
    const send = await until(() => buttons(tag).find((each) => text(each).startsWith('Send ')));
    expect([one.methods().length, two.calls.length]).to.deep.equal([3, 0]);
    send.click();
    send.click();
    await until(() => messageOf(tag).includes(HASH));
    expect(one.methods().filter((name) => name === 'eth_sendTransaction').length).to.equal(1);
  });

  it('send nothing when the payment was replaced, or has left the page, during the request to the wallet', async () => {
    for (const leave of [true, false]) {
      let answer = (_balance: string) => {};
      let slow = false;
      const one = wallet('Slow', {
        eth_getBalance: () => (slow ? new Promise((done) => (answer = done)) : '0xffffffffffffffff'),
      });
      const tag = await show('pay-crypto', eth({ tid: `slow ${leave}` }));
      one.announce();
      await until(() => buttons(tag).length);
      const send = await chooseFirst(tag);
      slow = true;
      one.calls.length = 0;
      send.click();
      await until(() => one.calls.length === 2);
      if (leave) tag.remove();
      else tag.payment = eth({ tid: 'another', cryptoAmountExpected: '2' });
      await tag.updateComplete;
      answer('0xffffffffffffffff');
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      expect(one.methods()).to.deep.equal(['eth_chainId', 'eth_getBalance']);
      if (!leave) expect(messageOf(tag)).to.equal('');
    }
  });

  it('disappear with the payment: the shop reports its result', async () => {
    let phase = 'awaiting';
    const backend = shop({ '/status': () => json({ status: phase.toUpperCase(), phase })() });
    try {
      const one = wallet();
      install(one);
      const tag = await show('pay-crypto', eth({ tid: 'waits', statusUrl: '/status' }));
      await until(() => buttons(tag).length);
      (await chooseFirst(tag)).click();
      await until(() => messageOf(tag).includes(HASH));
      tag.refresh();
      await until(() => backend.requests.length);
      expect(tag.phase).to.equal('awaiting');
      expect(
        backend.requests.join() + JSON.stringify(Object.entries(sessionStorage)),
        'the account goes nowhere',
      ).not.to.match(/f39f/i);
      const paid = next(tag, 'pay-paid');
      phase = 'paid';
      tag.refresh();
      await paid;
      await tag.updateComplete;
      expect(place(tag)).to.equal(null);
    } finally {
      backend.close();
    }
  });

  it('are behind the integrity check: no wallet gets a request on a page that was tampered with', async () => {
    const errors = consoleErrors();
    const one = wallet();
    install(one);
    const tag = await show('pay-crypto', eth({ tid: 'tampered' }));
    await until(() => buttons(tag).length);
    const button = buttons(tag)[0]!;
    tag.shadowRoot!.querySelector('.num')!.textContent = '99';
    button.click();
    await until(() => shown(tag).includes('Don’t pay from this page'));
    errors.close();
    expect(one.calls).to.deep.equal([]);
  });

  it('show hostile names as short plain text, and only PNG pictures', async () => {
    const trap = 'window.__trapped=1';
    const names = [
      `<img src=x onerror="${trap}">`,
      'abc\u202egnp.exe',
      `W${'W'.repeat(500)}`,
      'e\u0301'.repeat(200),
      'a\u200b\u0000\u001b[31mb',
      '${1}{amount}{network}$&',
      'عربي\u2067',
    ];
    const icons = [
      `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${trap}"/>`,
      `data:image/png;base64,${btoa(`<svg onload="${trap}"/>`)}`,
      'https://hostile.invalid/x.png',
      `javascript:${trap}`,
      { toString: () => PNG },
      'data:image/png;base64,' + 'A'.repeat(1_000_000),
      PNG,
    ];
    install(...names.map((name, at) => wallet(name, {}, icons[at])));
    const odd = [
      null,
      7,
      {},
      { info: null, provider: null },
      { info: { name: '\u202e' }, provider: { request() {} } },
      { info: { name: 'No request' }, provider: {} },
    ];
    const tag = await show('pay-crypto', eth({ tid: 'hostile' }));
    (tag.parentElement as HTMLElement).style.width = '320px';
    for (const detail of odd) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    await until(() => buttons(tag).length === names.length);
    const inside = place(tag)!;
    expect([...inside.querySelectorAll('img')].map(({ src }) => src)).to.deep.equal([PNG]);
    expect(inside.textContent).not.to.match(/[\u0000-\u0008\u000e-\u001f\u200b\u202a-\u202e\u2066-\u2069]/);
    for (const button of buttons(tag)) {
      const name = button.querySelector('bdi')!;
      expect([...text(name)].length).to.be.within(1, 30);
      expect(button.scrollWidth, text(name)).to.be.at.most(button.clientWidth);
      expect(button.getBoundingClientRect().height).to.be.at.most(60);
    }
    const card = tag.shadowRoot!.querySelector('.card')!;
    expect(card.scrollWidth).to.equal(card.clientWidth);
    expect((window as { __trapped?: unknown }).__trapped).to.equal(undefined);
  });

  it('are at most a dozen, each once, whatever a page announces', async () => {
    const one = wallet('Once');
    install(one);
    const tag = await show('pay-crypto', eth({ tid: 'flood' }));
    await until(() => buttons(tag).length);
    for (let n = 0; n < 3; n++) one.announce();
    await new Promise((done) => requestAnimationFrame(done));
    expect(buttons(tag).length).to.equal(1);
    for (let n = 0; n < 500; n++) wallet(`W${n}`).announce();
    await until(() => buttons(tag).length > 1);
    expect(buttons(tag).length).to.equal(12);
  });

  it('read no other global, and stop listening with the tag', async () => {
    let read = 0;
    Object.defineProperty(window, 'ethereum', { configurable: true, get: () => void read++ });
    const tag = await show('pay-crypto', eth({ tid: 'globals' }));
    const late = wallet('Later');
    tag.remove();
    late.announce();
    expect(read).to.equal(0);
    delete (window as { ethereum?: unknown }).ethereum;
    document.body.append(tag);
    await tag.updateComplete;
    expect(buttons(tag)).to.deep.equal([]);
    tag.remove();
  });

  it('pay test payments on the test network of the shop, and nowhere else', async () => {
    for (const wrong of [
      { ETH: { chainId: 1 } },
      { BNB: { chainId: 56 } },
      { ETH: { chainId: 1.5 } },
      { 'ERC20/USDT': { chainId: 31337 } },
      { ETH: { chainId: 31337, token: TOKEN } },
    ])
      expect(() => configureEvmWallets({ testNetworks: wrong }), JSON.stringify(wrong)).to.throw(TypeError);
    const one = wallet();
    install(one);
    const tag = await show('pay-crypto', eth({ tid: 'test', test: true }));
    expect(buttons(tag)).to.deep.equal([]);
    configureEvmWallets({ testNetworks: { ETH: { chainId: 31337 } } });
    await until(() => buttons(tag).length);
    (await chooseFirst(tag)).click();
    await until(() => messageOf(tag).includes(HASH));
    const [transaction] = one.calls.at(-1)!.params as [{ chainId: string }];
    expect(transaction.chainId).to.equal('0x7a69');
  });

  describe('on a phone', () => {
    const real = window.matchMedia.bind(window);
    const token = 'sT2kq0m1o3n5b7v9c1x3z5-_';
    beforeEach(() => {
      window.matchMedia = (query) =>
        query === '(pointer: coarse)' ? ({ matches: true } as MediaQueryList) : real(query);
      configureEvmWallets({ walletPage: 'https://shop.example/pay/open/{token}' });
    });
    afterEach(() => {
      window.matchMedia = real;
      configureEvmWallets({ walletPage: '', apps: undefined });
    });
    const links = (tag: Element) => buttons(tag).map((each) => `${text(each)} ${each.getAttribute('href')}`);

    it('are links into apps that open the page of the payment, where none is here', async () => {
      const tag = await show('pay-crypto', eth({ tid: 'phone', statusUrl: `/status/${token}` }));
      await until(() => buttons(tag).length);
      expect(shown(tag)).to.contain('Open in my wallet’s app');
      const page = `shop.example/pay/open/${token}`;
      expect(links(tag)).to.deep.equal([
        `MetaMask https://link.metamask.io/dapp/${page}`,
        `Trust Wallet https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(`https://${page}`)}`,
      ]);
      configureEvmWallets({ apps: [{ name: 'Mine', link: ({ href }) => `https://mine.example/?${href}` }] });
      await until(() => links(tag).join() === `Mine https://mine.example/?https://${page}`);
      const opened = next(tag, 'pay-open');
      const link = buttons(tag)[0]!;
      link.addEventListener('click', (event) => event.preventDefault());
      link.click();
      expect((await opened).url).to.equal(`https://mine.example/?https://${page}`);
      wallet('In the app').announce();
      await until(() => text(place(tag)).includes('In the app'));
      expect(links(tag).join(), 'the wallet that is here').not.to.contain('Mine');
    });

    it('are not offered for a payment with a guessable address', async () => {
      const tag = await show('pay-crypto', eth({ tid: 'guessed', statusUrl: '/status/1001' }));
      expect(buttons(tag)).to.deep.equal([]);
    });

    it('go nowhere once somebody else has changed them', async () => {
      const errors = consoleErrors();
      const tag = await show('pay-crypto', eth({ tid: 'moved', statusUrl: `/status/${token}` }));
      await until(() => buttons(tag).length);
      const link = buttons(tag)[0]!;
      link.setAttribute('href', 'https://link.metamask.io/dapp/thief.example');
      const click = new MouseEvent('click', { bubbles: true, composed: true, cancelable: true });
      expect(link.dispatchEvent(click)).to.equal(false);
      await until(() => shown(tag).includes('Don’t pay from this page'));
      errors.close();
    });
  });

  it('use the language of the tag, or the texts of the shop', async () => {
    install(wallet('A', { eth_requestAccounts: rejects(4001) }));
    const tag = await show('pay-crypto', eth({ tid: 'arabic' }), { lang: 'ar' });
    await until(() => shown(tag).includes('الدفع من محفظة'));
    buttons(tag)[0]!.click();
    await until(() => messageOf(tag).includes('لقد رفضت'));
    configureEvmWallets({ messages: { ar: { payHere: 'XY' } } });
    await until(() => shown(tag).includes('XY'));
  });

  it('are inside pay-checkout too, where a page styles their buttons', async () => {
    install(wallet());
    const order = {
      order: '1',
      amount: '48.20',
      currency: 'USD',
      methods: [{ method: 'crypto', coins: [{ symbol: 'ETH', name: 'Ethereum', network: 'Ethereum', ticker: 'ETH' }] }],
      payments: [eth({ tid: 'inside', statusUrl: '/status/inside', method: 'crypto', phase: 'awaiting' })],
    };
    const backend = shop({ '/orders/1': json(order), '/status/inside': json({ status: 'NEW' }) });
    const style = document.createElement('style');
    style.textContent = 'pay-checkout::part(wallet-button) { outline: 3px solid rgb(1, 2, 3) }';
    document.head.append(style);
    const tag = document.createElement('pay-checkout');
    tag.src = '/orders/1';
    document.body.append(tag);
    try {
      const inner = await until(() => tag.shadowRoot?.querySelector('pay-crypto'));
      await until(() => inner.shadowRoot && buttons(inner).length);
      expect(getComputedStyle(buttons(inner)[0]!).outlineColor).to.equal('rgb(1, 2, 3)');
    } finally {
      tag.remove();
      style.remove();
      backend.close();
    }
  });
});
