/** Real chains on this machine (Anvil of Foundry), with a token on them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const folder = import.meta.dirname;
const programs = join(folder, '../programs/');
const require = createRequire(programs);

/** An account of Anvil's that every one of its chains has, with 10,000 coins. */
export const RICH = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

export class RpcError extends Error {
  readonly code: number;

  constructor({ code, message }: { code: number; message: string }) {
    super(message);
    this.code = code;
  }
}

export interface Chain {
  readonly url: string;
  readonly chainId: number;
  /** @throws RpcError with what the chain answers. */
  readonly rpc: (method: string, ...params: unknown[]) => Promise<unknown>;
  /** In the smallest unit. */
  balance(account: string): Promise<bigint>;
  tokens(token: string, account: string): Promise<bigint>;
  stop(): Promise<void>;
}

/** Starts a chain that mines each transaction at once. */
export async function startChain(chainId: number): Promise<Chain> {
  const args = ['--host', '127.0.0.1', '--port', '0', '--chain-id', String(chainId)];
  const child = spawn(process.execPath, [join(programs, 'node_modules/@foundry-rs/anvil/bin.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let url = '';
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /Listening on (\S+)/.exec(line) ?? [];
    if (!address) continue;
    url = `http://${address}`;
    break;
  }
  child.stdout.resume();

  async function rpc(method: string, ...params: unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await response.json()) as { result: unknown; error?: { code: number; message: string } };
    if (error) throw new RpcError(error);
    return result;
  }

  return {
    url,
    chainId,
    rpc,
    balance: async (account) => BigInt((await rpc('eth_getBalance', account, 'latest')) as string),
    tokens: async (token, account) => {
      const data = `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}`;
      return BigInt((await rpc('eth_call', { to: token, data }, 'latest')) as string);
    },
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

interface Compiled {
  readonly contracts: { 'Token.sol': { Token: { evm: { deployedBytecode: { object: string } } } } };
}

/** The token of `Token.sol` as a chain runs it. */
export function compileToken(): string {
  const { compile } = require('solc') as { readonly compile: (input: string) => string };
  const input = {
    language: 'Solidity',
    sources: { 'Token.sol': { content: readFileSync(join(folder, 'Token.sol'), 'utf8') } },
    settings: { outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } } },
  };
  const { contracts } = JSON.parse(compile(JSON.stringify(input))) as Compiled;
  return `0x${contracts['Token.sol'].Token.evm.deployedBytecode.object}`;
}

/** Puts the token at an address, and gives an account some. */
export async function placeToken({ rpc }: Chain, code: string, token: string, owner: string, value: bigint) {
  const word = (hex: string) => hex.toLowerCase().padStart(64, '0');
  await rpc('anvil_setCode', token, code);
  // mint(address,uint256)
  const data = `0x40c10f19${word(owner.slice(2))}${word(value.toString(16))}`;
  await rpc('eth_sendTransaction', { from: RICH, to: token, data });
}
