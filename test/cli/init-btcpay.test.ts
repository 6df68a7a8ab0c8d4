import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parseEnv, promisify } from 'node:util';
import { startBtcpaySandboxWith } from '../../src/sandbox/btcpay/start-btcpay-sandbox.ts';
import { providersOf, readStacks } from '../../src/cli/init/stacks.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { cli, NONE, runCli } from './run.ts';

const VARIABLES = ['BTCPAY_URL', 'BTCPAY_STORE_ID', 'BTCPAY_API_KEY', 'BTCPAY_WEBHOOK_SECRET'];
const stacks = Object.entries(readStacks());

describe('pay-elements init --provider btcpay', () => {
  for (const [name, stack] of stacks.filter(([, each]) => providersOf(each).includes('btcpay')))
    it(`writes a shop with ${stack.title} that knows BTCPay Server alone`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'pay-elements-init-'));
      t.after(() => rmSync(folder, { recursive: true }));
      const read = (path: string) => readFileSync(join(folder, path), 'utf8');
      const { code, out, err } = await runCli([
        'init',
        '--stack',
        name,
        '--provider',
        'btcpay',
        '--dir',
        folder,
        '--yes',
      ]);
      assert.equal(code, 0, err);
      assert.match(out, /pay in the sandbox, which plays BTCPay Server\./);
      const env = parseEnv(read('.env'));
      for (const variable of VARIABLES) assert.equal(env[variable], '', variable);
      assert.match(env['PAY_SECRET']!, /^[0-9a-f]{64}$/);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
        /\.(?:\w+)$/.test(path),
      );
      for (const path of files.filter((each) => !each.includes('package-lock')))
        assert.doesNotMatch(read(path), /SERVICE_URL|SERVICE_KEY|PAYOUT_|operator/, path);
      assert.match(read('README.md'), /btcpay\.md in the package says/);
      const provider = files.find((path) => /\/provider\.[jt]s$/.test(path))!;
      assert.match(read(provider), /from 'pay-elements\/server\/btcpay'/);
      assert.ok(existsSync(join(folder, provider.replace('provider', 'shop'))));
    });

  it('is refused for a stack that cannot, with those that can', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-elements-init-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const others = stacks.filter(([, each]) => !providersOf(each).includes('btcpay'));
    assert.deepEqual(
      others.map(([name]) => name),
      ['workers', 'php', 'python'],
    );
    for (const [name, { title }] of others) {
      const { code, err } = await runCli(['init', '--stack', name, '--provider', 'btcpay', '--dir', folder, '--yes']);
      assert.equal(code, 2);
      assert.ok(err.includes(`A shop with ${title} cannot take payments with BTCPay Server yet.`), err);
      assert.match(err, /These stacks can: node, express, fastify, hono, next, sveltekit, nuxt, astro\./);
    }
    const unknown = await runCli(['init', '--stack', 'node', '--provider', 'btcpya', '--dir', folder, '--yes']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.err, /There is no provider 'btcpya'\. Did you mean 'btcpay'\? Use one of service, btcpay\./);
    assert.deepEqual(readdirSync(folder), []);
  });

  /** A shop below our package.json and without one of its own, so that it finds the built package, and a sandbox. */
  async function openFolder(t: TestContext, ...args: readonly string[]) {
    const folder = mkdtempSync(join(import.meta.dirname, '../.readme-init-btcpay-'));
    const sandbox = await startBtcpaySandboxWith({ store: { paymentMethods: ['BTC-CHAIN'] } });
    const running: ChildProcess[] = [];
    t.after(async () => {
      for (const child of running) if (child.exitCode === null && child.kill()) await once(child, 'close');
      await sandbox.close();
      rmSync(folder, { recursive: true });
    });
    const port = await freePort();
    writeFileSync(join(folder, '.env'), `PORT=${port}\n`);
    const made = await runCli(['init', '--provider', 'btcpay', '--dir', folder, '--yes', ...args]);
    assert.equal(made.code, 0, made.err);
    rmSync(join(folder, 'package.json'), { force: true });
    const file = join(folder, '.env');
    const values = [sandbox.url, sandbox.storeId, sandbox.apiKey, sandbox.webhookSecret];
    const filled = VARIABLES.reduce(
      (text, name, index) => text.replace(`${name}=\n`, `${name}=${values[index]}\n`),
      readFileSync(file, 'utf8'),
    );
    writeFileSync(file, filled);
    const origin = `http://127.0.0.1:${port}`;
    sandbox.setWebhook(`${origin}/pay/webhook/btcpay`);
    const result = { out: '', err: '' };
    function start(...command: readonly string[]) {
      const child = spawn(process.execPath, command, {
        cwd: folder,
        env: { ...process.env, ...Object.fromEntries(Object.keys(NONE).map((name) => [name, undefined])) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.push(child);
      child.stdout.on('data', (chunk) => (result.out += String(chunk)));
      child.stderr.on('data', (chunk) => (result.err += String(chunk)));
    }
    /** Places an order in the shop, and creates its payment in Bitcoin. */
    async function order() {
      const placed = await fetch(`${origin}/orders`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
        body: 'beans=1',
        redirect: 'manual',
      });
      const cookie = placed.headers.get('set-cookie')!.split(';', 1)[0]!;
      const ref = placed.headers.get('location')!.split('/').at(-1)!;
      const page = await (await fetch(`${origin}/checkout/${ref}`, { headers: { cookie } })).text();
      assert.match(page, /crypto:BTC/);
      const made = await fetch(`${origin}/pay/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ order: ref, method: 'crypto', coin: 'BTC' }),
      });
      const payment = (await made.json()) as { tid: string; cryptoAmountExpected: string };
      assert.equal(made.status, 201, JSON.stringify(payment));
      return { payment, ref };
    }
    return { folder, file, sandbox, origin, start, result, order };
  }
  const listens = (origin: string) =>
    fetch(origin).then(
      () => true,
      () => false,
    );

  it('is not started by dev when some of its variables have no value', async (t) => {
    const { folder } = await openFolder(t, '--stack', 'node');
    const [first, ...missing] = VARIABLES;
    writeFileSync(
      join(folder, 'some.env'),
      `${first}=http://127.0.0.1:1\n${missing.map((name) => `${name}=\n`).join('')}`,
    );
    const doctor = await runCli(['doctor', '--env-file', join(folder, 'some.env')]);
    assert.match(
      doctor.out.replace(/\s+/g, ' '),
      /Set these in the environment, or in a file that --env-file names, or as/,
    );
    const { code, err } = await runCli(['dev', '--env-file', join(folder, 'some.env'), '--', 'node', 'server.js']);
    assert.equal(code, 1);
    assert.ok(err.includes(`these variables have no value: ${missing.join(', ')}.`), err);
  });

  it('takes a payment at the sandbox of dev, which plays BTCPay Server while the variables have no value', async (t) => {
    const { file, origin, start, result, order } = await openFolder(t, '--stack', 'node');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^(BTCPAY_\w+=).*$/gm, '$1'));
    start(cli, 'dev', '--port', '0', '--env-file', '.env', '--', process.execPath, '--env-file=.env', 'server.js');
    await until(() => listens(origin), 'the shop to listen');
    const [, invoices = ''] = /Invoices +(http\S+)/.exec(result.err) ?? [];
    const { payment, ref } = await order();
    for (const action of ['Pay', 'Confirm'])
      await fetch(invoices, { method: 'POST', body: new URLSearchParams({ invoice: payment.tid, do: action }) });
    await until(() => result.out.includes(`ship order ${ref}`), 'the goods to be sent');
  });

  it('writes a shop that takes a payment, whose doctor finds no problem and whose payments the command shows', async (t) => {
    const { file, folder, sandbox, origin, start, result, order } = await openFolder(t, '--stack', 'node');
    start(cli, 'dev', '--env-file', '.env', '--', process.execPath, '--env-file=.env', 'server.js');
    await until(() => listens(origin), 'the shop to listen');
    assert.match(result.err, /BTCPay Server, and no sandbox\./);
    assert.match(result.err, new RegExp(`Webhook +${origin}/pay/webhook/btcpay`));

    const { payment, ref } = await order();
    sandbox.invoices.pay(payment.tid, payment.cryptoAmountExpected, { isSettled: true });
    await until(() => result.out.includes(`ship order ${ref}`), 'the goods to be sent');

    const doctor = await runCli(['doctor', '--env-file', file, '--sqlite', join(folder, 'shop.db')], without(file));
    assert.equal(doctor.code, 0, doctor.out);
    assert.match(doctor.out, /^Provider +ok +BTCPay Server/m);
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    assert.match(readme, /1\. \*\*BTCPay Server\.\*\* In `\.env`, `BTCPAY_URL`, .* have a value\./);
    const [, command = ''] = /with these values in `\.env`: `npx pay-elements (.*)`\.\n/.exec(readme) ?? [];
    const asWritten = await promisify(execFile)(process.execPath, [cli, ...command.split(' ')], {
      cwd: folder,
      env: { ...process.env, ...Object.fromEntries(Object.keys(NONE).map((name) => [name, undefined])) },
    });
    assert.match(asWritten.stdout, /No problems found\./);
    const shown = await runCli(
      ['payments', '--env-file', file, '--sqlite', join(folder, 'shop.db'), ref],
      without(file),
    );
    assert.equal(shown.code, 0, shown.err);
    assert.match(shown.out, /Settled/);
    for (const { out, err } of [doctor, shown, result])
      for (const secret of [sandbox.apiKey, sandbox.webhookSecret]) assert.ok(!(out + err).includes(secret));
  });

  /** The variables of a file, as `--env-file` would set them: an empty variable is not replaced by it. */
  const without = (file: string) => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;

  it('adds a checkout to an app, and names the variables that are missing', async (t) => {
    const { folder } = await openFolder(t, '--stack', 'node', '--add');
    const { openShop } = (await import(join(folder, 'shop/shop.js'))) as {
      openShop: (database: object, env: object) => unknown;
    };
    assert.throws(
      () => openShop({}, { PAY_SECRET: 's' }),
      /Set in \.env: BTCPAY_URL, .*BTCPAY_WEBHOOK_SECRET, PAY_URL\./,
    );
  });

  it('has no use for the options of the sandbox in dev', async () => {
    const env = Object.fromEntries(VARIABLES.map((name) => [name, 'http://127.0.0.1:1']));
    const { code, err } = await runCli(['dev', '--port', '0', '--', process.execPath, '-e', '0'], env);
    assert.equal(code, 2);
    assert.match(err, /--port is for a sandbox, and BTCPAY_URL is set: there is none\./);
  });
});
