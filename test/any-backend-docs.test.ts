import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { coins, parsePayment, phases, toPublicPayment } from '../src/core/index.ts';
import { interpretersLeftOut } from '../scripts/interpreters.mjs';
import { parseOrder } from '../src/core/order-answer.ts';

const folder = new URL('../docs/', import.meta.url);
const page = readFileSync(new URL('any-backend.md', folder), 'utf8');
const examples = ['python/payments.py', 'php/payments.php'].map((name) =>
  readFileSync(new URL(`any-backend/${name}`, folder), 'utf8'),
);

/** Every field that a tag takes of a payment: all of them put in, those that come out. */
const taken = Object.keys(
  toPublicPayment({
    ...{ tid: 't', pid: 'p', bid: 'b', address: 'a', currency: 'usd', amount: 1, cryptoCoin: 'btc', note: 'n' },
    ...{ cryptoAmountExpected: 1, status: 'NEW', hostedUrl: 'https://x.example', statusUrl: '/s', version: 1 },
    ...{ expiresAt: '2026-01-01', minimumTransactionCoin: 1, cryptoAmountReceived: 1, confirmations: 1 },
    ...{ confirmationsRequired: 1, test: true, phase: 'awaiting', webhookUrl: 'w', meta: {}, payoutAddress: 'a' },
  }),
);

describe('the page on a backend in any language', () => {
  it('names every field, phase and coin that the tags read', () => {
    for (const name of [...taken, ...phases, ...coins.map(({ symbol }) => symbol)])
      assert.match(page, new RegExp(`[\`\\s"]${name}[\`\\s".]`), name);
  });

  it('shows an order that a tag can read', () => {
    const [, json] = /```json\n(\{\n {2}"order"[\s\S]*?)```/.exec(page)!;
    const read = parseOrder(json);
    assert.ok(read.ok);
    assert.deepEqual(
      read.order.ways.map(({ choices }) => choices.length),
      [2, 1, 1],
    );
  });

  it('calls those fields of a payment needed without which a tag shows nothing', () => {
    const whole = {
      tid: {
        tid: 't',
        status: 'NEW',
        amount: 1,
        currency: 'usd',
        address: 'a',
        cryptoCoin: 'btc',
        cryptoAmountExpected: 1,
      },
      pid: { pid: 'p', status: 'NEW', amount: 1, currency: 'USD', note: 'n' },
      bid: { bid: 'b', status: 'PENDING', amount: 1 },
    };
    for (const [id, payment] of Object.entries(whole)) {
      assert.ok(parsePayment(payment).ok, id);
      for (const name of Object.keys(payment)) {
        assert.ok(!parsePayment({ ...payment, [name]: undefined }).ok, name);
        assert.match(page, new RegExp(`^\\|[^|]*\`${name}\`[^|]*\\| needed`, 'm'), name);
      }
    }
  });

  it('is not passed over in silence where a language is not on the machine', () => {
    assert.match(interpretersLeftOut({ PATH: '' })!, /^not tested: .*python and php/);
  });

  it('links to files that there are, whose lists hold no field but those of a payment', () => {
    for (const [, file] of page.matchAll(/\]\((any-backend\/[^)]+)\)/g))
      assert.ok(existsSync(new URL(file!, folder)), file);
    for (const example of examples) {
      const [, list] = /^(?:const )?PUBLIC\w* = \[([^\]]+)\]/m.exec(example)!;
      const names = [...list!.matchAll(/['"](\w+)['"]/g)].map(([, name]) => name!);
      assert.ok(names.length > 8);
      for (const name of names) assert.ok(taken.includes(name) || name === 'qrCodeBase64', name);
    }
  });
});
