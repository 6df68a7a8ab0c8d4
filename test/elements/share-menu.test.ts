import { expect } from '@open-wc/testing';
import { emulateMedia, sendKeys } from '@web/test-runner-commands';
import jsQR from 'jsqr';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import {
  BTC,
  clipboard,
  crypto,
  emulates,
  localcode,
  next,
  noPaper,
  part,
  show,
  showInCheckout,
  type Tag,
  text,
  until,
  wallet,
} from './support.ts';

/** Puts a thing of the page's in the place of another till the test is over. */
const undo: (() => void)[] = [];
function stub<T extends object>(target: T, name: keyof T & string, value: unknown) {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  undo.push(() => (own ? Object.defineProperty(target, name, own) : delete target[name]));
}
afterEach(() => {
  for (const each of undo.splice(0).reverse()) each();
});

const menu = (tag: PayElement) => tag.shadowRoot!.querySelector<HTMLElement>('#menu')!;
const items = (tag: PayElement) => [...menu(tag).querySelectorAll<HTMLElement>('button, a')];
const item = (tag: PayElement, name: string) => items(tag).find((each) => text(each) === name)!;

const focused = (tag: PayElement) => text(tag.shadowRoot!.activeElement);

async function open(name: Tag, payment: object, attributes: Record<string, string> = {}) {
  const tag = await show(name, payment, { lang: 'en-US', ...attributes });
  part(tag, 'menu-button')!.click();
  await until(() => items(tag).length);
  return tag;
}

/** Reads a picture with somebody else's reader. */
async function decode(source: CanvasImageSource, side: number) {
  const pen = new OffscreenCanvas(side, side).getContext('2d')!;
  pen.drawImage(source, 0, 0, side, side);
  const { data } = pen.getImageData(0, 0, side, side);
  return { read: jsQR(data, side, side)?.data, corner: [...data.slice(0, 4)] };
}

async function decodeSvg(svg: SVGElement) {
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', '400');
  copy.setAttribute('height', '400');
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
  await image.decode();
  return (await decode(image, 400)).read;
}

const LINES = `Amount: 0.00071342 BTC\nSend only BTC, only on the Bitcoin network.\nAddress: ${BTC}`;

