import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/index.ts';
import { startApi, type ApiAnswer, type ApiRequest, type ApiServer } from '../server/chain/api-server.ts';
import { SECRET } from '../server/shop.ts';
import { freePort } from '../support/free-port.ts';
import { runCli } from './run.ts';

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly message: string;
  readonly fix?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const BTC_BLOCK = '00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148';
const sources = new URL('../../src/server/chain/index.ts', import.meta.url).href;
const hex = (number: number) => `0x${number.toString(16)}`;
const secondsAgo = (ms: number) => Math.floor((Date.now() - ms) / 1000);

describe('the doctor and the chain sources', () => {
  let folder: string;
  let sandbox: RunningSandbox;
  const apis: ApiServer[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    sandbox = await startSandbox();
  });
  afterEach(async () => {
    sandbox.control.chain.lag(0);
    sandbox.control.chain.fail(false);
    for (const api of apis.splice(0)) await api.close();
  });
  after(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  let configs = 0;
  /** The output of the doctor for the sources that an expression makes. */
  async function run(expression: string, args: readonly string[] = []) {
    const file = join(folder, `options-${(configs += 1)}.mjs`);
    const base = { service: { baseUrl: sandbox.url, apiKey: sandbox.apiKey }, secret: SECRET };
    writeFileSync(
      file,
      `import * as chain from '${sources}';
      const { agree, coreRpc, esplora, evmRpc, sandboxChain, solanaRpc } = chain;
      export default { ...${JSON.stringify(base)}, order: () => undefined, publicUrl: 'http://127.0.0.1:1/pay',
        chain: { timeout: 1_000, sources: [${expression}] } };`,
    );
    return runCli(['doctor', '--config', file, ...args]);
  }
  async function examine(expression: string): Promise<Finding[]> {
    const { out, err } = await run(expression, ['--json']);
    assert.equal(err, '');
    const { ok, findings } = JSON.parse(out) as { readonly ok: boolean; readonly findings: readonly Finding[] };
    const found = findings.filter(({ name }) => name === 'chain');
    assert.equal(ok, !findings.some(({ state }) => state === 'problem'));
    return found;
  }

  async function serve(answer: (request: ApiRequest) => ApiAnswer | undefined): Promise<string> {
    const api = await startApi(answer);
    apis.push(api);
    return api.url;
  }
  /** A server with the interface of Esplora. */
  const serveEsplora = ({ age = 60 * SECOND, block = BTC_BLOCK } = {}) =>
    serve(({ path }) => {
      if (path.endsWith('/block-height/478559')) return { json: block, plain: true };
      return path.endsWith('/blocks') ? { json: [{ height: 900_000, timestamp: secondsAgo(age) }] } : undefined;
    });
  /** A server with methods of JSON-RPC; one without an entry is answered with error -32601. */
  const serveRpc = (methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>>) =>
    serve(({ body: { id, method, params } }) => {
      const result = methods[String(method)]?.(params as readonly unknown[]);
      return { json: { jsonrpc: '2.0', id, ...(result === undefined ? { error: { code: -32601 } } : { result }) } };
    });

  it('finds a source that works, with its newest block and how old that is', async () => {
    const [found, ...more] = await examine(`esplora({ coin: 'BTC', url: '${await serveEsplora()}' })`);
    assert.deepEqual(more, []);
    assert.equal(found!.state, 'ok');
    assert.match(found!.message, /^esplora: BTC: the newest block is 900000, 6\d seconds old\.$/);
    assert.equal(found!.fix, undefined);
    const { source, coins } = found!.facts as {
      readonly source: string;
      readonly coins: readonly { height: number }[];
    };
    assert.deepEqual([source, coins[0]!.height], ['esplora', 900_000]);
  });

  it('has one finding for a source of all coins, and says nothing without sources', async () => {
    const [found, ...more] = await examine(`sandboxChain({ url: '${sandbox.url}' })`);
    assert.deepEqual([found!.state, more.length], ['ok', 0]);
    assert.match(found!.message, /\nETH: the newest block is \d+/);
    assert.equal(found!.message.match(/This is a simulation/g)!.length, 1);
    const { out } = await runCli(['doctor', '--json'], { SERVICE_URL: sandbox.url, SERVICE_KEY: sandbox.apiKey });
    assert.ok(!out.includes('"name": "chain"'));
  });

  it('tells each failure of a source apart, and says what to do', async () => {
    const html = await serve(() => ({ json: '<h1>Welcome</h1>', plain: true }));
    const keyless = await serveEsplora();
    const busy = await serveEsplora();
    apis.find(({ url }) => url === keyless)!.next = { status: 403 };
    apis.find(({ url }) => url === busy)!.next = { status: 429 };
    const cases: readonly [url: string, state: string, message: RegExp, fix: RegExp][] = [
      [
        `http://127.0.0.1:${await freePort()}`,
        'problem',
        /no answer \(ECONNREFUSED\) \(unreachable\)/,
        /Is its url right/,
      ],
      [keyless, 'problem', /HTTP 403.*\(unauthorized\)/, /Set the key/],
      [busy, 'warning', /\(rate-limited\)/, /Lower requestsPerMinute/],
      [html, 'problem', /no usable block hash.*\(bad-answer\)/, /Is its url the address/],
      [
        await serveEsplora({ block: '0'.repeat(64) }),
        'problem',
        /block 478559 is not that of .* BTC \(wrong-network\)/,
        /Use a server of the/,
      ],
      [
        await serveEsplora({ age: 4 * HOUR }),
        'problem',
        /the newest block is 900000, 4 hours old/,
        /Wait until the server has read/,
      ],
      [`${await serve(() => undefined)}/nothing-here`, 'problem', /HTTP 404 \(rejected\)/, /with its path/],
    ];
    const found = await examine(
      cases.map(([url], index) => `esplora({ coin: 'BTC', url: '${url}', name: 'source-${index}' })`).join(),
    );
    assert.equal(found.length, cases.length);
    for (const [index, [url, state, message, fix]] of cases.entries()) {
      assert.equal(found[index]!.state, state, `${url} ${found[index]!.message}`);
      assert.match(found[index]!.message, message);
      assert.match(found[index]!.fix!, fix);
      assert.ok(found[index]!.message.startsWith(`source-${index}: `));
    }
  });

  it('finds a source that lags, and one that is down, by the chains of the sandbox', async () => {
    sandbox.control.chain.lag(24 * HOUR);
    const [late] = await examine(`sandboxChain({ url: '${sandbox.url}' })`);
    assert.equal(late!.state, 'problem');
    assert.match(late!.fix!, /^Wait until the server has read the whole chain/);
    sandbox.control.chain.lag(0);
    sandbox.control.chain.fail(true);
    const [down] = await examine(`sandboxChain({ url: '${sandbox.url}' })`);
    assert.notEqual(down!.state, 'ok');
  });

  it('warns of a pruned node that keeps too few blocks, and of a node that is still reading', async () => {
    const node = (pruneheight: number | undefined, initialblockdownload = false) =>
      serveRpc({
        getblockhash: ([height]) => (height === 478559 ? BTC_BLOCK : `hash-${String(height)}`),
        getblockchaininfo: () => ({ blocks: 900_000, bestblockhash: 'hash-900000', pruneheight, initialblockdownload }),
        getblockheader: ([hash]) => ({ time: secondsAgo(hash === 'hash-900000' ? 60 * SECOND : HOUR) }),
        getwalletinfo: () => ({ descriptors: true }),
      });
    const core = (url: string, name: string) => `coreRpc({ coin: 'BTC', url: '${url}', name: '${name}' })`;
    const [whole, pruned, reading] = await examine(
      [
        core(await node(undefined), 'whole'),
        core(await node(899_994), 'pruned'),
        core(await node(0, true), 'reading'),
      ].join(),
    );
    assert.equal(whole!.state, 'ok');
    assert.equal(pruned!.state, 'warning');
    assert.match(pruned!.message, /payments from before block 899994 are not found\.\n.*the last 59 minutes alone/);
    assert.match(pruned!.fix!, /Let it keep 2 hours: more blocks on a pruned node/);
    assert.deepEqual([reading!.state, /out-of-sync/.test(reading!.message)], ['problem', true]);
  });

  it('measures how far back blocks of Ethereum and Solana reach', async () => {
    const ethereum = await serveRpc({
      eth_chainId: () => '0x1',
      eth_syncing: () => false,
      eth_getBlockByNumber([tag]) {
        const height = tag === 'latest' ? 20_000_000 : Number(tag);
        return { number: hex(height), hash: '0x1', timestamp: hex(secondsAgo((20_000_000 - height) * 12 * SECOND)) };
      },
    });
    const solana = (first: number) =>
      serveRpc({
        getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
        getSlot: () => 300_000_000,
        getFirstAvailableBlock: () => first,
        getBlockTime: ([slot]) => secondsAgo((300_000_000 - Number(slot)) * 400),
      });
    const found = await examine(
      [
        `evmRpc({ coin: 'ETH', url: '${ethereum}' })`,
        `evmRpc({ coin: 'ETH', url: '${ethereum}', blocks: 100, name: 'few' })`,
        `solanaRpc({ url: '${await solana(299_000_000)}' })`,
        `solanaRpc({ url: '${await solana(299_999_000)}', name: 'short' })`,
        `agree(evmRpc({ coin: 'ETH', url: '${ethereum}', name: 'a', blocks: 300 }), evmRpc({ coin: 'ETH', url: '${ethereum}', name: 'b' }))`,
      ].join(),
    );
    const history = ({ facts }: Finding) =>
      Math.round((facts as { coins: { historyMs: number }[] }).coins[0]!.historyMs / 60_000);
    assert.deepEqual(
      found.map((each) => [each.state, history(each)]),
      [
        ['ok', 400],
        ['warning', 20],
        ['ok', 6_667],
        ['warning', 7],
        ['warning', 60],
      ],
    );
    assert.match(found[1]!.fix!, /the option blocks of evmRpc/);
  });

  it('shows no address, key or text of a source, and reports options that are wrong', async () => {
    const url = (await serveEsplora()).replace('//', '//user-name:pass-word@');
    const own = `{ name: 'own', coins: ['LTC'], requestsPerMinute: 1, transfers: async () => {},
      check: async () => { throw new Error('secret-of-the-shop') } }`;
    const expression = `esplora({ coin: 'BTC', url: '${url}/secret-path', headers: { 'x-api-key': 'header-key' } }), ${own}`;
    const [, refused] = await examine(expression);
    assert.match(refused!.message, /own: LTC: check\(\) threw an error that is no ChainError/);
    const text = await run(expression);
    const json = await run(expression, ['--json']);
    for (const output of [text.out, json.out])
      assert.doesNotMatch(output, /pass-word|secret-path|header-key|secret-of-the-shop/);
    assert.match(text.out, /^Chain +ok +esplora: BTC: the newest block is 900000/m);
    const [wrong] = await examine('{}');
    assert.deepEqual([wrong!.state, wrong!.fix], ['problem', 'No source was checked.']);
    assert.match(wrong!.message, /chain\.sources\[0\]: a source is needed/);
  });
});
