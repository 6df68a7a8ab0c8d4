import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { fiatText } from '../../src/i18n/format-money.ts';

describe('fiatText', () => {
  const NBSP = '\u00a0';

  it('keeps every digit of the price', () => {
    assert.equal(fiatText('48.20', 'USD', 'en'), '$48.20');
    assert.equal(fiatText('90071992547409931.123', 'EUR', 'en'), '€90,071,992,547,409,931.123');
  });

  it('writes a currency that Intl refuses as it came', () => {
    assert.equal(fiatText('5', 'points', 'en'), '5 POINTS');
  });

  it('tells the developer once of a currency that Intl refuses', () => {
    const print = mock.method(console, 'warn', () => {});
    const texts = ['5', '6'].map((amount) => fiatText(amount, 'euro', 'en'));
    print.mock.restore();
    assert.deepEqual(texts, ['5 EURO', '6 EURO']);
    const [text, error] = print.mock.calls[0]!.arguments as [string, Error];
    assert.equal(text, 'pay-elements: currency: use a code such as USD.');
    assert.match(error.message, /currency code/);
    assert.equal(print.mock.callCount(), 1);
  });

  it('keeps a currency of letters and a sign together in right-to-left languages', () => {
    assert.equal(fiatText('48.20', 'USD', 'ar'), `\u200f48.20${NBSP}\u2066US$\u2069`);
    assert.equal(fiatText('48.20', 'CAD', 'he'), `\u200f48.20${NBSP}\u200f\u2066CA$\u2069`);
    assert.equal(fiatText('48.20', 'CAD', 'en'), 'CA$48.20');
  });
});
