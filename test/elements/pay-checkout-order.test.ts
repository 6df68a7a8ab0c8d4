import { expect } from '@open-wc/testing';
import type { PayCheckoutElement } from '../../src/elements/pay-checkout/pay-checkout.ts';
import { pagePorts } from '../../src/elements/base/page-ports.ts';
import { pollerCount } from '../../src/model/poller.ts';
import { Backend, checkout, json, order } from './orders.ts';
import { settled, fakeClock } from './fake-clock.ts';
import { crypto, EVM, part, shown, text, until, wallet } from './support.ts';

const ETHER = { tid: 'e1', cryptoCoin: 'eth', address: EVM, cryptoAmountExpected: '0.02' };
const bitcoin = (fields: object = {}) => crypto({ statusUrl: '/pay/status/btc', version: 1, ...fields });
const ether = (fields: object = {}) => crypto({ ...ETHER, statusUrl: '/pay/status/eth', version: 1, ...fields });
const transfer = (fields: object = {}) => wallet({ statusUrl: '/pay/status/wallet', version: 1, ...fields });

const TAGS = 'pay-crypto, pay-wallet, pay-localcode';
const inner = (tag: Element) => tag.shadowRoot!.querySelector(TAGS);
const page = (tag: Element) => shown(inner(tag) ?? tag);
const region = (tag: Element) => text(tag.shadowRoot!.querySelector('[role=status]'));
const notes = (tag: Element) => [...tag.shadowRoot!.querySelectorAll('[part=order-note]')].map((note) => text(note));
/** Which payment is shown: `Bitcoin awaiting`. */
const position = (tag: PayCheckoutElement) => `${text(tag.shadowRoot!.querySelector('.name, h2'))} ${tag.phase}`;
const shows = (tag: PayCheckoutElement, wanted: string) => until(() => position(tag) === wanted);
const press = (tag: Element, message: string) =>
  until(() => [...tag.shadowRoot!.querySelectorAll('button')].find((one) => text(one).includes(message))).then((one) =>
    one.click(),
  );

