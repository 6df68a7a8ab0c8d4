import { expect } from '@open-wc/testing';
import type { PaymentElement } from '../../src/elements/base/payment-element.ts';
import { crypto, json, part, shop, show, showInCheckout, until, wallet } from './support.ts';

const TITLE = 'Northwind – checkout';

/** The page is in the background, or shown again, as far as its scripts can see. */
function turn(state: 'hidden' | 'visible') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  Object.defineProperty(document, 'hidden', { configurable: true, value: state === 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}

const undo: (() => void)[] = [];
function stub(target: object, name: string, value: unknown) {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  undo.push(() => (own ? Object.defineProperty(target, name, own) : delete (target as Record<string, unknown>)[name]));
}

/** The shop gives the payment again, in another state. */
async function change(tag: PaymentElement, payment: object) {
  tag.payment = payment;
  await tag.updateComplete;
}
const paid = (fields: object = {}) => crypto({ status: 'PAID', ...fields });

describe('a page in the background', () => {
  beforeEach(() => {
    document.title = TITLE;
  });
  afterEach(() => {
    turn('visible');
    Reflect.deleteProperty(document, 'visibilityState');
    Reflect.deleteProperty(document, 'hidden');
    for (const each of undo.splice(0).reverse()) each();
  });

  it('has the state of the payment in its title once it changes, until it is shown', async () => {
    const tag = await show('pay-crypto', crypto(), { lang: 'en' });
    turn('hidden');
    expect(document.title).to.equal(TITLE);
    await change(tag, crypto({ status: 'DETECTED' }));
    expect(document.title).to.equal(`Payment detected – ${TITLE}`);
    await change(tag, paid());
    expect(document.title).to.equal(`Paid – ${TITLE}`);
    turn('visible');
    expect(document.title).to.equal(TITLE);
  });

  it('keeps its title while it is visible, while nothing changes, and where the shop sets pay-notify="none"', async () => {
    const tag = await show('pay-crypto', crypto());
    await change(tag, crypto({ status: 'DETECTED' }));
    const silent = await show('pay-crypto', crypto({ tid: 'other' }), { 'pay-notify': 'none' });
    turn('hidden');
    await change(silent, paid({ tid: 'other' }));
    expect(document.title).to.equal(TITLE);
  });

  it('shows the last change of several tags, and its own title when all are gone', async () => {
    const tags = await Promise.all([
      show('pay-crypto', crypto(), { lang: 'en' }),
      show('pay-wallet', wallet(), { lang: 'en' }),
    ]);
    turn('hidden');
    await change(tags[0], paid());
    await change(tags[1], wallet({ status: 'UNMATCHED' }));
    expect(document.title).to.equal(`Your payment couldn’t be matched – ${TITLE}`);
    tags[1].remove();
    expect(document.title).to.equal(`Paid – ${TITLE}`);
    tags[0].remove();
    expect(document.title).to.equal(TITLE);
  });

  it('keeps a title that the page has set in the meantime', async () => {
    const tag = await show('pay-crypto', crypto(), { lang: 'en' });
    turn('hidden');
    await change(tag, crypto({ status: 'DETECTED' }));
    document.title = 'Thank you';
    await change(tag, paid());
    expect(document.title).to.equal('Paid – Thank you');
    document.title = 'Shop';
    turn('visible');
    expect(document.title).to.equal('Shop');
  });

  it('rests in the background, and reads the state once when it is shown', async () => {
    let status = 'NEW';
    const { requests, close } = shop({ '/status': () => json({ status })() });
    undo.push(close);
    const timers: number[] = [];
    const tag = await show('pay-crypto', crypto(), { lang: 'en', 'status-url': '/status' });
    await until(() => requests.length);
    turn('hidden');
    const real = window.setInterval.bind(window);
    stub(window, 'setInterval', (run: () => void, ms: number) => (timers.push(ms), real(run, ms)));
    await change(tag, crypto({ status: 'DETECTED' }));
    expect(document.title).not.to.equal(TITLE);
    const before = requests.length;
    status = 'PAID';
    expect(timers).to.deep.equal([]);
    turn('visible');
    await until(() => tag.phase === 'paid');
    expect(requests.length).to.equal(before + 1);
  });

  for (const [value, title] of [
    ['', `Paid – ${TITLE}`],
    ['none', TITLE],
  ] as const)
    it(`has the title "${title}" once the payment of a checkout with pay-notify="${value}" is paid`, async () => {
      const { tag, close } = await showInCheckout({ lang: 'en', 'pay-notify': value });
      undo.push(close);
      await until(() => part(tag, 'address'));
      turn('hidden');
      tag.model.set({ payment: paid(), src: '', statusUrl: '' });
      await until(() => tag.phase === 'paid');
      await tag.updateComplete;
      expect(document.title).to.equal(title);
    });

  it('has the state in its title under an old value of pay-notify, which the console names', async () => {
    const warn = console.warn;
    const messages: string[] = [];
    stub(console, 'warn', (text: string) => void (text.startsWith('pay-') ? messages.push(text) : warn(text)));
    for (const value of ['sound', 'vibration', 'notification', 'badge']) {
      const tag = await show('pay-crypto', crypto(), { lang: 'en', 'pay-notify': value });
      await until(() => messages.length);
      expect(messages.splice(0)).to.deep.equal([`pay-crypto: pay-notify="${value}" has no effect. Use one of: none`]);
      turn('hidden');
      await change(tag, paid());
      expect(document.title, value).to.equal(`Paid – ${TITLE}`);
      turn('visible');
      tag.remove();
    }
  });
});
