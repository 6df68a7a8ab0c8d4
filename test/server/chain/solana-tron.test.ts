import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { solanaRpc, tronHttp } from '../../../src/server/chain/index.ts';
import { createRecentMap } from '../../../src/server/chain/sources/recent-map.ts';
import { toHexAddress } from '../../../src/server/chain/sources/tron-http.ts';
import { startApi, type ApiServer } from './api-server.ts';

const NOW = Math.floor(Date.now() / 1000);
const call = { timeout: 2_000, signal: new AbortController().signal };
let api: ApiServer | undefined;
afterEach(() => api?.close());

const MAIN = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/**
 * The answers are recorded. `litesvm` cannot give them: it runs programs of Solana inside this process and has no JSON-RPC,
 * so there is no address at which `solanaRpc` could ask it.
 */
describe('the RPC of Solana', () => {
  interface Signature {
    readonly signature: string;
    readonly slot: number;
    readonly err?: object;
    readonly finalized?: boolean;
    readonly age?: number;
    readonly before: string;
    readonly after: string;
    /** JSON. */
    readonly meta?: string;
  }

  async function look(address: string, signatures: readonly Signature[], genesis = MAIN) {
    const bySignature = new Map(signatures.map((each) => [each.signature, each]));
    const answers: Record<string, (params: unknown[]) => unknown> = {
      getGenesisHash: () => genesis,
      getSlot: () => 5_000,
      getBlockTime: () => NOW,
      getSignaturesForAddress: () =>
        signatures.map(({ signature, slot, err = null, finalized = false, age = 0 }) => ({
          signature,
          slot,
          err,
          memo: null,
          blockTime: NOW - age,
          confirmationStatus: finalized ? 'finalized' : 'confirmed',
        })),
      getTransaction([signature]) {
        const { before, after, meta = '"err":null,' } = bySignature.get(signature as string)!;
        const key = (pubkey: string) => ({ pubkey, signer: false, source: 'transaction', writable: true });
        // As text: a double would lose digits of the largest balances.
        return `{"slot":1,"transaction":{"message":{"accountKeys":${JSON.stringify([key('payer'), key(address)])}}},
          "meta":{${meta}"fee":5000,"preBalances":[1,${before}],"postBalances":[1,${after}]}}`;
      },
    };
    api = await startApi(({ body }) => {
      const result = answers[String(body['method'])]!(body['params'] as unknown[]);
      const text = typeof result === 'string' && result.startsWith('{') ? result : JSON.stringify(result);
      return { json: `{"jsonrpc":"2.0","id":${String(body['id'])},"result":${text}}` };
    });
    const source = solanaRpc({ url: api.url });
    const read = async () =>
      (await source.transfers({ coin: 'SOL/SOL', address, since: (NOW - 600) * 1000 }, call)).transfers;
    return { source, read };
  }
  const rows = (transfers: readonly { transaction: string; amount: string; confirmations: number }[]) =>
    transfers.map(({ transaction, amount, confirmations }) => [transaction, amount, confirmations]);

  it('reads by how much a transaction has raised the balance, to the last lamport', async () => {
    const { read } = await look('deposit', [
      { signature: 'new', slot: 4_998, before: '0', after: '1' },
      { signature: 'final', slot: 4_900, finalized: true, before: '1', after: '9007199254740994' },
      { signature: 'young-and-final', slot: 4_990, finalized: true, before: '0', after: '5' },
      { signature: 'old-and-not-final', slot: 4_000, before: '0', after: '5' },
    ]);
    assert.deepEqual(rows(await read()), [
      ['new', '0.000000001', 3],
      ['final', '9007199.254740993', 101],
      ['young-and-final', '0.000000005', 32],
      ['old-and-not-final', '0.000000005', 31],
    ]);
  });

  it('forgets what was not asked about for a day', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: NOW * 1000 });
    const { read } = await look('deposit', [
      { signature: 'final', slot: 4_900, finalized: true, before: '0', after: '5' },
    ]);
    const lookups = () => api!.requests.filter(({ body }) => body['method'] === 'getTransaction').length;
    const hours = 60 * 60_000;
    for (const [pause, expected] of [
      [0, 1],
      [23 * hours, 1],
      [23 * hours, 1],
    ] as const) {
      t.mock.timers.setTime(Date.now() + pause);
      await read();
      assert.equal(lookups(), expected);
    }
    // Entries leave with the next one that is written.
    t.mock.timers.setTime(Date.now() + 25 * hours);
    const map = createRecentMap<number>();
    map.set('old', 1);
    map.set('used', 2);
    t.mock.timers.setTime(Date.now() + 20 * hours);
    assert.equal(map.get('used'), 2);
    t.mock.timers.setTime(Date.now() + 20 * hours);
    map.set('new', 3);
    assert.deepEqual([map.peek('old'), map.peek('used'), map.peek('new')], [undefined, 2, 3]);
  });

  it('does not count failed transactions, older ones, and money that the service sends on', async () => {
    const { read } = await look('deposit', [
      { signature: 'failed', slot: 4_990, err: { InstructionError: [0, 'Custom'] }, before: '0', after: '5' },
      { signature: 'older', slot: 1, age: 3_600, finalized: true, before: '0', after: '5' },
      { signature: 'sweep', slot: 4_995, before: '5', after: '0' },
      { signature: 'paid', slot: 4_990, before: '0', after: '2500000000' },
    ]);
    assert.deepEqual(rows(await read()), [['paid', '2.5', 11]]);
  });

  it('does not take a transaction without a result for one that has failed', async () => {
    const { read } = await look('deposit', [{ signature: 'x', slot: 4_990, before: '0', after: '5', meta: '' }]);
    await assert.rejects(read(), { code: 'bad-answer' });
  });

  it('reads each transaction once', async () => {
    const { read } = await look('deposit', [{ signature: 'paid', slot: 4_990, before: '0', after: '5' }]);
    await read();
    await read();
    const asked = api!.requests.filter(({ body }) => body['method'] === 'getTransaction');
    assert.equal(asked.length, 1);
  });

  it('refuses an address with more transactions than a deposit address has, without reading them', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      signature: `s${index}`,
      slot: 4_990,
      before: '0',
      after: '0',
    }));
    const { read } = await look('deposit', many);
    await assert.rejects(read(), { code: 'history-too-short' });
    assert.ok(!api!.requests.some(({ body }) => body['method'] === 'getTransaction'));
  });

  it('refuses another cluster', async () => {
    const { read } = await look('deposit', [], 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG');
    await assert.rejects(read(), { code: 'wrong-network' });
  });

  it('does without the time of a block that does not exist, and with no other error', async () => {
    const { source } = await look('deposit', []);
    const answers: Record<string, object> = { getGenesisHash: { result: MAIN }, getSlot: { result: 5_000 } };
    const signatures = { getSignaturesForAddress: { result: [] } };
    const server = await startApi(({ body }) => ({
      json: { ...answers, ...signatures, ...failure }[String(body['method'])]!,
    }));
    const failing = solanaRpc({ url: server.url });
    const query = { coin: 'SOL/SOL', address: 'deposit', since: 0 } as const;
    let failure = { getBlockTime: { error: { code: -32007, message: 'skipped' } } };
    assert.deepEqual((await failing.transfers(query, call)).tip, { height: 5_000 });
    failure = { getBlockTime: { error: { code: -32005, message: 'behind' } } };
    await assert.rejects(failing.transfers(query, call), { code: 'rejected' });
    assert.equal((await source.transfers(query, call)).tip.at, NOW * 1000);
    await server.close();
  });

  it('reads a limit and a wrong key from the status, whatever the body', async () => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 429, message: 'slow down' } });
    const { source } = await look('deposit', []);
    for (const [next, expected] of [
      [
        { status: 429, headers: { 'retry-after': '30' }, text },
        { code: 'rate-limited', retryAfter: 30 },
      ],
      [{ status: 503, text }, { code: 'rate-limited' }],
      [{ status: 401, text }, { code: 'unauthorized' }],
      [{ status: 403, text }, { code: 'unauthorized' }],
      [
        { status: 500, text },
        { code: 'rejected', message: /error 429/ },
      ],
    ] as const) {
      api!.next = next;
      await assert.rejects(source.check('SOL/SOL', call), expected);
    }
  });

  it('says which method was refused, without the text of the answer', async () => {
    api = await startApi(() => ({ json: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'key abc' } } }));
    await assert.rejects(solanaRpc({ url: api.url }).check('SOL/SOL', call), (error: Error) => {
      assert.match(error.message, /getGenesisHash was answered with error -32005/);
      assert.doesNotMatch(error.message, /abc/);
      return true;
    });
  });
});

