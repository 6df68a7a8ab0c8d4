import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { phases } from '../../src/core/payments/phases.ts';
import { openBrowser } from '../support/chromium.ts';
import { BTC, crypto, EVM, localcode, wallet } from '../support/payments.ts';

const SCRIPT = readFileSync(new URL('../../dist/cdn/pay-elements.js', import.meta.url));
const PAGE = `<!doctype html><html lang="en-US"><meta charset="utf-8"><title>Shop</title>
<script type="module" src="/pay-elements.js"></script><main></main>`;

/** What is said of a thing that is reached: its role where that matters, and its words. */
const ANNOUNCED_ROLES = new Set(['StaticText', 'button', 'link', 'image', 'alert']);

/** An order that can be paid in two ways. */
const ORDER = {
  order: '1001',
  amount: '48.20',
  currency: 'USD',
  methods: [{ method: 'wallet' }, { method: 'localcode' }],
};

const KINDS = { 'pay-crypto': crypto, 'pay-wallet': wallet, 'pay-localcode': localcode };
type Tag = keyof typeof KINDS;

/**
 * What a screen reader gets: Chromium's own accessibility tree, which it hands to the readers of the system, walked in
 * reading order; and what its live region says, by the rules of ARIA 1.2: the text that was added or changed in it.
 */
