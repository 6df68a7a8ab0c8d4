import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFixture } from './support/fixture.ts';

const ADDRESS = 'bc1qdeposit';

function fixture() {
  const made = createFixture({ requestsPerMinute: 100 });
  const { chain } = made.control;
  const seen = (address = ADDRESS) =>
    chain.look('BTC', address).transfers.map(({ amount, confirmations }) => [amount, confirmations]);
  return { ...made, chain, seen };
}

test('a transfer waits for a block, and gets a confirmation with each', () => {
  const { chain, seen } = fixture();
  chain.send('BTC', ADDRESS, '0.003');
  chain.send('BTC', 'another', '1');
  chain.send('LTC', ADDRESS, '1');
  assert.deepEqual(seen(), [['0.003', 0]]);
  chain.mine('BTC');
  chain.mine('BTC', 2);
  chain.send('BTC', ADDRESS, '0.001');
  assert.deepEqual(seen(), [
    ['0.003', 3],
    ['0.001', 0],
  ]);
  assert.equal(chain.look('LTC', ADDRESS).transfers[0]?.confirmations, 0);
});

test('a waiting transaction is replaced by another amount, or by nothing', () => {
  const { chain, seen } = fixture();
  const first = chain.send('BTC', ADDRESS, '0.003');
  const second = chain.replace(first, '0.001')!;
  assert.deepEqual(seen(), [['0.001', 0]]);
  assert.throws(() => chain.replace(first), { code: 'unknown_transaction' });
  assert.equal(chain.replace(second), undefined);
  assert.deepEqual(seen(), []);
  const third = chain.send('BTC', ADDRESS, '0.003');
  chain.mine('BTC');
  assert.throws(() => chain.replace(third), { code: 'wrong_state' });
});

test('a reorganization makes transactions wait again, or drops them', () => {
  const { chain, seen } = fixture();
  chain.send('BTC', ADDRESS, '0.003');
  chain.mine('BTC', 2);
  chain.reorganize('BTC', 1);
  assert.deepEqual(seen(), [['0.003', 2]]);
  chain.reorganize('BTC', 2);
  assert.deepEqual(seen(), [['0.003', 0]]);
  chain.mine('BTC');
  chain.reorganize('BTC', 1, { drop: true });
  assert.deepEqual(seen(), []);
});

test('a chain that lags has an old tip and knows nothing newer; one that fails answers nothing', async () => {
  const { chain, control, seen, request } = fixture();
  chain.send('BTC', ADDRESS, '0.003');
  chain.lag(60_000);
  assert.deepEqual(seen(), []);
  assert.equal(chain.look('BTC', ADDRESS).tip.at, control.now() - 60_000);
  await control.advance(60_000);
  assert.deepEqual(seen(), [['0.003', 0]]);
  chain.fail(true);
  const answer = await request('GET', `/_control/chain/transfers?coin=btc&address=${ADDRESS}`);
  assert.equal(answer.status, 503);
});

test('the actions of the payer send on the chain, and the confirmations are those of the payment', async () => {
  const { crypto, control, chain } = fixture();
  const { tid, address, cryptoAmountExpected } = await crypto();
  control.pay(String(tid));
  const at = () =>
    chain.look('BTC', String(address)).transfers.map(({ amount, confirmations }) => [amount, confirmations]);
  assert.deepEqual(at(), [[String(cryptoAmountExpected), 0]]);
  await control.advance(1_000);
  assert.deepEqual(at(), [[String(cryptoAmountExpected), 1]]);
  assert.equal(control.payment(String(tid)).confirmations, 1);
});

test('everything can be done over HTTP, and a restart continues', async () => {
  const { request, sandbox, chain } = fixture();
  const post = async (action: string, fields: object) =>
    (await request('POST', `/_control/chain/${action}`, fields)).json;
  const { transaction } = (await post('send', { coin: 'btc', address: ADDRESS, amount: '0.003' })) as unknown as {
    transaction: string;
  };
  await post('replace', { transaction, amount: '0.002' });
  await post('mine', { coin: 'BTC', blocks: 3 });
  await post('reorganize', { coin: 'BTC', blocks: 1 });
  await post('lag', { ms: 0 });
  await post('fail', { failing: false });
  const { json } = await request('GET', `/_control/chain/transfers?coin=BTC&address=${ADDRESS}`);
  const { transfers } = json as unknown as { transfers: { amount: string; confirmations: number }[] };
  assert.deepEqual(
    transfers.map(({ amount, confirmations }) => [amount, confirmations]),
    [['0.002', 3]],
  );
  assert.deepEqual(sandbox.save().chain, chain.save());
  assert.deepEqual(createFixture({ saved: sandbox.save() }).control.chain.transfers(), chain.transfers());
  for (const [action, fields, field] of [
    ['send', { coin: 'XMR', address: 'a', amount: '1' }, 'coin'],
    ['send', { coin: 'BTC', address: 'a', amount: '0' }, 'amount'],
    ['mine', { coin: 'BTC', blocks: 'many' }, 'blocks'],
    ['nothing', {}, undefined],
  ] as const)
    assert.equal((await post(action, fields)).error?.field, field);
});

test('the panel shows the transfers, with what can happen to them', async () => {
  const { request, chain } = fixture();
  chain.send('BTC', ADDRESS, '0.003');
  const page = async () => (await request('GET', '/')).body;
  assert.match(await page(), /0\.003 BTC to <code>bc1qdeposit<\/code>:\s+in no block yet/);
  assert.match(await page(), /Replace/);
  chain.mine('BTC');
  assert.match(await page(), /1 confirmation\b/);
  assert.match(await page(), /Reorganize/);
});
