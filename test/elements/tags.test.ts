import { expect, fixture, html } from '@open-wc/testing';
import { phases, type Phase } from '../../src/core/payments/phases.ts';
import { pollerCount } from '../../src/model/poller.ts';
import { nextPaint } from '../../src/elements/base/next-paint.ts';
import { pagePorts } from '../../src/elements/base/page-ports.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import {
  crypto,
  json,
  localcode,
  next,
  opened,
  part,
  shop,
  show,
  shown,
  text,
  until,
  wallet,
  type Tag,
} from './support.ts';

const KINDS: [Tag, (fields?: object) => object][] = [
  ['pay-crypto', crypto],
  ['pay-wallet', wallet],
  ['pay-localcode', localcode],
];
const status = (tag: Element) => tag.shadowRoot!.querySelector<HTMLElement>('[role=status]')!;

/** What the payer would send money by. */
const PAYABLE = '[part~="qr"], [part~="address"], [part~="note"], [part~="wallet-link"], [part~="qr-tile"]';

describe('all three tags', () => {
  let backend: ReturnType<typeof shop> | undefined;
  let errors: unknown[][] = [];
  const realError = console.error;
  beforeEach(() => {
    errors = [];
    console.error = (...args) => void errors.push(args);
  });
  afterEach(() => {
    backend?.close();
    console.error = realError;
  });

  for (const [name, make] of KINDS) {
    for (const phase of phases)
      it(`${name} has words for ${phase}, and something to pay by only where there is something to pay`, async () => {
        const known = { phase, status: phase.toUpperCase(), cryptoAmountReceived: '0.0001' };
        const tag = await show(name, make(known));
        await tag.updateComplete;
        expect(text(status(tag)).length).to.be.greaterThan(8);
        expect(tag.getAttribute('phase')).to.equal(phase);
        expect(tag.matches(`:state(${phase})`)).to.equal(true);
        const open = ['awaiting', 'unknown'].includes(phase) || (phase === 'underpaid' && name === 'pay-crypto');
        const payable = tag.shadowRoot!.querySelector(PAYABLE);
        expect(!!payable, `${phase} payable`).to.equal(open);
        if (!open) expect(tag.shadowRoot!.querySelector('h2')!.textContent.length).to.be.greaterThan(3);
        await expect(tag).to.be.accessible();
      });

    it(`${name} opens the slot for a paid payment, and no other`, async () => {
      expect((await show(name, make({ status: 'PAID' }))).shadowRoot!.querySelector('slot[name=paid]')).not.to.equal(
        null,
      );
      expect((await show(name, make())).shadowRoot!.querySelector('slot[name=paid]')).to.equal(null);
    });

    it(`${name} shows an error without src, where its payment is not set or empty`, async () => {
      for (const attributes of [{}, { payment: '' }]) {
        const tag = await show(name, undefined, attributes);
        expect(text(status(tag))).to.contain('No payment to show');
        expect(part(tag, 'outcome')).not.to.equal(null);
        expect(tag.matches(':state(problem)')).to.equal(true);
      }
    });

    it(`${name} waits where a framework has set its payment to null, and shows an error when that is removed`, async () => {
      for (const nothing of [undefined, null, '']) {
        const tag = document.createElement(name);
        let problems = 0;
        tag.addEventListener('pay-problem', () => problems++);
        tag.payment = nothing;
        await fixture(html`${tag}`);
        await opened(tag);
        tag.payment = nothing; // drawn once more
        await tag.updateComplete;
        expect([text(status(tag)), tag.matches(':state(loading)'), problems]).to.deep.equal([
          'Loading the payment',
          true,
          0,
        ]);
        tag.payment = make();
        await tag.updateComplete;
        expect([tag.phase, problems]).to.deep.equal(['awaiting', 0]);
        tag.payment = nothing;
        await tag.updateComplete;
        expect(text(status(tag))).to.contain('No payment to show');
      }
    });

    it(`${name} refuses a payment of another kind and leads to its hosted page`, async () => {
      const [, other] = KINDS.find(([kind]) => kind !== name)!;
      const tag = await show(name, other());
      expect(shown(tag)).to.contain('This payment can’t be shown');
      expect(part<HTMLAnchorElement>(tag, 'page-link')!.href).to.contain('https://');
      await until(() => String(errors[0]).includes('wrong-method'));
    });

    it(`${name} reads the service's whole answer as any backend may hand it on (contract 2.1)`, async () => {
      const answer = JSON.stringify({ message: 'created', data: { ...make(), webhookUrl: 'https://shop/secret' } });
      const tag = await show(name, undefined, { payment: answer });
      expect(tag.phase).to.equal('awaiting');
      expect(tag.shadowRoot!.innerHTML).not.to.contain('secret');
    });
  }

  it('names the unreadable field to the developer and shows a plain message to the payer', async () => {
    const tag = document.createElement('pay-crypto');
    const problem = next(tag, 'pay-problem');
    tag.setAttribute('payment', JSON.stringify({ ...crypto(), address: undefined }));
    await fixture(html`${tag}`);
    const { code, recoverable, problem: details } = await problem;
    expect([code, recoverable]).to.deep.equal(['unreadable-payment', false]);
    expect(details).to.include({ field: 'address' });
    await until(() => String(errors[0]).includes('address'));
    expect(text(part(tag, 'outcome')))
      .to.contain('This payment can’t be shown')
      .and.not.to.contain('address');
    expect(part<HTMLAnchorElement>(tag, 'page-link')!.href).to.equal('https://pay.example/7f3k92qx');
  });

  it('keeps hostile text text, and hostile addresses and pictures away', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const tag = await show(
      'pay-crypto',
      crypto({
        status: evil,
        currency: evil,
        cryptoCoin: evil,
        tid: evil,
        address: '"><script>1</script>',
        hostedUrl: 'javascript:alert(1)',
        qrCodeBase64: 'data:image/svg+xml,<svg onload=alert(1)>',
      }),
    );
    expect(tag.shadowRoot!.querySelector('script, img, [onerror], [onload], [href^="javascript"]')).to.equal(null);
    expect(shown(tag)).to.contain('Status from the shop: <img');
    const note = await show('pay-wallet', wallet({ note: evil }));
    expect(part(note, 'note')!.querySelector('code')!.textContent).to.equal(evil);
  });

  it('writes no style into its markup but how long a number is', async () => {
    for (const [name, make] of KINDS) {
      const styles = [...(await show(name, make())).shadowRoot!.querySelectorAll('[style], style')];
      expect(
        styles.map((each) => each.getAttribute('style')).filter((style) => !/^--_n: ?\d+;$/.test(style!)),
      ).to.deep.equal([]);
    }
  });

  it('writes the price in the language around it, every digit of it', async () => {
    const page = await fixture(
      html`<div lang="de-DE"><pay-wallet .payment=${wallet({ amount: '1234.567' })}></pay-wallet></div>`,
    );
    const tag = await opened(page.querySelector('pay-wallet')!);
    expect(text(part(tag, 'amount'))).to.equal('1.234,567 €');
    tag.lang = 'en-US';
    await tag.updateComplete;
    expect(text(part(tag, 'amount'))).to.equal('€1,234.567');
    const odd = await show('pay-wallet', wallet({ currency: 'points' }));
    expect(text(part(odd, 'amount'))).to.equal('32 POINTS');
  });

  describe('following', () => {
    it('requests src as soon as it is on the page, and only once', async () => {
      backend = shop({ '/pay/early': json(wallet({ status: 'PAID' })) });
      const tag = document.createElement('pay-wallet');
      tag.src = '/pay/early';
      await fixture(html`${tag}`);
      expect(backend.requests, 'before any paint').to.deep.equal(['/pay/early']);
      await until(() => tag.phase === 'paid');
      await nextPaint();
      expect(backend.requests).to.deep.equal(['/pay/early']);
    });

    it('calls that question off when it leaves the page', async () => {
      const real = window.fetch.bind(window);
      const signals: AbortSignal[] = [];
      window.fetch = (_url, init) => {
        signals.push(init!.signal!);
        return new Promise(() => {});
      };
      try {
        const tag = document.createElement('pay-wallet');
        tag.src = '/pay/never';
        await fixture(html`${tag}`);
        tag.remove();
        expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
      } finally {
        window.fetch = real;
      }
    });

    it('asks nothing for a tag that has left before its payment was painted', async () => {
      backend = shop({ '/s': json({ status: 'PAID' }) });
      const tag = document.createElement('pay-crypto');
      tag.payment = crypto();
      tag.statusUrl = '/s';
      document.body.append(tag);
      await tag.updateComplete;
      expect(part(tag, 'address')).not.to.equal(null);
      tag.remove();
      await nextPaint();
      expect([backend.requests.length, pollerCount(pagePorts)]).to.deep.equal([0, 0]);
    });

    it('gets the payment from src, then its updates from its status address', async () => {
      let word = 'NEW';
      backend = shop({
        '/pay/1': json({ ...crypto(), statusUrl: '/pay/status/1' }),
        '/pay/status/1': () => json({ status: word })(),
      });
      const tag = document.createElement('pay-crypto');
      tag.src = '/pay/1';
      await fixture(html`${tag}`);
      await opened(tag);
      await until(() => part(tag, 'address'));
      word = 'CONFIRMING';
      const changed = next(tag, 'pay-status');
      tag.refresh();
      const event = await changed;
      expect([event.status, event.phase, event.previousPhase]).to.deep.equal(['CONFIRMING', 'confirming', 'awaiting']);
      expect(event.payment).to.include({ tid: '7f3k92qx' });
      expect([event.bubbles, event.composed]).to.deep.equal([true, true]);
      expect(part(tag, 'address')).to.equal(null);
      expect(backend.requests).to.deep.equal(['/pay/1', '/pay/status/1']);
      expect(pollerCount(pagePorts)).to.equal(1);
    });

    for (const [what, answer, field] of [
      ['an apology', { error: 'maintenance' }, 'payment'],
      ['a payment without a status', { ...crypto(), status: undefined }, 'status'],
      ['a list', [], 'payment'],
    ] as const)
      it(`shows no lost contact where src answers ${what}, but that it cannot be read`, async () => {
        backend = shop({ '/pay/odd': json(answer) });
        const tag = document.createElement('pay-crypto');
        tag.src = '/pay/odd';
        const problem = next(tag, 'pay-problem');
        await fixture(html`${tag}`);
        expect((await problem).problem).to.include({ code: 'unreadable-payment', field });
        expect(shown(tag)).to.contain('This payment can’t be shown');
        expect([pollerCount(pagePorts), backend.requests.length]).to.deep.equal([0, 1]);
        backend.close();
        backend = shop({ '/pay/odd': json(crypto()) });
        tag.refresh();
        await until(() => part(tag, 'address'));
      });

    it('changes to paid without interaction, announces it once, and stops polling', async () => {
      backend = shop({ '/s': json({ status: 'PAID', version: 2 }) });
      const tag = document.createElement('pay-crypto');
      const received: string[] = [];
      for (const type of ['pay-status', 'pay-paid'] as const) tag.addEventListener(type, () => received.push(type));
      tag.payment = crypto({ version: 1 });
      tag.statusUrl = '/s';
      await fixture(html`${tag}`);
      await until(() => tag.phase === 'paid');
      await tag.updateComplete;
      expect(received).to.deep.equal(['pay-status', 'pay-status', 'pay-paid']);
      expect(backend.requests).to.deep.equal(['/s?since=1']);
      expect(shown(tag)).to.contain('Paid');
    });

    it('shares one poller among the tags of one payment', async () => {
      backend = shop({ '/s': json({ status: 'CONFIRMING' }) });
      const page = await fixture(
        html`<div>
          <pay-crypto .payment=${crypto()} status-url="/s"></pay-crypto
          ><pay-crypto .payment=${crypto()} status-url="/s"></pay-crypto>
        </div>`,
      );
      await until(() => [...page.children].every((tag) => (tag as PayElement).phase === 'confirming'));
      expect([pollerCount(pagePorts), backend.requests.length]).to.deep.equal([1, 1]);
    });

    it('keeps the last good view under an unknown status', async () => {
      backend = shop({ '/s': json({ status: 'AML_REVIEW' }) });
      const tag = await show('pay-crypto', crypto(), { 'status-url': '/s' });
      await until(() => tag.phase === ('unknown' satisfies Phase));
      await tag.updateComplete;
      expect(text(status(tag))).to.contain('Status from the shop: AML_REVIEW');
      expect(part(tag, 'address')).not.to.equal(null);
    });

    it('shows that contact is lost, keeps its view, and tries again at refresh()', async () => {
      let up = false;
      backend = shop({ '/s': () => (up ? json({ status: 'PAID' })() : Promise.reject(new TypeError('offline'))) });
      const tag = document.createElement('pay-crypto');
      tag.payment = crypto();
      tag.setAttribute('status-url', '/s');
      const lost = next(tag, 'pay-problem');
      await fixture(html`${tag}`);
      await opened(tag);
      const spoken = status(tag);
      tag.refresh();
      await until(() => backend!.requests.length >= 2);
      tag.refresh();
      expect((await lost).code).to.equal('contact-lost');
      expect(text(spoken)).to.contain('Can’t reach the shop');
      expect(tag.matches(':state(lost)')).to.equal(true);
      expect(part(tag, 'address')).not.to.equal(null);
      expect(tag.phase).to.equal('awaiting');
      up = true;
      part(tag, 'try-now')!.focus();
      part(tag, 'try-now')!.click();
      await until(() => tag.phase === 'paid');
      await tag.updateComplete;
      expect(tag.shadowRoot!.activeElement, 'the focus goes on at the card').to.equal(part(tag, 'card'));
      expect(status(tag), 'the node that speaks stays').to.equal(spoken);
    });

    it('shows that the shop has no such payment any more, and withdraws it', async () => {
      backend = shop({ '/s': () => new Response('', { status: 404 }) });
      const tag = await show('pay-wallet', wallet(), { 'status-url': '/s' });
      await until(() => part(tag, 'outcome'));
      expect(shown(tag)).to.contain('Payment not found');
      expect(part(tag, 'note')).to.equal(null);
    });

    it('shows the shape of the card while the payment is under way', async () => {
      let give: (response: Response) => void;
      backend = shop({ '/later': () => new Promise((done) => (give = done)) });
      const tag = document.createElement('pay-localcode');
      tag.src = '/later';
      await fixture(html`${tag}`);
      expect(tag.shadowRoot!.querySelector('.skeleton')).not.to.equal(null);
      await opened(tag);
      expect(text(status(tag))).to.equal('Loading the payment');
      expect(tag.matches(':state(loading)')).to.equal(true);
      give!(json(localcode())());
      await until(() => part(tag, 'page-link'));
    });

    it('begins anew with another payment', async () => {
      const tag = await show('pay-crypto', crypto({ status: 'PAID' }));
      tag.payment = crypto({ tid: 'second' });
      await tag.updateComplete;
      expect(tag.phase).to.equal('awaiting');
      expect(part(tag, 'address')).not.to.equal(null);
    });

    for (const [type, target] of [
      ['online', window],
      ['pageshow', window],
      ['visibilitychange', document],
    ] as const)
      it(`polls at once on ${type}`, async () => {
        backend = shop({ '/s': json({ status: 'CONFIRMING' }) });
        const tag = await show('pay-crypto', crypto(), { 'status-url': '/s' });
        const requestOf = () => backend!.requests.length;
        await until(() => tag.phase === 'confirming');
        expect(requestOf()).to.equal(1);
        target.dispatchEvent(new Event(type));
        expect(requestOf()).to.equal(2);
        tag.remove();
        target.dispatchEvent(new Event(type));
        expect(requestOf()).to.equal(2);
      });

    it('lets its question go with a page that is left', async () => {
      let left: AbortSignal | undefined;
      const real = window.fetch.bind(window);
      window.fetch = (_url, init) => new Promise(() => (left = init!.signal!));
      try {
        await show('pay-crypto', crypto(), { 'status-url': '/s' });
        expect((await until(() => left)).aborted).to.equal(false);
        dispatchEvent(new Event('pagehide'));
        expect(left!.aborted).to.equal(true);
      } finally {
        window.fetch = real;
      }
    });

    it('does not take a lost contact along where it is moved to', async () => {
      backend = shop({ '/s': () => Promise.reject(new TypeError('offline')) });
      const tag = await show('pay-crypto', crypto(), { 'status-url': '/s' });
      tag.refresh();
      tag.refresh();
      await until(() => part(tag, 'try-now'));
      tag.payment = crypto({ status: 'PAID' });
      tag.parentElement!.append(tag);
      tag.requestUpdate();
      await tag.updateComplete;
      expect([tag.phase, part(tag, 'try-now')]).to.deep.equal(['paid', null]);
    });

    it('never goes back when a framework hands in its payment again, or moves the tag', async () => {
      backend = shop({ '/s': json({ status: 'PAID' }) });
      const tag = await show('pay-crypto', crypto(), { 'status-url': '/s' });
      await until(() => tag.phase === 'paid');
      let events = 0;
      tag.addEventListener('pay-status', () => events++);
      tag.payment = crypto();
      await tag.updateComplete;
      tag.parentElement!.append(tag);
      tag.refresh(); // with nothing left to follow
      await tag.updateComplete;
      expect([tag.phase, events, backend.requests.length]).to.deep.equal(['paid', 0, 1]);
      tag.payment = crypto({ status: 'REFUNDED' });
      await tag.updateComplete;
      expect([tag.phase, events]).to.deep.equal(['refunded', 1]);
    });

    it('dispatches what it learns away from the page when it is back', async () => {
      const tag = await show('pay-crypto', crypto());
      const parent = tag.parentElement!;
      let paid = 0;
      parent.addEventListener('pay-paid', () => paid++);
      tag.payment = crypto({ status: 'PAID' });
      tag.remove();
      await tag.updateComplete;
      expect(paid).to.equal(0);
      parent.append(tag);
      await tag.updateComplete;
      expect(paid).to.equal(1);
    });

    it('takes up its payment again where it is moved to', async () => {
      backend = shop({ '/s': json({ status: 'NEW' }) });
      const tag = await show('pay-crypto', crypto(), { 'status-url': '/s' });
      await until(() => pollerCount(pagePorts) === 1);
      const parent = tag.parentElement!;
      tag.remove();
      expect(pollerCount(pagePorts)).to.equal(0);
      parent.append(tag);
      await until(() => pollerCount(pagePorts) === 1);
      expect(part(tag, 'address')).not.to.equal(null);
    });
  });
});
