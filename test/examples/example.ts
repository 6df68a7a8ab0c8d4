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

/** As on a developer's machine: nothing of the test runner's own. */
const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...environment } = process.env;
const quiet = {
  ...environment,
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false', // else it asks Cloudflare where this machine is
  CI: '1',
};

/** Where a shop is that listens at a port. */
const addressAt = (port: number) => ({
  ...{ PORT: String(port), HOST: '127.0.0.1' },
  ...{ PAY_URL: `http://127.0.0.1:${port}/pay`, PUBLIC_URL: `http://127.0.0.1:${port}/pay` },
});

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Runs a program to its end. @throws Error with what it has printed */
async function runIn(folder: string, command: string, args: readonly string[], env = {}): Promise<void> {
  try {
    await run(command, args, { cwd: folder, env: { ...quiet, ...env }, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { stdout: string; stderr: string };
    throw new Error(`${message}\n${stdout}\n${stderr}`);
  }
}

/**
 * Makes a shop as a newcomer does: `init` of the packed package, `npm install`, and the build where the stack has one. What
 * was installed is kept for the next time, while package.json and lock file are the same.
 */
export async function makeShop(name: string, port: number, store?: string): Promise<string> {
  const folder = join(madeFolder, store ? `${name}-${store}` : name);
  const sources = [join(examples, name, 'package.json'), join(examples, name, 'package-lock.json')];
  const texts = [...sources, join(unpacked, 'package.json')].filter(existsSync).map((file) => readFileSync(file));
  const stamp = createHash('sha256').update(Buffer.concat(texts)).digest('hex');
  const stampFile = join(folder, 'node_modules/.stamp');
  const isInstalled = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder))
    if (!(isInstalled && entry === 'node_modules')) rmSync(join(folder, entry), { recursive: true });

  await runIn(madeFolder, process.execPath, [
    ...[
      join(unpacked, 'dist/cli.js'),
      'init',
      '--stack',
      name,
      '--dir',
      folder,
      '--yes',
      ...(store ? ['--store', store] : []),
    ],
  ]);
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const dependencies = { ...manifest.dependencies, 'pay-elements': `file:${tarball}` };
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies }, null, 2));
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
  if (manifest.scripts['build']) await runIn(folder, npm, [...npmArgs, 'run', 'build'], addressAt(port));
  return folder;
}

export interface RunningShop {
  readonly origin: string;
  /** What it has printed since it was first started. */
  log(): string;
  /** Runs another program of the shop with the same settings; what it prints is added to the log. */
  run(command: readonly string[]): Promise<void>;
  /** Ends it as a power cut does, and starts it again on the same port with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a shop by its `npm start`, and waits until it answers.
 *
 * @param command - gives another command for a port, where `npm start` has a fixed one
 */
export async function startShop(
  folder: string,
  port: number,
  env: Readonly<Record<string, string>>,
  command: (port: string) => readonly string[] = () => [npm, ...npmArgs, 'start', '--silent'],
): Promise<RunningShop> {
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    ...quiet,
    ...parseEnv(readFileSync(join(folder, '.env'), 'utf8')),
    ...addressAt(port),
    ...env,
  };
  const [program, ...args] = command(String(port));
  let child: ChildProcess;
  let log = '';

  async function start() {
    // A process group of its own: npm starts a shell, which starts the server.
    child = spawn(program!, args, { cwd: folder, env: settings, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (log += String(chunk)));
    let hasEnded = false;
    child.once('exit', () => (hasEnded = true));
    const answers = () => fetch(origin).then(({ ok }) => ok, () => false); // prettier-ignore
    await until(async () => hasEnded || (await answers()), `an answer of ${folder}: ${log}`);
    if (hasEnded) throw new Error(`${folder} ended: ${log}`);
  }
  async function stop() {
    const closed = once(child, 'close');
    process.kill(-child.pid!, 'SIGKILL');
    await closed;
  }
  const killAtExit = () => void (child.exitCode === null && process.kill(-child.pid!, 'SIGKILL'));
  process.once('exit', killAtExit);
  await start();
  return {
    origin,
    log: () => log,
    run: async ([job, ...args]) => void (log += (await run(job!, args, { cwd: folder, env: settings })).stdout),
    restart: async () => (await stop(), start()),
    stop: async () => (process.off('exit', killAtExit), stop()),
  };
}
