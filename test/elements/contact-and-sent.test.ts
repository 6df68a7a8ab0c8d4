import { expect } from '@open-wc/testing';
import { Backend, checkout, json, order, refused } from './orders.ts';
import { clipboard, crypto, localcode, next, part, show, text, until, wallet } from './support.ts';

/** What the tags warn the developer of, until `close`. */
function warnings() {
  const real = console.warn;
  const messages: string[] = [];
  console.warn = (...args) => void messages.push(String(args[0]));
  return { messages, close: () => void (console.warn = real) };
}

const press = (tag: Element, words: string) =>
  until(() => [...tag.shadowRoot!.querySelectorAll('button')].find((one) => text(one).includes(words))).then((one) =>
    one.click(),
  );
const CONTACT = 'mailto:help@shop.example';
const HOME = 'https://shop.example/orders';

describe('the links of the shop', () => {
  it('are at the end of every view in which nothing is to be paid, and the contact in the help of the others', async () => {
    for (const status of ['EXPIRED', 'OVERPAID', 'LATE', 'FAILED', 'CANCELLED'])
      for (const payment of [crypto({ status }), wallet({ status: 'UNMATCHED' })]) {
        const tag = await show('tid' in payment ? 'pay-crypto' : 'pay-wallet', payment, {
          contact: CONTACT,
          home: HOME,
        });
        const links = [...tag.shadowRoot!.querySelectorAll<HTMLAnchorElement>('[part~=contact-link]')];
        expect(links.map(({ href }) => href)).to.deep.equal([CONTACT]);
        expect(part<HTMLAnchorElement>(tag, 'home-link')!.href).to.equal(HOME);
        expect(text(links[0])).to.equal('Contact the shop');
        await expect(tag).to.be.accessible();
      }
    const waiting = await show('pay-crypto', crypto(), { contact: CONTACT });
    expect(part(waiting, 'contact-link')!.closest('#help')).not.to.equal(null);
    const without = await show('pay-crypto', crypto({ status: 'FAILED' }));
    expect(part(without, 'contact-link')).to.equal(null);
  });

  it('lead back to the shop once there is nothing left to do, unless the page has its own way', async () => {
    for (const status of ['PAID', 'FAILED']) {
      const tag = await show('pay-crypto', crypto({ status }), { home: HOME });
      expect(part<HTMLAnchorElement>(tag, 'home-link')!.href).to.equal(HOME);
    }
    expect(part(await show('pay-crypto', crypto(), { home: HOME }), 'home-link')).to.equal(null);
    const own = await show('pay-crypto', crypto({ status: 'PAID' }), { home: '/orders' });
    expect(part<HTMLAnchorElement>(own, 'home-link')!.href).to.equal(new URL('/orders', location.href).href);
    own.innerHTML = '<a slot="paid" href="#">Northwind Coffee</a>';
    await until(() => !part(own, 'home-link')!.checkVisibility());
  });

  it('are in each problem of an order, which asks the payer to go back or to try again', async () => {
    const backend = new Backend();
    for (const answer of [
      json(order({ soldOut: true })),
      json(order({ paid: true })),
      json(order({ methods: [] })),
      refused('unknown-order', 404),
    ]) {
      backend.onOrder = () => answer.clone();
      const tag = await checkout();
      Object.assign(tag, { contact: CONTACT, home: HOME });
      const link = await until(() => part<HTMLAnchorElement>(tag, 'contact-link'));
      expect([part(tag, 'outcome')!.contains(link), link.href]).to.deep.equal([true, CONTACT]);
    }
    backend.close();
  });

  it('lead nowhere else, and the developer gets a warning', async () => {
    const { messages, close } = warnings();
    for (const contact of ['javascript:alert(1)', 'data:text/html,x', 'http://shop.example/help'])
      for (const home of ['javascript:alert(1)', 'mailto:x@shop.example']) {
        const tag = await show('pay-crypto', crypto({ status: 'FAILED' }), { contact, home });
        expect([part(tag, 'contact-link'), part(tag, 'home-link')]).to.deep.equal([null, null]);
        await tag.updateComplete;
      }
    await until(() => messages.some((line) => line.includes('mailto:x@')));
    close();
    expect(messages.filter((line) => line.includes('javascript:')).sort()).to.deep.equal([
      'pay-crypto: contact="javascript:alert(1)" has no effect. Use one of: mailto:, tel:, https:',
      'pay-crypto: home="javascript:alert(1)" has no effect. Use one of: http:, https:',
    ]);
  });

  it('come after the payment number in one line, with its button at the end of the row', async () => {
    for (const width of [232, 320, 360, 620])
      for (const status of ['PAID', 'EXPIRED']) {
        const tag = await show('pay-crypto', crypto({ status, tid: 'n2xgxrlef8tfnlxbc2qg' }));
        tag.style.inlineSize = `${width}px`;
        const row = tag.shadowRoot!.querySelector('.outcome .id')!;
        const [name, number, button] = ['dt', 'bdi', 'button'].map((each) => row.querySelector(each)!);
        expect(number!.getClientRects()).to.have.lengthOf(1);
        const box = number!.getBoundingClientRect();
        expect(box.height, 'one line').to.be.below(30);
        expect(box.top).to.be.at.least(name!.getBoundingClientRect().bottom - 1);
        expect(number!.scrollWidth).to.be.at.most(Math.ceil(box.width));
        const end = button!.getBoundingClientRect().right;
        expect(Math.abs(end - row.getBoundingClientRect().right), `${width}`).to.be.at.most(5);
      }
  });

  it('copies the payment number, which the shop needs', async () => {
    const written: string[] = [];
    const close = clipboard(async (what) => void written.push(what));
    const tag = await show('pay-crypto', crypto({ status: 'LATE' }));
    const copied = next(tag, 'pay-copy');
    tag.shadowRoot!.querySelector<HTMLElement>('.outcome [part~=copy-button]')!.click();
    expect((await copied).what).to.equal('number');
    close();
    expect(written).to.deep.equal(['7f3k92qx']);
  });
});

