import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { after, before, describe, it } from 'node:test';
import { ChainError, coreRpc, type ChainSource, type Transfers } from '../../src/server/chain/index.ts';
import { startLitecoin, type LitecoinNode } from './litecoind.ts';

describe('Core RPC, with a real Litecoin node', { timeout: 120_000 }, () => {
  let node: LitecoinNode;
  let source: ChainSource;
  const call = { timeout: 10_000, signal: new AbortController().signal };

  before(async () => {
    node = await startLitecoin();
    const network = { height: 0, hash: await node.rpc('getblockhash', 0) };
    source = coreRpc({ coin: 'LTC', url: node.walletUrl('watch'), network });
  });
  after(() => node.stop());

  /** Any address that the watching wallet has no key of. */
  const freshAddress = () => node.rpc('getnewaddress', '', 'bech32');
  const look = (address: string): Promise<Transfers> =>
    source.transfers({ coin: 'LTC', address, since: Date.now() - 60_000 }, call);
  const seen = async (address: string) =>
    (await look(address)).transfers.map(({ amount, confirmations }) => [amount, confirmations]);
  const pay = (address: string, amount: string, replaceable = true) =>
    node.rpc('sendtoaddress', address, amount, '', '', false, replaceable);

  it('sees nothing, then the unconfirmed transfer, then its confirmations', async () => {
    const address = await freshAddress();
    assert.deepEqual(await seen(address), []);
    const transaction = await pay(address, '0.1');
    const { transfers, tip } = await look(address);
    assert.deepEqual(
      transfers.map(({ amount, confirmations, transaction: id }) => [amount, confirmations, id]),
      [['0.1', 0, transaction]],
    );
    assert.ok(Math.abs(transfers[0]!.at! - Date.now()) < 60_000);
    await node.mine(1);
    assert.deepEqual(await seen(address), [['0.1', 1]]);
    assert.equal((await look(address)).tip.height, tip.height + 1);
    await node.mine(5);
    assert.deepEqual(await seen(address), [['0.1', 6]]);
  });

  it('sees a payment in two parts, each with its own confirmations', async () => {
    const address = await freshAddress();
    await seen(address);
    await pay(address, '0.0001');
    await node.mine(2);
    await pay(address, '1.23456789');
    assert.deepEqual((await seen(address)).sort(), [
      ['0.0001', 2],
      ['1.23456789', 0],
    ]);
  });

  it('sees a payment that was made before the address was first asked for', async () => {
    const address = await freshAddress();
    await pay(address, '0.25');
    await node.mine(1);
    assert.deepEqual(await seen(address), [['0.25', 1]]);
  });

  it('sees only the second transaction after a replacement by fee', async () => {
    const address = await freshAddress();
    await seen(address);
    const first = await pay(address, '0.3');
    const { txid } = await node.rpc<{ txid: string }>('bumpfee', first);
    const { transfers } = await look(address);
    assert.deepEqual(
      transfers.map(({ transaction, amount }) => [transaction, amount]),
      [[txid, '0.3']],
    );
  });

  it('no longer sees a transaction whose money was spent elsewhere, in the mempool and in a block', async () => {
    const address = await freshAddress();
    await seen(address);
    const first = await pay(address, '0.4');
    assert.deepEqual(await seen(address), [['0.4', 0]]);
    await node.replace(first);
    assert.deepEqual(await seen(address), []);
    await node.mine(1);
    assert.deepEqual(await seen(address), []);
  });

  it('sees fewer confirmations after a reorganisation, and none while the transaction waits again', async () => {
    const address = await freshAddress();
    await seen(address);
    await pay(address, '0.5');
    const block = await node.mine(1);
    await node.mine(2);
    assert.deepEqual(await seen(address), [['0.5', 3]]);
    await node.rpc('invalidateblock', block);
    assert.deepEqual(await seen(address), [['0.5', 0]]);
    await node.mine(1);
    assert.deepEqual(await seen(address), [['0.5', 1]]);
  });

  it('watches on after a restart of the shop, without importing again', async () => {
    const address = await freshAddress();
    await seen(address);
    await pay(address, '0.6');
    const network = { height: 0, hash: await node.rpc('getblockhash', 0) };
    const again = coreRpc({ coin: 'LTC', url: node.walletUrl('watch'), network });
    const { transfers } = await again.transfers({ coin: 'LTC', address, since: Date.now() }, call);
    assert.deepEqual(
      transfers.map(({ amount }) => amount),
      ['0.6'],
    );
  });

  it('refuses a node of another network, and says that it is in sync otherwise', async () => {
    const main = coreRpc({ coin: 'LTC', url: node.walletUrl('watch') });
    await assert.rejects(main.check('LTC', call), { name: 'ChainError', code: 'wrong-network' });
    await assert.rejects(main.transfers({ coin: 'LTC', address: 'x', since: 0 }, call), { code: 'wrong-network' });
    assert.ok((await source.check('LTC', call)).height > 110);
  });

  it('says what is wrong with a password or a wallet, and tells neither', async () => {
    const wrong = coreRpc({ coin: 'LTC', url: node.walletUrl('watch').replace('regtest-password', 'secret-word') });
    await assert.rejects(wrong.check('LTC', call), (error: ChainError) => {
      assert.equal(error.code, 'unauthorized');
      assert.doesNotMatch(inspect([error, wrong]) + JSON.stringify(error), /secret-word|127\.0\.0\.1/);
      return true;
    });
    const missing = coreRpc({
      coin: 'LTC',
      url: node.walletUrl('nowhere'),
      network: { height: 0, hash: await node.rpc('getblockhash', 0) },
    });
    await assert.rejects(missing.check('LTC', call), { code: 'rejected' });
  });
});
