import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import jsqrModule from 'jsqr';
import { coins } from '../../src/core/coins/coin.ts';
import { qrText } from '../../src/core/coins/payment-uri.ts';
import { phases } from '../../src/core/payments/phases.ts';
import { renderPayment } from '../../src/html/index.ts';
import { ALL_LOCALES } from '../../src/html/locales.ts';
import { formatMessage } from '../../src/i18n/format-message.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { messagesFor } from '../../src/i18n/lookup.ts';
import { en } from '../../src/i18n/messages.ts';
import { depositAddress } from '../../src/sandbox/contract/addresses.ts';
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
      'Only BTC on Bitcoin',
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

  it('shows the missing amount of an underpaid payment, in the QR code too', () => {
    const html = renderPayment(
      crypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0003', qr: { size: 21, bits: 'A'.repeat(76) } }),
    );
    assert.ok(html.includes('>0.00041342</code> BTC'));
    assert.match(scan(html)!, /amount=0\.00041342$/);
  });

  it('shows nothing to pay once the time to pay is over, until the shop says what that means', () => {
    for (const make of [crypto, wallet, localcode]) {
      const html = renderPayment(make({ expiresAt: '2020-01-01T00:00:00Z' }));
      assert.ok(html.includes(en.checkingText));
      assert.doesNotMatch(html, /pay-(?:main|qr|address|note|page)/);
      assert.match(html, /pay-check/);
    }
  });

  it('has the order, what was paid, when and the number of a paid payment in one table', () => {
    const paidAt = '2026-11-22T14:05:00Z';
    const html = renderPayment(
      crypto({ status: 'PAID', orderRef: 'NW-1001', paidAt, cryptoAmountReceived: '0.00071342' }),
    );
    const names = [...html.matchAll(/<dt>([^<]+)/g)].map(([, name]) => name);
    assert.deepEqual(names, ['Order', 'Paid with', 'Paid at', 'Payment number']);
    assert.equal(html.split('0.00071342').length, 2, 'once');
  });

  it('links the transactions without a referrer, before the number of the payment', () => {
    const url = 'https://explorer.example/tx?id=4a5e&x="';
    const html = renderPayment(crypto({ status: 'PAID', transactions: [{ id: '4a5e', url }] }));
    const names = [...html.matchAll(/<dt>([^<]+)/g)].map(([, name]) => name);
    assert.deepEqual(names.slice(-2), ['Transaction', 'Payment number']);
    assert.match(
      html,
      /<a class="pay-transaction" href="https:\/\/explorer\.example\/tx\?id=4a5e&amp;x=%22" referrerpolicy="no-referrer"[^>]*>4a5e</,
    );
    assert.doesNotMatch(renderPayment(crypto({ transactions: [{ id: '4a5e', url }] })), /pay-transaction/);
  });

  it('breaks no line inside the name of a standard', () => {
    const html = renderPayment(crypto({ cryptoCoin: 'erc20/usdt' }), { lang: 'ar' });
    assert.match(html, /\(ERC\u201120\)/);
    assert.doesNotMatch(html, /ERC-20|TRC-20|BEP-20/);
  });

  it('marks a test payment across its code, and leads into no wallet', () => {
    const html = renderPayment(crypto({ test: true }));
    assert.ok(html.includes('Don’t send real money'));
    assert.match(html, /<svg.*<text [^>]*>Test<\/text><\/g><\/svg>/s);
    assert.doesNotMatch(html, /href="bitcoin:/);
  });

  it('shows under the QR code of a token, and only there, that it contains no amount', () => {
    const caption = 'Address only. Enter the amount yourself.';
    const address = depositAddress('ERC20/USDT', 'html', 1);
    assert.ok(renderPayment(crypto({ cryptoCoin: 'ERC20/USDT', address })).includes(`</svg></p><p>${caption}</p>`));
    assert.ok(!renderPayment(crypto()).includes(caption));
  });

  it('links to the contact of the shop and to the shop where nothing is to be paid, and to the shop where nothing is awaited', () => {
    const links = { contact: 'tel:+4930123456', home: 'https://shop.example/' };
    const late = renderPayment(crypto({ status: 'LATE' }), links);
    assert.match(late, /<a class="pay-contact" href="tel:\+4930123456"[^>]*>Contact the shop<\/a>/);
    assert.match(late, /pay-home/);
    const paid = renderPayment(crypto({ status: 'PAID' }), links);
    assert.match(paid, /<a class="pay-home" href="https:\/\/shop.example\/"[^>]*>Back to the shop<\/a>/);
    assert.match(paid, /pay-contact/);
    assert.doesNotMatch(renderPayment(crypto({ status: 'CONFIRMING' }), links), /pay-home/);
    assert.doesNotMatch(renderPayment(crypto(), links), /pay-contact|pay-home/);
    for (const contact of ['javascript:alert(1)', 'http://shop.example', 'help'])
      assert.throws(() => renderPayment(crypto(), { contact }), /renderPayment: contact: /);
    assert.throws(() => renderPayment(crypto(), { home: 'mailto:x@shop.example' }), /renderPayment: home: /);
  });

  it('has the note of a transfer before the link that leads away', () => {
    const html = renderPayment(wallet());
    const places = ['pay-note', 'pay-warning', 'pay-main'].map((name) => html.indexOf(`class="${name}"`));
    assert.ok(
      places.every((place, at) => place > (places[at - 1] ?? -1)),
      String(places),
    );
  });

  it('marks what is not seen in a note, and what turns text turns nothing', () => {
    const html = renderPayment(wallet({ note: '\n<b>\u202e ' }));
    assert.match(
      html,
      /<pre class="pay-note"[^>]*><bdi data-mark="↵">\n<\/bdi>&lt;b&gt;<bdi data-mark="U\+202E">\u202e<\/bdi><bdi data-mark="␣"> <\/bdi><\/pre>/,
    );
  });

  it('shows for a paid test payment only that it was a test', () => {
    const html = renderPayment(crypto({ status: 'PAID', test: true }));
    assert.ok(html.includes('This is a test payment.'));
    assert.doesNotMatch(html, /real money/);
  });

  for (const [name, make] of Object.entries({ crypto, wallet, localcode }))
    for (const phase of phases)
      it(`explains ${phase} for ${name}, and offers to pay only while something is due`, () => {
        const html = renderPayment(make({ phase, status: 'WORD', cryptoAmountReceived: '0.0001' }));
        assert.ok(/<h2>[^<]{3,}<\/h2>/.test(html));
        const open = ['awaiting', 'unknown'].includes(phase) || (phase === 'underpaid' && name === 'crypto');
        assert.equal(/pay-(?:main|qr|address|note)/.test(html), open);
        const over = ['paid', 'overpaid', 'failed', 'cancelled', 'refunded'].includes(phase);
        assert.equal(html.includes('pay-check'), !over);
        assert.doesNotMatch(textOf(html), /by itself|goes on|\{\w+\}|undefined|null|NaN/);
      });

  it('renders every language of the tags, each in its own direction', () => {
    assert.deepEqual(ALL_LOCALES.map(({ lang }) => lang!).sort(), Object.keys(LOCALES).sort());
    for (const words of ALL_LOCALES) {
      const html = renderPayment(wallet(), { lang: words.lang! });
      assert.ok(html.startsWith(`<section class="pay-payment" lang="${words.lang}" dir="${words.dir}"`), words.lang);
      assert.ok(textOf(html).includes(words.onlineWalletWarning!), words.lang);
    }
    assert.ok(renderPayment(wallet(), { lang: 'tlh' }).includes('lang="en"'));
  });

  for (const lang of [
    ...['EN_us', '*', '', ' ', 'de ', 'd', '1', '-', 'de-', 'de--AT', 'x-private', 'i-klingon'],
    ...['de-DE-u', 'en-US-x', 'C', 'POSIX', 'x'.repeat(5000), '🇩🇪', 'дe', '\ud800', '\0', '<b>', '__proto__'],
    ...['constructor', 'undefined', 'null', '1e3', 'de,en;q=0.8', 'English', 'tlh'],
  ])
    it(`is in English where lang is no language: ${JSON.stringify(lang).slice(0, 20)}`, () => {
      const payments = [
        crypto({ expiresAt: '2031-12-01T10:00:00Z' }),
        wallet({ expiresAt: '2031-12-01T10:00:00Z' }),
        localcode({ expiresAt: '2031-12-01T10:00:00Z' }),
        crypto({ status: 'UNDERPAID', cryptoAmountReceived: '0.0001' }),
      ];
      for (const payment of payments) assert.equal(renderPayment(payment, { lang }), renderPayment(payment));
    });

  it('takes a language with an underscore, as the tags do', () => {
    const payment = wallet({ expiresAt: '2031-12-01T10:00:00Z' });
    assert.equal(renderPayment(payment, { lang: 'de_DE' }), renderPayment(payment, { lang: 'de-DE' }));
    assert.ok(renderPayment(payment, { lang: 'de_DE' }).includes('lang="de"'));
  });

  it('falls back to English, not to the language of the server, for an unknown language', () => {
    const program = `import { renderPayment } from './src/html/index.ts';
      const payment = { bid: 'b1', amount: '1234.50', status: 'PENDING', expiresAt: '2031-12-01T10:00:00Z' };
      console.log(Intl.DateTimeFormat().resolvedOptions().locale, renderPayment(payment, { lang: 'tlh' }));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'de_DE.UTF-8' },
    });
    assert.match(output, /^de-DE /, 'the server is German');
    assert.match(textOf(output), /1,234\.50.*Pay by Dec 1, 2031/s);
  });

  it('says what the dot of an amount is where prices group thousands with a dot', () => {
    const amount = crypto({ cryptoAmountExpected: '1.234' });
    const hint = messagesFor('de').decimalPoint;
    assert.ok(textOf(renderPayment(amount, { lang: 'de' })).includes(hint));
    assert.ok(!textOf(renderPayment(amount, { lang: 'en' })).includes(en.decimalPoint));
  });

  it('says that money which was seen has gone again', () => {
    const text = textOf(renderPayment(crypto({ moneyGone: true }), { lang: 'en' }));
    assert.ok(text.includes(en.moneyGone) && text.includes(en.moneyGoneText));
    assert.ok(
      !textOf(renderPayment(crypto({ phase: 'detected', moneyGone: true }), { lang: 'en' })).includes(en.moneyGone),
    );
  });

  it('shows the time of expiry, and an unknown status, as they are', () => {
    const html = renderPayment(localcode({ expiresAt: '2031-12-01T10:00:00Z', status: 'ODD<b>' }), { lang: 'en' });
    assert.match(textOf(html), /Pay by Dec 1, 2031/);
    assert.ok(textOf(html).includes(formatMessage(en.unknown, { status: 'ODD<b>' })));
    assert.ok(html.includes('ODD&lt;b&gt;'));
  });

  it('links to the given address for checking again', () => {
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

  it('rejects what it cannot render, with the name of the field', () => {
    const refused = (run: () => unknown, message: RegExp) => assert.throws(run, { name: 'TypeError', message });
    refused(() => renderPayment(crypto({ address: undefined })), /renderPayment: address: not readable/);
    refused(() => renderPayment('{'), /renderPayment: payment: not JSON/);
    refused(() => renderPayment(undefined as never), /renderPayment: payment: not an object/);
    refused(() => renderPayment(Promise.resolve(wallet())), /renderPayment: a promise was given: await it/);
    refused(
      () => renderPayment({ publicPayment: wallet() }),
      /renderPayment: give it the publicPayment of this payment/,
    );
    refused(
      () => renderPayment({ ok: true, payment: {} }),
      /the payment\.publicPayment of this result, when ok is true/,
    );
    for (const url of ['javascript:alert(1)', 'https://[', 7 as never]) {
      refused(() => renderPayment(wallet(), { checkUrl: url }), /renderPayment: checkUrl: /);
      refused(() => renderPayment(wallet(), { home: url }), /renderPayment: home: /);
    }
    refused(() => renderPayment(wallet(), { lang: 7 as never }), /renderPayment: lang: /);
  });
});
