import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Served } from './serve.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const PROGRAM = join(here, 'programs/node_modules/workerd/bin/workerd');

const bindings = (env: Readonly<Record<string, string>>) =>
  Object.entries(env).map(([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`);

/** As far as a Worker may reach here: the sandbox. */
const config = (env: Readonly<Record<string, string>>) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "shop", worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2026-01-01",
      compatibilityFlags = ["nodejs_compat", "enable_request_signal"],
      globalOutbound = "loopback",
      bindings = [${bindings(env).join()}],
    )),
    (name = "loopback", network = (allow = ["127.0.0.1/32"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "shop")],
);
`;

/** Bundled as Workers are: one module, what is Node's own left outside. */
async function bundleWorker(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(here, 'worker.ts'),
        external: [/^node:/],
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'worker.js', codeSplitting: false },
      },
    },
  });
  if (!('output' in result)) throw new Error('one output was expected');
  return result.output[0].code;
}

/** Starts workerd, Cloudflare's runtime, with the shop in it. */
export async function serveWorkerd(env: Readonly<Record<string, string>>): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-worker-'));
  writeFileSync(join(folder, 'worker.js'), await bundleWorker());
  writeFileSync(join(folder, 'config.capnp'), config(env));
  // It tells on descriptor 3 at which port it listens.
  const child = spawn(PROGRAM, ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const ended = once(child, 'exit');
  const port = await Promise.race([portOf(child.stdio[3] as Readable), ended.then(() => undefined)]);
  if (port === undefined) throw new Error('workerd did not start');
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function portOf(control: Readable): Promise<number> {
  let text = '';
  for await (const chunk of control) {
    text += String(chunk);
    const port = /"port":\s*(\d+)/.exec(text)?.[1];
    if (port) return Number(port);
  }
  throw new Error('workerd told no port');
}
