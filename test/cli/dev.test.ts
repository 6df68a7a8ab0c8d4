import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { npmCommand } from '../../scripts/folder.mjs';
import { reportFailures } from '../../src/cli/dev/report-failures.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { cli, NONE, type CliResult } from './run.ts';

const ENVIRONMENT = ['SERVICE_URL', 'SERVICE_KEY', 'PAY_SECRET', 'PAY_URL', 'ALLOW_TEST_PAYMENTS'];

/** Prints the variables as JSON. */
const PRINT = `console.log(JSON.stringify(Object.fromEntries(${JSON.stringify(ENVIRONMENT)}.map((name) => [name, process.env[name]]))))`;

/** Says that it is ready, and what signal ended it. A timer keeps it alive. */
const LISTEN = `
  setInterval(() => {}, 1000);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => { console.log(signal); process.exit(7); });
  console.log('ready ' + process.env.SERVICE_URL);`;

it('a webhook of a payment that was created with another PAY_URL is named as such', async () => {
  let printed = '';
  const send = reportFailures(
    async () => ({ status: 404, body: '' }) as never,
    (text) => (printed += text),
    'service',
    'http://127.0.0.1:8080/pay/',
  );
  await send('http://127.0.0.1:3000/pay/webhook/a/b', '{}', { method: 'POST' } as never);
  assert.match(
    printed,
    /:3000\/pay\/webhook\/…: 404\n {2}Its payment was created with another publicUrl than PAY_URL \(http:\S+8080\/pay\/\):/,
  );
  printed = '';
  await send('http://127.0.0.1:8080/pay/webhook/a/b', '{}', { method: 'POST' } as never);
  assert.match(printed, /Is the checkout mounted at the path of PAY_URL/);
});

