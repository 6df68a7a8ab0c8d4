import { expect, fixture, html } from '@open-wc/testing';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import { register } from '../../src/elements/register.ts';
import { registerTranslation } from '../../src/i18n/register-translation.ts';
import { fakeClock } from './fake-clock.ts';
import { crypto, localcode, opened, show, showInCheckout, until, wallet } from './support.ts';

/** What the elements tell the developer of the page, until `close`. */
function warnings() {
  const real = console.warn;
  const messages: string[] = [];
  console.warn = (text: string) => {
    if (text.startsWith('pay-') && !text.includes(': payment: ')) messages.push(text);
  };
  return { messages, close: () => void (console.warn = real) };
}

/** What an element with these attributes warns of. */
async function warned(tag: string, attributes: Record<string, string>, payment?: object) {
  const { messages, close } = warnings();
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (payment) Object.assign(element, { payment });
  await fixture(html`${element}`);
  await opened(element as PayElement);
  await import('../../src/elements/base/markup-check.ts');
  await new Promise((done) => requestAnimationFrame(done));
  close();
  return messages;
}

describe('what an element does not understand', () => {
  for (const [tag, payment] of [
    ['pay-crypto', crypto()],
    ['pay-wallet', wallet()],
  ] as const)
    it(`is said in the console, once: the values of ${tag}`, async () => {
      const wrong = { layout: 'column', 'pay-notify': 'sound ding', lang: 'xx' };
      const messages = await warned(tag, wrong, payment);
      expect(messages.slice(0, 2)).to.deep.equal([
        `${tag}: layout="column" has no effect. Use one of: auto, stack, row`,
        `${tag}: pay-notify="sound ding" has no effect. Use one of: none`,
      ]);
      expect(messages[2]).to.match(new RegExp(`^${tag}: lang="xx" has no translation, .* en, ar, bg`));
      expect(messages).to.have.lengthOf(3);
      expect(await warned(tag, wrong, payment)).to.deep.equal([]);
    });

  it('is not asked for an element in a language that there is', async () => {
    const asked = () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('markup-check'));
    performance.clearResourceTimings();
    await show('pay-crypto', crypto(), { lang: 'ar', layout: 'stack' });
    await new Promise((done) => requestAnimationFrame(done));
    expect(asked()).to.deep.equal([]);
  });

  it('is said of the QR code', async () => {
    expect(await warned('pay-crypto', { qr: 'no' }, crypto())).to.deep.equal([
      'pay-crypto: qr="no" has no effect. Use one of: uri, address, image, none',
    ]);
  });

  it('is said of the time of the creation', async () => {
    expect(await warned('pay-checkout', { src: '/pay/orders/1', create: 'never' })).to.deep.equal([
      'pay-checkout: create="never" has no effect. Use one of: auto, click',
    ]);
  });

  it('is said when a value is changed later', async () => {
    const { messages, close } = warnings();
    const tag = await show('pay-crypto', crypto());
    tag.setAttribute('layout', 'columns');
    await until(() => messages.length);
    tag.setAttribute('contact', 'later@shop.example');
    await until(() => messages.length > 1);
    close();
    expect(messages).to.deep.equal([
      'pay-crypto: layout="columns" has no effect. Use one of: auto, stack, row',
      'pay-crypto: contact="later@shop.example" has no effect. Use one of: mailto:, tel:, https:',
    ]);
  });

  for (const [tag, payment] of [
    ['pay-checkout', undefined],
    ['pay-wallet', wallet()],
  ] as const)
    it(`is said of an address in ${tag} that leads nowhere, although nothing shows it yet`, async () => {
      const wrong = { src: '/none', contact: 'help@shop.example', home: 'tel:1', 'page-url': 'javascript:alert(1)' };
      expect(await warned(tag, wrong, payment)).to.deep.equal([
        `${tag}: contact="help@shop.example" has no effect. Use one of: mailto:, tel:, https:`,
        `${tag}: home="tel:1" has no effect. Use one of: http:, https:`,
        `${tag}: page-url="javascript:alert(1)" has no effect. Use one of: http:, https:`,
      ]);
      const right = { src: '/none', contact: 'tel:+49-30-1', home: '/', 'page-url': 'pay/1001' };
      expect(await warned(tag, right, payment)).to.deep.equal([]);
    });

  it('is said of an element without a payment, and of a misspelt attribute', async () => {
    expect(await warned('pay-wallet', { sr: '/pay/payments/1' })).to.deep.equal([
      'pay-wallet: there is nothing to show: set src or payment',
      'pay-wallet: unknown attribute sr. Did you mean src?',
    ]);
    expect(await warned('pay-checkout', { sr: '/pay/orders/1' })).to.deep.equal([
      'pay-checkout: there is nothing to show: set src',
      'pay-checkout: unknown attribute sr. Did you mean src?',
    ]);
    expect(await warned('pay-checkout', { href: '/pay/orders/1', url: '/pay/orders/1', order: '1' })).to.deep.equal([
      'pay-checkout: unknown attribute href. Did you mean src?',
      'pay-checkout: unknown attribute url. Did you mean src?',
      'pay-checkout: unknown attribute order. Did you mean src?',
    ]);
    expect(await warned('pay-crypto', { statusurl: '/pay/status/1', paymnet: 'x' }, crypto())).to.deep.equal([
      'pay-crypto: unknown attribute statusurl. Did you mean status-url?',
      'pay-crypto: unknown attribute paymnet. Did you mean payment?',
    ]);
  });

  it('is said of an attribute of other elements', async () => {
    expect(await warned('pay-wallet', { qr: 'none', create: 'click' }, wallet())).to.deep.equal([
      'pay-wallet: qr has no effect: it is an attribute of pay-crypto, pay-localcode and pay-checkout',
      'pay-wallet: create has no effect: it is an attribute of pay-checkout',
    ]);
  });

  it('is said of names that are known to be wrong, and not of those of the platform and of frameworks', async () => {
    const wrong = {
      currency: 'EUR',
      locale: 'de',
      language: 'de',
      theme: 'dark',
      onpaid: 'x()',
      'on-paid': 'x()',
      'onpay-paid': 'x()',
    };
    const usual = { onclick: '', onpointerdown: '', 'on:paid': '', 'x-on:paid': '', 'v-on': '', on: '' };
    expect(await warned('pay-localcode', usual, localcode())).to.deep.equal([]);
    expect(await warned('pay-localcode', wrong, localcode())).to.deep.equal([
      'pay-localcode: unknown attribute currency. Did you mean order() of the backend?',
      'pay-localcode: unknown attribute locale. Did you mean lang?',
      'pay-localcode: unknown attribute language. Did you mean lang?',
      'pay-localcode: unknown attribute theme. Did you mean color-scheme in CSS?',
      "pay-localcode: unknown attribute onpaid. Did you mean addEventListener('pay-paid', …)?",
      "pay-localcode: unknown attribute on-paid. Did you mean addEventListener('pay-paid', …)?",
      "pay-localcode: unknown attribute onpay-paid. Did you mean addEventListener('pay-paid', …)?",
    ]);
  });

  it('is said of content for a slot that there is not', async () => {
    const { messages, close } = warnings();
    const tag = await fixture<PayElement>(html`
      <pay-wallet .payment=${wallet()}>
        <p slot="foter">a</p>
        <p slot="header">b</p>
        <p slot="price">c</p>
        <p>d</p>
      </pay-wallet>
    `);
    await opened(tag);
    await until(() => messages.length);
    close();
    expect(messages).to.deep.equal([
      'pay-wallet: unknown slot foter. Did you mean footer?',
      'pay-wallet: unknown slot price. Use one of: header, footer, paid, help, retry, code, sent',
    ]);
  });

  it('is said of a slot on an element that is no child, and of the rest of a page in an element without an end tag', async () => {
    const { messages, close } = warnings();
    const tag = await fixture<PayElement>(html`
      <pay-wallet .payment=${wallet()}>
        <div><p slot="footer">a</p></div>
      </pay-wallet>
    `);
    await opened(tag);
    await until(() => messages.length);
    await opened(await fixture<PayElement>(html`<pay-crypto .payment=${crypto()}><main>b</main></pay-crypto>`));
    await until(() => messages.length > 1);
    close();
    expect(messages).to.deep.equal([
      'pay-wallet: slot="footer" has no effect on <p>: only a child of the element can have one',
      'pay-crypto: <main> inside it is not shown. Is </pay-crypto> missing? In HTML, /> does not close a tag',
    ]);
  });

  it('is said of a property that is not text', async () => {
    const { messages, close } = warnings();
    await opened(
      await fixture<PayElement>(html`<pay-localcode .payment=${localcode()} .layout=${true}></pay-localcode>`),
    );
    await until(() => messages.length);
    close();
    expect(messages).to.deep.equal(['pay-localcode: layout="true" has no effect. Use one of: auto, stack, row']);
  });

  it('is said of tags that nothing defines, after the page had time to load their modules', async () => {
    const { messages, close } = warnings();
    const clock = fakeClock();
    const page = await fixture<HTMLElement>(
      html`<div><pay-chekout></pay-chekout><pay-later></pay-later><my-tag></my-tag></div>`,
    );
    register('pay-registered', class extends HTMLElement {}); // The page may have been loaded before.
    dispatchEvent(new Event('load'));
    // Its module is loaded first.
    while (!clock.timers.size) await new Promise(requestAnimationFrame);
    await clock.turn(4_900, page as never);
    expect(messages).to.deep.equal([]);
    await clock.turn(200, page as never);
    clock.close();
    close();
    expect(messages).to.deep.equal(['pay-chekout: unknown tag. Did you mean pay-checkout?']);
  });

  it('is not what a page, a framework or a shop with its own language gives', async () => {
    registerTranslation('cy', { paid: 'Talwyd' });
    const usual = { id: 'a', class: 'b', 'data-v-1': '', 'v-cloak': '', 'aria-label': 'c', lang: 'cy', nonce: 'x' };
    const known = { layout: 'row', qr: 'none', 'pay-notify': 'none', 'page-url': '#', contact: 'tel:1' };
    expect(await warned('pay-crypto', { ...usual, ...known }, crypto())).to.deep.equal([]);
    for (const lang of ['de-AT', 'zh-TW', 'no', 'de_DE', 'undefined', 'null'])
      expect(await warned('pay-wallet', { lang }, wallet()), lang).to.deep.equal([]);
  });

  it('is said of <pay-checkout>, and not again of the payment in it', async () => {
    const { messages, close } = warnings();
    const { close: end } = await showInCheckout({ layout: 'wide' });
    await until(() => messages.length);
    await new Promise((done) => requestAnimationFrame(done));
    end();
    close();
    expect(messages).to.deep.equal(['pay-checkout: layout="wide" has no effect. Use one of: auto, stack, row']);
  });

  it('is not a tag whose framework sets the payment later', async () => {
    const { messages, close } = warnings();
    const tag = document.createElement('pay-crypto');
    tag.payment = undefined;
    await fixture(html`${tag}`);
    tag.payment = crypto();
    await opened(tag);
    close();
    expect(messages).to.deep.equal([]);
  });
});