describe('with a screen reader', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  /** What the shop answers for its order, and for the payment in it. */
  const answers: { order: object; status: object; payment: object } = { order: {}, status: {}, payment: {} };
  const respond = (path: string): readonly [type: string, body: string | Buffer] => {
    if (path === '/pay-elements.js') return ['text/javascript', SCRIPT];
    if (path.startsWith('/pay/orders/')) return ['application/json', JSON.stringify(answers.order)];
    if (path === '/pay/payments') return ['application/json', JSON.stringify(answers.payment)];
    if (path.startsWith('/pay/status/')) return ['application/json', JSON.stringify(answers.status)];
    return ['text/html', PAGE];
  };

  before(async () => {
    server = createServer((request, response) => {
      const [type, body] = respond(request.url!);
      response.setHeader('content-type', type);
      response.end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    browser = await openBrowser();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  /** Puts one tag into the page and waits until it has said something. */
  async function show(tag: Tag, fields: object = {}, slots = '') {
    await page.evaluate(
      async (name, payment, shop) => {
        const node = document.createElement(name);
        node.payment = payment;
        if (shop) {
          const words = document.createElement('span');
          words.slot = 'header';
          words.textContent = shop;
          node.append(words);
        }
        document.querySelector('main')!.replaceChildren(node);
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        while (!node.shadowRoot?.querySelector('[role=status] b')) await frame();
        while (node.shadowRoot.querySelector('.tile .skeleton')) await frame();
        await node.updateComplete;
      },
      tag,
      KINDS[tag](fields),
      slots,
    );
  }

  /** Puts a checkout into the page and waits until it shows the payment of its order. */
  async function showOrder(tag: Tag) {
    await page.evaluate(async (name) => {
      const node = document.createElement('pay-checkout');
      node.src = '/pay/orders/1001';
      document.querySelector('main')!.replaceChildren(node);
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      while (node.phase !== 'awaiting') await frame();
      const region = () => node.shadowRoot!.querySelector('[role=status]')!.textContent;
      while (!node.shadowRoot?.querySelector(name)?.shadowRoot?.querySelector('[part~=status] b')) await frame();
      while (!region().includes('Waiting')) await frame();
    }, tag);
  }

  /** Everything there is to read, from top to bottom. */
  async function read(): Promise<string[]> {
    const session = await page.createCDPSession();
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    await session.detach();
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const messages: string[] = [];
    const walk = (id: string) => {
      const node = byId.get(id)!;
      const role = String(node.role?.value);
      const name = String(node.name?.value ?? '')
        .replace(/\s+/g, ' ')
        .trim();
      if (!node.ignored && ANNOUNCED_ROLES.has(role) && name)
        messages.push(role === 'StaticText' ? name : `${role}: ${name}`);
      // The words inside a button, a link or a picture are its name, which was said.
      if (node.ignored || !ANNOUNCED_ROLES.has(role) || role === 'alert') node.childIds?.forEach(walk);
    };
    walk(nodes[0]!.nodeId);
    return messages;
  }

  /** Where each is read first; fails on what is not read at all. */
  const places = (messages: string[], wanted: (string | RegExp)[]) =>
    wanted.map((each) => {
      const at = messages.findIndex((message) =>
        typeof each === 'string' ? message.includes(each) : each.test(message),
      );
      assert.notEqual(at, -1, `${String(each)} is not read: ${messages.join(' | ')}`);
      return at;
    });
  const inOrder = (messages: string[], wanted: (string | RegExp)[]) => {
    const found = places(messages, wanted);
    assert.deepEqual(
      found,
      found.toSorted((a, b) => a - b),
      messages.join(' | '),
    );
  };

  /** Opens what is behind a button or a summary of the tag in the page, with the keyboard. */
  async function open(tag: Tag, selector: string) {
    await page.evaluate(
      (name, button) => document.querySelector(name)!.shadowRoot!.querySelector<HTMLElement>(button)!.focus(),
      tag,
      selector,
    );
    await page.keyboard.press('Enter');
  }

  it('a coin is paid without the code: amount, address, copy, wallet, network, more, help, in that order', async () => {
    await show('pay-crypto', {}, 'to Northwind Coffee');
    const messages = await read();
    inOrder(messages, [
      '$48.20',
      'to Northwind Coffee',
      'Bitcoin',
      `image: QR code: 0.00071342 BTC, ${BTC}`,
      'Send exactly',
      /^0\.00071342$/,
      'button: Copy amount',
      'To this address',
      /^bc1q$/,
      'button: Copy address',
      'link: Open in wallet',
      /^Only BTC on Bitcoin$/,
      'Waiting for your payment',
      'button: I have sent it',
      'button: More',
      'button: Need help?',
    ]);
    const address = messages.slice(messages.indexOf('To this address') + 1, messages.indexOf('button: Copy address'));
    assert.equal(address.join(''), BTC, 'nothing between its letters');
    await open('pay-crypto', '[part~=menu-button]');
    await page.waitForSelector('>>> .menu button');
    inOrder(await read(), ['button: I have sent it', 'button: More', 'link: Payment service’s page']);
    await page.keyboard.press('Escape');
    await open('pay-crypto', '[part~=help-button]');
    inOrder(await read(), [
      'button: Need help?',
      'Send the exact amount',
      'The shop must receive exactly this amount.',
    ]);
  });

  it('the network of a coin is read in one line before its payment, and its further rules when they are unfolded', async () => {
    await show('pay-crypto', { cryptoCoin: 'erc20/usdt', address: EVM, cryptoAmountExpected: '48.2' });
    const rules = 'USDT on Ethereum (ERC-20) only, not on TRON (TRC-20), BNB Smart Chain (BEP-20) or Solana.';
    // Parts of the text that stay in one line are read as texts of their own.
    const network = async () => {
      const messages = await read();
      const [from, to] = places(messages, ['button: Copy address', 'Waiting for your payment']);
      return messages
        .slice(from! + 1, to)
        .join(' ')
        .replace(/ (?=[,.])/g, '');
    };
    assert.equal(await network(), 'Only USDT on Ethereum (ERC-20)');
    await open('pay-crypto', '[part~=network] summary');
    assert.equal(await network(), `Only USDT on Ethereum (ERC-20) ${rules}`);
  });

  it('a transfer is paid by its page and its note', async () => {
    await show('pay-wallet');
    inOrder(await read(), [
      '€32.00',
      /^1$/,
      'Copy this note',
      'NW-7F3K-92QX-ORDER1001',
      'button: Copy note',
      'Paste it unchanged. Without it, the shop can’t match your payment.',
      /^2$/,
      'On the payment page, send 32.00 EUR with the note',
      /^32\.00$/,
      'button: Copy amount',
      'link: Open payment page',
      'Waiting for your transfer',
      'button: I have sent it',
      'button: More',
      'button: Need help?',
    ]);
  });

  it('a code is entered on its page', async () => {
    await show('pay-localcode');
    inOrder(await read(), [
      '20.00',
      'image: Scan to continue on your phone',
      'Enter your payment code',
      'link: Enter code',
      'Waiting for your code',
      'button: Need help?',
    ]);
  });

  it('the content of More is read after its button, and reached with the next Tab', async () => {
    await show('pay-wallet');
    await open('pay-wallet', '[part~=menu-button]');
    await page.waitForSelector('>>> .menu button');
    inOrder(await read(), [
      'button: More',
      'button: Continue on your phone',
      'button: Copy everything',
      'button: Print',
    ]);
    await page.keyboard.press('Tab');
    const reached = () =>
      page.evaluate(() => document.querySelector('pay-wallet')!.shadowRoot!.activeElement!.textContent.trim());
    assert.equal(await reached(), 'Continue on your phone');
    await page.keyboard.press('Escape');
    assert.equal(await reached(), 'More');
  });

  /** What the live regions of the accessibility tree hold: their texts, each as often as it stands there. */
  async function live(): Promise<string[]> {
    const session = await page.createCDPSession();
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    await session.detach();
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const textsOf = (id: string): string[] => {
      const node = byId.get(id)!;
      if (node.role?.value === 'StaticText') return [String(node.name?.value).trim()];
      return (node.childIds ?? []).flatMap(textsOf);
    };
    const regions = nodes.filter(
      ({ ignored, role }) => !ignored && ['status', 'alert', 'log'].includes(String(role?.value)),
    );
    return regions.flatMap(({ nodeId }) => textsOf(nodeId)).filter(Boolean);
  }

  /** What is in a list more often than it was before: what a reader says by itself. */
  const added = (before: readonly string[], after: readonly string[]) => {
    const left = [...before];
    return after.filter((each) => {
      const at = left.indexOf(each);
      if (at !== -1) left.splice(at, 1);
      return at === -1;
    });
  };

  const CONFIRMING = {
    'pay-crypto':
      'There’s nothing more to do. Bitcoin payments are usually confirmed within 10\u2060–\u206060 minutes. You can close this page.',
    'pay-wallet': 'There’s nothing more to do. You can close this page.',
    'pay-localcode': 'There’s nothing more to do. You can close this page.',
  };
  const REST = {
    'pay-crypto': '0.0001 BTC of 0.00071342 BTC has arrived. Send the rest to the same address.',
    'pay-wallet':
      'Less than the amount has arrived. Don’t send more yet. Contact the shop to learn how much is missing.',
    'pay-localcode':
      'Less than the amount has arrived. Don’t send more yet. Contact the shop to learn how much is missing.',
  };

  /** The phases of a payment, with what is announced in each: all of it once, and nothing of another phase. */
  const HEARD = [
    ['detected', 'Payment detected', 'Waiting for the network to confirm it. There’s nothing more to do.'],
    ['confirming', 'Confirming your payment', CONFIRMING],
    ['underpaid', 'Partly paid', REST],
    ['paid', 'Paid', 'The shop has received your payment.'],
    ['refunded', 'Refunded', 'The shop reports that the money was sent back.'],
  ] as const;

  for (const tag of Object.keys(KINDS) as Tag[])
    for (const inside of [false, true])
      it(`${tag}${inside ? ' in pay-checkout' : ''} announces each phase once, as the live regions of the accessibility tree contain it`, async () => {
        const at = (status: string, version: number) =>
          KINDS[tag]({
            status,
            version,
            cryptoAmountReceived: '0.0001',
            ...(inside && { statusUrl: '/pay/status/1' }),
          });
        answers.order = { ...ORDER, payments: [at('NEW', 1)] };
        answers.status = { status: 'NEW', version: 1 };
        if (inside) await showOrder(tag);
        else await show(tag, { version: 1 });
        let before = await live();
        for (const [index, [phase, title, text]] of HEARD.entries()) {
          const version = index + 2;
          answers.order = { ...ORDER, payments: [at(phase.toUpperCase(), version)] };
          answers.status = { status: phase.toUpperCase(), version, cryptoAmountReceived: '0.0001' };
          await page.evaluate(
            async (name, payment, wanted) => {
              const node = document.querySelector('pay-checkout') ?? document.querySelector(name)!;
              if (node.localName === 'pay-checkout') (node as HTMLElementTagNameMap['pay-checkout']).refresh();
              else (node as HTMLElementTagNameMap['pay-crypto']).payment = payment;
              const frame = () => new Promise((done) => requestAnimationFrame(done));
              while (node.phase !== wanted) await frame();
              for (let count = 0; count < 3; count++) await frame();
            },
            tag,
            at(phase.toUpperCase(), version),
            phase,
          );
          const after = await live();
          const announced = added(before, after).join(' | ');
          const messages = [title, typeof text === 'string' ? text : text[tag]];
          for (const message of messages)
            assert.equal(announced.split(message).length - 1, 1, `${phase}: '${message}' in '${announced}'`);
          for (const [other, words] of HEARD)
            if (other !== phase && !title.includes(words) && !words.includes(title))
              assert.ok(!announced.includes(words), `${phase}: '${words}' in '${announced}'`);
          before = after;
        }
      });

  /** The live regions, each as its text. */
  async function regions(): Promise<string[]> {
    const session = await page.createCDPSession();
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    await session.detach();
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const textOf = (id: string): string => {
      const { role, name, childIds = [] } = byId.get(id)!;
      return role?.value === 'StaticText' ? String(name?.value).trim() : childIds.map(textOf).filter(Boolean).join(' ');
    };
    return nodes
      .filter(({ ignored, role }) => !ignored && ['status', 'alert', 'log'].includes(String(role?.value)))
      .map(({ nodeId }) => textOf(nodeId));
  }

  const SENT = {
    'pay-crypto': 'Bitcoin Send exactly: 0.00071342 BTC Waiting for your payment',
    'pay-wallet': '€32.00. Copy this note Waiting for your transfer',
    'pay-localcode': '20.00. Enter your payment code Waiting for your code',
  };

  for (const tag of Object.keys(KINDS) as Tag[])
    it(`${tag} in pay-checkout has one live region, which says what to do and keeps no earlier status`, async () => {
      const fields = { statusUrl: '/pay/status/1' };
      answers.order = { ...ORDER, payments: [KINDS[tag]({ ...fields, version: 1 })] };
      answers.status = { status: 'NEW', version: 1 };
      await showOrder(tag);
      const [first, ...others] = await regions();
      assert.deepEqual(others, []);
      assert.ok(first!.startsWith('Your payment in progress '), first);
      assert.ok(first!.includes(SENT[tag]), first);
      answers.status = { status: 'PAID', version: 2 };
      answers.order = { ...ORDER, paid: KINDS[tag]({ ...fields, status: 'PAID', version: 2 }) };
      const paid = async () => {
        await page.evaluate(async () => {
          const node = document.querySelector('pay-checkout')!;
          const frame = () => new Promise((done) => requestAnimationFrame(done));
          while (node.phase !== 'paid') await frame();
          while (!node.shadowRoot!.querySelector('[role=status]')!.textContent.includes('Paid')) await frame();
        });
        return regions();
      };
      await page.evaluate(() => document.querySelector('pay-checkout')!.refresh());
      for (const what of ['after the change', 'after a reload']) {
        const [last, ...more] = await paid();
        assert.deepEqual(more, [], what);
        assert.match(last!, /^(Bitcoin|Online wallet|Payment code) Paid /, what);
        await page.evaluate(() => {
          const node = document.createElement('pay-checkout');
          node.src = '/pay/orders/1001';
          document.querySelector('main')!.replaceChildren(node);
        });
      }
    });

  it('a coin that was chosen is read with its amount and what to do, also after the question before leaving it', async () => {
    const usdt = { cryptoCoin: 'erc20/usdt', address: EVM, cryptoAmountExpected: '48.2', statusUrl: '/pay/status/1' };
    answers.order = {
      ...ORDER,
      methods: [{ method: 'wallet' }, { method: 'crypto', coins: [{ symbol: 'ERC20/USDT' }] }],
    };
    answers.status = { status: 'NEW', version: 1 };
    answers.payment = crypto({ ...usdt, version: 1 });
    await page.evaluate(async () => {
      const node = document.createElement('pay-checkout');
      node.src = '/pay/orders/1001';
      document.querySelector('main')!.replaceChildren(node);
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const press = async (selector: string) => {
        const found = () => node.shadowRoot?.querySelector<HTMLElement>(selector);
        while (!found()) await frame();
        found()!.click();
      };
      await press('li:nth-child(2) .choice');
      await press('[part=confirm-button]');
      const region = () => node.shadowRoot!.querySelector('[role=status]')!.textContent;
      while (!region().includes('Waiting')) await frame();
      await press('[part~=change-button]');
      while (!node.shadowRoot!.querySelector('.leave')) await frame();
    });
    const focused = () =>
      page.evaluate(() => document.querySelector('pay-checkout')!.shadowRoot!.activeElement?.textContent.trim());
    assert.equal(await focused(), 'Have you sent Tether USD already?');
    const messages = await read();
    assert.ok(!messages.some((message) => message.includes('Copy address')), 'nothing can be paid meanwhile');
    await page.keyboard.press('Escape');
    await page.waitForSelector('pay-checkout >>> pay-crypto:not([hidden])');
    assert.equal(await focused(), 'Change payment method');
    const [text, ...others] = await regions();
    assert.deepEqual(others, []);
    assert.match(text!, /^Send exactly: 48\.2 USDT Waiting for your payment /);
    await page.keyboard.press('Enter');
    await page.waitForSelector('pay-checkout >>> .leave');
    answers.status = { status: 'DETECTED', version: 2 };
    answers.order = { ...ORDER, payments: [crypto({ ...usdt, status: 'DETECTED', version: 2 })] };
    await page.evaluate(async () => {
      const node = document.querySelector('pay-checkout')!;
      node.refresh();
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      while (node.shadowRoot!.querySelector('.leave')) await frame();
      for (let count = 0; count < 3; count++) await frame();
    });
    assert.match((await regions())[0]!, /^Payment detected /);
    assert.equal(await focused(), 'Tether USD', 'the focus is not lost with the question');
  });

  for (const tag of Object.keys(KINDS) as Tag[])
    it(`${tag} announces every change of phase without interaction, once, and politely`, async () => {
      for (const phase of phases) {
        if (phase === 'awaiting') continue;
        await show(tag);
        const messages = await page.evaluate(
          async (name, payment) => {
            const node = document.querySelector(name)!;
            const live = [...node.shadowRoot!.querySelectorAll('[role=status], [role=alert], [aria-live]')];
            if (live.length !== 1 || !live[0]!.matches('[role=status][aria-atomic=false]'))
              throw new Error('not the one polite region');
            const received: string[] = [];
            const listener = new MutationObserver((changes) => {
              for (const { target, addedNodes, type } of changes)
                for (const each of type === 'characterData' ? [target] : addedNodes)
                  if (each.textContent?.trim()) received.push(each.textContent.trim());
            });
            listener.observe(live[0]!, { subtree: true, childList: true, characterData: true });
            node.payment = payment;
            await node.updateComplete;
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            listener.disconnect();
            if (!live[0]!.isConnected) throw new Error('the region was replaced: nothing is announced');
            return received;
          },
          tag,
          KINDS[tag]({ status: phase.toUpperCase(), phase, cryptoAmountReceived: '0.0001' }),
        );
        const [title] = messages;
        assert.ok(title, `${phase}: nothing was said`);
        assert.deepEqual(messages, [...new Set(messages)], `${phase}: twice`);
        const page1 = await read();
        assert.ok(
          page1.some((message) => message.includes(title)),
          `${phase}: '${title}' can be read again`,
        );
        assert.ok(!page1.some((message) => message.startsWith('alert')), phase);
      }
    });
});
