import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from 'pay-elements/server';
import { openShop } from '../../examples/shared/shop.ts';
import { testExample } from './suite.ts';

testExample('express', { store: 'postgres', typescript: true });

describe('a shop that is opened by two processes at the same time', () => {
  it('begins also where the other process creates the table at that moment', async () => {
    const statements: string[] = [];
    const query = async (text: string) => {
      statements.push(text);
      if (statements.length === 1) throw new Error('duplicate key value violates unique constraint');
      return [];
    };
    const env = { PAY_URL: 'http://127.0.0.1:8080/pay', PAY_SECRET: 'a secret of thirty-two characters' };
    const service = { SERVICE_URL: 'http://127.0.0.1:1', SERVICE_KEY: 'key', ALLOW_TEST_PAYMENTS: 'yes' };
    const shop = openShop({ store: memoryStore(), query }, { ...env, ...service });
    const placed = await shop.placeOrder({ beans: '1' }, undefined);
    assert.match(placed!.location, /^\/checkout\//);
    assert.deepEqual(
      statements.map((text) => text.slice(0, 6)),
      ['CREATE', 'CREATE', 'INSERT'],
    );
    await shop.checkout.close();
  });
});
