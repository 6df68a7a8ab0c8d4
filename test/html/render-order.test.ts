import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coins } from '../../src/core/coins/coin.ts';
import { renderOrder } from '../../src/html/index.ts';
import { messagesFor } from '../../src/i18n/lookup.ts';

const order = (fields: object = {}) => ({
  order: '1001',
  amount: '29.30',
  currency: 'USD',
  methods: [
    { method: 'crypto', coins: coins.map(({ symbol }) => ({ symbol })) },
    { method: 'wallet' },
    { method: 'localcode' },
  ],
  payments: [],
  ...fields,
});
const action = '/checkout/1001';

/** The value of each choice with its text, in the order of the page. */
const choices = (html: string) =>
  [...html.matchAll(/<button[^>]* value="([^"]+)">(.*?)<\/button>/gs)].map(([, value, inner]) => [
    value,
    inner!
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]);

describe('the ways to pay as HTML', () => {
  it('are one row a method, as the tag shows them, with the coins in the first', () => {
    const html = renderOrder(order(), { action });
    assert.equal(html.match(/class="pay-way"/g)?.length, 3);
    assert.match(html, /<p class="pay-sum">\$29\.30<\/p>/);
    const [, summary] = /<summary>(.*?)<\/summary>/s.exec(html)!;
    const hint = coins
      .slice(0, 3)
      .map(({ name }) => name)
      .join(', ');
    assert.ok(summary!.includes(`<small>${hint} + ${coins.length - 3}</small>`), summary);
    const made = new Map(choices(html) as [string, string][]);
    assert.deepEqual([...made.keys()], [...coins.map(({ symbol }) => `crypto:${symbol}`), 'wallet', 'localcode']);
    assert.equal(made.get('crypto:BTC'), 'Bitcoin BTC');
    assert.equal(made.get('crypto:ERC20/USDT'), 'Tether USD USDT on Ethereum (ERC\u201120)');
    assert.equal(made.get('wallet'), 'Online wallet Transfer from your online wallet, with a note');
  });

  it('are one button where the order has one coin', () => {
    const html = renderOrder(order({ methods: [{ method: 'crypto', coins: [{ symbol: 'BTC' }] }] }), { action });
    assert.doesNotMatch(html, /details/);
    assert.deepEqual(choices(html), [['crypto:BTC', 'Cryptocurrency Bitcoin']]);
  });

  it('are written in the language of the payer, from JSON text too', () => {
    for (const lang of ['de', 'ar', 'zh-Hant', 'xx']) {
      const html = renderOrder(JSON.stringify(order()), { action, lang });
      const messages = messagesFor(lang);
      assert.ok(html.includes(`lang="${messages.lang}" dir="${messages.dir}"`), lang);
      assert.ok(html.includes(`<h2>${messages.choose}</h2>`), lang);
    }
  });

  it('say that the last choice could not be prepared, and the name of the shop', () => {
    const html = renderOrder(order(), { action, failed: true, shop: 'Beans & Co' });
    assert.match(html, /<p class="pay-warning" role="alert"><strong>The payment couldn’t be prepared<\/strong>/);
    assert.match(html, /<p class="pay-shop">Beans &amp; Co<\/p>/);
    assert.doesNotMatch(renderOrder(order(), { action }), /pay-warning|pay-shop/);
  });

  it('are left out for an order that is paid or sold out', () => {
    const messages = messagesFor('en');
    for (const [fields, title] of [
      [{ paid: true }, messages.alreadyPaid],
      [{ paid: true, soldOut: true, methods: [] }, messages.alreadyPaid],
      [{ soldOut: true }, messages.soldOut],
      [{ soldOut: true, methods: [] }, messages.soldOut],
    ] as const) {
      const html = renderOrder(order(fields), { action, failed: true, shop: 'Beans & Co' });
      assert.ok(html.includes(`<h2>${title}</h2>`), title);
      assert.ok(html.includes('class="pay-sum"'));
      assert.doesNotMatch(html, /<form|<button|pay-warning/);
    }
  });

  it('have no style, script or id, and escape what the shop says', () => {
    const evil = `"><script>alert(1)</script>`;
    const html = renderOrder(order({ currency: evil }), { action: `/x?${evil}`, shop: evil });
    assert.doesNotMatch(html, /<script|style=|\sid=|\son\w+=/);
  });

  it('are refused with the name of the invalid field', () => {
    for (const [value, options, message] of [
      [{}, { action }, /order: not a name\. Pass the answer of GET orders\/:order$/],
      [{ error: { code: 'unknown-order' } }, { action }, /order: not a name\. Pass the answer of GET/],
      ...[undefined, [], ['wallet'], [{ method: 'paypal' }], [{ method: 'crypto' }]].map(
        (methods) => [order({ methods }), { action }, /methods: none that is known; a method is \{ method: /] as const,
      ),
      [order(), { action: 'javascript:alert(1)' }, /action: not a web address/],
      [order(), { action, lang: 7 }, /lang: not a text/],
      [order(), { action, shop: 7 }, /shop: not a text/],
    ] as const)
      assert.throws(() => renderOrder(value, options as never), { name: 'TypeError', message });
  });
});
