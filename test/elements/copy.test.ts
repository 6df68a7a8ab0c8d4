import { expect } from '@open-wc/testing';
import type { CopiedThing } from '../../src/elements/events.ts';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import type { PaymentElement } from '../../src/elements/base/payment-element.ts';
import { BTC, clipboard, crypto, next, part, show, text, until, wallet } from './support.ts';

const buttons = (tag: PayElement) => [...tag.shadowRoot!.querySelectorAll<HTMLElement>('[part~="copy-button"]')];

describe('copying', () => {
  // A hint that is placed after its time is over would never be seen.
  before(() => import('../../src/elements/controllers/floating.ts'));
  let restore = () => undefined as unknown;
  afterEach(() => restore());

  const cases: [CopiedThing, () => Promise<PayElement>, number, string][] = [
    ['amount', () => show('pay-crypto', crypto()), 0, '0.00071342'],
    ['address', () => show('pay-crypto', crypto()), 1, BTC],
    ['note', () => show('pay-wallet', wallet({ note: ' a  b\n' })), 0, ' a  b\n'],
  ];
  for (const [what, make, at, expected] of cases)
    it(`puts the exact ${what} on the clipboard, shows that, and announces it`, async () => {
      const written: string[] = [];
      let done = () => {};
      restore = clipboard((value) => {
        written.push(value);
        return new Promise((resolve) => (done = resolve));
      });
      const tag = await make();
      const button = buttons(tag)[at]!;
      const copied = next(tag, 'pay-copy');
      button.click();
      await tag.updateComplete;
      expect(text(tag.shadowRoot!.querySelector('.hint')), 'not before the clipboard has it').to.equal('');
      done();
      expect((await copied).what).to.equal(what);
      await tag.updateComplete;
      expect(written).to.deep.equal([expected]);
      expect(button.getAttribute('aria-label')).to.equal('Copied');
      expect(text(tag.shadowRoot!.querySelector('[role=status]'))).to.contain('Copied');
      await until(() => tag.shadowRoot!.querySelector('.hint:popover-open.placed'));
    });

  it('shows a payer who has copied an address which characters to compare', async () => {
    restore = clipboard(async () => {});
    const tag = await show('pay-crypto', crypto());
    const copied = next(tag, 'pay-copy');
    buttons(tag)[1]!.click();
    await copied;
    await tag.updateComplete;
    const compare = 'After pasting, check the start, middle and end of the address.';
    expect(text(tag.shadowRoot!.querySelector('.fine'))).to.equal(compare);
    expect(text(tag.shadowRoot!.querySelector('.body')).split(compare), 'once').to.have.lengthOf(2);
  });

  for (const [what, change] of [
    ['the payment is paid', (tag: PaymentElement) => (tag.payment = crypto({ status: 'PAID' }))],
    ['another payment is shown', (tag: PaymentElement) => (tag.payment = crypto({ tid: 'another' }))],
  ] as const)
    it(`ends the hint when ${what}: nothing of that was copied`, async () => {
      restore = clipboard(async () => {});
      const tag = await show('pay-crypto', crypto());
      buttons(tag)[0]!.click();
      const hint = await until(() => tag.shadowRoot!.querySelector<HTMLElement>('.hint:popover-open.placed'));
      change(tag);
      await tag.updateComplete;
      await tag.updateComplete;
      expect(hint.matches(':popover-open')).to.equal(false);
      expect(text(hint)).to.equal('');
      for (const button of buttons(tag)) expect(button.getAttribute('aria-label')).not.to.equal('Copied');
    });

  it('says what was copied, also when the payment is another before the clipboard has it', async () => {
    let done = () => {};
    restore = clipboard(() => new Promise((resolve) => (done = resolve)));
    const tag = await show('pay-crypto', crypto());
    const copied = next(tag, 'pay-copy');
    buttons(tag)[0]!.click();
    tag.payment = crypto({ status: 'PAID' });
    await tag.updateComplete;
    done();
    expect((await copied).what).to.equal('amount');
    await tag.updateComplete;
    expect(text(tag.shadowRoot!.querySelector('.hint'))).to.equal('');
  });

  it('locks the details before the clipboard answers: another payment has to be asked for', async () => {
    let done = () => {};
    restore = clipboard(() => new Promise((resolve) => (done = resolve)));
    const tag = await show('pay-crypto', crypto());
    buttons(tag)[1]!.click();
    tag.payment = crypto({ tid: 'another', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' });
    await tag.updateComplete;
    expect(part(tag, 'show-details'), 'the payer is asked').not.to.equal(null);
    expect(part(tag, 'address')).to.equal(null);
    done();
  });

  it('ends the hint when its button is no longer shown', async () => {
    restore = clipboard(async () => {});
    const tag = await show('pay-crypto', crypto());
    part(tag, 'help-button')!.click();
    const help = await until(() => tag.shadowRoot!.querySelector<HTMLElement>('#help:popover-open.placed'));
    help.querySelector<HTMLElement>('[part~=copy-button]')!.click();
    const hint = await until(() => tag.shadowRoot!.querySelector<HTMLElement>('.hint:popover-open.placed'));
    help.hidePopover();
    await until(() => !hint.matches(':popover-open'));
    expect(text(hint), 'before its time is over').to.equal('Copied');
  });

  for (const [why, write] of [
    ['there is no clipboard', undefined],
    ['the browser refuses', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
  ] as const)
    it(`selects the text and never claims to have copied when ${why}`, async () => {
      restore = clipboard(write);
      const tag = await show('pay-crypto', crypto());
      let claimed = false;
      tag.addEventListener('pay-copy', () => (claimed = true));
      for (const [at, expected] of [
        [0, '0.00071342'],
        [1, BTC],
      ] as const) {
        buttons(tag)[at]!.click();
        await until(() => getSelection()!.toString() === expected);
        await tag.updateComplete;
        expect(text(tag.shadowRoot!.querySelector('.hint'))).to.contain('Press Ctrl+C');
      }
      expect(claimed).to.equal(false);
      expect(tag.shadowRoot!.innerHTML).not.to.contain('>Copied');
    });

  it('opens the help beside its button and closes it with Escape', async () => {
    const tag = await show('pay-crypto', crypto());
    part(tag, 'help-button')!.click();
    const help = await until(() => tag.shadowRoot!.querySelector<HTMLElement>('#help:popover-open.placed'));
    const [box, button] = [help.getBoundingClientRect(), part(tag, 'help-button')!.getBoundingClientRect()];
    expect(Math.min(Math.abs(box.bottom - button.top), Math.abs(button.bottom - box.top))).to.be.lessThan(10);
    expect(text(help)).to.contain('7f3k92qx');
    help.hidePopover();
    await until(() => !help.classList.contains('placed'));
  });

  it('dispatches an event for each link that the payer opens', async () => {
    for (const [name, what] of [
      ['wallet-link', 'wallet'],
      ['page-link', 'page'],
    ] as const) {
      const tag = what === 'wallet' ? await show('pay-crypto', crypto()) : await show('pay-wallet', wallet());
      const link = part<HTMLAnchorElement>(tag, name)!;
      tag.shadowRoot!.addEventListener('click', (event) => event.preventDefault(), { once: true });
      const event = next(tag, 'pay-open');
      link.click();
      const { what: opened, url } = await event;
      expect([opened, url]).to.deep.equal([what, link.href]);
    }
  });
});
