import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The program `pay-elements`, from its sources. */
export const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** Variables that a machine may have set, and that the commands look at. */
export const NONE = {
  SERVICE_URL: '',
  SERVICE_KEY: '',
  BTCPAY_URL: undefined,
  BTCPAY_STORE_ID: undefined,
  BTCPAY_API_KEY: undefined,
  BTCPAY_WEBHOOK_SECRET: undefined,
  PAY_SECRET: '',
  PAY_SECRET_PREVIOUS: '',
  PAY_URL: '',
  PUBLIC_URL: '',
  PORT: '',
  DATABASE_URL: '',
  ALLOW_TEST_PAYMENTS: '',
};

export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `pay-elements` as a shop's developer does, with these environment variables. */
export async function runCli(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliResult> {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, ...NONE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}
