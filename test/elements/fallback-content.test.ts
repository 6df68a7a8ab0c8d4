import { expect, fixture, html } from '@open-wc/testing';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { renderPayment } from '../../src/html/index.ts';
import { crypto, localcode, opened, part, shown, until, wallet, type Tag } from './support.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';

/** A tag as a shop's server writes it, with HTML inside, and something below it. */
async function served(tag: Tag, inside: string, attributes: string): Promise<{ tag: PayElement; below: HTMLElement }> {
  const page = await fixture<HTMLElement>(
    html`<div>
      ${unsafeHTML(`<${tag} ${attributes}>${inside}</${tag}>`)}
      <p class="below">below</p>
    </div>`,
  );
  return { tag: page.querySelector<PayElement>(tag)!, below: page.querySelector('.below')! };
}

const escaped = (payment: object) => JSON.stringify(payment).replace(/&/g, '&amp;').replace(/"/g, '&quot;');

describe('the content of a tag', () => {
  const realFetch = window.fetch.bind(window);
  afterEach(() => void (window.fetch = realFetch));

  for (const [name, payment] of [
    ['pay-crypto', crypto()],
    ['pay-wallet', wallet()],
    ['pay-localcode', localcode()],
  ] as const) {
    it(`${name} is shown until the payment has loaded, and then nothing below it moves up`, async () => {
      let answer = (_: Response) => {};
      window.fetch = (input, init) =>
        (input as string).endsWith('/held') ? new Promise((done) => void (answer = done)) : realFetch(input, init);
      const { tag, below } = await served(name, renderPayment(payment), 'src="/held"');
      await opened(tag);
      const section = tag.querySelector<HTMLElement>('.pay-payment')!;
      expect(section.offsetHeight).to.be.greaterThan(100);
      const skeletons = [...tag.shadowRoot!.querySelectorAll('.skeleton')];
      const seen = skeletons.filter((each) => each.checkVisibility({ visibilityProperty: true }));
      expect(seen.length, 'the shape of the card is room alone').to.equal(0);
      // Drawn once, as it is while a payer waits: sizes are known from the frames that were drawn.
      for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done));
      const before = below.getBoundingClientRect().top;
      answer(new Response(JSON.stringify(payment)));
      await until(() => tag.phase === 'awaiting');
      await tag.updateComplete;
      expect(section.offsetHeight, 'no longer drawn').to.equal(0);
      expect(part(tag, 'amount')).not.to.equal(null);
      const after = below.getBoundingClientRect().top;
      expect(after, 'as high as what was there').to.be.at.least(before - 1);
    });

    it(`${name} takes the focus over from it`, async () => {
      let answer = (_: Response) => {};
      window.fetch = (input, init) =>
        (input as string).endsWith('/held') ? new Promise((done) => void (answer = done)) : realFetch(input, init);
      const { tag } = await served(
        name,
        '<section class="pay-payment"><button>Reload</button></section>',
        'src="/held"',
      );
      await opened(tag);
      tag.querySelector('button')!.focus();
      expect(document.activeElement!.textContent).to.equal('Reload');
      answer(new Response(JSON.stringify(payment)));
      await until(() => tag.phase === 'awaiting');
      await tag.updateComplete;
      expect(document.activeElement).to.equal(tag);
      expect(tag.shadowRoot!.activeElement!.matches('.card')).to.equal(true);
    });

    it(`${name} shows the payment of its attribute at once, without the fallback content`, async () => {
      const { tag } = await served(name, renderPayment(payment), `payment="${escaped(payment)}"`);
      await opened(tag);
      expect(tag.querySelector<HTMLElement>('.pay-payment')!.offsetHeight).to.equal(0);
      expect(shown(tag)).to.contain(name === 'pay-localcode' ? '20.00' : name === 'pay-wallet' ? '32.00' : '48.20');
    });
  }

  it('is text, however hostile, in every field of a payment', async () => {
    const hostile = '"><img src=x onerror=top.robbed=1><script>top.robbed=1</script><a href=javascript:top.robbed=1>';
    const payments = [
      wallet({ note: `${hostile}\n\r ${hostile}`, pid: hostile, status: hostile, currency: hostile }),
      crypto({ tid: hostile, status: hostile, cryptoCoin: hostile, currency: hostile, phase: 'unknown' }),
      localcode({ bid: hostile, status: hostile }),
    ];
    const ours = [
      'SECTION',
      'H2',
      'P',
      'STRONG',
      'DL',
      'DT',
      'DD',
      'CODE',
      'PRE',
      'OL',
      'LI',
      'BDI',
      'A',
      'svg',
      'path',
      'g',
      'text',
    ];
    for (const payment of payments) {
      const place = document.createElement('div');
      place.innerHTML = renderPayment(payment);
      document.body.append(place);
      for (const node of place.querySelectorAll('*')) {
        expect(ours).to.include(node.tagName);
        for (const { name, value } of node.attributes) {
          expect(name).not.to.match(/^on|^style$|^id$/);
          if (name === 'href') expect(value).to.match(/^(?:https:\/\/pay\.example\/|https:\/\/wallet\.example\/|$)/);
        }
      }
      if ('note' in payment) expect(place.querySelector('pre')!.textContent).to.equal(payment.note);
      place.remove();
    }
    expect('robbed' in window).to.equal(false);
  });
});
