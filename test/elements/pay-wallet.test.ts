import { expect } from '@open-wc/testing';
import { clipboard, next, part, show, shown, text, wallet } from './support.ts';

describe('pay-wallet', () => {
  it('shows the amount, the note, what to do with it and the hosted page (contract 4.4)', async () => {
    const tag = await show('pay-wallet', wallet(), { lang: 'en-US' });
    expect(text(part(tag, 'amount'))).to.equal('€32.00');
    expect(part(tag, 'note')!.querySelector('code')!.textContent).to.equal('NW-7F3K-92QX-ORDER1001');
    expect(shown(tag)).to.contain('Paste it unchanged');
    expect(shown(tag)).to.contain('the shop can’t match your payment');
    const link = part<HTMLAnchorElement>(tag, 'page-link')!;
    expect([link.href, link.rel, link.referrerPolicy]).to.deep.equal([
      'https://wallet.example/w81',
      'noopener',
      'no-referrer',
    ]);
    await expect(tag).to.be.accessible();
  });

  it('shows the note byte for byte, where spaces count and browsers may not translate', async () => {
    const note = '  two  spaces\n\ttab “quotes” é é ';
    const tag = await show('pay-wallet', wallet({ note }));
    const code = part(tag, 'note')!.querySelector('code')!;
    expect(code.textContent).to.equal(note);
    expect(getComputedStyle(code).whiteSpace).to.equal('break-spaces');
    expect(code.getAttribute('translate')).to.equal('no');
    const ground = getComputedStyle(code).backgroundColor;
    expect(ground, 'spaces at the ends are seen by the ground they stand on').not.to.equal('rgba(0, 0, 0, 0)');
  });

  it('marks what is not seen in a note: edge spaces, controls and what turns the text, which are copied as they are', async () => {
    const note = ' NW\u202e1001\t7\u00a0 b\u200b\n ';
    const tag = await show('pay-wallet', wallet({ note }));
    const code = part(tag, 'note')!.querySelector('code')!;
    const marked = [...code.querySelectorAll<HTMLElement>('[data-mark]')];
    expect(marked.map(({ dataset }) => dataset['mark'])).to.deep.equal([
      '␣',
      'U+202E',
      '⇥',
      'U+00A0',
      'U+200B',
      '↵',
      '␣',
    ]);
    for (const each of marked)
      // Firefox gives the declaration, other engines its value.
      expect(getComputedStyle(each, '::before').content).to.be.oneOf([`"${each.dataset['mark']}"`, 'attr(data-mark)']);
    expect(code.textContent).to.equal(note);
    getSelection()!.selectAllChildren(code);
    expect(String(getSelection()), 'the marks are not selected').not.to.match(/[␣⇥↵]|U\+/);
    const left = (text: string) => {
      const node = [...code.childNodes].find((each) => each.nodeType === Node.TEXT_NODE && each.textContent === text)!;
      const range = new Range();
      range.selectNode(node);
      return range.getBoundingClientRect().left;
    };
    expect(left('1001'), 'not turned around').to.be.lessThan(left('7'));
    expect(part(await show('pay-wallet', wallet()), 'note')!.querySelector('[data-mark]')).to.equal(null);
  });

  it('keeps a note without a gap inside a narrow card', async () => {
    const tag = await show('pay-wallet', wallet({ note: 'x'.repeat(300) }));
    tag.style.width = '280px';
    const card = tag.shadowRoot!.querySelector('.card')!;
    expect(card.scrollWidth).to.be.at.most(280);
  });

  it('has the note copied first: the button comes before the link, in the document and for the eye', async () => {
    const tag = await show('pay-wallet', wallet());
    const steps = [...tag.shadowRoot!.querySelectorAll('li')];
    expect(steps.map((step) => !!step.querySelector('[part~="note"]'))).to.deep.equal([true, false]);
    const pressed = [...tag.shadowRoot!.querySelectorAll<HTMLElement>('ol :is(a, button)')];
    expect(pressed.map((each) => each.part.value)).to.deep.equal(['copy-button', 'copy-button', 'page-link']);
    expect(pressed.every(({ tabIndex }) => tabIndex === 0)).to.equal(true);
    const [note, amount, link] = pressed.map((each) => each.getBoundingClientRect());
    expect(note!.bottom).to.be.at.most(amount!.top);
    expect(amount!.bottom).to.be.at.most(link!.top);
  });

  it('does without a hosted page', async () => {
    const tag = await show('pay-wallet', wallet({ hostedUrl: undefined }));
    expect(part(tag, 'page-link')).to.equal(null);
    expect(text(tag.shadowRoot!.querySelector('li + li b'))).to.equal(
      'From your online wallet, send 32.00 EUR with the note',
    );
  });

  it('has the amount to copy in the step in which it is sent', async () => {
    const tag = await show('pay-wallet', wallet());
    const step = tag.shadowRoot!.querySelector('li + li')!;
    expect(text(step.querySelector('b'))).to.equal('On the payment page, send 32.00 EUR with the note');
    expect(text(step.querySelector('.value'))).to.equal('32.00 EUR');
    const written: string[] = [];
    const close = clipboard(async (value) => void written.push(value));
    const copied = next(tag, 'pay-copy');
    step.querySelector<HTMLElement>('[part~=copy-button]')!.click();
    expect((await copied).what).to.equal('amount');
    close();
    expect(written).to.deep.equal(['32.00']);
  });

  it('warns the payer of an unmatched payment not to pay again (contract 3)', async () => {
    const tag = await show('pay-wallet', wallet({ status: 'UNMATCHED' }));
    expect(shown(tag)).to.contain('Don’t pay again');
    expect(shown(tag)).to.contain('w81');
    expect(part(tag, 'note')).to.equal(null);
  });
});
