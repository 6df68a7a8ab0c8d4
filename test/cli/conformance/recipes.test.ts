import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandRecipes, readOrder } from '../../../src/cli/conformance/recipes.ts';

describe('what the commands of conformance print', () => {
  it('is a tag, an address, the headers of a response, or a name', () => {
    for (const [output, orderRef, cookie] of [
      ['<pay-checkout src="http://127.0.0.1:8080/pay/orders/1f0c"></pay-checkout>\n', '1f0c', undefined],
      ['/pay/orders/a%20b?k=1', 'a b', undefined],
      [
        'HTTP/1.1 303 See Other\r\nLocation: /checkout/77-x\r\nSet-Cookie: customer=ann; Path=/\r\n',
        '77-x',
        'customer=ann',
      ],
      ['/orders/5\nCookie: a=1; b=2\nSet-Cookie: c=3\n', '5', 'a=1; c=3'],
      ['  1001\n', '1001', undefined],
    ] as const)
      assert.deepEqual(readOrder(output), { orderRef, cookie }, output);
    for (const output of ['', 'two words', '<pay-checkout>', '/pay/orders/%zz'])
      assert.equal(readOrder(output), undefined, output);
  });

  it('gets the values as environment variables', async () => {
    const printer = `node -p "'orders/' + ['AMOUNT', 'CURRENCY', 'OFFER_SECONDS'].map((name) => process.env[name]).join('-')"`;
    const { order, changeOrder, webhook } = commandRecipes(
      {
        order: printer,
        changeOrder: 'test "$ORDER $AMOUNT $CURRENCY" = "r1 5.00 USD"',
        webhook: 'test "$PAYMENT $STATUS $RECEIVED" = "t1 PAID 0.5"',
      },
      process.env,
    );
    assert.equal((await order({ amount: '19.99', currency: 'USD' })).orderRef, '19.99-USD-');
    assert.equal((await order({ amount: '1', currency: 'EUR', offerSeconds: 4 })).orderRef, '1-EUR-4');
    await changeOrder!('r1', '5.00', 'USD');
    await assert.rejects(changeOrder!('r2', '5.00', 'USD'), /ended with the exit code 1/);
    await webhook!({ id: 't1', status: 'PAID', cryptoAmountReceived: '0.5' });
  });
});