describe('the HTTP interface of TRON', () => {
  const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const HEX = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';

  it('knows addresses in hexadecimal', () => assert.equal(toHexAddress(ADDRESS), HEX));

  const tx = (
    txID: string,
    block: number,
    fields: { type?: string; ret?: string; to?: string; amount?: number | string },
  ) => {
    const { type = 'TransferContract', ret = 'SUCCESS', to = HEX, amount = 1 } = fields;
    return `{"ret":[{"contractRet":"${ret}","fee":0}],"signature":[],"txID":"${txID}","blockNumber":${block},
      "block_timestamp":${NOW * 1000},"raw_data":{"contract":[{"parameter":{"value":{"amount":${amount},
      "owner_address":"41","to_address":"${to}"},"type_url":"x"},"type":"${type}"}]},"internal_transactions":[]}`;
  };

  async function look(
    data: readonly string[],
    genesis = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
  ) {
    api = await startApi(({ path, body }) => {
      if (path === '/wallet/getblockbynum' && body['num'] === 0) return { json: { blockID: genesis } };
      if (path === '/wallet/getnowblock')
        return { json: { block_header: { raw_data: { number: 70_000_000, timestamp: NOW * 1000 } } } };
      const schema = { required: ['success', 'data', 'meta'] };
      const json = `{"success":true,"data":[${data.join()}],"meta":{"at":1,"page_size":${data.length}}}`;
      return path.startsWith(`/v1/accounts/${ADDRESS}/transactions?only_to=true`) ? { json, schema } : undefined;
    });
    const source = tronHttp({ url: api.url, headers: { 'TRON-PRO-API-KEY': 'k' } });
    return (await source.transfers({ coin: 'TRX', address: ADDRESS, since: 0 }, call)).transfers;
  }

  it('reads transfers of TRX that succeeded, in sun, to this address', async () => {
    const transfers = await look([
      tx('t1', 69_999_981, { amount: 100_500_000 }),
      tx('t2', 70_000_000, { amount: 1 }),
      tx('failed', 69_999_990, { ret: 'OUT_OF_ENERGY' }),
      tx('contract', 69_999_990, { type: 'TriggerSmartContract' }),
      tx('token', 69_999_990, { type: 'TransferAssetContract' }),
      tx('other', 69_999_990, { to: '41ffff' }),
      `{"internal_tx_id":"x","data":{},"to_address":"${HEX}"}`,
    ]);
    assert.deepEqual(
      transfers.map(({ transaction, amount, confirmations }) => [transaction, amount, confirmations]),
      [
        ['t1', '100.5', 20],
        ['t2', '0.000001', 1],
      ],
    );
    assert.equal(api!.requests[0]!.headers['tron-pro-api-key'], 'k');
  });

  it('refuses a test network, and an amount or a recipient that it cannot read', async () => {
    const nile = '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc';
    await assert.rejects(look([], nile), { code: 'wrong-network' });
    await api!.close();
    await assert.rejects(look([tx('t1', 1, { amount: 1.5 })]), { code: 'bad-answer' });
    await api!.close();
    const withoutRecipient = tx('t1', 1, {}).replace('to_address', 'to');
    await assert.rejects(look([withoutRecipient]), { code: 'bad-answer' });
  });
});
