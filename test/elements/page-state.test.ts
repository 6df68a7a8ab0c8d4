import { expect } from '@open-wc/testing';
import type { PayElement } from '../../src/elements/shared/pay-element.ts';
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
async function change(tag: PayElement, payment: object) {
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
    // With the first change that a page has, the module may still be on its way.
    await until(() => document.title !== TITLE);
    expect(document.title).to.equal(`Payment detected – ${TITLE}`);
    await change(tag, paid());
    expect(document.title).to.equal(`Paid – ${TITLE}`);
    turn('visible');
    expect(document.title).to.equal(TITLE);
  });

  it('keeps its title while it is visible, while nothing changes, and where the shop disables the signal', async () => {
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
    expect(document.title).to.equal(`We couldn't match your payment – ${TITLE}`);
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
    // The title is that of the payment: the module is there, and has set no timer.
    const real = window.setInterval.bind(window);
    stub(window, 'setInterval', (run: () => void, ms: number) => (timers.push(ms), real(run, ms)));
    await change(tag, crypto({ status: 'DETECTED' }));
    await until(() => document.title !== TITLE);
    const before = requests.length;
    status = 'PAID';
    expect(timers).to.deep.equal([]);
    turn('visible');
    await until(() => tag.phase === 'paid');
    expect(requests.length).to.equal(before + 1);
  });

  it('shows the state as its icon where the shop enables the badge, and then its own icon again', async () => {
    const own = document.createElement('link');
    own.rel = 'icon';
    own.href = 'data:image/png;base64,AAAA';
    document.head.append(own);
    undo.push(() => own.remove());
    const icons = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel~="icon"]')];
    const tag = await show('pay-crypto', crypto(), { 'pay-notify': 'badge' });
    turn('hidden');
    await change(tag, paid());
    expect(icons()).to.have.lengthOf(1);
    const [icon] = icons();
    expect(icon!.href).to.match(/^data:image\/svg\+xml,/);
    expect(decodeURIComponent(icon!.href)).to.contain('#137a3f');
    const image = new Image();
    image.src = icon!.href;
    await image.decode();
    turn('visible');
    expect(icons()).to.deep.equal([own]);
  });
});

describe('pay-notify', () => {
  afterEach(() => {
    for (const each of undo.splice(0).reverse()) each();
  });

  /** Counts tones, vibrations and notifications in the place of the browser's. */
  function signals(permission: string) {
    const seen: string[] = [];
    class Shown {
      static permission = permission;
      static requestPermission() {
        seen.push('asked');
      }
      constructor(title: string) {
        seen.push(`notification ${title}`);
      }
    }
    stub(window, 'Notification', Shown);
    stub(navigator, 'vibrate', () => (seen.push('vibration'), true));
    stub(navigator, 'userActivation', { hasBeenActive: true });
    stub(OscillatorNode.prototype, 'start', () => seen.push('tone'));
    stub(OscillatorNode.prototype, 'stop', () => {});
    return seen;
  }

  it('gives no signal that the shop has disabled', async () => {
    const seen = signals('granted');
    const tag = await show('pay-crypto', crypto());
    await change(tag, paid());
    expect(seen).to.deep.equal([]);
  });

  it('plays two tones and vibrates when a payment is seen or paid, not for the first state or each confirmation', async () => {
    const seen = signals('granted');
    const tag = await show('pay-crypto', crypto(), { 'pay-notify': 'sound vibration' });
    expect(seen).to.deep.equal([]);
    await until(() => {
      tag.payment = crypto({ status: 'DETECTED' });
      return seen.length;
    });
    const once = ['tone', 'tone', 'vibration'];
    expect(seen).to.deep.equal(once);
    await change(tag, crypto({ status: 'CONFIRMING' }));
    await change(tag, paid());
    expect(seen).to.deep.equal([...once, ...once]);
  });

  it('gives the signals that a page sets after the tag was added', async () => {
    const seen = signals('granted');
    const tag = await show('pay-crypto', crypto());
    tag.payNotify = 'vibration';
    await tag.updateComplete;
    await change(tag, paid());
    await until(() => seen.length);
    expect(seen).to.deep.equal(['vibration']);
  });

  it('shows a notification in the background where the permission exists, and never requests it', async () => {
    for (const [permission, expected] of [
      ['granted', ['notification Paid']],
      ['default', []],
      ['denied', []],
    ] as const) {
      const seen = signals(permission);
      const tag = await show('pay-crypto', crypto(), { lang: 'en', 'pay-notify': 'notification' });
      turn('hidden');
      await change(tag, paid());
      turn('visible');
      expect(seen, permission).to.deep.equal(expected);
      tag.remove();
    }
  });

  it('is that of the checkout around the tag', async () => {
    const seen = signals('granted');
    const { tag, close } = await showInCheckout({ 'pay-notify': 'vibration' });
    undo.push(close);
    await until(() => part(tag, 'address'));
    await change(tag, paid());
    expect(seen).to.deep.equal(['vibration']);
  });
});
