import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { coreRpc } from '../../../src/server/chain/index.ts';
import { startApi, type ApiServer } from './api-server.ts';

const NOW = Math.floor(Date.now() / 1000);
const ADDRESS = 'bc1qdeposit';
let api: ApiServer | undefined;
afterEach(() => api?.close());

it('a node whose list of transactions is cut off does not answer: older money has not gone', async () => {
  const entry = (age: number, index: number) => ({
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
  let oldest = 60;
  const answers: Record<string, () => unknown> = {
    getblockhash: () => 'genesis',
    getaddressinfo: () => ({ ismine: true }),
    getblockchaininfo: () => ({ blocks: 800_000, bestblockhash: 'best', initialblockdownload: false }),
    getblockheader: () => ({ time: NOW }),
    listtransactions: () => Array.from({ length: 500 }, (_, index) => entry(index === 0 ? oldest : 30, index)),
  };
  api = await startApi(({ body }) => ({ json: { result: answers[String(body['method'])]!(), error: null } }));
  const source = coreRpc({ coin: 'BTC', url: api.url, network: { height: 0, hash: 'genesis' } });
  const call = { timeout: 2_000, signal: new AbortController().signal };
  const look = () => source.transfers({ coin: 'BTC', address: ADDRESS, since: (NOW - 600) * 1000 }, call);
  await assert.rejects(look, { code: 'history-too-short' });
  // All that is left out is older than the payment.
  oldest = 3_600;
  assert.equal((await look()).transfers.length, 500);
});
