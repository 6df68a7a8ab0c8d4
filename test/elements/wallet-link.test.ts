import { expect } from '@open-wc/testing';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import { crypto, next, part, show, text, until } from './support.ts';

const WORDS = 'Wallet didn’t open? Copy the amount and the address, or scan the QR code with another phone.';

describe('open in wallet', () => {
  const real = { setTimeout: window.setTimeout.bind(window), clearTimeout: window.clearTimeout.bind(window) };
  /** What waits, by how long. */
  let waiting = new Map<number, () => void>();
  let focused = true;

  beforeEach(() => {
    waiting = new Map();
    focused = true;
    document.hasFocus = () => focused;
    let id = 1_000_000;
    window.setTimeout = ((run: () => void, ms: number) =>
      ms === 2_500 ? (waiting.set(++id, run), id) : real.setTimeout(run, ms)) as never;
    window.clearTimeout = (which) => void (waiting.delete(which as number) || real.clearTimeout(which));
  });
  afterEach(() => {
    delete (document as { hasFocus?: unknown }).hasFocus;
    Object.assign(window, real);
  });

  /** The link leads nowhere here: nothing on this machine answers, as on a payer's without a wallet. */
  const tap = async (tag: PayElement) => {
    tag.shadowRoot!.addEventListener('click', (event) => event.preventDefault(), { once: true });
    const opened = next(tag, 'pay-open');
    part(tag, 'wallet-link')!.click();
    expect((await opened).what).to.equal('wallet');
  };
  const pass = async (tag: PayElement) => {
    for (const [id, run] of waiting) {
      waiting.delete(id);
      run();
    }
    await tag.updateComplete;
  };
  const messageOf = (tag: PayElement) => text(tag.shadowRoot!.querySelector('[role=status]'));

  it('shows and announces the alternatives while no app has opened, until one does', async () => {
    const tag = await show('pay-crypto', crypto(), { lang: 'en' });
    await tap(tag);
    expect([waiting.size, part(tag, 'wallet-fallback')]).to.deep.equal([1, null]);
    await pass(tag);
    expect(text(part(tag, 'wallet-fallback'))).to.equal(WORDS);
    expect(messageOf(tag)).to.contain(WORDS);
    expect(tag.shadowRoot!.querySelector('[role=alert]')).to.equal(null);
    await expect(tag).to.be.accessible();
    dispatchEvent(new Event('blur'));
    await until(() => !part(tag, 'wallet-fallback'));
    expect(messageOf(tag)).not.to.contain(WORDS);
  });

  for (const [what, event] of [
    ['the page loses the focus', () => dispatchEvent(new Event('blur'))],
    ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the page goes', () => dispatchEvent(new Event('pagehide'))],
  ] as const)
    it(`shows nothing where an app has opened: ${what}`, async () => {
      const tag = await show('pay-crypto', crypto());
      await tap(tag);
      event();
      expect(waiting.size).to.equal(0);
      expect(part(tag, 'wallet-fallback')).to.equal(null);
    });

  it('shows nothing while the page has no focus, nor after money was seen', async () => {
    const tag = await show('pay-crypto', crypto());
    focused = false;
    await tap(tag);
    await pass(tag);
    expect(part(tag, 'wallet-fallback')).to.equal(null);
    focused = true;
    await tap(tag);
    await pass(tag);
    tag.payment = crypto({ status: 'PAID' });
    await until(() => tag.phase === 'paid');
    await tag.updateComplete;
    expect(messageOf(tag)).not.to.contain(WORDS);
  });

  it('waits no longer than the tag is on the page', async () => {
    const tag = await show('pay-crypto', crypto());
    await tap(tag);
    tag.remove();
    expect(waiting.size).to.equal(0);
  });
});
