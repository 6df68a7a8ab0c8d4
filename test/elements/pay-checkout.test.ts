import { expect, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { PayCheckoutElement } from '../../src/elements/pay-checkout/pay-checkout.ts';
import type { ProblemCode } from '../../src/core/payments/problem.ts';
import { pagePorts } from '../../src/elements/base/page-ports.ts';
import { pollerCount } from '../../src/model/poller.ts';
import { Backend, checkout, json, later, order, refused } from './orders.ts';
import { BTC, crypto, EVM, localcode, next, part, shown, text, until, wallet } from './support.ts';

const usdt = { tid: 'u1', cryptoCoin: 'erc20/usdt', address: EVM, cryptoAmountExpected: '48.2' };
const MADE: Record<string, object> = {
  BTC: crypto(),
  ETH: crypto({ tid: 'e1', cryptoCoin: 'eth', address: EVM, cryptoAmountExpected: '0.02' }),
  'ERC20/USDT': crypto(usdt),
  wallet: wallet(),
  localcode: localcode(),
};

const buttons = (tag: Element) => [...tag.shadowRoot!.querySelectorAll('button')];
const button = (tag: Element, message: string) => until(() => buttons(tag).find((one) => text(one).includes(message)));
const press = async (tag: Element, message: string) => (await button(tag, message)).click();
const heading = (tag: Element) => text(tag.shadowRoot!.querySelector('.name, h2'));
const inner = (tag: Element, name = 'pay-crypto') => until(() => tag.shadowRoot!.querySelector(name as 'pay-crypto'));
/** Every word in the tag and in the tag inside it. */
const page = (tag: Element) => shown(tag.shadowRoot!.querySelector('pay-crypto, pay-wallet, pay-localcode') ?? tag);
const untilText = (tag: Element, message: string) => until(() => page(tag).includes(message));
const state = (tag: PayCheckoutElement, name: string) => until(() => tag.matches(`:state(${name})`));

async function chooseCoin(tag: Element, name: string) {
  await press(tag, 'Cryptocurrency');
  await press(tag, name);
}

/** Goes back to choosing, and says that nothing was sent where that is asked. */
async function changeMethod(tag: Element) {
  (await until(() => part(tag, 'change-button'))).click();
  const again = await until(() => part(tag, 'choices') ?? tag.shadowRoot!.querySelector<HTMLElement>('.leave .plain'));
  again.click();
  await until(() => part(tag, 'choices'));
}

describe('<pay-checkout>', () => {
  let backend: Backend;
  const realError = console.error;
  beforeEach(() => {
    backend = new Backend();
    backend.onPayment = ({ coin, method }) => json(MADE[coin ?? method], 201);
    console.error = () => {};
  });
  afterEach(() => {
    backend.close();
    console.error = realError;
  });

  describe('lets the payer choose', () => {
    it('among the methods and coins of the order, and shows the payment by its tag', async () => {
      const tag = await checkout();
      await state(tag, 'choosing');
      expect(text(part(tag, 'amount'))).to.equal('$48.20');
      expect(heading(tag)).to.equal('Choose how to pay');
      expect(buttons(tag).map((one) => text(one.querySelector('b')))).to.deep.equal([
        'Cryptocurrency',
        'Online wallet',
        'Payment code',
      ]);
      await press(tag, 'Cryptocurrency');
      await until(() => heading(tag) === 'Choose a coin');
      expect(text(part(tag, 'amount'))).to.equal('$48.20');
      expect(text(await button(tag, 'Tether'))).to.equal('TTether USD USDT on Ethereum (ERC-20)');
      expect(text(await button(tag, 'Ethereum ETH'))).to.not.include('ERC-20');
      await press(tag, 'Bitcoin');
      const shownBy = await inner(tag);
      await until(() => part(shownBy, 'address'));
      expect(part(shownBy, 'address')!.textContent).to.equal(BTC);
      expect(backend.requests).to.deep.equal(['GET /pay/orders/1001', 'POST /pay/payments']);
      expect(backend.choices).to.deep.equal(['BTC']);
      await until(() => tag.phase === 'awaiting');
      await tag.updateComplete;
      expect([tag.getAttribute('phase'), tag.matches(':state(awaiting)')]).to.deep.equal(['awaiting', true]);
    });

    for (const [method, name, words] of [
      ['wallet', 'pay-wallet', 'Online wallet'],
      ['localcode', 'pay-localcode', 'Payment code'],
    ] as const)
      it(`by ${method}`, async () => {
        const tag = await checkout();
        await press(tag, words);
        await inner(tag, name);
        expect(backend.choices).to.deep.equal([method]);
      });

    it('shows a choice of networks for USDT, and returns from it at a click', async () => {
      const tag = await checkout();
      await chooseCoin(tag, 'Tether');
      await until(() => heading(tag).includes('Ethereum (ERC-20)'));
      expect(page(tag)).to.contain('Ethereum (ERC-20) only, not on TRON');
      expect(backend.choices).to.deep.equal([]);
      part(tag, 'back-button')!.click();
      await until(() => heading(tag) === 'Choose a coin');
      await press(tag, 'Tether');
      await until(() => part(tag, 'confirm-button')).then((yes) => yes.click());
      await inner(tag);
      expect(backend.choices).to.deep.equal(['ERC20/USDT']);
    });

    it('forgets the choice of a network with the order for which it was made', async () => {
      const tag = await checkout();
      await chooseCoin(tag, 'Tether');
      await until(() => part(tag, 'confirm-button'));
      backend.onOrder = () => json(order({ order: '1002', methods: [{ method: 'wallet' }, { method: 'localcode' }] }));
      tag.src = '/pay/orders/1002';
      await until(() => heading(tag) === 'How would you like to pay?' || part(tag, 'choices'));
      expect(part(tag, 'confirm-button')).to.equal(null);
    });

    it('shows no choice where there is only one', async () => {
      backend.onOrder = () => json(order({ methods: [{ method: 'wallet' }] }));
      const tag = await checkout();
      await inner(tag, 'pay-wallet');
      expect(part(tag, 'change-button')).to.equal(null);
      expect(backend.choices).to.deep.equal(['wallet']);
    });

    it('creates no payment for the only choice before a click, with create="click"', async () => {
      backend.onOrder = () => json(order({ methods: [{ method: 'wallet' }] }));
      const tag = await checkout(undefined, '', 'click');
      await state(tag, 'choosing');
      expect(backend.requests).to.deep.equal(['GET /pay/orders/1001']);
      await press(tag, 'Online wallet');
      await inner(tag, 'pay-wallet');
      expect(backend.choices).to.deep.equal(['wallet']);
    });

    it('shows the payment that the only choice already has, also with create="click"', async () => {
      backend.onOrder = () => json(order({ methods: [{ method: 'wallet' }], payments: [wallet()] }));
      const tag = await checkout(undefined, '', 'click');
      await inner(tag, 'pay-wallet');
      expect(backend.choices).to.deep.equal([]);
    });

    it('creates the payment with the query of src, which may name the session', async () => {
      backend.onOrder = () => json(order({ methods: [{ method: 'wallet' }] }));
      const tag = await checkout('/pay/orders/1001?k=a%2Fb#top');
      await inner(tag, 'pay-wallet');
      expect(backend.queries).to.deep.equal(['?k=a%2Fb', '?k=a%2Fb']);
    });

    it('shows the choice of the network also where the only coin is USDT', async () => {
      backend.onOrder = () => json(order({ methods: [{ method: 'crypto', coins: [{ symbol: 'ERC20/USDT' }] }] }));
      const tag = await checkout();
      await until(() => part(tag, 'confirm-button'));
      expect([part(tag, 'back-button'), backend.choices.length]).to.deep.equal([null, 0]);
    });

    it('leaves out unknown methods and coins', async () => {
      const methods = [
        { method: 'barter' },
        { method: 'crypto', coins: [{ symbol: 'BTC' }, { symbol: 'XMR' }, 7] },
        { method: 'wallet' },
      ];
      backend.onOrder = () => json(order({ methods }));
      const tag = await checkout();
      await press(tag, 'Cryptocurrency'); // with one coin there is nothing more to ask
      await inner(tag);
      expect(backend.choices).to.deep.equal(['BTC']);
    });
  });

  describe('makes one payment for one choice', () => {
    it('however often it is pressed', async () => {
      const { answer, give } = later();
      backend.onPayment = () => answer;
      const tag = await checkout();
      await press(tag, 'Cryptocurrency');
      const bitcoin = await button(tag, 'Bitcoin');
      const ether = await button(tag, 'Ethereum');
      for (const one of [bitcoin, bitcoin, ether, bitcoin]) one.click();
      await state(tag, 'preparing');
      expect(tag.shadowRoot!.querySelector('[aria-busy=true]')).not.to.equal(null);
      give(json(MADE['BTC']));
      await inner(tag);
      expect(backend.choices).to.deep.equal(['BTC']);
    });

    it('and takes the second click of a double one for none', async () => {
      const tag = await checkout();
      await press(tag, 'Cryptocurrency');
      (await button(tag, 'Bitcoin')).dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }));
      await tag.updateComplete;
      expect([heading(tag), backend.choices.length]).to.deep.equal(['Choose a coin', 0]);
    });

    it('also when the payer changes the method and comes back', async () => {
      const tag = await checkout();
      await chooseCoin(tag, 'Bitcoin');
      await inner(tag);
      await changeMethod(tag);
      expect(text(await button(tag, 'Cryptocurrency'))).to.contain('In progress');
      expect(tag.hasAttribute('phase')).to.equal(false);
      await chooseCoin(tag, 'Ethereum');
      await inner(tag);
      await changeMethod(tag);
      await press(tag, 'Cryptocurrency');
      expect(text(await button(tag, 'Bitcoin'))).to.contain('In progress');
      await press(tag, 'Bitcoin');
      const shownBy = await inner(tag);
      await until(() => part(shownBy, 'address')?.textContent === BTC);
      expect(backend.choices).to.deep.equal(['BTC', 'ETH']);
      expect(pollerCount(pagePorts)).to.equal(0);
    });

    it('and another one where the first has come to nothing', async () => {
      backend.onPayment = () => json(crypto({ status: 'EXPIRED' }));
      const tag = await checkout();
      await chooseCoin(tag, 'Bitcoin');
      await until(() => tag.phase === 'expired');
      await changeMethod(tag);
      await chooseCoin(tag, 'Bitcoin');
      await until(() => backend.choices.length === 2);
    });

    it('and shows a payment created before the page was loaded, with a link to the other methods below', async () => {
      backend.onOrder = () => json(order({ payments: [crypto()] }));
      const tag = await checkout();
      await inner(tag);
      await until(() => part(tag, 'change-button'));
      await changeMethod(tag);
      expect(text(await button(tag, 'Cryptocurrency'))).to.contain('In progress');
      await chooseCoin(tag, 'Bitcoin');
      await inner(tag);
      expect(backend.choices).to.deep.equal([]);
    });

    for (const phase of ['detected', 'confirming', 'underpaid', 'unmatched'])
      it(`and shows a payment that is ${phase} at once, without other payment methods`, async () => {
        backend.onOrder = () =>
          json(
            order({
              payments: [wallet(), crypto({ phase, status: phase.toUpperCase(), cryptoAmountReceived: '0.0001' })],
            }),
          );
        const tag = await checkout();
        await until(() => tag.phase === phase);
        await tag.updateComplete;
        expect([part(tag, 'change-button'), backend.choices.length]).to.deep.equal([null, 0]);
      });

    it('and first reads the order again after a lost response', async () => {
      const { answer, refuse } = later();
      backend.onPayment = () => answer;
      const tag = await checkout();
      await press(tag, 'Cryptocurrency');
      await press(tag, 'Bitcoin');
      await state(tag, 'preparing');
      backend.onOrder = () => json(order({ payments: [crypto()] }));
      refuse();
      await inner(tag);
      expect(backend.requests).to.deep.equal(['GET /pay/orders/1001', 'POST /pay/payments', 'GET /pay/orders/1001']);
    });

    it('and leaves another try to the payer where nothing comes of it although the shop responds', async () => {
      backend.onPayment = () => new Response('Bad gateway', { status: 502 });
      const tag = await checkout();
      const problems: ProblemCode[] = [];
      tag.addEventListener('pay-problem', ({ code }) => problems.push(code));
      await press(tag, 'Online wallet');
      for (const count of [1, 2]) {
        await until(() => backend.choices.length === count && tag.matches(':state(lost)'));
        await untilText(tag, 'Can’t reach the shop');
        await press(tag, 'Try now');
      }
      await untilText(tag, 'couldn’t be prepared');
      expect(problems.at(-1)).to.equal('not-prepared');
      expect(backend.choices).to.have.lengthOf(3);
      backend.onPayment = () => json(wallet());
      await press(tag, 'Try now');
      await inner(tag, 'pay-wallet');
      expect(backend.choices).to.have.lengthOf(4);
    });

    it('and sends nothing while the device is offline, and then does', async () => {
      const tag = await checkout();
      await button(tag, 'Online wallet');
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
      backend.onOrder = () => Promise.reject(new TypeError('Failed to fetch'));
      try {
        await press(tag, 'Online wallet');
        await untilText(tag, 'Can’t reach the shop');
      } finally {
        delete (navigator as { onLine?: boolean }).onLine;
      }
      expect(backend.choices).to.deep.equal([]);
      backend.onOrder = () => json(order());
      window.dispatchEvent(new Event('online'));
      await inner(tag, 'pay-wallet');
      expect(backend.choices).to.deep.equal(['wallet']);
    });

    it('and asks for the same one again when the tag was moved in the middle', async () => {
      backend.onPayment = () => later().answer;
      const tag = await checkout();
      const parent = tag.parentElement!;
      await press(tag, 'Online wallet');
      await state(tag, 'preparing');
      tag.remove();
      backend.onPayment = () => json(wallet());
      parent.append(tag);
      await inner(tag, 'pay-wallet');
      expect(backend.requests.slice(-2)).to.deep.equal(['GET /pay/orders/1001', 'POST /pay/payments']);
      expect(backend.choices).to.have.lengthOf(2);
    });
  });

  describe('has a separate view', () => {
    /** The first problem of a tag that is put on the page after the listener. */
    const first = () =>
      new Promise<ProblemCode>((done) =>
        document.body.addEventListener('pay-problem', ({ code }) => done(code), { once: true }),
      );

    it('for a busy shop, waits as long as Retry-After, and continues without interaction', async () => {
      let free = false;
      backend.onPayment = () => (free ? json(wallet()) : refused('busy', 503, {}, { 'retry-after': '1' }));
      const tag = await checkout();
      const problem = next(tag, 'pay-problem');
      await press(tag, 'Online wallet');
      await state(tag, 'busy');
      const { code, recoverable } = await problem;
      expect([code, recoverable]).to.deep.equal(['busy', true]);
      expect(heading(tag)).to.equal('One moment, please');
      window.dispatchEvent(new Event('online')); // not sooner than told
      expect(backend.choices).to.have.lengthOf(1);
      free = true;
      await inner(tag, 'pay-wallet');
      expect(backend.choices).to.have.lengthOf(2);
    });

    it('for an order that is paid, with the payment that paid it', async () => {
      backend.onOrder = () => json(order({ paid: crypto({ status: 'PAID' }) }));
      const tag = await checkout(undefined, html`<a slot="paid" href="#shop">Back to the shop</a>`);
      await until(() => tag.phase === 'paid');
      await untilText(tag, 'The shop has received your payment');
      expect(part(tag, 'change-button')).to.equal(null);
      expect(tag.querySelector('a')!.assignedSlot, 'the way back is shown').not.to.equal(null);
    });

    it('for an order that is paid by other means', async () => {
      backend.onOrder = () => json(order({ paid: true }));
      const code = first();
      const tag = await checkout(undefined, html`<a slot="paid" href="#shop">Back to the shop</a>`);
      await untilText(tag, 'This order is already paid');
      expect([await code, tag.phase, tag.matches(':state(paid)')]).to.deep.equal(['already-paid', 'paid', true]);
      expect(tag.querySelector('a')!.assignedSlot).not.to.equal(null);
    });

    it('for an order that was paid while the payer chose', async () => {
      backend.onPayment = () => refused('already-paid', 409, { payment: wallet({ status: 'PAID' }) });
      const tag = await checkout();
      await press(tag, 'Online wallet');
      await until(() => tag.phase === 'paid');
    });

    for (const [words, code, event, status] of [
      ['No longer available', 'sold-out', 'sold-out', 409],
      ['No longer available', 'offer-expired', 'sold-out', 409],
      ['Order not found', 'unknown-order', 'unknown-order', 404],
      ['This amount is too small', 'below-minimum', 'not-prepared', 422],
      ['couldn’t be prepared', 'invalid-request', 'not-prepared', 400],
      ['couldn’t be prepared', 'service-unavailable', 'not-prepared', 503],
    ] as const)
      it(`for a refused creation: ${code}`, async () => {
        backend.onPayment = () => refused(code, status);
        const tag = await checkout();
        const problem = next(tag, 'pay-problem');
        await press(tag, 'Online wallet');
        await untilText(tag, words);
        expect((await problem).code).to.equal(event);
        expect(!!part(tag, 'change-button'), 'another way to pay').to.equal(event === 'not-prepared');
        expect(backend.choices).to.have.lengthOf(1);
      });

    for (const [what, answer, words, expected] of [
      ['sold out', () => json(order({ soldOut: true })), 'No longer available', 'sold-out'],
      ['unknown', () => refused('unknown-order', 404), 'Order not found', 'unknown-order'],
      ['unreadable', () => json({ ok: true }), 'order can’t be shown', 'unreadable-order'],
      ['without a way to pay', () => json(order({ methods: [] })), 'order can’t be shown', 'unreadable-order'],
    ] as const)
      it(`for an order that is ${what}`, async () => {
        backend.onOrder = answer;
        const code = first();
        const tag = await checkout();
        await untilText(tag, words);
        expect(await code).to.equal(expected);
        await state(tag, 'problem');
        expect(backend.choices).to.deep.equal([]);
      });

    it('for no order at all', async () => {
      const tag = await checkout('');
      await untilText(tag, 'No payment to show');
      expect(backend.requests).to.deep.equal([]);
    });

    for (const [what, answer] of [
      ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
      ['answers a login page', () => new Response('<html>')],
      ['answers 500', () => refused('internal', 500)],
    ] as const)
      it(`for a shop that ${what}, and tries again automatically`, async () => {
        backend.onOrder = answer;
        const tag = await checkout();
        await state(tag, 'lost');
        await untilText(tag, 'Can’t reach the shop');
        expect(page(tag)).not.to.match(/fail/i);
        await until(() => backend.requests.length === 2);
        backend.onOrder = () => json(order());
        await press(tag, 'Try now');
        await state(tag, 'choosing');
      });
  });

  describe('is one tag to the page', () => {
    it('dispatches each event once, as its own, with the previous phase', async () => {
      const received: string[] = [];
      const listen = (event: Event) =>
        received.push(
          `${event.type} ${(event.target as Element).localName} ${(event.target as PayCheckoutElement).phase}`,
        );
      for (const type of ['pay-status', 'pay-paid']) document.addEventListener(type, listen);
      backend.onOrder = () => json(order({ paid: crypto({ status: 'PAID' }) }));
      const tag = await checkout();
      await until(() => tag.phase === 'paid');
      for (const type of ['pay-status', 'pay-paid']) document.removeEventListener(type, listen);
      expect(received).to.deep.equal(['pay-status pay-checkout paid', 'pay-paid pay-checkout paid']);
    });

    it('hands on slots that are filled, and leaves those that are not to the payment', async () => {
      const tag = await checkout(undefined, html`<span slot="header">to Northwind</span>`);
      expect(tag.querySelector('span')!.assignedSlot).not.to.equal(null);
      await chooseCoin(tag, 'Bitcoin');
      const shownBy = await inner(tag);
      await until(() => part(shownBy, 'help'));
      const slot = (name: string) => shownBy.shadowRoot!.querySelector<HTMLSlotElement>(`slot[name=${name}]`)!;
      expect(slot('header').assignedElements({ flatten: true })).to.deep.equal([tag.querySelector('span')]);
      expect(slot('help').assignedElements({ flatten: true })[0]!.textContent).to.contain('Send the exact amount');
      const help = document.createElement('span');
      help.slot = 'help';
      tag.append(help);
      await until(() => slot('help').assignedElements({ flatten: true })[0] === help);
    });

    it('hands on qr, layout and language', async () => {
      const tag = await checkout();
      tag.qr = 'none';
      tag.layout = 'row';
      await chooseCoin(tag, 'Bitcoin');
      const shownBy = await inner(tag);
      await until(() => part(shownBy, 'address'));
      expect([shownBy.layout, part(shownBy, 'qr-tile')]).to.deep.equal(['row', null]);
      tag.lang = 'de';
      await until(() => text(part(shownBy, 'wallet-link')).startsWith('In Wallet'));
      await until(() => text(part(tag, 'change-button')) === 'Zahlungsart ändern');
    });

    it('lets a page style every part inside', async () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('pay-checkout::part(address) { outline: 3px solid rgb(1, 2, 3) }');
      document.adoptedStyleSheets.push(sheet);
      const tag = await checkout();
      await chooseCoin(tag, 'Bitcoin');
      const shownBy = await inner(tag);
      const address = await until(() => part(shownBy, 'address'));
      expect(getComputedStyle(address).outlineColor).to.equal('rgb(1, 2, 3)');
      document.adoptedStyleSheets.pop();
    });

    it('polls the payment on refresh(), and reads the order while there is none', async () => {
      const tag = await checkout();
      await button(tag, 'Online wallet');
      tag.refresh();
      await until(() => backend.requests.length === 2);
      backend.onPayment = () => json(wallet({ statusUrl: '/pay/status/1' }));
      backend.onOrder = () => json({ status: 'PAID' });
      await press(tag, 'Online wallet');
      await inner(tag, 'pay-wallet');
      tag.refresh();
      await until(() => tag.phase === 'paid');
    });

    it('begins anew with another order', async () => {
      const tag = await checkout();
      await press(tag, 'Online wallet');
      await inner(tag, 'pay-wallet');
      backend.onOrder = () => json(order({ order: '1002', amount: '7' }));
      tag.src = '/pay/orders/1002';
      await until(() => text(part(tag, 'amount')) === '$7.00');
      expect(tag.phase).to.equal(undefined);
    });

    it('reads the order again when the page is restored from the back/forward cache', async () => {
      const tag = await checkout();
      await button(tag, 'Online wallet');
      backend.onOrder = () => json(order({ paid: true }));
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await untilText(tag, 'already paid');
    });

    it('leaves nothing behind', async () => {
      backend.onOrder = () => Promise.reject(new TypeError('Failed to fetch'));
      const tag = await checkout();
      await state(tag, 'lost');
      tag.remove();
      const requestCount = backend.requests.length;
      window.dispatchEvent(new Event('online'));
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      expect([backend.requests.length, pollerCount(pagePorts)]).to.deep.equal([requestCount, 0]);
    });
  });

  describe('is used without a mouse', () => {
    const focused = (tag: Element) => text(tag.shadowRoot!.activeElement);

    it('by keys alone, and the focus goes to the heading of every step', async () => {
      const tag = await checkout();
      (await button(tag, 'Cryptocurrency')).focus();
      await sendKeys({ press: 'Enter' });
      await until(() => focused(tag) === 'Choose a coin');
      await sendKeys({ press: 'Escape' });
      await until(() => focused(tag) === 'Choose how to pay');
      await sendKeys({ press: 'Tab' });
      await sendKeys({ press: 'Enter' });
      for (let at = 0; at < 3; at++) await sendKeys({ press: 'Tab' });
      await sendKeys({ press: 'Enter' });
      await until(() => focused(tag).includes('Ethereum (ERC-20)'));
      await sendKeys({ press: 'Tab' });
      await sendKeys({ press: 'Enter' });
      await inner(tag);
      await until(() => focused(tag) === 'Tether USD');
      (await button(tag, 'Change')).focus();
      await sendKeys({ press: 'Enter' });
      await until(() => focused(tag) === 'Have you sent Tether USD already?');
      await sendKeys({ press: 'Escape' });
      await until(() => focused(tag) === 'Change payment method');
      await sendKeys({ press: 'Enter' });
      await until(() => focused(tag) === 'Have you sent Tether USD already?');
      await sendKeys({ press: 'Tab' });
      expect(focused(tag)).to.equal('Yes, keep waiting');
      await sendKeys({ press: 'Enter' });
      await until(() => focused(tag) === 'Change payment method');
      expect(part(tag, 'leave')).to.equal(null);
      await sendKeys({ press: 'Enter' });
      await until(() => focused(tag) === 'Have you sent Tether USD already?');
      await sendKeys({ press: 'Tab' });
      await sendKeys({ press: 'Tab' });
      await sendKeys({ press: 'Enter' });
      await until(() => focused(tag) === 'Choose how to pay');
    });

    it('does not move the focus without an action of the payer', async () => {
      backend.onOrder = () => json(order({ payments: [crypto({ status: 'CONFIRMING' })] }));
      const tag = await checkout();
      await until(() => tag.phase === 'confirming');
      expect(document.activeElement).to.equal(document.body);
    });

    it('announces automatic changes, and not the heading that has the focus', async () => {
      const region = (tag: Element) => tag.shadowRoot!.querySelector('[role=status]')!;
      const { answer, give } = later();
      backend.onPayment = () => answer;
      const tag = await checkout();
      await button(tag, 'Online wallet');
      const line = region(tag);
      expect(text(line)).to.equal('Choose how to pay');
      await press(tag, 'Cryptocurrency');
      await until(() => focused(tag) === 'Choose a coin');
      expect(text(line)).to.equal('');
      await press(tag, 'Tether');
      await until(() => focused(tag).includes('Ethereum (ERC-20)'));
      expect(text(line), 'what stands under the heading').to.match(/^USDT on Ethereum/);
      await until(() => part(tag, 'confirm-button')).then((yes) => yes.click());
      await until(() => focused(tag) === 'Preparing your payment');
      expect(text(line)).to.equal('This page updates automatically.');
      give(refused('service-unavailable', 503));
      await until(() => text(line).startsWith('The payment couldn’t be prepared'));
      expect(region(tag), 'the node that speaks stays').to.equal(line);
    });

    it('with buttons large enough, on the smallest phone', async () => {
      const tag = await checkout();
      tag.parentElement!.style.inlineSize = '280px';
      const measure = () => {
        for (const one of buttons(tag)) expect(one.getBoundingClientRect().height, text(one)).to.be.at.least(44);
        expect(tag.scrollWidth).to.be.at.most(280);
      };
      await button(tag, 'Cryptocurrency');
      measure();
      await press(tag, 'Cryptocurrency');
      await button(tag, 'Tether');
      measure();
      await press(tag, 'Tether');
      await button(tag, 'Yes');
      measure();
      await expect(tag).to.be.accessible();
      await press(tag, 'Yes');
      await press(tag, 'Change payment method');
      await button(tag, 'keep waiting');
      measure();
      await expect(tag).to.be.accessible();
    });
  });
});
