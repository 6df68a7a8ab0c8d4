import { expect } from '@open-wc/testing';
import type { PayCheckoutElement } from '../../src/elements/pay-checkout/pay-checkout.ts';
import { pollerCount } from '../../src/elements/polling/poller-registry.ts';
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
      expect(region(tag)).to.equal('Your payment in progress Bitcoin. Waiting for your payment.');
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

    it('and none that has come to nothing', async () => {
      answers.order = order({ payments: [bitcoin({ status: 'EXPIRED' }), ether({ status: 'FAILED' })] });
      const tag = await checkout();
      await until(() => part(tag, 'choices'));
      expect(inner(tag)).to.equal(null);
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
      await press(tag, 'Change payment method');
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
        expect(region(tag)).to.match(/^A payment for this order was seen\. It is shown here now\. Bitcoin\. /);
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
      expect(pollerCount()).to.equal(0);
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
    it('whether it was sent, and keeps it while the payer waits', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      await press(tag, 'Change payment method');
      const request = await until(() => part(tag, 'leave'));
      expect(text(request)).to.contain('Already sent it?').and.to.contain('still valid');
      expect(inner(tag), 'the payment stays in sight').not.to.equal(null);
      expect(region(tag), 'what the focus does not say').to.contain('still valid').and.not.to.contain('Already sent');
      await press(tag, 'Keep waiting');
      await until(() => !part(tag, 'leave'));
      expect(position(tag)).to.equal('Bitcoin awaiting');
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
    });

    it('not where it has come to nothing', async () => {
      answers.order = order({ payments: [bitcoin()] });
      const tag = await checkout();
      await shows(tag, 'Bitcoin awaiting');
      answers.btc = { status: 'FAILED', version: 2 };
      await until(() => tag.phase === 'failed');
      await press(tag, 'Change payment method');
      await until(() => part(tag, 'choices'));
    });
  });

  describe('shows a paid payment that does not pay the order', () => {
    const paid = { id: 't-1', amount: '5.00', currency: 'USD', phase: 'paid' };

    it('for another amount, above the ways to pay and above a payment', async () => {
      const sentence = 'You have paid $5.00 for an earlier version of this order. Contact the shop.';
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
        duplicatePayments: [{ ...paid, id: 'p-2', amount: '48.20' }],
      });
      await until(() => {
        turn('hidden');
        turn('visible');
        return notes(tag).length;
      });
      expect(notes(tag)).to.deep.equal([
        'This order was paid twice. Contact the shop about the second payment. Payment number: p-2',
      ]);
      expect(position(tag), 'what was shown as paid stays').to.equal('Online wallet paid');
      await until(() => region(tag).includes('This order was paid twice.'));
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
    expect(pollerCount()).to.equal(1);
    tag.remove();
    expect(pollerCount()).to.equal(0);
    const before = backend.requests.length;
    turn('hidden');
    turn('visible');
    expect(backend.requests.length).to.equal(before);
  });
});
