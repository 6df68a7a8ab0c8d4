/** A real Litecoin node on this machine, in regtest. Its RPC is that of Bitcoin Core 0.21. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/until.ts';

const LITECOIND = '/usr/bin/litecoind';

export interface LitecoinNode {
  /** The address of a wallet's RPC, with user and password. */
  readonly walletUrl: (wallet: string) => string;
  /** Calls a method of the wallet that mines and pays. */
  readonly rpc: <T = string>(method: string, ...params: unknown[]) => Promise<T>;
  /** Mines blocks. @returns the hash of the last one */
  readonly mine: (blocks: number) => Promise<string>;
  /** Replaces a waiting transaction of that wallet by one with a higher fee, which pays to the wallet itself. */
  readonly replace: (transaction: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** An output that a transaction spends. */
interface Output {
  readonly txid: string;
  readonly vout: number;
}

const USER = 'shop';
const PASSWORD = 'regtest-password';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a node with a wallet `miner`, which has coins, and a wallet `watch` without keys. */
export async function startLitecoin(): Promise<LitecoinNode> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-litecoin-'));
  const port = await freePort();
  const login = [`-rpcuser=${USER}`, `-rpcpassword=${PASSWORD}`, `-rpcport=${port}`];
  const quiet = [
    '-listen=0',
    '-dnsseed=0',
    '-printtoconsole=0',
    '-fallbackfee=0.001',
    '-txindex=1',
    '-mempoolreplacement=1',
  ];
  const child = spawn(LITECOIND, ['-regtest', `-datadir=${folder}`, ...login, ...quiet], { stdio: 'inherit' });
  const ended = once(child, 'close');
  const walletUrl = (wallet: string) => `http://${USER}:${PASSWORD}@127.0.0.1:${port}/wallet/${wallet}`;

  async function call<T>(path: string, method: string, params: unknown[]): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${USER}:${PASSWORD}`)}` },
      body: JSON.stringify({ method, params }),
    });
    const { result, error } = (await response.json()) as { result: T; error: { message: string } | null };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  const rpc = <T = string>(method: string, ...params: unknown[]) => call<T>('/wallet/miner', method, params);

  const isReady = () =>
    call('', 'getblockcount', []).then(
      () => true,
      () => false,
    );
  await until(isReady, 'the node answers');
  await call('', 'createwallet', ['miner']);
  await call('', 'createwallet', ['watch', true]);
  // Each to a new address: a block that is equal to an invalidated one is refused.
  const mine = async (blocks: number) =>
    (await rpc<string[]>('generatetoaddress', blocks, await rpc('getnewaddress'))).at(-1)!;
  await mine(110);
  return {
    walletUrl,
    rpc,
    mine,
    async replace(transaction) {
      const { vin } = await rpc<{ vin: Output[] }>('getrawtransaction', transaction, true);
      let total = 0;
      for (const { txid, vout } of vin) {
        const { vout: outputs } = await rpc<{ vout: { value: number }[] }>('getrawtransaction', txid, true);
        total += outputs[vout]!.value;
      }
      const inputs = vin.map(({ txid, vout }) => ({ txid, vout, sequence: 0xfffffffd }));
      const own = await rpc('getnewaddress');
      const raw = await rpc('createrawtransaction', inputs, { [own]: (total - 0.05).toFixed(8) });
      const { hex } = await rpc<{ hex: string }>('signrawtransactionwithwallet', raw);
      await rpc('sendrawtransaction', hex, 0);
    },
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
