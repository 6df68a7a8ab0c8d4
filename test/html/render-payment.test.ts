import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import jsqrModule from 'jsqr';
import { coins } from '../../src/core/coin.ts';
import { qrText } from '../../src/core/payment-uri.ts';
import { phases } from '../../src/core/status.ts';
import { renderPayment } from '../../src/html/index.ts';
import { allWords } from '../../src/words/all.ts';
import { en } from '../../src/words/en.ts';
import { LOCALES } from '../../src/words/locales.ts';
import { fill } from '../../src/words/words.ts';
import { depositAddress } from '../../src/sandbox/addresses.ts';
import { BTC, crypto, localcode, wallet } from '../support/payments.ts';

const jsqr = jsqrModule as unknown as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { data: string } | null;

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(
      /&(amp|lt|gt|quot|#39|#13);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#13': '\r' })[name]!,
    )
    .replace(/[^\S\r\n\u00a0\u202f]+/g, ' ');

/** Reads the picture of a code as a camera would: by drawing its path. */
function scan(html: string): string | undefined {
  const [, side] = /viewBox="0 0 (\d+)/.exec(html) ?? [];
  const [, path] = /fill="#000" d="([^"]+)"/.exec(html) ?? [];
  if (!side || !path) return undefined;
  const scale = 4;
  const width = Number(side) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, long] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(long)) * scale; column++)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return jsqr(pixels, width, width)?.data;
}

describe('a payment as HTML', () => {
  it('has all that a payer needs, and the exact texts of it', () => {
    const html = renderPayment(crypto({ minimumTransactionCoin: '0.0001' }));
    for (const text of [
      '$48.20',
      '>0.00071342</code> BTC',
      `>${BTC}</code>`,
      'Bitcoin network only.',
      '7f3k92qx',
      '0.0001 BTC',
    ])
      assert.ok(html.includes(text), text);
    assert.match(html, /<a class="pay-main" href="bitcoin:bc1q\w+\?amount=0\.00071342"/);
    assert.match(html, /<a class="pay-page" href="https:\/\/pay\.example\/7f3k92qx"/);
    assert.match(html, /<a class="pay-check" href=""/);
  });

  for (const { symbol, ticker } of coins)
    it(`draws the code of ${ticker} that the tag shows first`, () => {
      const address = depositAddress(symbol, 'html', 1);
      const html = renderPayment(crypto({ cryptoCoin: symbol, address, cryptoAmountExpected: '1.5' }));
      assert.equal(scan(html), qrText({ coin: symbol, address, amount: '1.5' }));
    });

  it('asks for the rest of an underpaid payment, in the code too', () => {
    const html = renderPayment(
      crypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0003', qr: { size: 21, bits: 'A'.repeat(76) } }),
    );
    assert.ok(html.includes('>0.00041342</code> BTC'));
    assert.match(scan(html)!, /amount=0\.00041342$/);
  });

  it('marks a test payment across its code, and leads into no wallet', () => {
    const html = renderPayment(crypto({ test: true }));
    assert.ok(html.includes('Do not send real money'));
    assert.match(html, /<svg.*<text [^>]*>Sandbox<\/text><\/g><\/svg>/s);
    assert.doesNotMatch(html, /href="bitcoin:/);
  });

  for (const [name, make] of Object.entries({ crypto, wallet, localcode }))
    for (const phase of phases)
      it(`says what ${phase} means for ${name}, and offers to pay only where there is something to pay`, () => {
        const html = renderPayment(make({ phase, status: 'WORD', cryptoAmountReceived: '0.0001' }));
        assert.ok(/<h2>[^<]{3,}<\/h2>/.test(html));
        const open = ['awaiting', 'unknown'].includes(phase) || (phase === 'underpaid' && name === 'crypto');
        assert.equal(/pay-(?:main|qr|address|note)/.test(html), open);
        const over = ['paid', 'overpaid', 'failed', 'cancelled', 'refunded'].includes(phase);
        assert.equal(html.includes('pay-check'), !over);
        assert.doesNotMatch(textOf(html), /by itself|goes on|\{\w+\}|undefined|null|NaN/);
      });

  it('speaks every language that the tags speak, each in its own direction', () => {
    assert.deepEqual(allWords.map(({ lang }) => lang).sort(), Object.keys(LOCALES).sort());
    for (const words of allWords) {
      const html = renderPayment(wallet(), { lang: words.lang });
      assert.ok(html.startsWith(`<section class="pay-payment" lang="${words.lang}" dir="${words.dir}"`), words.lang);
      assert.ok(textOf(html).includes(words.walletWarning), words.lang);
    }
    assert.ok(renderPayment(wallet(), { lang: 'tlh' }).includes('lang="en"'));
  });

  it('says until when to pay, and a word that nobody knows, as they are', () => {
    const html = renderPayment(localcode({ expiresAt: '2026-12-01T10:00:00Z', status: 'ODD<b>' }), { lang: 'en' });
    assert.match(textOf(html), /Pay before Dec 1, 2026/);
    assert.ok(textOf(html).includes(fill(en.unknown, { status: 'ODD<b>' })));
    assert.ok(html.includes('ODD&lt;b&gt;'));
  });

  it('leads to where it is told to check again', () => {
    assert.ok(
      renderPayment(wallet(), { checkUrl: '/checkout/1001?again=1&x=2' }).includes(
        'href="/checkout/1001?again=1&amp;x=2"',
      ),
    );
  });

  it('has no script, no style, no id and nothing that a policy could refuse', () => {
    for (const payment of [crypto({ test: true }), wallet(), localcode()])
      assert.doesNotMatch(renderPayment(payment), /<(?:script|style|img|iframe|link|form)|\s(?:style|id|on\w+)=/);
  });

  it('refuses what it cannot render, by the name of the field', () => {
    const refused = (run: () => unknown, message: RegExp) => assert.throws(run, { name: 'TypeError', message });
    refused(() => renderPayment(crypto({ address: undefined })), /renderPayment: address: not readable/);
    refused(() => renderPayment('{'), /renderPayment: payment: not JSON/);
    refused(() => renderPayment(undefined as never), /renderPayment: payment: not an object/);
    refused(() => renderPayment(wallet(), { checkUrl: 'javascript:alert(1)' }), /renderPayment: checkUrl: /);
    refused(() => renderPayment(wallet(), { lang: 7 as never }), /renderPayment: lang: /);
  });
});
