import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { evmRpc, type ChainSource, type Transfers } from '../../src/server/chain/index.ts';
import { until } from '../support/until.ts';
import { compileToken, placeToken, RICH, startChain, type Chain } from '../wallets/chain/anvil.ts';

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FALSE_TOKEN = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0';
const CHAIN_ID = 31337;
const ETHER = 10n ** 18n;

const hex = (value: bigint) => `0x${value.toString(16)}`;
const word = (value: string) => value.toLowerCase().padStart(64, '0');
const freshAddress = () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`;

/** A contract that sends what it gets on to the address after its own: `CALL(gas, address, callvalue)`. */
const forwarderTo = (address: string) => `0x600060006000600034 73${address.slice(2)} 5af100`.replace(/ /g, '');

describe('the RPC of Ethereum, with a real chain (Anvil)', { timeout: 120_000 }, () => {
  let chain: Chain;
  let native: ChainSource;
  let token: ChainSource;
  const call = { timeout: 20_000, signal: new AbortController().signal };
  let started: number;

  before(async () => {
    chain = await startChain(CHAIN_ID);
    started = Date.now();
    const { url } = chain;
    native = evmRpc({ coin: 'ETH', url, chainId: CHAIN_ID });
    token = evmRpc({ coin: 'ERC20/USDT', url, chainId: CHAIN_ID, token: TOKEN });
    const code = compileToken();
    for (const at of [TOKEN, FALSE_TOKEN]) await placeToken(chain, code, at, RICH, 90_071_992_547_409_931n);
  });
  after(() => chain.stop());

  const submit = (to: string, value: bigint, fields: object = {}) =>
    chain.rpc('eth_sendTransaction', { from: RICH, to, value: hex(value), ...fields }) as Promise<string>;
  /** Anvil answers before the block is there. */
  async function send(to: string, value: bigint, fields: object = {}): Promise<string> {
    const transaction = await submit(to, value, fields);
    await until(async () => (await chain.rpc('eth_getTransactionReceipt', transaction)) !== null, 'the block');
    return transaction;
  }
  const sendToken = (contract: string, to: string, units: bigint) =>
    send(contract, 0n, { data: `0xa9059cbb${word(to.slice(2))}${word(units.toString(16))}` });
  const mine = (blocks: number) => chain.rpc('anvil_mine', hex(BigInt(blocks)));
  const look = (source: ChainSource, address: string): Promise<Transfers> =>
    source.transfers({ coin: source.coins[0]!, address, since: started }, call);
  const seen = async (source: ChainSource, address: string) =>
    (await look(source, address)).transfers.map(({ amount, confirmations }) => [amount, confirmations]);

  it('sees nothing, then a transfer to the last wei, then its confirmations', async () => {
    const address = freshAddress();
    assert.deepEqual(await seen(native, address), []);
    const transaction = await send(address, 1_123_456_789_012_345_678n);
    const { transfers } = await look(native, address);
    assert.deepEqual(
      transfers.map((each) => [each.transaction, each.amount, each.confirmations]),
      [[transaction, '1.123456789012345678', 1]],
    );
    await mine(11);
    assert.deepEqual(await seen(native, address), [['1.123456789012345678', 12]]);
  });

  it('sees a payment in two parts, whatever the letter case of the address', async () => {
    const address = freshAddress();
    await send(address, ETHER / 4n);
    await mine(2);
    await send(address, ETHER / 2n);
    const upper = `0x${address.slice(2).toUpperCase()}`;
    assert.deepEqual(await seen(native, upper), [
      ['0.25', 4],
      ['0.5', 1],
    ]);
  });

  it('sees a payment that was made before the address was first asked for', async () => {
    const address = freshAddress();
    await send(address, ETHER);
    await mine(20);
    assert.deepEqual(await seen(native, address), [['1', 21]]);
  });

  it('sees only the transaction that was mined when one was replaced by a higher fee', async () => {
    const address = freshAddress();
    await chain.rpc('evm_setAutomine', false);
    const nonce = await chain.rpc('eth_getTransactionCount', RICH, 'latest');
    await submit(address, ETHER, { nonce, maxFeePerGas: hex(10n ** 10n), maxPriorityFeePerGas: hex(10n ** 9n) });
    assert.deepEqual(await seen(native, address), []);
    const fees = { nonce, maxFeePerGas: hex(10n ** 11n), maxPriorityFeePerGas: hex(10n ** 10n) };
    const second = await submit(address, 2n * ETHER, fees);
    await mine(1);
    await chain.rpc('evm_setAutomine', true);
    const { transfers } = await look(native, address);
    assert.deepEqual(
      transfers.map((each) => [each.transaction, each.amount]),
      [[second, '2']],
    );
  });

  it('no longer sees a transaction that a reorganisation has removed, of coins and of tokens', async () => {
    const address = freshAddress();
    await send(address, ETHER);
    await sendToken(TOKEN, address, 5_000_000n);
    await mine(1);
    assert.deepEqual(await seen(native, address), [['1', 3]]);
    assert.deepEqual(await seen(token, address), [['5', 2]]);
    // Four blocks are replaced by empty ones.
    await chain.rpc('anvil_reorg', 4, []);
    assert.deepEqual(await seen(native, address), []);
    assert.deepEqual(await seen(token, address), []);
    await send(address, 3n * ETHER);
    assert.deepEqual(await seen(native, address), [['3', 1]]);
  });

  it('does not count a transaction that has failed', async () => {
    const contract = freshAddress();
    await chain.rpc('anvil_setCode', contract, '0x60006000fd'); // REVERT
    await send(contract, ETHER, { gas: hex(100_000n) });
    assert.deepEqual(await seen(native, contract), []);
  });

  it('does not see what a contract sends, and says so', async () => {
    const address = freshAddress();
    const contract = freshAddress();
    await chain.rpc('anvil_setCode', contract, forwarderTo(address));
    await send(contract, ETHER);
    assert.equal(await chain.balance(address), ETHER);
    assert.deepEqual(await seen(native, address), []);
    const { notes } = await native.check('ETH', call);
    assert.match(notes[0]!, /Internal transfers/);
  });

  it('sees transfers of the token with six decimals, and none of another token', async () => {
    const address = freshAddress();
    await sendToken(FALSE_TOKEN, address, 7_000_000n);
    assert.deepEqual(await seen(token, address), []);
    await sendToken(TOKEN, address, 12_345_678n);
    await sendToken(TOKEN, address, 1n);
    assert.deepEqual(await seen(token, address), [
      ['12.345678', 2],
      ['0.000001', 1],
    ]);
    assert.deepEqual(await seen(native, address), []);
  });

  it('reads final blocks once: later looks begin after them', async () => {
    const address = freshAddress();
    await sendToken(TOKEN, address, 1_000_000n);
    await mine(200);
    const froms: bigint[] = [];
    const counting: typeof fetch = (url, init) => {
      const { method, params } = JSON.parse(init!.body as string) as {
        method: string;
        params: { fromBlock: string }[];
      };
      if (method === 'eth_getLogs') froms.push(BigInt(params[0]!.fromBlock));
      return fetch(url, init);
    };
    const source = evmRpc({ coin: 'ERC20/USDT', url: chain.url, chainId: CHAIN_ID, token: TOKEN, fetch: counting });
    assert.deepEqual(await seen(source, address), [['1', 201]]);
    const height = BigInt((await look(source, address)).tip.height);
    assert.deepEqual(await seen(source, address), [['1', 201]]);
    assert.equal(froms.at(-1), height - 63n);
  });

  it('says that a payment is older than the blocks that it keeps', async () => {
    await mine(150);
    const source = evmRpc({ coin: 'ETH', url: chain.url, chainId: CHAIN_ID, blocks: 100 });
    await assert.rejects(source.transfers({ coin: 'ETH', address: freshAddress(), since: started }, call), {
      code: 'history-too-short',
    });
  });

  it('refuses another chain, and a chain without the token', async () => {
    const main = evmRpc({ coin: 'ETH', url: chain.url });
    await assert.rejects(main.transfers({ coin: 'ETH', address: RICH, since: started }, call), {
      code: 'wrong-network',
    });
    const without = evmRpc({ coin: 'ERC20/USDT', url: chain.url, chainId: CHAIN_ID });
    await assert.rejects(without.check('ERC20/USDT', call), { code: 'wrong-network', message: /contract/ });
    assert.deepEqual((await token.check('ERC20/USDT', call)).notes, []);
  });
});
