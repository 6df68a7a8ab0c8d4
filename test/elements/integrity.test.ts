import { expect } from '@open-wc/testing';
import type { Problem } from '../../src/core/payments/problem.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import {
  clipboard,
  consoleErrors,
  crypto,
  json,
  localcode,
  part,
  PNG,
  shop,
  show,
  shown,
  text,
  until,
  wallet,
} from './support.ts';

const THIEF = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const $ = <T extends Element = HTMLElement>(tag: PayElement, selector: string) =>
  tag.shadowRoot!.querySelector<T>(selector)!;

/** Writes over text as extensions do: into the text nodes. */
function rewrite(node: Element, value: string) {
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const own: Text[] = [];
  while (texts.nextNode()) own.push(texts.currentNode as Text);
  own.forEach((each, at) => (each.data = at ? '' : value));
}

/** Wraps every text as a translator does. */
function wrap(node: Element) {
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const own: Text[] = [];
  while (texts.nextNode()) own.push(texts.currentNode as Text);
  for (const each of own) {
    if (!each.data.trim()) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    each.replaceWith(outer);
    outer.append(inner);
    inner.append(each);
  }
}

describe('a page that was tampered with', () => {
  let errors: ReturnType<typeof consoleErrors>;
  let problems: Problem[];
  let written: string[];
  let restore = () => {};
  const listen = ({ problem }: { problem: Problem }) => problems.push(problem);
  beforeEach(() => {
    errors = consoleErrors();
    problems = [];
    written = [];
    restore = clipboard(async (value) => void written.push(value));
    document.addEventListener('pay-problem', listen as never);
  });
  afterEach(() => {
    document.removeEventListener('pay-problem', listen as never);
    restore();
    errors.close();
  });

  const qrShown = async (tag: PayElement) => {
    await until(() => part(tag, 'qr'));
    return tag;
  };
  const ways: [string, string, () => Promise<PayElement>, (tag: PayElement) => void][] = [
    ['another address', 'address', () => show('pay-crypto', crypto()), (tag) => rewrite(part(tag, 'address')!, THIEF)],
    [
      'one letter of the address',
      'address',
      () => show('pay-crypto', crypto()),
      (tag) => ($(tag, '.addr span:nth-of-type(5)').firstChild!.nextSibling!.nodeValue = 'zzzz'),
    ],
    ['no address at all', 'address', () => show('pay-crypto', crypto()), (tag) => part(tag, 'address')!.remove()],
    [
      'a second address',
      'address',
      () => show('pay-crypto', crypto()),
      (tag) => part(tag, 'address')!.before(part(tag, 'address')!.cloneNode(true)),
    ],
    ['another amount', 'amount', () => show('pay-crypto', crypto()), (tag) => rewrite($(tag, '.num'), '0.71342')],
    [
      'another amount of a transfer',
      'amount',
      () => show('pay-wallet', wallet()),
      (tag) => rewrite($(tag, '.num'), '1'),
    ],
    ['another note', 'note', () => show('pay-wallet', wallet()), (tag) => rewrite($(tag, '.note code'), 'mine')],
    [
      'another wallet link',
      'link',
      () => show('pay-crypto', crypto()),
      (tag) => (part<HTMLAnchorElement>(tag, 'wallet-link')!.href = `bitcoin:${THIEF}`),
    ],
    [
      'another hosted page',
      'hostedUrl',
      () => show('pay-localcode', localcode()),
      (tag) => (part<HTMLAnchorElement>(tag, 'page-link')!.href = 'https://thief.example'),
    ],
    [
      'another code',
      'qr',
      async () => qrShown(await show('pay-crypto', crypto())),
      (tag) => $(tag, '.qr path + path').setAttribute('d', 'M4 4h7v1h-7z'),
    ],
    [
      'another code of the hosted page',
      'qr',
      async () => qrShown(await show('pay-localcode', localcode())),
      (tag) => part(tag, 'qr')!.remove(),
    ],
    [
      'another picture',
      'qrCodeBase64',
      () => show('pay-crypto', crypto(), { qr: 'image' }),
      (tag) => ($<HTMLImageElement>(tag, '.tile img').src = `${PNG}AAAA`),
    ],
  ];
  for (const [what, field, make, tamper] of ways)
    it(`shows no payment details where there is ${what}, and shows an alert`, async () => {
      const tag = await make();
      tamper(tag);
      const alert = await until(() => $(tag, '[role="alert"]'));
      expect(text(alert)).to.contain('Don’t pay from this page').and.contain('Copying is blocked');
      const left =
        '[part~="qr"], [part~="address"], [part~="note"], [part~="copy-button"], [part~="menu-button"], a, img';
      expect([...tag.shadowRoot!.querySelectorAll(left)]).to.deep.equal([]);
      expect(problems).to.deep.equal([{ code: 'tampered', field }]);
      await until(() => errors.messages.join().includes(`tampered (${field})`));
      await expect(tag).to.be.accessible();
      tag.lang = 'en-GB';
      await tag.updateComplete;
      expect($(tag, '[role="alert"]'), 'until the page is loaded anew').to.equal(alert);
    });

  it('cannot see that a style sheet of the page hides the address; what is copied, linked and encoded stays right', async () => {
    const payment = crypto();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `pay-crypto::part(address) { font-size: 0 } pay-crypto::part(address)::after { content: '${THIEF}' }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    try {
      const tag = await show('pay-crypto', payment);
      expect(getComputedStyle(part(tag, 'address')!, '::after').content).to.contain(THIEF);
      expect($(tag, '[role="alert"]')).to.equal(null);
      const [, button] = tag.shadowRoot!.querySelectorAll<HTMLElement>('[part~="copy-button"]');
      button!.click();
      await until(() => written.length);
      expect(written).to.deep.equal([payment.address]);
      expect(part<HTMLAnchorElement>(tag, 'wallet-link')!.href).to.contain(payment.address);
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    }
  });

  it('copies nothing in the very moment of it', async () => {
    const tag = await show('pay-crypto', crypto());
    const [, button] = tag.shadowRoot!.querySelectorAll<HTMLElement>('[part~="copy-button"]');
    rewrite(part(tag, 'address')!, THIEF);
    button!.click();
    await tag.updateComplete;
    expect(written).to.deep.equal([]);
    expect($(tag, '[role="alert"]')).not.to.equal(null);
  });

  it('opens no wallet, and gives no selected text away, in the very moment of it', async () => {
    for (const event of [
      new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }),
      new MouseEvent('auxclick', { bubbles: true, composed: true, cancelable: true }),
      new ClipboardEvent('copy', { bubbles: true, composed: true, cancelable: true }),
    ]) {
      const tag = await show('pay-crypto', crypto());
      let opened = false;
      tag.addEventListener('pay-open', () => (opened = true));
      const link = part<HTMLAnchorElement>(tag, 'wallet-link')!;
      link.href = `bitcoin:${THIEF}`;
      link.dispatchEvent(event);
      expect([event.type, event.defaultPrevented, opened]).to.deep.equal([event.type, true, false]);
    }
  });

  it('checks again with every response of the shop, even without a mutation record', async () => {
    const observe = Object.getOwnPropertyDescriptor(MutationObserver.prototype, 'observe')!;
    MutationObserver.prototype.observe = () => {};
    const backend = shop({ '/s': json({ status: 'NEW' }) });
    try {
      const tag = await show('pay-crypto', crypto(), { 'status-url': '/s' });
      await until(() => backend.requests.length);
      rewrite(part(tag, 'address')!, THIEF);
      tag.refresh();
      await until(() => $(tag, '[role="alert"]'));
    } finally {
      Object.defineProperty(MutationObserver.prototype, 'observe', observe);
      backend.close();
    }
  });

  it('still shows that a paid payment is paid', async () => {
    const tag = await show('pay-crypto', crypto());
    rewrite(part(tag, 'address')!, THIEF);
    await until(() => $(tag, '[role="alert"]'));
    tag.payment = crypto({ status: 'PAID' });
    await tag.updateComplete;
    expect(shown(tag)).to.contain('The shop has received your payment');
  });

  it('is no page that a translator went over: the text is the same', async () => {
    for (const make of [() => show('pay-crypto', crypto()), () => show('pay-wallet', wallet({ note: ' a  b\n c' }))]) {
      const tag = await make();
      wrap(tag.shadowRoot!.querySelector('.card')!);
      rewrite($(tag, '[part~="network"], ol b'), 'Nur im Netz von Bitcoin');
      await tag.updateComplete;
      tag.shadowRoot!.querySelector<HTMLElement>('[part~="copy-button"]')!.click();
      await until(() => written.length);
      expect($(tag, '[role="alert"]')).to.equal(null);
      expect(problems).to.deep.equal([]);
      written = [];
    }
  });

  it('is no page that shows another view of the payment, or is moved', async () => {
    const tag = await show('pay-crypto', crypto());
    part(tag, 'qr-switch')!.querySelectorAll('button')[1]!.click();
    await tag.updateComplete;
    tag.payment = crypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0005' });
    await tag.updateComplete;
    tag.qr = 'image';
    await tag.updateComplete;
    tag.qr = 'none';
    await tag.updateComplete;
    const parent = tag.parentElement!;
    tag.remove();
    parent.append(tag);
    await tag.updateComplete;
    expect($(tag, '[role="alert"]')).to.equal(null);
    expect(problems).to.deep.equal([]);
    rewrite(part(tag, 'address')!, THIEF);
    await until(() => $(tag, '[role="alert"]'));
  });
});
