import { expect } from '@open-wc/testing';
import { localcode, opened, part, show, shown, text, until } from './support.ts';

describe('pay-localcode', () => {
  it('shows the amount, that the payment waits for the code, and the hosted page as a button and a code (contract 4.5)', async () => {
    const tag = await show('pay-localcode', localcode());
    expect(text(part(tag, 'amount')), 'no currency is shown where the contract has none').to.equal('20.00');
    expect(shown(tag)).to.contain('Enter your code on the payment page');
    expect(part<HTMLAnchorElement>(tag, 'page-link')!.href).to.equal('https://pay.example/b77');
    await until(() => part(tag, 'qr'));
    await expect(tag).to.be.accessible();
  });

  it("marks a sandbox payment across its code; the page it leads to is the sandbox's own", async () => {
    const tag = await show('pay-localcode', localcode({ test: true }));
    expect(text(tag.shadowRoot!.querySelector('.tile .stamp'))).to.equal('Test');
    expect(shown(tag)).to.contain('Don’t send real money');
    expect(part<HTMLAnchorElement>(tag, 'page-link')!.href).to.equal('https://pay.example/b77');
  });

  it('does without a hosted page', async () => {
    const tag = await show('pay-localcode', localcode({ hostedUrl: 'javascript:alert(1)' }));
    expect(part(tag, 'page-link')).to.equal(null);
    expect(part(tag, 'qr-tile')).to.equal(null);
    expect(shown(tag)).to.contain('Ask the shop where to enter it');
  });

  it('writes an amount without a currency as a price, and every digit of it', async () => {
    for (const [amount, written] of [
      [16.4, '16.40'],
      ['1234', '1,234.00'],
      ['0.125', '0.125'],
    ])
      expect(text(part(await show('pay-localcode', localcode({ amount }), { lang: 'en-US' }), 'amount'))).to.equal(
        written,
      );
  });

  it('shows the currency that the shop sets, which the service does not return (contract 2.8)', async () => {
    const tag = await show('pay-localcode', localcode({ amount: '29.3', currency: 'EUR' }), { lang: 'en-US' });
    expect(text(part(tag, 'amount'))).to.equal('€29.30');
  });

  it('leaves the code to the form of a page that has one, for as long as the payment waits', async () => {
    const tag = await show('pay-localcode', localcode());
    const form = document.createElement('form');
    form.slot = 'code';
    tag.append(form);
    await until(() => shown(tag).includes('Enter your code below'));
    await tag.updateComplete;
    expect(form.assignedSlot).not.to.equal(null);
    expect(part(tag, 'page-link'), 'no second way').to.equal(null);
    expect(part(tag, 'qr-tile')).to.equal(null);
    tag.payment = localcode({ status: 'PAID' });
    await tag.updateComplete;
    expect(form.assignedSlot).to.equal(null);
    expect(shown(await show('pay-localcode', localcode({ hostedUrl: undefined })))).to.contain('Ask the shop');
  });

  it('draws no code that is not on the page, and draws it once it is', async () => {
    const tag = await show('pay-localcode', localcode());
    await until(() => part(tag, 'qr'));
    const hidden = document.createElement('pay-localcode');
    hidden.hidden = true;
    hidden.payment = localcode({ hostedUrl: 'https://pay.example/folded' });
    tag.after(hidden);
    await opened(hidden);
    // The encoder is loaded and would be done by now.
    for (let frame = 0; frame < 5; frame++) await new Promise((done) => requestAnimationFrame(done));
    expect(part(hidden, 'qr') === null).to.equal(true);
    hidden.hidden = false;
    await until(() => part(hidden, 'qr'));
    hidden.remove();
  });

  it('leaves the code out for qr="none"', async () => {
    const tag = await show('pay-localcode', localcode(), { qr: 'none' });
    expect(part(tag, 'qr-tile')).to.equal(null);
  });
});
