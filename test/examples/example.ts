import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { npmCommand } from '../../scripts/folder.mjs';
import { madeFolder, tarball, unpack, unpacked } from '../../scripts/pack.mjs';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const [npm, npmArgs] = npmCommand() as [string, string[]];

/** The variables of a shop's `.env`. A test sets them there and nowhere else, as a shop's developer does. */
const SETTINGS = [
  ...['PORT', 'HOST', 'HOSTNAME', 'ORIGIN', 'NODE_ENV', 'PAY_URL', 'PAY_SECRET', 'PROXIES', 'DATABASE_URL'],
  ...['BTCPAY_URL', 'BTCPAY_STORE_ID', 'BTCPAY_API_KEY', 'BTCPAY_WEBHOOK_SECRET'],
  ...['SERVICE_URL', 'SERVICE_KEY', 'ALLOW_TEST_PAYMENTS', 'PAYOUT_BTC', 'PAYOUT_ETH', 'PAYOUT_WALLET'],
];

/** As on a developer's machine: nothing of the test runner's own. */
const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...environment } = process.env;
const quiet: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(environment).filter(([name]) => !SETTINGS.includes(name))),
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false', // else it asks Cloudflare where this machine is
  CI: '1',
};

export interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Runs a program to its end. @throws Error with what it has printed */
async function runIn(folder: string, command: string, args: readonly string[]): Promise<void> {
  try {
    await run(command, args, { cwd: folder, env: quiet, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}

/** Sets variables in the `.env` of a shop; an empty value removes one. */
export function setEnv(folder: string, variables: Readonly<Record<string, string>>): void {
  const file = join(folder, '.env');
  const names = Object.keys(variables);
  const kept = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !names.includes(/^(?:# )?(\w+)=/.exec(line)?.[1] ?? ''));
  const added = Object.entries(variables).filter(([, value]) => value !== '');
  writeFileSync(file, [...kept, ...added.map(([name, value]) => `${name}=${value}`), ''].join('\n'));
}

/** What `init` is asked for beside the stack. */
export interface Variant {
  /** By default the first one that the stack has. */
  readonly store?: string | undefined;
  /** By default the payment service. */
  readonly provider?: 'btcpay' | undefined;
  readonly typescript?: boolean | undefined;
}

/**
 * Makes a shop as a newcomer does: `init` of the packed package, `npm install`, the port and the address in `.env`, and
 * the build where the stack has one. What was installed is kept for the next time, while package.json and lock file are
 * the same.
 */
export async function makeShop(
  name: string,
  port: number,
  { store, provider, typescript }: Variant = {},
): Promise<string> {
  const variant = [store, provider, typescript && 'typescript'].filter((each) => each);
  const folder = join(madeFolder, [name, ...variant].join('-'));
  const sources = [join(examples, name, 'package.json'), join(examples, name, 'package-lock.json')];
  const texts = [...sources, join(unpacked, 'package.json')].filter(existsSync).map((file) => readFileSync(file));
  const stamp = createHash('sha256').update(Buffer.concat(texts)).digest('hex');
  const stampFile = join(folder, 'node_modules/.stamp');
  const isInstalled = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder))
    if (!(isInstalled && entry === 'node_modules')) rmSync(join(folder, entry), { recursive: true });

  await runIn(madeFolder, process.execPath, [
    ...[join(unpacked, 'dist/cli.js'), 'init', '--stack', name, '--dir', folder, '--yes'],
    ...(store ? ['--store', store] : []),
    ...(provider ? ['--provider', provider] : []),
    ...(typescript ? ['--typescript'] : []),
  ]);
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const section = manifest.dependencies ? 'dependencies' : 'devDependencies';
  const packages = { ...manifest[section], 'pay-elements': `file:${tarball}` };
  writeFileSync(file, JSON.stringify({ ...manifest, [section]: packages }, null, 2));
  if (isInstalled) unpack(join(folder, 'node_modules/pay-elements'));
  else {
    if (existsSync(sources[1]!)) writeFileSync(join(folder, 'package-lock.json'), readFileSync(sources[1]!));
    await runIn(folder, npm, [
      ...npmArgs,
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
    writeFileSync(stampFile, stamp);
  }
  setEnv(folder, { PORT: String(port), PAY_URL: `http://127.0.0.1:${port}/pay` });
  if (manifest.scripts['build']) await runIn(folder, npm, [...npmArgs, 'run', 'build']);
  return folder;
}

/** Checks the types of a shop by its `npm run typecheck`. @throws Error with what TypeScript has found */
export const checkTypes = (folder: string): Promise<void> => runIn(folder, npm, [...npmArgs, 'run', 'typecheck']);

export interface RunningShop {
  readonly folder: string;
  readonly origin: string;
  /** The process that was started: npm's, or that of another command. */
  readonly pid: number;
  /** Whether that process has ended. */
  hasEnded(): boolean;
  /** What it has printed since it was first started. */
  log(): string;
  /** Runs another program of the shop; what it prints is added to the log. */
  run(command: readonly string[]): Promise<void>;
  /** Ends it as a power cut does, and starts it again on the same port with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Another command than `npm start`. */
  readonly command?: readonly string[];
  /** True for a program that does not read `.env` itself: it gets the variables in its environment. */
  readonly exportsEnv?: boolean;
  /** True when the shop is expected to answer with errors: then any answer shows that it has started. */
  readonly fails?: boolean;
}

export const NPM_START = [npm, ...npmArgs, 'start', '--silent'];

/** Starts a shop by its `npm start`, with the settings of its `.env`, and waits until it answers there. */
export async function startShop(
  folder: string,
  { command = NPM_START, exportsEnv = false, fails = false }: StartOptions = {},
): Promise<RunningShop> {
  const settings = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
  const { origin } = new URL(settings['PAY_URL']!);
  const env = { ...quiet, ...(exportsEnv && settings) };
  const [program, ...args] = command;
  let child: ChildProcess;
  let log = '';

  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  async function start() {
    // A process group of its own: npm starts a shell, which starts the server.
    child = spawn(program!, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (log += String(chunk)));
    const answers = () => fetch(origin).then(({ ok }) => ok || fails, () => false); // prettier-ignore
    await until(async () => hasEnded() || (await answers()), `an answer of ${folder} at ${origin}: ${log}`);
    if (hasEnded()) throw new Error(`${folder} ended: ${log}`);
  }
  async function stop() {
    const closed = once(child, 'close');
    killGroup(child);
    if (child.stdout!.readable || child.stderr!.readable) await closed;
  }
  const killAtExit = () => killGroup(child);
  process.once('exit', killAtExit);
  try {
    await start();
  } catch (error) {
    killAtExit();
    process.off('exit', killAtExit);
    throw error;
  }
  return {
    folder,
    origin,
    get pid() {
      return child.pid!;
    },
    hasEnded,
    log: () => log,
    run: async ([job, ...args]) => void (log += (await run(job!, args, { cwd: folder, env })).stdout),
    restart: async () => (await stop(), start()),
    stop: async () => (process.off('exit', killAtExit), stop()),
  };
}

/** Kills the processes of a group, if there are any left. */
function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Runs `npm start` of a shop that is expected to end at once. @returns what it has printed, and its exit code */
export async function failToStart(folder: string): Promise<{ code: number | null; log: string }> {
  const [program, ...args] = NPM_START;
  const child = spawn(program!, args, { cwd: folder, env: quiet, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (log += String(chunk)));
  const timer = setTimeout(() => killGroup(child), START_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, log };
}

/** How long a shop that cannot start may take to say so. Milliseconds. */
const START_MS = 30_000;
