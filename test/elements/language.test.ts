import { expect } from '@open-wc/testing';
import { registerTranslation } from '../../src/elements/index.ts';
import { messagesFor } from '../../src/i18n/lookup.ts';
import { crypto, part, show, shown, text, until } from './support.ts';

const card = (tag: Element) => tag.shadowRoot!.querySelector('.card')!;

describe('the language of a tag', () => {
  afterEach(() => document.documentElement.removeAttribute('lang'));

  it('is its own, with the file of that language alone', async () => {
    const tag = await show('pay-crypto', crypto(), { lang: 'de' });
    await until(() => shown(tag).includes('Senden Sie genau') && shown(tag).includes('Betrag an die Adresse'));
    expect(card(tag).getAttribute('lang')).to.equal('de');
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    expect(files.filter((name) => /locales\/\w/.test(name)).map((name) => name.split('/').pop())).to.have.members([
      'de.ts',
    ]);
  });

  it('is that of the page around it, and changes with it', async () => {
    document.documentElement.lang = 'de-AT';
    const tag = await show('pay-crypto', crypto());
    await until(() => shown(tag).includes('Senden Sie genau'));
    document.documentElement.lang = 'en';
    await until(() => shown(tag).includes('Send exactly'));
  });

  it('says what the dot of an amount is, beside a price whose dot groups thousands', async () => {
    const payment = crypto({ cryptoAmountExpected: '1.234' });
    const amountOf = (tag: Element) => text(part(tag, 'coin-amount'));
    const german = await show('pay-crypto', payment, { lang: 'de' });
    await until(() => amountOf(german).includes(messagesFor('de').decimalPoint));
    const english = await show('pay-crypto', payment, { lang: 'en' });
    expect(amountOf(english)).not.to.contain(messagesFor('en').decimalPoint);
  });

  for (const [lang, page, side] of [
    ['ar', 'ltr', 'right'],
    ['en', 'rtl', 'left'],
  ] as const)
    it(`stands at its own side on a page that is ${page}: ${lang}`, async () => {
      const tag = await show('pay-crypto', crypto(), { lang, dir: page });
      await until(() => (lang === 'en') === shown(tag).includes('Send exactly'));
      const label = tag.shadowRoot!.querySelector('.label')!;
      const words = document.createRange();
      words.selectNodeContents(label);
      expect(words.getBoundingClientRect()[side]).to.be.closeTo(label.getBoundingClientRect()[side], 0.5);
    });

  it('applies the messages of the shop at once, to existing tags', async () => {
    const tag = await show('pay-crypto', crypto({ status: 'PAID' }), { lang: 'en' });
    registerTranslation('en', { paid: 'Merci!' });
    await until(() => shown(tag).includes('Merci!'));
    registerTranslation('en', { paid: 'Paid' });
  });
});
