import { expect } from '@open-wc/testing';
import { localcode, part, show, shown, text, until } from './support.ts';

describe('pay-localcode', () => {
  it('shows the amount, that the payment waits for the code, and the hosted page as a button and a code (contract 4.5)', async () => {
    const tag = await show('pay-localcode', localcode());
    expect(text(part(tag, 'amount')), 'no currency is shown where the contract has none').to.equal('20');
    expect(shown(tag)).to.contain('The payment waits for your code');
    expect(part<HTMLAnchorElement>(tag, 'page-link')!.href).to.equal('https://pay.example/b77');
    await until(() => part(tag, 'qr'));
    await expect(tag).to.be.accessible();
  });

  it('does without a hosted page', async () => {
    const tag = await show('pay-localcode', localcode({ hostedUrl: 'javascript:alert(1)' }));
    expect(part(tag, 'page-link')).to.equal(null);
    expect(part(tag, 'qr-tile')).to.equal(null);
    expect(shown(tag)).to.contain('Ask the shop where to enter it');
  });

  it('leaves the code out when told', async () => {
    const tag = await show('pay-localcode', localcode(), { qr: 'none' });
    expect(part(tag, 'qr-tile')).to.equal(null);
  });
});
