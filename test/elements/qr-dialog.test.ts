import { expect } from '@open-wc/testing';
import { emulateMedia, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { PayElement } from '../../src/elements/base/pay-element.ts';
import { crypto, emulates, EVM, next, part, show, text, until } from './support.ts';

const dialog = (tag: PayElement) => tag.shadowRoot!.querySelector('dialog')!;
const focused = (tag: PayElement) => tag.shadowRoot!.activeElement;

async function enlarge(payment: object = crypto(), attributes: Record<string, string> = {}) {
  const tag = await show('pay-crypto', payment, { lang: 'en', layout: 'row', ...attributes });
  const button = await until(() => part<HTMLButtonElement>(tag, 'qr-enlarge'));
  button.focus();
  button.click();
  await until(() => dialog(tag)?.open);
  return { tag, button };
}

/** Its background and ink, as they are painted. */
const colors = (node: Element) => {
  const { backgroundColor, color } = getComputedStyle(node);
  return [backgroundColor, color];
};

describe('the enlarged QR code', () => {
  it('fills the screen with the same code, and shows hints for scanning', async () => {
    const { tag } = await enlarge();
    const { width, height } = dialog(tag).getBoundingClientRect();
    expect([width, height]).to.deep.equal([innerWidth, innerHeight]);
    expect(dialog(tag).matches(':modal')).to.equal(true);
    const [small, large] = [...tag.shadowRoot!.querySelectorAll('svg.qr')];
    expect(large!.innerHTML.replace(/<!--.*?-->/g, '')).to.equal(small!.innerHTML.replace(/<!--.*?-->/g, ''));
    const side = large!.getBoundingClientRect();
    expect(side.width).to.be.greaterThan(small!.getBoundingClientRect().width);
    expect(side.bottom).to.be.lessThan(innerHeight);
    expect(text(dialog(tag))).to.equal('Hard to scan? Turn up the screen brightness. Close');
    await expect(tag).to.be.accessible();
  });

  it('closes with Escape, its button and a click beside the code, and gives the focus back each time', async () => {
    const { tag, button } = await enlarge();
    const ways = [
      () => sendKeys({ press: 'Escape' }),
      () => void dialog(tag).querySelector('button')!.click(),
      () => sendMouse({ type: 'click', position: [3, 3] }),
    ];
    for (const [at, close] of ways.entries()) {
      if (!dialog(tag).open) button.click();
      await until(() => dialog(tag).open);
      await close();
      await until(() => !dialog(tag).open && focused(tag));
      expect(focused(tag), `way ${at}`).to.equal(button);
      expect(document.activeElement, `way ${at}`).to.equal(tag);
    }
    const code = dialog(tag).querySelector('.code')!;
    button.click();
    await until(() => dialog(tag).open);
    const { left, top } = code.getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(left) + 30, Math.round(top) + 30] });
    expect(dialog(tag).open, 'a click on the code').to.equal(true);
  });

  it('closes automatically when there is nothing to scan, and moves the focus to the card', async () => {
    const { tag } = await enlarge();
    tag.payment = crypto({ status: 'PAID' });
    await until(() => !dialog(tag).open && focused(tag));
    expect(focused(tag)).to.equal(part(tag, 'card'));
    tag.remove();
    expect(dialog(tag).open).to.equal(false);
  });

  it('blocks the payment where somebody has changed its code', async () => {
    const { tag } = await enlarge();
    await tag.updateComplete;
    dialog(tag).querySelector('path + path')!.setAttribute('d', 'M0 0');
    const { problem } = await next(tag, 'pay-problem');
    expect(problem).to.deep.equal({ code: 'tampered', field: 'qr' });
    await until(() => !dialog(tag).open);
  });

  it('is no hindrance to the integrity check once it is closed', async () => {
    const { tag } = await enlarge();
    dialog(tag).close();
    tag.payment = crypto({ amount: '48.20', minimumTransactionCoin: '0.0001' });
    await tag.updateComplete;
    tag.requestUpdate();
    await tag.updateComplete;
    expect(part(tag, 'address')).not.to.equal(null);
  });

  it('shows what the code does not contain, and marks a test payment', async () => {
    const { tag } = await enlarge(crypto({ cryptoCoin: 'erc20/usdt', address: EVM, test: true }));
    expect(text(dialog(tag))).to.contain('Enter the amount yourself.');
    expect(text(dialog(tag).querySelector('.stamp'))).to.equal('Test');
  });

  it('shows the image of the payment service where the shop sets that', async () => {
    const { tag } = await enlarge(crypto(), { qr: 'image' });
    expect(dialog(tag).querySelector('img')!.src).to.equal(crypto().qrCodeBase64);
  });

  it('uses the language of the tag, from right to left', async () => {
    const { tag } = await enlarge(crypto(), { lang: 'ar' });
    await until(() => text(dialog(tag)).includes('إغلاق') && dialog(tag).lang === 'ar');
    expect(dialog(tag).dir).to.equal('rtl');
    await expect(tag).to.be.accessible();
  });

  if (emulates)
    it('is black on white in the dark, and does not move', async () => {
      await emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      document.documentElement.style.colorScheme = 'dark';
      try {
        const { tag } = await enlarge();
        expect(colors(dialog(tag))).to.deep.equal(['rgb(255, 255, 255)', 'rgb(20, 24, 31)']);
        expect(document.getAnimations()).to.deep.equal([]);
      } finally {
        document.documentElement.style.colorScheme = '';
        await emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
      }
    });
});