/** The page is hidden, or shown again, as far as its scripts can see. */
function turn(state: 'hidden' | 'visible') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('<pay-checkout> follows its order', () => {
  let backend: Backend;
  /** What is asked for the order and at each status address, as the shop has it now. */
  let answers: { order: object; btc: object; eth: object; wallet: object };
  let requests: string[];
  beforeEach(() => {
    sessionStorage.clear();
    backend = new Backend();
    const awaiting = { status: 'NEW', version: 1, after: 1_000 };
    answers = { order: order(), btc: awaiting, eth: awaiting, wallet: awaiting };
    requests = [];
    backend.onOrder = () => json(answers.order);
    backend.onStatus = ({ pathname, search }) => {
      requests.push(pathname.split('/').at(-1)! + search);
      return json(answers[pathname.split('/').at(-1) as 'btc']);
    };
  });
  afterEach(() => {
    backend.close();
    delete (document as { visibilityState?: string }).visibilityState;
  });
  const reads = () => backend.requests.filter((each) => each === 'GET /pay/orders/1001').length;

  describe('and shows the payment in progress', () => {
    it('after a reload, instead of the payment methods, with a message', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      await until(() => region(tag).includes('Waiting'));
      expect(region(tag)).to.match(
        /^Your payment in progress Bitcoin Send exactly: 0\.00071342 BTC Waiting for your payment /,
      );
      await until(() => part(tag, 'change-button'));
      expect(document.activeElement, 'no focus is taken').to.equal(document.body);
    });

    it('the one created last, where the last shown one is not stored', async () => {
      answers.order = order({ payments: [bitcoin(), ether()] });
      await shows(await checkout(), 'Ethereum awaiting');
    });

    it('the one last shown in this tab', async () => {
      answers.order = order({ payments: [bitcoin(), ether()] });
      const tag = await checkout();
      await shows(tag, 'Ethereum awaiting');
      await press(tag, 'Change payment method');
      await until(() => part(tag, 'leave'));
      tag.shadowRoot!.querySelector<HTMLElement>('.leave .plain')!.click();
      await press(tag, 'Cryptocurrency');
      await press(tag, 'Bitcoin');
      await shows(tag, 'Bitcoin awaiting');
      tag.remove();
      await shows(await checkout(), 'Bitcoin awaiting');
    });

    it('where the page may not use its storage', async () => {
      const own = Object.getOwnPropertyDescriptor(window, 'sessionStorage')!;
      const get = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      Object.defineProperty(window, 'sessionStorage', { configurable: true, get });
      try {
        answers.order = order({ payments: [bitcoin()] });
        await shows(await checkout(), 'Bitcoin awaiting');
      } finally {
        Object.defineProperty(window, 'sessionStorage', own);
      }
    });

    it('and the last one that has ended, when none is in progress: the payer may have sent money', async () => {
      answers.order = order({ payments: [bitcoin({ status: 'EXPIRED', cryptoAmountReceived: '0.0001' })] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin expired');
      await until(() => region(tag).includes('Time to pay has run out'));
      expect(region(tag)).to.not.contain('in progress');
      await press(tag, 'Choose another way');
      (await until(() => tag.shadowRoot!.querySelector<HTMLElement>('.leave [part=change-button]'))).click();
      await until(() => part(tag, 'choices'));
      const before = reads();
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await until(() => reads() > before);
      await until(() => part(tag, 'choices'));
      expect(inner(tag), 'the payer has left it').to.equal(null);
    });

    it('when the page comes back as it was left, with a choice that another tab has made since', async () => {
      const tag = await checkout();
      await until(() => part(tag, 'choices'));
      answers.order = order({ payments: [bitcoin()] });
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await shows(tag, 'Bitcoin awaiting');
      expect(region(tag)).to.contain('Your payment in progress');
    });

    it('that was begun in another tab since, instead of the ways to pay', async () => {
      const tag = await checkout();
      await until(() => part(tag, 'choices'));
      turn('hidden');
      answers.order = order({ payments: [bitcoin()] });
      turn('visible');
      await shows(tag, 'Bitcoin awaiting');
      expect(region(tag)).to.contain('Your payment in progress');
    });

    it('before an awaiting one: a payment with money is shown, also when it arrived late', async () => {
      answers.order = order({ payments: [bitcoin({ status: 'LATE' }), ether()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin late');
      await press(tag, 'Choose another way');
      await until(() => part(tag, 'leave'));
      tag.shadowRoot!.querySelector<HTMLElement>('.leave .plain')!.click();
      await until(() => part(tag, 'choices'));
      await press(tag, 'Cryptocurrency');
      await press(tag, 'Ethereum');
      await shows(tag, 'Ethereum awaiting');
      answers.eth = { status: 'NEW', version: 1, orderPhase: 'late', after: 1_000 };
      const before = reads();
      await until(() => reads() > before);
      await tag.updateComplete;
      expect(position(tag), 'the payer has left it as it is').to.equal('Ethereum awaiting');
    });
  });

  describe('when money is seen for another payment', () => {
    for (const [phase, status] of [
      ['detected', 'DETECTED'],
      ['underpaid', 'UNDERPAID'],
      ['paid', 'PAID'],
    ] as const)
      it(`shows the payment that is ${phase} as soon as the status address reports it`, async () => {
        answers.order = order({ payments: [bitcoin(), transfer()] });
        const tag = await checkout();
        await shows(tag, 'Online wallet awaiting');
        const moved = bitcoin({ status, version: 2, cryptoAmountReceived: '0.0001' });
        answers.order = order(phase === 'paid' ? { payments: [], paid: moved } : { payments: [moved, transfer()] });
        answers.btc = { status, version: 2 };
        answers.wallet = { status: 'NEW', version: 1, orderPhase: phase, after: 1_000 };
        await shows(tag, `Bitcoin ${phase}`);
        expect(tag.shadowRoot!.querySelector('pay-wallet')).to.equal(null);
        await until(() => /^A payment for this order was seen\. It is shown here now\. Bitcoin \w/.test(region(tag)));
        expect(notes(tag)).to.deep.equal(['A payment for this order was seen. It is shown here now.']);
        expect(part(tag, 'change-button')).to.equal(null);
      });

    it('sends the phase that it has in its next request, and reads the order once for it', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      answers.btc = { status: 'NEW', version: 1, orderPhase: 'detected', after: 1_000 };
      const before = reads();
      await until(() => requests.includes('btc?since=1&orderPhase=detected'));
      const pollCount = requests.length;
      await until(() => requests.length > pollCount + 1);
      expect(reads()).to.equal(before + 1);
      expect(position(tag)).to.equal('Bitcoin awaiting');
    });

    it('also while the payer chooses another way to pay', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      await press(tag, 'Change payment method');
      await until(() => part(tag, 'leave'));
      tag.shadowRoot!.querySelector<HTMLElement>('.leave .plain')!.click();
      await until(() => part(tag, 'choices'));
      answers.order = order({ payments: [bitcoin({ status: 'DETECTED', version: 2 })] });
      answers.btc = { status: 'DETECTED', version: 2, after: 1_000 };
      await shows(tag, 'Bitcoin detected');
    });

    it('reads the order again when the page is shown again, for a backend that returns only a status', async () => {
      answers.order = order({ payments: [bitcoin(), transfer()] });
      answers.wallet = { status: 'NEW' };
      const tag = await checkout();
      await shows(tag, 'Online wallet awaiting');
      turn('hidden');
      const before = reads();
      answers.order = order({ payments: [bitcoin({ status: 'CONFIRMING' }), transfer()] });
      turn('visible');
      await shows(tag, 'Bitcoin confirming');
      expect(reads()).to.equal(before + 1);
    });

    it('leaves a payment alone for which money was seen, unless another one has paid the order', async () => {
      const confirming = { status: 'CONFIRMING', version: 2 };
      answers.order = order({ payments: [bitcoin(confirming), transfer()] });
      answers.btc = { ...confirming, after: 1_000 };
      const tag = await checkout();
      await shows(tag, 'Bitcoin confirming');
      const before = reads();
      answers.order = order({ payments: [bitcoin(confirming), transfer({ status: 'UNMATCHED', version: 2 })] });
      answers.btc = { ...confirming, orderPhase: 'unmatched', after: 1_000 };
      const names = new Set<string>();
      const name = () => names.add(text(tag.shadowRoot!.querySelector('.name, h2')));
      await until(() => name() && reads() > before);
      answers.order = order({ payments: [], paid: transfer({ status: 'PAID', version: 3 }) });
      answers.btc = { ...confirming, orderPhase: 'paid', after: 1_000 };
      await until(() => name() && position(tag) === 'Online wallet paid');
      expect([...names]).to.deep.equal(['Bitcoin', 'Online wallet']);
    });

    it('withdraws a payment of an order that is paid by other means', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      turn('hidden');
      answers.order = order({ paid: true });
      turn('visible');
      await until(() => page(tag).includes('This order is already paid'));
      expect([inner(tag), tag.phase]).to.deep.equal([null, 'paid']);
      expect(pollerCount(pagePorts)).to.equal(0);
    });

    it('keeps the view while the order cannot be read, without a message', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      const messages: string[] = [];
      tag.addEventListener('pay-problem', ({ code }) => messages.push(code));
      for (const answer of [
        () => json({}, 500),
        () => new Response('<html>'),
        () => json({ ok: true }),
        () => Promise.reject(new TypeError('Failed to fetch')),
        () => json({ error: { code: 'unknown-order' } }, 404),
      ]) {
        backend.onOrder = answer;
        const before = reads();
        await until(() => {
          // Without effect while the response before has not been handled.
          turn('hidden');
          turn('visible');
          return reads() > before;
        });
        await tag.updateComplete;
        expect(position(tag)).to.equal('Bitcoin awaiting');
      }
      expect(messages).to.deep.equal([]);
    });
  });

  describe('confirms before a payment is left', () => {
    it('whether it was sent, in place of the payment, and keeps it while the payer waits', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      await press(tag, 'Change payment method');
      const request = await until(() => part(tag, 'leave'));
      expect(text(request)).to.contain('Have you sent Bitcoin already?').and.to.contain('Then keep waiting.');
      expect([...request.querySelectorAll('button')].map(text)).to.deep.equal([
        'Yes, keep waiting',
        'I haven’t sent anything: choose another way',
      ]);
      expect(inner(tag)!.clientHeight, 'nothing can be paid meanwhile').to.equal(0);
      expect(region(tag), 'what the focus does not say').to.contain('keep waiting').and.not.to.contain('Have you');
      const before = requests.length;
      await until(() => requests.length > before);
      await press(tag, 'Yes, keep waiting');
      await until(() => !part(tag, 'leave'));
      expect(position(tag)).to.equal('Bitcoin awaiting');
      expect(inner(tag)!.clientHeight).to.be.above(200);
    });

    it('by its method, where there is no coin', async () => {
      answers.order = order({ payments: [transfer()] });
      const tag = await checkout();
      await shows(tag, 'Online wallet awaiting');
      await press(tag, 'Change payment method');
      expect(text(await until(() => part(tag, 'leave')))).to.contain('Have you paid already?');
    });

    it('not with the words of another phase: a late payment has arrived, so the shop comes first', async () => {
      answers.order = order({ payments: [bitcoin({ status: 'LATE' })] });
      const tag = await checkout();
      tag.contact = 'mailto:shop@example.com';
      await shows(tag, 'Bitcoin late');
      expect(part(tag, 'retry-button'), 'nothing to repeat').to.equal(null);
      const links = () => [...inner(tag)!.shadowRoot!.querySelectorAll('[part~=contact-link]')];
      await until(() => links().length);
      expect(
        links().map(({ className }) => className),
        'the main button',
      ).to.deep.equal(['main']);
      await press(tag, 'Choose another way');
      const request = await until(() => part(tag, 'leave'));
      expect(text(request)).to.match(/^Your payment arrived late Contact the shop first\./);
      expect(request.querySelector('a')!.href).to.equal('mailto:shop@example.com');
      await press(tag, 'Back');
      await until(() => !part(tag, 'leave'));
      expect(position(tag)).to.equal('Bitcoin late');
    });

    it('no more once money was seen', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      await press(tag, 'Change payment method');
      await until(() => part(tag, 'leave'));
      answers.order = order({ payments: [bitcoin({ status: 'DETECTED', version: 2 })] });
      answers.btc = { status: 'DETECTED', version: 2, after: 1_000 };
      await shows(tag, 'Bitcoin detected');
      await until(() => !part(tag, 'leave'));
      expect(part(tag, 'change-button')).to.equal(null);
      expect(inner(tag)!.clientHeight).to.be.above(100);
    });

    for (const [status, phase] of [
      ['EXPIRED', 'expired'],
      ['FAILED', 'failed'],
      ['CANCELLED', 'cancelled'],
    ] as const)
      it(`not after a payment that ${phase}: it leads to the other ways at once`, async () => {
        answers.order = order({ payments: [bitcoin()] });
        const tag = await checkout();
        await shows(tag, 'Bitcoin awaiting');
        answers.btc = { status, version: 2 };
        await until(() => tag.phase === phase);
        await press(tag, 'Choose another way');
        await until(() => part(tag, 'choices'));
        expect(part(tag, 'leave')).to.equal(null);
      });
  });

  describe('after a payment that has come to nothing', () => {
    const ended = async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      answers.btc = { status: 'EXPIRED', version: 2 };
      await shows(tag, 'Bitcoin expired');
      return tag;
    };

    it('creates another one with the same coin in one click, in the card of the first', async () => {
      const tag = await ended();
      const again = await until(() => part(tag, 'retry-button'));
      expect(text(again)).to.equal('Try again with Bitcoin');
      expect(again.clientHeight, 'it is shown in the card').to.be.above(40);
      backend.onPayment = () => json(bitcoin({ tid: 'second', statusUrl: '/pay/status/eth' }));
      again.click();
      await shows(tag, 'Bitcoin awaiting');
      expect(backend.choices).to.deep.equal(['BTC']);
      expect(backend.requests.filter((each) => each.startsWith('POST'))).to.deep.equal(['POST /pay/payments']);
      expect(part(tag, 'retry-button')).to.equal(null);
    });

    it('sends a payer whose part has arrived to the shop, and asks for no second payment', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      answers.btc = { status: 'UNDERPAID', version: 2, cryptoAmountReceived: '0.0001' };
      await shows(tag, 'Bitcoin underpaid');
      answers.btc = { status: 'EXPIRED', version: 3, cryptoAmountReceived: '0.0001' };
      await shows(tag, 'Bitcoin expired');
      const card = tag.shadowRoot!.querySelector('pay-crypto')!.shadowRoot!;
      expect(text(card.querySelector('[part~=outcome]'))).to.contain('Don’t pay again. Contact the shop');
      expect(text(tag.shadowRoot!.querySelector('.chosen'))).not.to.contain('Try again');
      await press(tag, 'Choose another way');
      expect(text(await until(() => part(tag, 'leave')))).to.contain('Contact the shop first');
    });

    it('asks for no second payment when a transfer could not be matched before, or the payer has sent it', async () => {
      answers.order = order({ payments: [transfer()] });
      const tag = await checkout();
      await shows(tag, 'Online wallet awaiting');
      answers.wallet = { status: 'UNMATCHED', version: 2, after: 1_000 };
      await shows(tag, 'Online wallet unmatched');
      answers.wallet = { status: 'EXPIRED', version: 3 };
      await shows(tag, 'Online wallet expired');
      await until(() => part(tag, 'change-button'));
      expect(part(tag, 'retry-button')).to.equal(null);
      await press(tag, 'Choose another way');
      expect(text(await until(() => part(tag, 'leave')))).to.contain('Payment number: ');

      answers.order = order({ order: '1002', payments: [bitcoin()] });
      const other = await checkout('/pay/orders/1002');
      await shows(other, 'Bitcoin awaiting');
      await press(inner(other)!, 'I have sent it');
      await until(() => !region(other).includes('Send exactly'));
      answers.btc = { status: 'EXPIRED', version: 2 };
      await shows(other, 'Bitcoin expired');
      await until(() => part(other, 'change-button'));
      expect(part(other, 'retry-button')).to.equal(null);
    });

    it('shows after a reload that it was refunded, though the shop calls the order paid', async () => {
      answers.order = order({ paid: true, payments: [bitcoin({ status: 'REFUNDED' })] });
      await shows(await checkout(), 'Bitcoin refunded');
    });

    it('and asks nothing about the network of a token a second time', async () => {
      const token = { cryptoCoin: 'erc20/usdt', address: EVM, cryptoAmountExpected: '48.2' };
      answers.order = order({ payments: [bitcoin(token)] });
      const tag = await checkout();
      await shows(tag, 'Tether USD awaiting');
      answers.btc = { status: 'CANCELLED', version: 2 };
      await until(() => tag.phase === 'cancelled');
      backend.onPayment = () => json(bitcoin({ ...token, tid: 'second', statusUrl: '/pay/status/eth' }));
      await press(tag, 'Try again with Tether USD');
      await shows(tag, 'Tether USD awaiting');
      expect(backend.choices).to.deep.equal(['ERC20/USDT']);
    });

    it('also where it is the only way, and then without another way', async () => {
      const only = { methods: [{ method: 'wallet' }] };
      answers.order = order({ ...only, payments: [transfer()] });
      const tag = await checkout();
      await shows(tag, 'Online wallet awaiting');
      answers.wallet = { status: 'FAILED', version: 2 };
      await shows(tag, 'Online wallet failed');
      expect(text(await until(() => part(tag, 'retry-button')))).to.equal('Try again with Online wallet');
      expect(part(tag, 'change-button')).to.equal(null);
    });

    it('offers the same coin no more where the shop does not, and nothing for an order that cannot be paid', async () => {
      const tag = await ended();
      turn('hidden');
      answers.order = order({ methods: [{ method: 'wallet' }, { method: 'localcode' }], payments: [] });
      turn('visible');
      await until(() => !part(tag, 'retry-button'));
      expect(text(part(tag, 'change-button'))).to.equal('Choose another way');
      turn('hidden');
      answers.order = order({ soldOut: true });
      turn('visible');
      await until(() => !part(tag, 'change-button'));
    });

    it('leaves the place of both buttons to the page', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const own = document.createElement('a');
      own.slot = 'retry';
      const tag = await checkout(undefined, own);
      await shows(tag, 'Bitcoin awaiting');
      answers.btc = { status: 'EXPIRED', version: 2 };
      await shows(tag, 'Bitcoin expired');
      await until(() => own.assignedSlot?.assignedSlot);
      expect([part(tag, 'retry-button'), part(tag, 'change-button')]).to.deep.equal([null, null]);
    });
  });

  describe('shows a paid payment that does not pay the order', () => {
    const paid = { id: 't-1', amount: '5.00', currency: 'USD', phase: 'paid' };

    it('for another amount, above the ways to pay and above a payment', async () => {
      const sentence =
        'You have paid $5.00 for an earlier version of this order. Contact the shop before you pay again.';
      answers.order = order({ mismatchedPayments: [paid] });
      const tag = await checkout();
      await until(() => part(tag, 'choices'));
      expect(notes(tag)).to.deep.equal([`${sentence} Payment number: t-1`]);
      expect(region(tag)).to.equal(`Choose how to pay ${sentence}`);
      backend.onPayment = () => json(transfer());
      await press(tag, 'Online wallet');
      await shows(tag, 'Online wallet awaiting');
      expect(notes(tag)).to.deep.equal([`${sentence} Payment number: t-1`]);
    });

    it('a second time, while the page shows the payment that paid it', async () => {
      answers.order = order({ payments: [bitcoin(), transfer()] });
      const tag = await checkout();
      await shows(tag, 'Online wallet awaiting');
      answers.order = order({ payments: [], paid: transfer({ status: 'PAID', version: 2 }) });
      answers.wallet = { status: 'PAID', version: 2 };
      await shows(tag, 'Online wallet paid');
      answers.order = order({
        payments: [],
        paid: bitcoin({ status: 'PAID', version: 2 }),
        duplicatePayments: [{ ...paid, id: transfer().pid, amount: '48.20' }],
      });
      await until(() => {
        turn('hidden');
        turn('visible');
        return notes(tag).length;
      });
      expect(notes(tag)).to.deep.equal(
        [`This order was paid twice. Contact the shop about the second payment. Payment number: ${bitcoin().tid}`],
        'the one that is not on the page',
      );
      expect(position(tag), 'what was shown as paid stays').to.equal('Online wallet paid');
      await until(() => region(tag).includes('This order was paid twice.'));
    });
  });

  describe('of which another payment has money', () => {
    const twice = 'This order was paid twice. Contact the shop about the second payment. Payment number: ';

    for (const status of ['LATE', 'UNDERPAID', 'CONFIRMING'])
      it(`that is ${status.toLowerCase()}, names it beside the payment that paid the order`, async () => {
        answers.order = order({
          payments: [bitcoin({ status, version: 3 })],
          paid: transfer({ status: 'PAID', version: 2 }),
        });
        const tag = await checkout();
        await shows(tag, 'Online wallet paid');
        expect(notes(tag)).to.deep.equal([`${twice}${bitcoin().tid}`]);
      });

    it('is not paid twice when the shop has accepted that money by hand', async () => {
      answers.order = order({ payments: [bitcoin({ status: 'LATE', version: 3 })], paid: true });
      const tag = await checkout();
      await shows(tag, 'Bitcoin late');
      expect(notes(tag)).to.deep.equal([]);
    });
  });

  it('reads it about every 30 s while the page is visible, for backends without the order phase, and until an hour after the end', async () => {
    // Without an address of its own, nothing is heard of the payment but by its order.
    answers.order = order({ payments: [transfer(), crypto()] });
    const clock = fakeClock();
    try {
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      const within = async (ms: number) => {
        const before = reads();
        await clock.turn(ms, tag);
        return reads() - before;
      };
      expect(await within(20_000)).to.equal(0);
      expect(await within(280_000)).to.be.within(8, 12);
      turn('hidden');
      expect(await within(600_000)).to.equal(0);
      const before = reads();
      turn('visible');
      expect(reads() - before).to.equal(1);
      await settled(tag);
      backend.onOrder = () => json({}, 500);
      expect(await within(300_000), 'not more often when the shop is down').to.be.within(8, 18);
      backend.onOrder = () => json(answers.order);
      answers.order = order({ paid: crypto({ status: 'PAID' }) });
      await within(40_000);
      expect(position(tag)).to.equal('Bitcoin paid');
      expect(await within(3_600_000), 'the other payment may be paid too').to.be.within(100, 150);
      expect(await within(3_600_000)).to.be.at.most(1);
    } finally {
      clock.close();
    }
  });

  it('reads it no more once its only payment is paid', async () => {
    answers.order = order({ paid: crypto({ status: 'PAID' }) });
    const clock = fakeClock();
    try {
      const tag = await checkout();
      await shows(tag, 'Bitcoin paid');
      await clock.turn(600_000, tag);
      expect(reads()).to.equal(1);
    } finally {
      clock.close();
    }
  });

  it('follows nothing any more once it has left the page', async () => {
    answers.order = order({ payments: [bitcoin()] });
    const tag = await checkout();
    await shows(tag, 'Bitcoin awaiting');
    expect(pollerCount(pagePorts)).to.equal(1);
    tag.remove();
    expect(pollerCount(pagePorts)).to.equal(0);
    const before = backend.requests.length;
    turn('hidden');
    turn('visible');
    expect(backend.requests.length).to.equal(before);
  });
});
