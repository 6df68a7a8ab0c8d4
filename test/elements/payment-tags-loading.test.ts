import { expect, fixture, html } from '@open-wc/testing';
import { crypto } from '../support/payments.ts';
// Not `support.ts`, which registers the elements of payments: here they are still to come.
import '../../src/elements/define/pay-checkout.ts';

const ORDER = {
  order: '1',
  amount: '48.20',
  currency: 'USD',
  methods: [{ method: 'crypto', coins: [{ symbol: 'BTC' }] }],
};

const textOf = (node: Element | null | undefined) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim();

async function until<T>(look: () => T): Promise<NonNullable<T>> {
  for (;;) {
    const seen = look();
    if (seen) return seen;
    await new Promise((done) => requestAnimationFrame(done));
  }
}

describe('<pay-checkout> whose elements of payments are slow, and then cannot be loaded', () => {
  const realFetch = window.fetch.bind(window);
  const realError = console.error;
  const requests: string[] = [];
  const errors: unknown[][] = [];
  /** How often the elements were tried to be registered. */
  let attempts = 0;
  let isDown = true;

  before(() => {
    window.fetch = async (input, init) => {
      const { pathname } = new URL(input as string, location.href);
      if (!pathname.startsWith('/pay/')) return realFetch(input, init);
      const method = init?.method ?? 'GET';
      requests.push(`${method} ${pathname}`);
      const body =
        method === 'POST' ? crypto({ statusUrl: '/pay/status/1' }) : { ...ORDER, payments: [], status: 'NEW' };
      return new Response(JSON.stringify(body), { status: method === 'POST' ? 201 : 200 });
    };
    console.error = (...args) => void errors.push(args);
    // Their module fails while they cannot be registered: no engine lets a page refuse its own module otherwise.
    customElements.define = (...args) => {
      attempts++;
      if (isDown) throw new TypeError('no network');
      CustomElementRegistry.prototype.define.apply(customElements, args);
    };
  });
  after(() => {
    window.fetch = realFetch;
    console.error = realError;
    Reflect.deleteProperty(customElements, 'define');
  });

  it('requests its order at once and only once, says what it waits for, and tries again at a click', async () => {
    const tag = document.createElement('pay-checkout');
    tag.lang = 'en';
    tag.src = '/pay/orders/1';
    const spoken = new Set<string>();
    const live = () => textOf(tag.shadowRoot!.querySelector('[role=status]'));
    await fixture(html`${tag}`);
    const listener = new MutationObserver(() => void spoken.add(live()));
    listener.observe(tag.shadowRoot!, { subtree: true, childList: true, characterData: true });
    expect(requests[0], 'whatever is still loading').to.equal('GET /pay/orders/1');

    const again = await until(() => tag.shadowRoot!.querySelector<HTMLButtonElement>('[part=try-now]'));
    listener.disconnect();
    expect([...spoken].slice(-2)).to.deep.equal([
      'Loading the payment',
      'This payment couldn’t be loaded. This doesn’t affect a payment you’ve sent. Check your connection and try again.',
    ]);
    expect(textOf(tag.shadowRoot!.querySelector('.card'))).to.contain('This doesn’t affect a payment you’ve sent');
    expect(String(errors[0]![0])).to.equal('pay-checkout: could not be loaded');
    await expect(tag).to.be.accessible();

    again.focus();
    const before = attempts;
    again.click();
    again.click();
    await until(() => attempts > before);
    await tag.updateComplete;
    await new Promise((done) => requestAnimationFrame(done));
    expect(attempts, 'one attempt for two clicks').to.equal(before + 1);
    expect(tag.shadowRoot!.activeElement === again, 'still in hand').to.equal(true);
    expect(errors, 'said once').to.have.lengthOf(1);

    isDown = false;
    again.click();
    const payment = await until(() => tag.shadowRoot!.querySelector('pay-crypto'));
    await until(() => payment.shadowRoot?.querySelector('[part~=address]'));
    expect(tag.shadowRoot!.activeElement?.className, 'the focus goes on at the payment').to.contain('name');
    expect(tag.phase).to.equal('awaiting');
    const asked = (request: string) => requests.filter((each) => each === request).length;
    expect([asked('GET /pay/orders/1'), asked('POST /pay/payments')]).to.deep.equal([1, 1]);
  });
});