describe('what can be taken along of a payment', () => {
  it('is behind one button, and what this browser or payment cannot do is not there', async () => {
    stub(navigator, 'share', undefined);
    const names = async (name: Tag, payment: object, attributes = {}) =>
      items(await open(name, payment, attributes)).map(text);
    const page = 'Payment service’s page';
    const all = ['Continue on your phone', 'Save QR code', 'Copy everything', 'Print'];
    expect(await names('pay-crypto', crypto())).to.deep.equal([...all, page]);
    expect(await names('pay-crypto', crypto({ hostedUrl: undefined }))).to.deep.equal(all.slice(1));
    expect(await names('pay-crypto', crypto(), { qr: 'image' })).to.deep.equal([all[0], ...all.slice(2), page]);
    expect(await names('pay-wallet', wallet())).to.deep.equal([all[0], ...all.slice(2)]);
    expect(await names('pay-localcode', localcode())).to.deep.equal(['Print']);
    stub(navigator, 'share', () => Promise.resolve());
    expect(await names('pay-localcode', localcode())).to.deep.equal(['Share', 'Print']);
    const fine = window.matchMedia.bind(window);
    stub(window, 'matchMedia', (query: string) => (query === '(pointer: coarse)' ? { matches: true } : fine(query)));
    expect(await names('pay-wallet', wallet()), 'on the phone itself').to.deep.equal([
      'Share',
      'Copy everything',
      'Print',
    ]);
  });

  it('is not offered where there is nothing to pay', async () => {
    for (const phase of ['confirming', 'expired', 'failed', 'unmatched', 'refunded']) {
      const tag = await show('pay-crypto', crypto({ status: phase, phase }));
      expect([part(tag, 'menu-button'), part(tag, 'print-button')], phase).to.deep.equal([null, null]);
    }
  });

  it('opens, is walked through and closes by keys, and gives the focus back', async () => {
    stub(navigator, 'share', undefined);
    const tag = await show('pay-crypto', crypto());
    const button = part(tag, 'menu-button')!;
    button.focus();
    await sendKeys({ press: 'Enter' });
    await until(() => items(tag).length && menu(tag).matches(':popover-open.placed'));
    for (const each of items(tag)) {
      await sendKeys({ press: 'Tab' });
      expect(focused(tag)).to.equal(text(each));
    }
    await sendKeys({ press: 'Escape' });
    expect(menu(tag).matches(':popover-open')).to.equal(false);
    expect(focused(tag)).to.equal('More');
  });

  it('shows the hosted page as a code for another phone, and forgets it when the menu is closed', async () => {
    const tag = await open('pay-wallet', wallet());
    const button = item(tag, 'Continue on your phone');
    expect(button.ariaExpanded).to.equal('false');
    button.focus();
    button.click();
    const code = await until(() => menu(tag).querySelector<SVGElement>('svg.qr'));
    expect(await decodeSvg(code)).to.equal('https://wallet.example/w81');
    expect(button.ariaExpanded).to.equal('true');
    expect(focused(tag), 'still in hand').to.equal('Continue on your phone');
    await expect(tag).to.be.accessible();
    menu(tag).hidePopover();
    await until(() => !menu(tag).querySelector('.phone'));
  });

  it('shares only the amount and the hosted page', async () => {
    const shared: unknown[] = [];
    stub(
      navigator,
      'share',
      (data: unknown) => (shared.push(data), Promise.reject(new DOMException('no', 'AbortError'))),
    );
    const tag = await open('pay-wallet', wallet({ webhookUrl: 'https://shop.example/secret' }));
    item(tag, 'Share').click();
    expect(shared).to.deep.equal([{ text: 'Amount: €32.00', url: 'https://wallet.example/w81' }]);
    expect(menu(tag).matches(':popover-open')).to.equal(false);
  });

  describe('saved for later', () => {
    const url = new URL('/pay/1001?a=1&b=2', location.href).href;

    it('is offered with an address that shows the payment again, and never without', async () => {
      stub(navigator, 'share', undefined);
      const without = await open('pay-wallet', wallet());
      expect([item(without, 'Copy payment link'), menu(without).querySelector('.mail')]).to.deep.equal([
        undefined,
        null,
      ]);
      const script = await open('pay-wallet', wallet(), { 'page-url': 'javascript:alert(1)' });
      expect(menu(script).querySelector('.mail')).to.equal(null);
      const itself = await open('pay-wallet', wallet(), { 'page-url': '#' });
      expect(text(menu(itself).querySelector('.page'))).to.equal(location.href);
    });

    it('is shared, copied and sent by e-mail with the address of the page, not of the payment service', async () => {
      const shared: unknown[] = [];
      stub(navigator, 'share', (data: unknown) => (shared.push(data), Promise.resolve()));
      const copied: string[] = [];
      undo.push(clipboard(async (value) => void copied.push(value)));
      const tag = await open('pay-crypto', crypto(), { 'page-url': '/pay/1001?a=1&b=2' });
      item(tag, 'Share').click();
      expect(shared).to.deep.equal([{ text: 'Amount: 0.00071342 BTC', url }]);
      part(tag, 'menu-button')!.click();
      const event = next(tag, 'pay-copy');
      item(tag, 'Copy payment link').click();
      expect((await event).what).to.equal('link');
      expect(copied).to.deep.equal([url]);
      const mail = menu(tag).querySelector<HTMLAnchorElement>('.mail')!;
      expect(text(mail)).to.equal('Send link by email');
      const given = new URL(mail.href).searchParams;
      expect([given.get('subject'), given.get('body')]).to.deep.equal(['Payment number: 7f3k92qx', `$48.20\r\n${url}`]);
      expect(mail.href).not.to.contain(BTC);
      await expect(tag).to.be.accessible();
    });

    it('is the address of the checkout around the tag', async () => {
      const { tag, close } = await showInCheckout({ lang: 'en', 'page-url': '/pay/1001' });
      undo.push(close);
      (await until(() => part(tag, 'menu-button'))).click();
      expect(text(await until(() => menu(tag).querySelector('.page')))).to.match(/\/pay\/1001$/);
    });

    it('blocks the payment where somebody has changed the link', async () => {
      const tag = await open('pay-crypto', crypto(), { 'page-url': '/pay/1001' });
      await tag.updateComplete;
      menu(tag).querySelector('.mail')!.setAttribute('href', 'https://evil.example');
      const { problem } = await next(tag, 'pay-problem');
      expect(problem).to.deep.equal({ code: 'tampered', field: 'pageUrl' });
    });
  });

  it('saves the code as a picture that any camera reads, and lets it go', async () => {
    const blobs: Blob[] = [];
    const gone: string[] = [];
    const saved: [string, string][] = [];
    const make = URL.createObjectURL.bind(URL);
    stub(URL, 'createObjectURL', (blob: Blob) => (blobs.push(blob), make(blob)));
    stub(URL, 'revokeObjectURL', (url: string) => gone.push(url));
    stub(HTMLAnchorElement.prototype, 'click', function (this: HTMLAnchorElement) {
      saved.push([this.href, this.download]);
    });
    const tag = await open('pay-crypto', crypto());
    item(tag, 'Save QR code').click();
    const [href, name] = await until(() => saved[0]);
    expect(name).to.equal('0.00071342-BTC.png');
    expect(href).to.match(/^blob:/);
    const picture = await createImageBitmap(blobs[0]!);
    expect(blobs[0]!.type).to.equal('image/png');
    expect(picture.width).to.be.at.least(1024);
    expect(picture.height).to.equal(picture.width);
    const { read, corner } = await decode(picture, picture.width);
    expect(read).to.equal(`bitcoin:${BTC}?amount=0.00071342`);
    expect(corner, 'a light edge on any ground').to.deep.equal([255, 255, 255, 255]);
    expect(gone).to.deep.equal([]);
    tag.remove();
    await until(() => gone.length);
    expect(gone).to.deep.equal([href]);
  });

  it('saves what the payer chose to see, and a sandbox’s with its mark', async () => {
    const blobs: Blob[] = [];
    stub(URL, 'createObjectURL', (blob: Blob) => (blobs.push(blob), 'blob:none'));
    stub(HTMLAnchorElement.prototype, 'click', () => {});
    const tag = await open('pay-crypto', crypto());
    part(tag, 'qr-switch')!.querySelectorAll('button')[1]!.click();
    await tag.updateComplete;
    item(tag, 'Save QR code').click();
    const plain = await createImageBitmap(await until(() => blobs[0]));
    expect((await decode(plain, plain.width)).read).to.equal(BTC);
    const test = await open('pay-crypto', crypto({ test: true }), { qr: 'address' });
    item(test, 'Save QR code').click();
    const marked = await createImageBitmap(await until(() => blobs[1]));
    const pen = new OffscreenCanvas(marked.width, marked.width).getContext('2d')!;
    pen.drawImage(marked, 0, 0);
    const { data } = pen.getImageData(0, 0, marked.width, marked.width);
    const red = data.filter((value, at) => at % 4 === 0 && value === 0xb3).length;
    expect(red / (marked.width * marked.width)).to.be.greaterThan(0.01);
    expect((await decode(marked, marked.width)).read, 'and no wallet reads it').to.equal(undefined);
  });

  it('copies everything in lines with labels, and announces it', async () => {
    const written: string[] = [];
    stub(navigator, 'clipboard', { writeText: async (value: string) => void written.push(value) });
    const tag = await open('pay-crypto', crypto());
    const copied = next(tag, 'pay-copy');
    item(tag, 'Copy everything').click();
    expect((await copied).what).to.equal('all');
    expect(written).to.deep.equal([LINES]);
    await tag.updateComplete;
    expect(text(tag.shadowRoot!.querySelector('[role=status]'))).to.contain('Copied');
    const other = await open('pay-wallet', wallet({ note: ' a  b', test: true }));
    item(other, 'Copy everything').click();
    await until(() => written[1]);
    expect(written[1]).to.equal('This is a test payment. Don’t send real money.\nAmount: €32.00\nNote:  a  b');
  });

  it('selects those lines, in sight, where there is no clipboard', async () => {
    stub(navigator, 'clipboard', undefined);
    const tag = await open('pay-crypto', crypto());
    item(tag, 'Copy everything').click();
    await until(() => getSelection()!.toString() === LINES);
    await tag.updateComplete;
    expect(menu(tag).querySelector('pre')!.offsetHeight).to.be.greaterThan(30);
  });

  describe('on paper', () => {
    /** The frame that was printed, and how often. */
    let printed: Window[] = [];
    const frame = (tag: PayElement) => tag.shadowRoot!.querySelector('iframe');
    beforeEach(() => {
      const paper = noPaper();
      undo.push(paper.close);
      printed = paper.printed;
    });
    const sheet = async (tag: PayElement, act: () => void) => {
      const before = printed.length;
      act();
      await until(() => printed.length > before);
      return printed.at(-1)!.document;
    };

    it('is a separate sheet with everything that a payer needs away from the page', async () => {
      const expiresAt = '2031-05-09T10:00:00Z';
      const tag = await open('pay-crypto', crypto({ expiresAt }));
      const shop = document.createElement('span');
      shop.slot = 'header';
      shop.textContent = 'to Northwind Coffee';
      tag.append(shop);
      const page = await sheet(tag, () => item(tag, 'Print').click());
      const output = text(page.body);
      for (const each of [
        '$48.20',
        'to Northwind Coffee',
        '0.00071342 BTC',
        BTC,
        '7f3k92qx',
        'https://pay.example/7f3k92qx',
      ])
        expect(output).to.contain(each);
      expect(output).to.contain('Send only BTC, only on the Bitcoin network.');
      expect(output).to.match(/Send by May 9, 2031, .* (UTC|GMT|[A-Z]{3,4})/);
      expect(await decodeSvg(page.querySelector('svg')!)).to.equal(`bitcoin:${BTC}?amount=0.00071342`);
      expect(page.querySelector('button, a, script, style, [style]')).to.equal(null);
      const { backgroundColor, color } = printed[0]!.getComputedStyle(page.body);
      expect([color, backgroundColor]).to.deep.equal(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
      expect(page.querySelector('svg')!.getBoundingClientRect().width, '70 mm').to.be.greaterThan(250);
      expect(frame(tag)!.getBoundingClientRect().width).to.equal(1);
      expect([frame(tag)!.ariaHidden, frame(tag)!.tabIndex]).to.deep.equal(['true', -1]);
    });

    it('has the note byte for byte, and marks a test payment', async () => {
      const tag = await open('pay-wallet', wallet({ note: ' a  b\nc', test: true }));
      const page = await sheet(tag, () => item(tag, 'Print').click());
      const note = [...page.querySelectorAll('dd')].find((each) => each.textContent.includes('a  b'))!;
      expect(note.textContent).to.equal(' a  b\nc');
      expect(text(page.body)).to.contain('Don’t send real money');
    });

    it('keeps hostile text text', async () => {
      const evil = '<img src=x onerror=alert(1)>';
      const tag = await open('pay-wallet', wallet({ note: evil, pid: evil }));
      const page = await sheet(tag, () => item(tag, 'Print').click());
      expect(page.querySelector('img')).to.equal(null);
      expect(text(page.body)).to.contain(evil);
    });

    it('is a receipt once it is paid', async () => {
      const tag = await show(
        'pay-crypto',
        crypto({
          status: 'OVERPAID',
          phase: 'overpaid',
          cryptoAmountReceived: '0.0008',
          orderRef: 'NW-1001',
          paidAt: '2031-05-09T10:07:00Z',
        }),
        {
          lang: 'en-US',
        },
      );
      expect(part(tag, 'menu-button')).to.equal(null);
      const page = await sheet(tag, () => part(tag, 'print-button')!.click());
      const output = text(page.body);
      for (const each of [
        'Receipt',
        'Paid More than the amount arrived.',
        'Order number NW-1001',
        'Status Paid',
        `Address ${BTC}`,
      ])
        expect(output).to.contain(each);
      for (const each of ['$48.20 · 0.00071342 BTC', 'Received 0.0008 BTC', 'Payment number 7f3k92qx'])
        expect(output).to.contain(each);
      expect(output, 'when it was paid').to.match(/Paid at May 9, 2031, \d+:07:00/);
      expect(output, 'not when it was printed').not.to.contain(`${new Date().getFullYear()}`);
      expect(page.querySelector('svg')).to.equal(null);
    });

    it('links the transactions, on the card and on paper', async () => {
      const id = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
      const url = `https://explorer.example/tx/${id}`;
      const tag = await show('pay-crypto', crypto({ status: 'PAID', phase: 'paid', transactions: [{ id, url }] }), {
        lang: 'en-US',
      });
      const link = part(tag, 'transaction-link') as HTMLAnchorElement;
      expect([link.href, link.target, link.rel, text(link)]).to.deep.equal([
        url,
        '_blank',
        'noopener noreferrer',
        '4a5e1e4b…fdeda33b',
      ]);
      await expect(tag).to.be.accessible();
      const page = await sheet(tag, () => part(tag, 'print-button')!.click());
      expect(text(page.body)).to.contain(`Transaction ${id}`);
      expect(page.querySelector('a')!.href).to.equal(url);
    });

    it('names the shop and the goods of the header, also in <pay-checkout>', async () => {
      const order = { order: '1001', amount: '48.20', currency: 'USD', methods: [], payments: [] };
      const real = window.fetch.bind(window);
      window.fetch = async () => Response.json({ ...order, paid: crypto({ status: 'PAID', phase: 'paid' }) });
      const tag = document.createElement('pay-checkout');
      tag.innerHTML = '<p slot="header">Northwind Coffee</p>';
      tag.src = '/pay/orders/1001';
      document.body.append(tag);
      const inner = await until(() => tag.shadowRoot?.querySelector('pay-crypto'));
      const button = await until(() => part(inner, 'print-button'));
      const page = await sheet(inner, () => button.click());
      expect(text(page.body)).to.contain('Northwind Coffee');
      window.fetch = real;
      tag.remove();
    });

    it('is a receipt in the language of the page, without unknown values', async () => {
      const tag = await show('pay-wallet', wallet({ status: 'PAID', orderRef: 'N1' }), { lang: 'de' });
      await until(() => text(part(tag, 'print-button')) === 'Beleg drucken');
      const page = await sheet(tag, () => part(tag, 'print-button')!.click());
      const names = [...page.querySelectorAll('dt')].map(text);
      expect(names).to.deep.equal(['Bestellnummer', 'Status', 'Betrag', 'Verwendungszweck', 'Zahlungsnummer']);
    });

    it('gives the focus back to the button that was pressed', async () => {
      const tag = await show('pay-wallet', wallet({ status: 'PAID' }));
      const button = await until(() => part(tag, 'print-button'));
      button.focus();
      await sheet(tag, () => button.click());
      printed.at(-1)!.dispatchEvent(new Event('afterprint'));
      expect(tag.shadowRoot!.activeElement).to.equal(button);
    });

    it('leaves one frame at most, and none when the tag is gone', async () => {
      const tag = await show('pay-wallet', wallet({ status: 'PAID' }));
      await sheet(tag, () => part(tag, 'print-button')!.click());
      await sheet(tag, () => part(tag, 'print-button')!.click());
      await until(() => tag.shadowRoot!.querySelectorAll('iframe').length === 1);
      tag.remove();
      expect(frame(tag)).to.equal(null);
    });
  });

  if (emulates)
    it('is legible too where the whole page is printed: black on white, in full, with nothing to press', async () => {
      undo.push(() => void emulateMedia({ media: 'screen', colorScheme: 'light' }));
      await emulateMedia({ media: 'print', colorScheme: 'dark' });
      const tag = await show('pay-crypto', crypto());
      tag.style.colorScheme = 'dark';
      await until(() => part(tag, 'qr'));
      const seen = (node: Element) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const root = tag.shadowRoot!;
      expect([...root.querySelectorAll('button')].filter(seen)).to.have.lengthOf(0);
      for (const name of ['qr', 'address', 'coin-amount', 'network', 'help'])
        expect(seen(part(tag, name)!), name).to.equal(true);
      expect(text(part(tag, 'help'))).to.contain('7f3k92qx');
      const transfer = await show('pay-wallet', wallet());
      const link = getComputedStyle(part(transfer, 'page-link')!, '::after').content;
      expect(link).to.contain('https://wallet.example/w81');
      const { color, backgroundColor } = getComputedStyle(part(tag, 'card')!);
      expect([color, backgroundColor]).to.deep.equal(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    });

  if (emulates)
    it('prints the receipt of a paid payment with the page, and not how to pay', async () => {
      undo.push(() => void emulateMedia({ media: 'screen' }));
      await emulateMedia({ media: 'print' });
      const known = { orderRef: 'NW-1001', paidAt: '2026-11-22T14:05:00Z' };
      const transactions = [{ id: 'a1', url: 'https://explorer.example/tx/a1' }];
      const payment = crypto({ status: 'PAID', ...known, transactions });
      const tag = await show('pay-crypto', payment, { contact: 'tel:1', home: '/' });
      await until(() => part(tag, 'outcome'));
      const printed = (part(tag, 'card') as HTMLElement).innerText;
      for (const each of ['Paid', '$48.20', 'NW-1001', '0.00071342 BTC', 'Nov 22, 2026', '7f3k92qx'])
        expect(printed).to.contain(each);
      for (const each of ['Send', 'scan', 'Back to the shop', 'Contact', 'help']) expect(printed).not.to.contain(each);
      const { content } = getComputedStyle(part(tag, 'transaction-link')!, '::after');
      expect(content, 'the whole address on paper').to.contain('https://explorer.example/tx/a1');
    });
});
