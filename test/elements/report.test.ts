import { expect } from '@open-wc/testing';
import { phases } from '../../src/core/payments/phases.ts';
import '../../src/elements/define/pay-checkout.ts';
import { crypto, json, shop, show, until, wallet } from './support.ts';

/** What the console has of the elements, until `close`. */
function consoleLines() {
  const levels = ['error', 'warn', 'info'] as const;
  const real = { ...console };
  const lines: string[] = [];
  for (const level of levels)
    console[level] = (text: unknown) => {
      if (String(text).startsWith('pay-')) lines.push(`${level} ${String(text)}`);
    };
  return { lines, close: () => void Object.assign(console, real) };
}

describe('the console names', () => {
  let messages: ReturnType<typeof consoleLines>;
  beforeEach(() => {
    messages = consoleLines();
  });
  afterEach(() => messages.close());

  for (const [what, tag, payment, line, hint] of [
    [
      'another element',
      'pay-crypto',
      wallet(),
      'wrong-method (tid)',
      '<pay-crypto> needs a tid, <pay-wallet> a pid, <pay-localcode> a bid',
    ],
    [
      'an order',
      'pay-crypto',
      { order: '1001', amount: '19.99', currency: 'USD', methods: [] },
      'unreadable-payment (payment): it is an order, for <pay-checkout>',
    ],
    [
      'an object as text',
      'pay-crypto',
      '[object Object]',
      'unreadable-payment (payment): not JSON',
      'payment: set the property, or write " as &quot; in the attribute',
    ],
    [
      'an amount with its sign',
      'pay-crypto',
      crypto({ amount: '$19.99' }),
      'unreadable-payment (amount): not readable',
      "amount: use decimal text such as '19.99'",
    ],
    ['a promise', 'pay-crypto', Promise.resolve(crypto()), 'unreadable-payment (payment): await its data'],
    ['a response', 'pay-wallet', new Response('{}'), 'unreadable-payment (payment): await its data'],
  ] as const)
    it(`${what} that is given as a payment`, async () => {
      await show(tag, payment);
      const hints = hint ? [`info ${tag}: ${hint}`] : [];
      expect(messages.lines[0]).to.equal(`error ${tag}: ${line}`);
      await until(() => messages.lines.length > hints.length);
      expect(messages.lines.slice(1)).to.deep.equal(hints);
    });

  for (const [field, value, line] of [
    [
      'address',
      '0xAff4d6793F584a473348EbA058deb8caad77a288',
      'payment: address is one of Ethereum (0x…), but cryptoCoin is btc',
    ],
    ['cryptoCoin', 'ETH', 'payment: address is not one of Ethereum (0x…), but cryptoCoin is ETH'],
    [
      'expiresAt',
      'soon',
      "payment: expiresAt is not readable. Use a time with its zone, such as '2031-01-31T12:00:00Z'",
    ],
    ['phase', 'payed', `payment: phase is not readable. Use one of: ${phases.join(', ')}`],
    ['qr', { size: 20 }, 'payment: qr is not readable'],
  ] as const)
    it(`a payment's ${field} that is wrong, once, and the payment is shown`, async () => {
      for (const tid of ['1', '2']) {
        const tag = await show('pay-crypto', crypto({ tid: `${field}-${tid}`, [field]: value }), { src: '/pay/1' });
        expect(tag.phase).to.equal('awaiting');
      }
      await until(() => messages.lines.length);
      expect(messages.lines).to.deep.equal([`warn pay-crypto: ${line}`]);
    });

  it('an order that the backend does not have, and an error of the shop', async () => {
    const backend = shop({
      '/none': json({ error: { code: 'unknown-order' } }, 404),
      '/error': json({ error: { code: 'internal' } }, 500),
      '/login': json({}, 401),
    });
    for (const src of ['/none', '/error', '/login']) {
      const element = document.createElement('pay-checkout');
      element.setAttribute('src', src);
      document.body.append(element);
      const before = messages.lines.length;
      await until(() => messages.lines.length > before + 1);
      element.remove();
    }
    backend.close();
    expect(messages.lines).to.deep.equal([
      'info pay-checkout: unknown-order, src="/none"',
      'info pay-checkout: order() returned nothing: a wrong reference, a missing return, or not the order of this visitor (no cookies to another origin)',
      'info pay-checkout: contact-lost (HTTP 500), src="/error"',
      'info pay-checkout: /error: HTTP 500. The output of the shop has the cause',
      'info pay-checkout: contact-lost (HTTP 401), src="/login"',
      'info pay-checkout: /login: HTTP 401. A login or a CSRF check of the shop may have refused it',
    ]);
  });

  it('no form of a field that was changed, and is readable', async () => {
    const tag = await show('pay-crypto', crypto());
    tag.model.reportTampering('amount');
    await until(() => messages.lines.length);
    await import('../../src/elements/base/console-hints.ts');
    await tag.updateComplete;
    expect(messages.lines).to.deep.equal(['error pay-crypto: tampered (amount)']);
  });

  it('a status that is not known, and what can be done about it', async () => {
    await show('pay-crypto', crypto({ status: 'SHIPPED' }));
    await until(() => messages.lines.length > 1);
    expect(messages.lines).to.deep.equal([
      'info pay-crypto: unknown-status (SHIPPED)',
      'info pay-crypto: say what the status means: statusMap of the backend, or phase beside status',
    ]);
  });

  it('the address at which there is no payment and no order', async () => {
    const page = () => new Response('<!doctype html>', { status: 404 });
    // What other frameworks answer.
    const text = json({ statusCode: 404, error: 'Not Found' }, 404);
    const refusal = json({ error: { code: 'unknown-order' } }, 404);
    const noRoute = json({ error: { code: 'not-found' } }, 404);
    const backend = shop({
      '/none': page,
      '/order': text,
      '/other': refusal,
      '/route': noRoute,
      '/status': page,
      '/empty': json({}),
    });
    for (const [tag, src, attributes] of [
      ['pay-crypto', '/none'],
      ['pay-checkout', '/order'],
      ['pay-checkout', '/other'],
      ['pay-checkout', '/route'],
      ['pay-wallet', '/status', { payment: JSON.stringify(wallet()), 'status-url': '/status' }],
      ['pay-wallet', '/empty'],
    ] as const) {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes ?? { src })) element.setAttribute(name, value);
      document.body.append(element);
      const isWrong = ['/none', '/order', '/route', '/status'].includes(src);
      await until(() => messages.lines.some((line) => line.includes(isWrong ? `${src}: HTTP` : src)));
      element.remove();
    }
    backend.close();
    expect(messages.lines).to.deep.equal([
      'info pay-crypto: not-found (HTTP 404), src="/none"',
      'info pay-crypto: /none: HTTP 404. Is its path right?',
      'info pay-checkout: unknown-order (HTTP 404), src="/order"',
      'info pay-checkout: /order: HTTP 404. Is its path right?',
      'info pay-checkout: unknown-order, src="/other"',
      'info pay-checkout: order() returned nothing: a wrong reference, a missing return, or not the order of this visitor (no cookies to another origin)',
      'info pay-checkout: unknown-order (HTTP 404), src="/route"',
      'info pay-checkout: /route: HTTP 404. Is its path right?',
      'info pay-wallet: not-found (HTTP 404)',
      'info pay-wallet: /status: HTTP 404. Is its path right?',
      'error pay-wallet: unreadable-payment (payment): none of tid, pid and bid is there, src="/empty"',
    ]);
  });

  it('the address that answers a page instead of the order', async () => {
    const backend = shop({ '/page': () => new Response('<!doctype html>') });
    const element = document.createElement('pay-checkout');
    element.setAttribute('src', '/page');
    document.body.append(element);
    await until(() => messages.lines.length > 1);
    element.remove();
    backend.close();
    expect(messages.lines).to.deep.equal([
      'info pay-checkout: contact-lost (unexpected response), src="/page"',
      'info pay-checkout: /page: unexpected response. Is its path right?',
    ]);
  });
});