describe('pay-elements dev', () => {
  let folder: string;
  const running = new Set<ChildProcess>();
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-dev-'));
  });
  afterEach(async () => {
    for (const child of running) if (child.kill('SIGKILL')) await once(child, 'close');
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Starts it in the folder. @param port - unless the arguments name one */
  function start(args: readonly string[], env: Readonly<Record<string, string>> = {}, port = ['--port', '0']) {
    const child = spawn(process.execPath, [cli, 'dev', ...(args.includes('--port') ? [] : port), ...args], {
      cwd: folder,
      env: { ...process.env, ...NONE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const result = { out: '', err: '' };
    child.stdout.on('data', (chunk) => (result.out += String(chunk)));
    child.stderr.on('data', (chunk) => (result.err += String(chunk)));
    const ended = once(child, 'close').then(([code]): CliResult => {
      running.delete(child);
      return { code: code as number | null, ...result };
    });
    return { child, result, ended };
  }

  const node = (program: string) => ['--', process.execPath, '-e', program];

  async function environmentOf(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { code, out, err } = await start([...args, ...node(PRINT)], env).ended;
    assert.equal(code, 0, err);
    return JSON.parse(out) as Readonly<Record<string, string>>;
  }

  it('prints the address of the shop, and does not start it with a Node that is too old', async () => {
    const port = await freePort();
    const args = ['--pay-url', `http://127.0.0.1:${port}/pay`, ...node('console.log("ran")')];
    writeFileSync(join(folder, 'package.json'), '{"engines":{"node":">=99.1"}}');
    const refused = await start(args).ended;
    rmSync(join(folder, 'package.json'));
    assert.deepEqual([refused.code, refused.out], [1, '']);
    assert.equal(
      refused.err,
      `This shop needs Node 99.1 or later, but this is Node ${process.versions.node}: install a newer version first.\n`,
    );
    const { err, out } = await start(args).ended;
    assert.equal(out, 'ran\n');
    assert.match(err, new RegExp(`^  Shop +http://127\\.0\\.0\\.1:${port}/$`, 'm'));
  });

  it('gives the command its environment, the same key and secret at each start', async () => {
    const payUrl = `http://127.0.0.1:${await freePort()}/pay`;
    const first = await environmentOf(['--pay-url', payUrl]);
    assert.match(first['SERVICE_URL']!, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match(first['SERVICE_KEY']!, /^sandbox-user-/);
    assert.ok(first['PAY_SECRET']!.length >= 32);
    assert.deepEqual([first['PAY_URL'], first['ALLOW_TEST_PAYMENTS']], [payUrl, 'yes']);
    const again = await environmentOf(['--pay-url', payUrl]);
    assert.deepEqual({ ...again, SERVICE_URL: '' }, { ...first, SERVICE_URL: '' });
    const other = await environmentOf(['--pay-url', payUrl, '--data', 'other', '--seed', 'another']);
    assert.notEqual(other['PAY_SECRET'], first['PAY_SECRET']);
    assert.notEqual(other['SERVICE_KEY'], first['SERVICE_KEY']);
    const secret = join(folder, '.pay-elements/secret');
    assert.equal(readFileSync(secret, 'utf8'), first['PAY_SECRET']);
    assert.equal(statSync(secret).mode & 0o077, 0, 'nobody else can read it');
    assert.equal(readFileSync(join(folder, '.pay-elements/.gitignore'), 'utf8'), '*\n');
  });

  it('leaves the secret and the address that are set, and replaces the service', async () => {
    const port = String(await freePort());
    const set = { PAY_SECRET: 'a secret of thirty-two characters', PAY_URL: `http://localhost:${port}/shop/pay` };
    const environment = await environmentOf([], { ...set, SERVICE_URL: 'https://real.example', SERVICE_KEY: 'real' });
    assert.deepEqual([environment['PAY_SECRET'], environment['PAY_URL']], [set.PAY_SECRET, set.PAY_URL]);
    assert.match(environment['SERVICE_URL']!, /127\.0\.0\.1/);
    assert.match(environment['SERVICE_KEY']!, /^sandbox-/);
    assert.equal((await environmentOf([], { PORT: port }))['PAY_URL'], `http://127.0.0.1:${port}/pay`);
  });

  it('remembers the payments of the last start', async () => {
    const program = `
      const { SERVICE_URL } = process.env;
      const call = (path, body) => fetch(SERVICE_URL + path, { method: body && 'POST', body: body && JSON.stringify(body),
        headers: { 'content-type': 'application/json' } }).then((answer) => answer.json());
      if (process.argv[1] === 'create')
        await call('/v1/wallet/payments', { currency: 'USD', amount: 32, payout_email: 'till@shop.example' });
      console.log((await call('/_control/payments')).payments.length);`;
    const args = ['--data', 'kept', '--pay-url', `http://127.0.0.1:${await freePort()}/pay`];
    const run = async (...programArgs: string[]) => {
      const command = ['--', process.execPath, '--input-type=module', '-e', program, ...programArgs];
      const { out, err } = await start([...args, ...command]).ended;
      assert.match(err, /^Sandbox of the payment service\. No real money\.\n/);
      return out;
    };
    assert.deepEqual([await run('create'), await run()], ['1\n', '1\n']);
  });

  it('passes its exit code on, also that of a signal', async () => {
    const payUrl = ['--pay-url', `http://127.0.0.1:${await freePort()}/pay`];
    assert.equal((await start([...payUrl, ...node('process.exit(42)')]).ended).code, 42);
    assert.equal((await start([...payUrl, ...node(`process.kill(process.pid, 'SIGKILL')`)]).ended).code, 137);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`ends the command and its child processes on ${signal}, and then the sandbox`, async () => {
      // As npm run does: a shell in between, which tells its children nothing.
      const script = join(folder, 'listen.mjs');
      writeFileSync(script, LISTEN);
      const command = ['--', 'sh', '-c', `"${process.execPath}" "${script}"; exit $?`];
      const { child, result, ended } = start(['--pay-url', `http://127.0.0.1:${await freePort()}/pay`, ...command]);
      await until(() => result.out.includes('ready'), 'the command to start');
      const [, url] = result.out.split(/\s/);
      assert.equal((await fetch(url!)).status, 200);
      child.kill(signal);
      // Its output is closed: nothing that could write to it runs any more.
      const { code, out } = await ended;
      assert.match(out, new RegExp(`\n${signal}\n$`));
      // The shell that is told by the signal too has no exit code of its own.
      assert.equal(code, signal === 'SIGINT' ? 130 : 143);
      await assert.rejects(fetch(url!), 'the sandbox has ended');
    });

  /** Runs `dev` at a pseudo-terminal, which `script` makes. Its output, and the id of its own process. */
  function startAtTerminal(args: readonly string[]) {
    const command = ['dev', ...args].map((arg) => `'${arg}'`).join(' ');
    const line = `echo "pid $$"; exec '${process.execPath}' '${cli}' ${command}`;
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, ...NONE },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    running.add(child);
    const result = { shown: '' };
    child.stdout.on('data', (chunk) => (result.shown += String(chunk)));
    const ended = once(child, 'close').then(() => void running.delete(child));
    return { child, result, ended, pid: () => Number(/pid (\d+)/.exec(result.shown)![1]) };
  }

  it('ends the child processes of the command on SIGTERM at a terminal, too', async () => {
    const script = join(folder, 'at-terminal.mjs');
    writeFileSync(script, LISTEN);
    const payUrl = `http://127.0.0.1:${await freePort()}/pay`;
    const command = ['--', 'sh', '-c', `"${process.execPath}" "${script}"; exit $?`];
    const { result, ended, pid } = startAtTerminal(['--port', '0', '--pay-url', payUrl, ...command]);
    await until(() => result.shown.includes('ready'), 'the command to start');
    const [, url] = /ready (\S+)/.exec(result.shown)!;
    process.kill(pid(), 'SIGTERM');
    await ended;
    assert.match(result.shown, /SIGTERM/);
    await assert.rejects(fetch(url!.trim()), 'the sandbox has ended');
  });

  it('offers a free port at a terminal when that of the sandbox is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const taken = (server.address() as AddressInfo).port;
    try {
      const payUrl = `http://127.0.0.1:${await freePort()}/pay`;
      const script = join(folder, 'offered-port.mjs');
      writeFileSync(script, LISTEN);
      const command = ['--', process.execPath, script];
      const { child, result, ended } = startAtTerminal(['--port', String(taken), '--pay-url', payUrl, ...command]);
      const question = /Port \d+ is in use, perhaps by another sandbox\. Use (\d+) instead\? \[y\/N\]/;
      await until(() => question.test(result.shown), 'the question');
      const [, free] = question.exec(result.shown)!;
      child.stdin.write('y\n');
      await until(() => result.shown.includes(`ready http://127.0.0.1:${free}`), 'the sandbox at this port');
      child.stdin.write('\u0003');
      await ended;
    } finally {
      server.close();
    }
  });

  it('takes the next free port without a question when the default one is taken', async () => {
    const server = createServer().listen(4242, '127.0.0.1');
    // Another program may have it, which is the same for this test.
    await once(server, 'listening').catch(() => {});
    try {
      const payUrl = `http://127.0.0.1:${await freePort()}/pay`;
      const { code, out, err } = await start(['--pay-url', payUrl, ...node(PRINT)], {}, []).ended;
      assert.equal(code, 0, err);
      const { SERVICE_URL } = JSON.parse(out) as Record<string, string>;
      assert.match(SERVICE_URL!, /^http:\/\/127\.0\.0\.1:42\d\d$/);
      assert.notEqual(new URL(SERVICE_URL!).port, '4242');
    } finally {
      server.close();
    }
  });

  it('names a PORT that is no number', async () => {
    for (const PORT of ['abc', '0', '70000']) {
      const { code, err } = await start(node('console.log("ran")'), { PORT }).ended;
      assert.deepEqual([code, err], [1, `PORT is '${PORT}': a number from 1 to 65535 is needed.\n`]);
    }
  });

  it('names PAY_URL where it is the address that cannot be used', async () => {
    const { code, err } = await start(node('console.log("ran")'), { PAY_URL: 'shop/pay' }).ended;
    assert.equal(code, 1);
    assert.match(
      err,
      /^PAY_URL is 'shop\/pay': an absolute address such as http:\/\/127\.0\.0\.1:8080\/pay is needed\.\n$/,
    );
  });

  it('ends a command that ignores the first signal on the second', async () => {
    const program = `process.on('SIGTERM', () => console.log('no')); setInterval(() => {}, 1000); console.log('ready');`;
    const payUrl = `http://127.0.0.1:${await freePort()}/pay`;
    const { child, result, ended } = start(['--pay-url', payUrl, ...node(program)]);
    await until(() => result.out.includes('ready'), 'the command to start');
    child.kill('SIGTERM');
    await until(() => result.out.includes('no'), 'the first signal');
    child.kill('SIGTERM');
    assert.equal((await ended).code, 137);
  });

  /** Creates a wallet payment with a webhook below PAY_URL, and sends its webhook a number of times. */
  const SEND = `
    const { SERVICE_URL, PAY_URL } = process.env;
    const post = async (path, fields) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(SERVICE_URL + path, { method: 'POST', headers, body: JSON.stringify(fields) });
      return response.json();
    };
    const webhook_url = PAY_URL + '/webhook/ref' + 'erence/sig' + 'nature';
    const fields = { currency: 'USD', amount: 32, payout_email: 'till@shop.example', webhook_url };
    const { data } = await post('/v1/wallet/payments', fields);
    for (let left = Number(process.argv[1]); left > 0; left -= 1)
      await post('/_control/payments/' + data.pid + '/webhook', { status: 'PAID' });`;
  const send = (count: number) => ['--', process.execPath, '--input-type=module', '-e', SEND, String(count)];

  it('prints each webhook that no program receives or that is refused, and what to do', async () => {
    const statuses = [403, 404, 405, 400, 500, 302, 204];
    const server = createServer((_request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(statuses.shift()!).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const payUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`;
    try {
      const { err, code } = await start(['--pay-url', payUrl, ...send(7)]).ended;
      assert.equal(code, 0, err);
      assert.deepEqual(err.match(/A webhook failed: .*/g), [
        ...[403, 404, 405, 400, 500, 302].map((status) => `A webhook failed: POST ${payUrl}/webhook/…: ${status}`),
      ]);
      for (const advice of [
        'forms of other sites',
        'path of PAY_URL',
        'POST and PUT',
        'refused it',
        'shop failed',
        'login',
      ])
        assert.ok(err.includes(advice), err);
      assert.doesNotMatch(err, /reference|signature/);
    } finally {
      server.close();
    }
    const free = `http://127.0.0.1:${await freePort()}/pay`;
    const { err } = await start(['--pay-url', free, ...send(1)]).ended;
    assert.match(err, /A webhook failed: POST http:.*: connect ECONNREFUSED.*\n {2}Does the shop listen .* PAY_URL\?/);
    // The webhook is sent again by the next run, before its shop could listen.
    const again = await start(['--pay-url', free, ...node('setTimeout(() => {}, 1_500)')]).ended;
    assert.doesNotMatch(again.err, /A webhook failed/);
  });

  it('runs on when nobody reads its messages any more', async () => {
    const go = join(folder, 'go');
    const program = `
      import { existsSync } from 'node:fs';
      console.log('ready');
      while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20));
      ${SEND}
      console.log('sent');`;
    const command = ['--', process.execPath, '--input-type=module', '-e', program, '3'];
    const { child, result, ended } = start(['--pay-url', `http://127.0.0.1:${await freePort()}/pay`, ...command]);
    await until(() => result.out.includes('ready'), 'the command to start');
    child.stderr.destroy();
    writeFileSync(go, '');
    const { code, out } = await ended;
    assert.match(out, /sent/);
    assert.equal(code, 0);
  });

  it('prints the webhooks of BTCPay Server that are refused, too', async () => {
    const server = createServer((_request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const payUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay`;
    const program = `
      import { existsSync } from 'node:fs';
      const { BTCPAY_URL, BTCPAY_STORE_ID, BTCPAY_API_KEY } = process.env;
      const headers = { 'content-type': 'application/json', authorization: 'token ' + BTCPAY_API_KEY };
      const invoice = { amount: '1', currency: 'EUR', checkout: { paymentMethods: ['BTC-CHAIN'] } };
      const address = BTCPAY_URL + '/api/v1/stores/' + BTCPAY_STORE_ID + '/invoices';
      await fetch(address, { method: 'POST', headers, body: JSON.stringify(invoice) });
      while (!existsSync('read')) await new Promise((resolve) => setTimeout(resolve, 20));`;
    const none = { BTCPAY_URL: '', BTCPAY_STORE_ID: '', BTCPAY_API_KEY: '', BTCPAY_WEBHOOK_SECRET: '' };
    try {
      const command = ['--', process.execPath, '--input-type=module', '-e', program];
      const { result, ended } = start(['--pay-url', payUrl, ...command], none);
      await until(() => result.err.includes('Is the checkout mounted'), 'the message');
      writeFileSync(join(folder, 'read'), '');
      const { err, code } = await ended;
      assert.equal(code, 0, err);
      assert.match(err, /Sandbox of BTCPay Server\. No real money\.[\s\S]*Invoices +http:/);
      assert.match(err, /^New invoice \w+: 1 EUR$/m);
      assert.match(
        err,
        /A webhook failed: POST .*\/pay\/webhook\/…: 404\n {2}Is the checkout mounted at the path of PAY_URL/,
      );
    } finally {
      server.close();
    }
  });

  it('says that nothing listens at PAY_URL, and when something does', async () => {
    const port = await freePort();
    const program = `
      import { existsSync } from 'node:fs';
      import { createServer } from 'node:http';
      const timer = setInterval(() => {
        if (!existsSync('listen')) return;
        clearInterval(timer);
        createServer().listen(${port}, '127.0.0.1');
      }, 50);`;
    const command = ['--', process.execPath, '--input-type=module', '-e', program];
    const { child, result, ended } = start(['--pay-url', `http://127.0.0.1:${port}/pay`, ...command]);
    const silence = `Nothing listens at 127.0.0.1:${port} yet`;
    await until(() => result.err.includes(silence), 'the line');
    assert.match(
      result.err,
      /needs longer: this command goes on waiting, and a line\nsays when a program listens there/,
    );
    assert.match(result.err, new RegExp(`start it at ${port}, `));
    writeFileSync(join(folder, 'listen'), '');
    await until(
      () => result.err.includes(`A program listens at 127.0.0.1:${port} now: webhooks can arrive`),
      'the next line',
    );
    assert.equal(result.err.split(silence).length, 2, 'it is said once');
    child.kill('SIGTERM');
    await ended;
    rmSync(join(folder, 'listen'));
  });

  it('says that no checkout is mounted at PAY_URL, or nothing when one is, in any language', async () => {
    const answers = [
      ['nothing', 404, '<p>Cannot POST</p>', true],
      ['a page', 200, '<title>The shop</title>', true],
      ['a checkout', 404, '{"error":{"code":"not-found"}}', false],
      ['a shop that starts', 502, '', false],
    ] as const;
    const printed = await Promise.all(
      answers.map(async ([name, status, body, isWarned]) => {
        const port = await freePort();
        const program = `
          import { existsSync } from 'node:fs';
          import { createServer } from 'node:http';
          const server = createServer((request, response) => {
            if (request.method === 'POST') response.on('finish', () => console.log('answered'));
            response.writeHead(${status}).end(${JSON.stringify(body)});
          });
          server.listen(${port}, '127.0.0.1');
          while (!existsSync(${JSON.stringify(`${name}.end`)})) await new Promise((resolve) => setTimeout(resolve, 20));
          process.exit();`;
        const command = ['--', process.execPath, '--input-type=module', '-e', program];
        const options = ['--data', join(folder, name), '--pay-url', `http://127.0.0.1:${port}/pay`];
        const { result, ended } = start([...options, ...command]);
        await until(() => result.out.includes('answered'), 'the test webhook');
        if (isWarned) await until(() => result.err.includes('publicUrl (PAY_URL) must be'), 'the warning');
        // It answers a request that is sent later when it has read that answer.
        const [, panel] = /Control panel +(\S+)/.exec(result.err)!;
        await (await fetch(panel!)).text();
        writeFileSync(join(folder, `${name}.end`), '');
        const { code, err } = await ended;
        assert.equal(code, 0, err);
        return err.split(program).at(-1)!.replaceAll(String(port), 'PORT').trim();
      }),
    );
    assert.deepEqual(printed, [
      'Nothing is mounted at http://127.0.0.1:PORT/pay (HTTP 404).\n' +
        'publicUrl (PAY_URL) must be where the handler is mounted, with its path.\n' +
        'All paths below it and all methods must reach the handler, not GET alone, and a route must return the\n' +
        'response of checkout.fetch().',
      'Another server responds at http://127.0.0.1:PORT/pay (HTTP 200, no type).\n' +
        'Every webhook would count as delivered and be lost.\n' +
        'It is a page or a catch-all route. publicUrl (PAY_URL) must be where the handler is mounted, with its path.',
      '',
      '',
    ]);
  });

  it('ends the command and the sandbox when npm, which started it, is told to end', async () => {
    const shop = join(folder, 'npm');
    mkdirSync(shop);
    writeFileSync(join(shop, 'listen.mjs'), LISTEN);
    const payUrl = `http://127.0.0.1:${await freePort()}/pay`;
    const script = `"${process.execPath}" "${cli}" dev --port 0 --pay-url ${payUrl} -- npm start`;
    writeFileSync(join(shop, 'package.json'), JSON.stringify({ scripts: { dev: script, start: 'node listen.mjs' } }));
    const [npm, npmArgs] = npmCommand() as [string, string[]];
    const args = [...npmArgs, 'run', 'dev', '--silent'];
    const child = spawn(npm, args, { cwd: shop, env: { ...process.env, ...NONE }, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    let out = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    await until(() => out.includes('ready'), 'the command to start');
    const [, url] = /ready (\S+)/.exec(out)!;
    child.kill('SIGTERM');
    // Its output is closed when no process can write to it any more.
    await once(child, 'close');
    running.delete(child);
    assert.match(out, /\nSIGTERM\n/);
    await assert.rejects(fetch(url!), 'the sandbox has ended');
  });

  it('names the port that is in use, before the command runs', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const taken = (server.address() as AddressInfo).port;
    try {
      const free = `http://127.0.0.1:${await freePort()}/pay`;
      const sandbox = await start(['--port', String(taken), '--pay-url', free, ...node('console.log("ran")')]).ended;
      assert.deepEqual([sandbox.code, sandbox.out], [1, '']);
      assert.match(
        sandbox.err,
        new RegExp(`^Port ${taken} is in use, perhaps by another sandbox\\. Port (\\d+) is free: use --port \\1\\.\n$`),
      );
      const shop = await start(node('console.log("ran")'), { PORT: String(taken) }).ended;
      assert.deepEqual([shop.code, shop.out], [1, '']);
      assert.match(
        shop.err,
        new RegExp(`^127\\.0\\.0\\.1:${taken} is in use: [^]*another port: PORT=\\d+ is free\\.[^]*--pay-url`),
      );
      const both = { PORT: String(taken), PAY_URL: `http://127.0.0.1:${taken}/pay` };
      const { err } = await start(node('console.log("ran")'), both).ended;
      assert.match(err, /another port: PORT=(\d+) PAY_URL=http:\/\/127\.0\.0\.1:\1\/pay are free\./);
      const behindProxy = ['--pay-url', `http://127.0.0.1:${taken}/pay`, ...node('console.log("ran")')];
      const passed = await start(behindProxy).ended;
      assert.deepEqual([passed.code, passed.out], [0, 'ran\n']);
      assert.match(passed.err, new RegExp(`listens at 127\\.0\\.0\\.1:${taken}\\. It must forward requests`));
    } finally {
      server.close();
    }
  });

  it('reports a command that does not exist, and a missing command', async () => {
    const payUrl = ['--pay-url', `http://127.0.0.1:${await freePort()}/pay`];
    const gone = await start([...payUrl, '--', 'no-such-command-here', 'x']).ended;
    assert.equal(gone.code, 127);
    assert.match(gone.err, /The command 'no-such-command-here' does not exist\. Is it installed/);
    mkdirSync(join(folder, 'directory'));
    const refused = await start([...payUrl, '--', './directory']).ended;
    assert.equal(refused.code, 126);
    assert.match(refused.err, /'\.\/directory' cannot be run: it is no program, or you have no permission .*EACCES/);
    for (const [name, advice] of [
      ['shop.mjs', 'Run it with Node: pay-elements dev -- node shop.mjs'],
      ['shop.sh', 'Write its path if it is a program: pay-elements dev -- ./shop.sh'],
    ] as const) {
      writeFileSync(join(folder, name), '');
      const file = await start([...payUrl, '--', name]).ended;
      assert.equal(file.code, 127);
      assert.ok(file.err.endsWith(`'${name}' is a file, not a command. ${advice}\n`), file.err);
    }
    const none = await start([...payUrl, '--']).ended;
    assert.equal(none.code, 2);
    assert.match(
      none.err,
      /^The shop's command is missing: pay-elements dev -- node shop\.mjs[^]*pay-elements dev --help/,
    );
  });

  it('refuses an address that the sandbox cannot send webhooks to, and production', async () => {
    for (const [url, result] of [
      ['shop', /^--pay-url is 'shop': an absolute address such as http:\/\/127\.0\.0\.1:8080\/pay is needed\./],
      ['http://127.0.0.1:0/pay', /^--pay-url is '.*': a port from 1 to 65535 is needed\./],
      ['http://127.0.0.1:8080/pay?a=1', /^--pay-url is '.*': only a host and a path/],
      [
        'http://shop.example/pay',
        /^--pay-url is '.*': it is not on this machine.* Use http:\/\/127\.0\.0\.1:8080\/pay/,
      ],
      ['https://shop.example/pay', /^--pay-url is 'https:\/\/shop\.example\/pay': it is not on this machine/],
    ] as const) {
      const { code, err } = await start(['--pay-url', url, ...node('')]).ended;
      assert.equal(code, 2);
      assert.match(err, result);
    }
    const payUrl = `http://127.0.0.1:${await freePort()}/pay`;
    const { code, err } = await start(['--pay-url', payUrl, ...node('')], { NODE_ENV: 'production' }).ended;
    assert.equal(code, 1);
    assert.match(err, /NODE_ENV=production/);
  });
});