describe('"I have sent it"', () => {
  it('shows the next step and what to compare, and then the payment with the focus, without a request to the shop', async () => {
    const tag = await show('pay-crypto', crypto(), { contact: CONTACT });
    const states = [tag.phase, tag.matches(':state(awaiting)')];
    (await until(() => part(tag, 'sent-button'))).click();
    const sent = await until(() => part(tag, 'sent'));
    expect([...sent.querySelectorAll('li')].map(text)).to.deep.equal([
      'Sent on the Bitcoin network',
      'Exactly 0.00071342 BTC arrives, with fees on top',
      'The address ends in wf5mdq',
    ]);
    expect(sent.querySelector('ul')!.translate, 'a translator would look like another script').to.equal(false);
    expect(text(sent)).to.contain('Bitcoin payments are usually confirmed within 10\u2060–\u206060 minutes.');
    expect(text(sent)).not.to.contain('still receives');
    expect(text(part(tag, 'status')), 'nothing beside it contradicts the title').to.equal('');
    expect(text(sent)).to.contain('7f3k92qx');
    expect(part<HTMLAnchorElement>(tag, 'contact-link')!.href).to.equal(CONTACT);
    await until(() => text(tag.shadowRoot!.activeElement) === 'Looking for your payment');
    expect(part(tag, 'address')).to.equal(null);
    expect([tag.phase, tag.matches(':state(awaiting)')]).to.deep.equal(states);
    await expect(tag).to.be.accessible();
    part(tag, 'sent-back')!.focus({ focusVisible: true });
    expect(getComputedStyle(part(tag, 'sent-back')!).outlineStyle, 'a focus ring').to.equal('solid');
    part(tag, 'sent-back')!.click();
    await until(() => part(tag, 'address'));
    await until(() => text(tag.shadowRoot!.activeElement) === 'I have sent it');
    expect(part(tag, 'sent-button')!.tabIndex, 'it can be reached with the keyboard').to.equal(0);
  });

  it('gives way to every update of the payment, and to another payment once the payer has agreed', async () => {
    const tag = await show('pay-crypto', crypto());
    (await until(() => part(tag, 'sent-button'))).click();
    await until(() => part(tag, 'sent'));
    tag.payment = crypto({ tid: 'another', address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' });
    (await until(() => part(tag, 'show-details'))).click();
    await until(() => part(tag, 'address'));
    expect(part(tag, 'sent')).to.equal(null);
  });

  it('is blocked when a script changes what to compare', async () => {
    const changes: ((root: ShadowRoot) => void)[] = [
      (root) => (root.querySelector('.sent li:nth-child(3)')!.textContent = 'The address ends in 000000'),
    ];
    for (const change of changes) {
      const tag = await show('pay-crypto', crypto({ hostedUrl: 'https://pay.example/1' }));
      (await until(() => part(tag, 'sent-button'))).click();
      await until(() => part(tag, 'sent'));
      await tag.updateComplete;
      const problem = next(tag, 'pay-problem');
      change(tag.shadowRoot!);
      expect((await problem).code).to.equal('tampered');
      await until(() => !part(tag, 'sent'));
    }
  });

  it('is there for a transfer, with what to compare there', async () => {
    const tag = await show('pay-wallet', wallet());
    (await until(() => part(tag, 'sent-button'))).click();
    const sent = await until(() => part(tag, 'sent'));
    expect([...sent.querySelectorAll('li')].map(text)).to.deep.equal([
      'Exactly 32.00 EUR was sent',
      'The note was pasted unchanged',
    ]);
    await expect(tag).to.be.accessible();
    part(tag, 'sent-back')!.click();
    await until(() => part(tag, 'note'));
  });

  it('is not there for a code, and not where a part is missing', async () => {
    expect(part(await show('pay-localcode', localcode()), 'sent-button')).to.equal(null);
    const missing = crypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0007' });
    expect(part(await show('pay-crypto', missing), 'sent-button')).to.equal(null);
  });
});

describe('the height of <pay-checkout>', () => {
  it('is that of its view after every step of the payer', async () => {
    const backend = new Backend();
    let give = (_: Response) => {};
    backend.onPayment = () => new Promise((done) => (give = done));
    const tag = await checkout();
    const cardHeight = () => tag.shadowRoot!.querySelector('.card')!.getBoundingClientRect().height;
    const isTight = () => Math.abs(tag.getBoundingClientRect().height - cardHeight()) < 1;
    await press(tag, 'Cryptocurrency');
    await until(isTight);
    await press(tag, 'Bitcoin');
    await until(() => tag.matches(':state(preparing)') && isTight());
    const height = tag.getBoundingClientRect().height;
    give(json(crypto({ statusUrl: '/pay/status/1' })));
    await until(() => tag.shadowRoot!.querySelector('pay-crypto'));
    await until(() => Math.abs(tag.getBoundingClientRect().height - height) < 3);
    await press(tag, 'Change');
    await until(() => part(tag, 'leave'));
    tag.shadowRoot!.querySelector<HTMLElement>('.leave [part~=change-button]')!.click();
    await until(() => tag.matches(':state(choosing)') && isTight());
    backend.close();
  });
});
