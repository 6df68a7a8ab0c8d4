import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { coreRpc } from '../../../src/server/chain/index.ts';
import { startApi, type ApiServer } from './api-server.ts';

const NOW = Math.floor(Date.now() / 1000);
const ADDRESS = 'bc1qdeposit';
let api: ApiServer | undefined;
afterEach(() => api?.close());

const call = { timeout: 2_000, signal: new AbortController().signal };

/** A source whose node has these transactions. */
async function openSource(list: () => readonly object[]) {
  const answers: Record<string, () => unknown> = {
    getblockhash: () => 'genesis',
    getaddressinfo: () => ({ ismine: true }),
    getblockchaininfo: () => ({ blocks: 800_000, bestblockhash: 'best', initialblockdownload: false }),
    getblockheader: () => ({ time: NOW }),
    getmempoolentry: () => ({}),
    listtransactions: list,
  };
  api = await startApi(({ body }) => ({ json: { result: answers[String(body['method'])]!(), error: null } }));
  const source = coreRpc({ coin: 'BTC', url: api.url, network: { height: 0, hash: 'genesis' } });
  return () => source.transfers({ coin: 'BTC', address: ADDRESS, since: (NOW - 600) * 1000 }, call);
}
const entryAt = (age: number, index: number) => ({
  address: ADDRESS,
  category: 'receive',
  amount: 0.00001,
  vout: 0,
  confirmations: 1,
  blocktime: NOW - age,
  time: NOW - age,
  timereceived: NOW - age,
  txid: `tx-${index}`,
});

it('a node knows when it saw a transaction before its block', async () => {
  const { blocktime: _none, ...waiting } = { ...entryAt(20, 1), confirmations: 0 };
  const look = await openSource(() => [{ ...entryAt(30, 0), timereceived: NOW - 300 }, waiting]);
  assert.deepEqual(
    (await look()).transfers.map(({ at, seenAt }) => [at, seenAt]),
    [
      [(NOW - 30) * 1000, (NOW - 300) * 1000],
      [(NOW - 20) * 1000, undefined],
    ],
  );
});

it('a node that writes the address in another way is understood by its label', async () => {
  const label = `pay-elements:${ADDRESS}`;
  const look = await openSource(() => [
    { ...entryAt(30, 0), address: `prefix:${ADDRESS}`, label },
    { ...entryAt(30, 1), address: 'other', label: 'other' },
  ]);
  assert.deepEqual(
    (await look()).transfers.map(({ transaction }) => transaction),
    ['tx-0'],
  );
});

it('a node whose list of transactions is cut off does not answer: older money has not gone', async () => {
  let oldest = 60;
  const look = await openSource(() =>
    Array.from({ length: 500 }, (_, index) => entryAt(index === 0 ? oldest : 30, index)),
  );
  await assert.rejects(look, { code: 'history-too-short' });
  // All that is left out is older than the payment.
  oldest = 3_600;
  assert.equal((await look()).transfers.length, 500);
});

it('an import that has failed, or that has not ended, is no list of transactions', async () => {
  let isKnown = false;
  let scanning: object | false = false;
  let imported: object[] | undefined;
  const answers: Record<string, () => unknown> = {
    getblockhash: () => 'genesis',
    getaddressinfo: () => ({ ismine: isKnown }),
    getblockchaininfo: () => ({ blocks: 800_000, bestblockhash: 'best', initialblockdownload: false }),
    getblockheader: () => ({ time: NOW }),
    getwalletinfo: () => ({ descriptors: true, scanning }),
    getdescriptorinfo: () => ({ descriptor: 'addr' }),
    importdescriptors: () => ((isKnown = true), imported),
    listtransactions: () => [],
  };
  api = await startApi(({ body }) => {
    const result = answers[String(body['method'])]!();
    return result === undefined ? undefined : { json: { result, error: null } };
  });
  const open = () => coreRpc({ coin: 'BTC', url: api!.url, network: { height: 0, hash: 'genesis' } });
  const look = (source: ReturnType<typeof open>) =>
    source.transfers({ coin: 'BTC', address: ADDRESS, since: (NOW - 600) * 1000 }, call);
  const tooShort = { code: 'history-too-short' };

  const pruned = open();
  imported = [{ success: false }];
  for (let times = 0; times < 2; times += 1)
    await assert.rejects(look(pruned), tooShort, 'also when it knows the address');

  isKnown = false;
  imported = undefined; // the request fails, and the node scans all the same
  const slow = open();
  await assert.rejects(look(slow), { code: 'rejected' });
  scanning = { duration: 9, progress: 0.5 };
  await assert.rejects(look(slow), tooShort);
  scanning = false;
  assert.deepEqual((await look(slow)).transfers, []);
});
