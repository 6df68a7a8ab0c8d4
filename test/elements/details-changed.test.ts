import { expect } from '@open-wc/testing';
import type { Problem } from '../../src/core/payments/problem.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import {
  BTC,
  clipboard,
  consoleErrors,
  crypto,
  json,
  part,
  shop,
  show,
  shown,
  text,
  until,
  wallet,
  type Tag,
} from './support.ts';

const OTHER = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const PASSING = { bubbles: true, composed: true, cancelable: true };
const QR_OF_BTC = { size: 21, bits: 'A'.repeat(76) };
const PAYABLE = [
  ...['qr-tile', 'address', 'note', 'copy-button', 'wallet-link', 'page-link', 'menu-button'].map(
    (p) => `[part~="${p}"]`,
  ),
  '.num',
].join(', ');

const payable = (tag: PayElement) => [...tag.shadowRoot!.querySelectorAll(PAYABLE)];
const alertOf = (tag: PayElement) => tag.shadowRoot!.querySelector('[role="alert"]');
const showIt = async (tag: PayElement) => {
  part(tag, 'show-details')!.click();
  await tag.updateComplete;
};

describe('details that change', () => {
  let errors: ReturnType<typeof consoleErrors>;
  let backend: ReturnType<typeof shop> | undefined;
  let problems: Problem[];
  const listen = ({ problem }: { problem: Problem }) => problems.push(problem);
  beforeEach(() => {
    errors = consoleErrors();
    problems = [];
    document.addEventListener('pay-problem', listen as never);
  });
  afterEach(() => {
    document.removeEventListener('pay-problem', listen as never);
    backend?.close();
    errors.close();
  });

  const cases: [Tag, string, object, unknown, (tag: PayElement) => string][] = [
    ['pay-crypto', 'address', crypto(), OTHER, (tag) => part(tag, 'address')!.textContent],
    ['pay-crypto', 'cryptoAmountExpected', crypto(), '0.002', (tag) => text(tag.shadowRoot!.querySelector('.num'))],
    [
      'pay-crypto',
      'cryptoCoin',
      crypto(),
      'ltc',
      (tag) => text(part(tag, 'coin-amount')).replace(/.* /, '').toLowerCase(),
    ],
    ['pay-wallet', 'note', wallet(), 'NW-2ND-NOTE', (tag) => text(part(tag, 'note')!.querySelector('code'))],
  ];
  for (const [name, field, payment, value, seen] of cases) {
    const other = { ...payment, [field]: value };
    const from: Record<string, () => Promise<PayElement>> = {
      'a payment that the page hands in': async () => {
        const tag = await show(name, payment);
        tag.payment = other;
        await tag.updateComplete;
        return tag;
      },
      'another address to follow': async () => {
        backend = shop({ '/other': json(other) });
        const tag = await show(name, payment);
        tag.payment = undefined;
        tag.src = '/other';
        await until(() => problems.length);
        return tag;
      },
      'an answer of the status address': async () => {
        backend = shop({ '/s': json({ status: 'NEW', [field]: value }) });
        const tag = await show(name, payment, { 'status-url': '/s' });
        await until(() => problems.length);
        return tag;
      },
    };
    for (const [who, bring] of Object.entries(from))
      it(`covers a ${field} that ${who} would replace, until the payer shows the new one`, async () => {
        const tag = await bring();
        await tag.updateComplete;
        expect(payable(tag), 'nothing of either to pay by').to.deep.equal([]);
        expect(tag.shadowRoot!.innerHTML).not.to.contain(value);
        expect(text(alertOf(tag)))
          .to.contain('The payment details have changed')
          .and.contain('don’t pay again');
        expect(text(tag.shadowRoot!.querySelector('[role="status"]')), 'said once').to.equal('');
        expect(problems).to.deep.equal([{ code: 'details-changed', field }]);
        await until(() => errors.messages.join().includes(`details-changed (${field})`));
        await expect(tag).to.be.accessible();
        await showIt(tag);
        expect(alertOf(tag)).to.equal(null);
        expect(seen(tag)).to.equal(value);
        expect(text(part(tag, 'details-changed')), 'and a word that it is another').to.equal(
          'The payment details have changed',
        );
        await expect(tag).to.be.accessible();
      });
  }

  for (const [what, act] of [
    ['copied by hand', (tag: PayElement) => part(tag, 'address')!.dispatchEvent(new ClipboardEvent('copy', PASSING))],
    [
      'opened in another tab',
      (tag: PayElement) =>
        part(tag, 'wallet-link')!.dispatchEvent(new MouseEvent('auxclick', { ...PASSING, button: 1 })),
    ],
  ] as const)
    it(`covers another payment after the payer has ${what}`, async () => {
      const tag = await show('pay-crypto', crypto());
      const other = crypto({ tid: 'another', address: OTHER });
      tag.payment = other;
      await tag.updateComplete;
      expect(alertOf(tag), 'nothing was copied yet').to.equal(null);
      // WebKit would open the link.
      tag.addEventListener('auxclick', (event) => event.preventDefault());
      act(tag);
      tag.payment = crypto({ tid: 'third' });
      await tag.updateComplete;
      expect(text(alertOf(tag))).to.contain('The payment details have changed');
      expect(tag.shadowRoot!.innerHTML).not.to.contain(BTC);
    });

  it('draws no code of the old details for the new ones', async () => {
    backend = shop({ '/s': json({ status: 'NEW', address: OTHER }) });
    const tag = await show('pay-crypto', crypto({ qr: QR_OF_BTC }), { 'status-url': '/s' });
    await until(() => alertOf(tag));
    await showIt(tag);
    const code = await until(() => part(tag, 'qr'));
    expect(code.getAttribute('aria-label')).to.contain(OTHER);
    expect(code.getAttribute('viewBox'), 'a URI takes more than the smallest code').not.to.equal('0 0 29 29');
    expect(part<HTMLAnchorElement>(tag, 'wallet-link')!.href).to.contain(OTHER);
  });

  it('keeps the mark and follows on, and covers the next change again', async () => {
    let answer: object = { status: 'NEW', address: OTHER };
    backend = shop({ '/s': () => json(answer)() });
    const tag = await show('pay-crypto', crypto(), { 'status-url': '/s' });
    await until(() => alertOf(tag));
    answer = { status: 'NEW', confirmations: 0 };
    tag.refresh();
    await until(() => backend!.requests.length === 2);
    await showIt(tag);
    expect(part(tag, 'address')!.textContent, 'an answer without details takes nothing back').to.equal(OTHER);
    answer = { status: 'UNDERPAID', cryptoAmountReceived: '0.0005' };
    tag.refresh();
    await until(() => tag.phase === 'underpaid');
    await tag.updateComplete;
    expect(part(tag, 'address')!.textContent).to.equal(OTHER);
    expect(part(tag, 'details-changed')).not.to.equal(null);
    answer = { status: 'UNDERPAID', address: BTC };
    tag.refresh();
    await until(() => alertOf(tag));
    expect(problems.map(({ code }) => code)).to.deep.equal(['details-changed', 'details-changed']);
  });

  it('gets an event for details that cannot be read, and shows those from before', async () => {
    backend = shop({ '/s': json({ status: 'NEW', address: 'bc1q\u0441' }) });
    const tag = await show('pay-crypto', crypto(), { 'status-url': '/s' });
    await until(() => problems.length);
    expect(problems[0]).to.include({ code: 'unreadable-payment', field: 'address' });
    expect(part(tag, 'address')!.textContent).to.equal(BTC);
  });

  it('does not hide an outcome: after the payment, no other details are needed', async () => {
    backend = shop({ '/s': json({ status: 'PAID', address: OTHER }) });
    const tag = await show('pay-crypto', crypto(), { 'status-url': '/s' });
    await until(() => tag.phase === 'paid');
    await tag.updateComplete;
    expect(alertOf(tag)).to.equal(null);
    expect(shown(tag)).to.contain('The shop has received your payment');
  });

  describe('with another payment', () => {
    const second = crypto({ tid: 'second', address: OTHER });
    let restore = () => {};
    beforeEach(() => (restore = clipboard(async () => {})));
    afterEach(() => restore());

    const takes: Record<string, (tag: PayElement) => void> = {
      copied: (tag) => part(tag, 'copy-button')!.click(),
      'copied by hand': (tag) => {
        restore();
        restore = clipboard(undefined);
        part(tag, 'copy-button')!.click();
      },
      opened: (tag) => {
        tag.shadowRoot!.addEventListener('click', (event) => event.preventDefault(), { once: true });
        part(tag, 'wallet-link')!.click();
      },
    };
    for (const [how, take] of Object.entries(takes))
      it(`shows a confirmation where part of the first was ${how}, because it would be pasted next`, async () => {
        const tag = await show('pay-crypto', crypto());
        take(tag);
        if (how !== 'opened') await until(() => tag.shadowRoot!.querySelector('.hint:popover-open'));
        tag.payment = second;
        await tag.updateComplete;
        expect(payable(tag)).to.deep.equal([]);
        expect(problems).to.deep.equal([{ code: 'details-changed', field: 'tid' }]);
        await showIt(tag);
        expect(part(tag, 'address')!.textContent).to.equal(OTHER);
      });
  });
});
