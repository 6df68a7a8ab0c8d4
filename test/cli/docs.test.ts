import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/index.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../server/shop.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block]) => block!);
const run = promisify(execFile);

describe('docs/deploying.md', () => {
  it('shows a route that opens the checkout only for the cron requests of the host', async () => {
    const page = readFileSync(join(root, 'docs/deploying.md'), 'utf8');
    const [, source] = /^```js\n(\/\/ sweep-route\.mjs\n[^]*?)^```/m.exec(page)!;
    const { sweepRoute } = (await import(`data:text/javascript,${encodeURIComponent(source!)}`)) as {
      sweepRoute: (getCheckout: () => object) => (request: Request) => Promise<Response>;
    };
    let sweeps = 0;
    const route = sweepRoute(() => ({ sweep: async () => void (sweeps += 1) }));
    const statusOf = async (authorization: string) =>
      (await route(new Request('https://shop.example/api/sweep', { headers: { authorization } }))).status;
    assert.deepEqual([await statusOf('Bearer undefined'), sweeps], [401, 0]);
    process.env['CRON_SECRET'] = 'a secret';
    assert.deepEqual([await statusOf('Bearer another'), sweeps], [401, 0]);
    assert.deepEqual([await statusOf('Bearer a secret'), sweeps], [204, 1]);
  });
});

describe('docs/operations.md', () => {
  let folder: string;
  let sandbox: RunningSandbox;
  let shop: ChildProcess;
  let origin: string;
  let env: NodeJS.ProcessEnv;
  let output = '';
  before(async () => {
    // Below our package.json, so that the package finds itself.
    folder = mkdtempSync(join(root, 'test/.readme-operations-'));
    sandbox = await startSandbox();
    const port = String(await freePort());
    origin = `http://127.0.0.1:${port}`;
    env = {
      ...process.env,
      SERVICE_URL: sandbox.url,
      SERVICE_KEY: sandbox.apiKey,
      PAY_SECRET: 'a secret of thirty-two characters',
      PAY_URL: `${origin}/pay`,
    };
    for (const block of blocks('js')) {
      const [, file] = /^\/\/ ([\w.]+)$/m.exec(block)!;
      writeFileSync(join(folder, file!), block.replace('8080', port));
    }
    shop = spawn(process.execPath, ['shop.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
    shop.stdout!.on('data', (chunk) => (output += String(chunk)));
    await until(async () => (await fetch(`${origin}/healthz`).catch(() => undefined))?.ok === true, 'a healthy shop');
  });
  after(async () => {
    shop.kill();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  it('shows a shop that reports its health, and logs without secrets', async () => {
    assert.equal(await (await fetch(`${origin}/healthz`)).text(), '{"ok":true}');
    const made = await fetch(`${origin}/pay/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'customer=ann' },
      body: JSON.stringify({ order: '1001', method: 'wallet' }),
    });
    assert.equal(made.status, 201);
    const order = (cookie: string) => fetch(`${origin}/pay/orders/1001`, { headers: { cookie } });
    assert.equal((await order('customer=ann')).status, 200);
    assert.equal((await order('customer=bert')).status, 404, "another customer's order");
    await until(() => output.includes('payment-created'), 'a line of the log');
    const [line] = output.split('\n');
    assert.equal((JSON.parse(line!) as { orderRef: string }).orderRef, '1001');
    for (const secret of [sandbox.apiKey, 'till@shop.example', '/webhook/']) assert.ok(!output.includes(secret));
  });

  it('shows commands that work as described', async () => {
    const commands = blocks('sh').flatMap((block) => block.trim().split('\n'));
    assert.equal(commands.length, 5);
    for (const command of commands) {
      const [npx, name, ...args] = command.split(' ');
      assert.deepEqual([npx, name], ['npx', 'pay-elements']);
      const { stdout, stderr } = await run(process.execPath, [join(root, 'dist/cli.js'), ...args], {
        cwd: folder,
        env,
      });
      assert.equal(stderr, '');
      assert.match(stdout, args[0] === 'doctor' ? /No problems found\.\n$/ : /1001/);
    }
  });
});
