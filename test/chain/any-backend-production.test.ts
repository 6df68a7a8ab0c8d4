import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { startSandbox, type RunningSandbox } from 'pay-elements/sandbox';
import { npmCommand } from '../../scripts/folder.mjs';
import { NONE, runCli } from '../cli/run.ts';
import { callEach, examples, languages } from '../support/any-backend.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How soon a server ends after SIGTERM. Docker kills it after 10 s. Milliseconds. */
const END_MS = 5_000;

const MEGABYTES_5 = 5 * 1024 * 1024;

/** Addresses of a shop's own, which are not those of the examples. */
const PAYOUT = {
  PAYOUT_BTC: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  PAYOUT_ETH: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  PAYOUT_WALLET: 'owner@northwind.example',
};

/** Those that the examples use for the sandbox, and whose keys everybody knows. */
const PUBLIC_ADDRESSES = [
  'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  '0xAff4d6793F584a473348EbA058deb8caad77a288',
  'till@shop.example',
];

/** None of the variables that a shop reads. */
const { PATH } = process.env;
const environment = { PATH, PYTHONDONTWRITEBYTECODE: '1' };

/** Whether this user can start a process as the first one of a PID namespace, as a container does. */
const hasNamespaces = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;
if (!hasNamespaces)
  console.log('not tested: SIGTERM to the first process of a container, which needs root and unshare');

/** A server in front of the service, which notes what the service is asked for. */
async function startRecorder(target: string) {
  const bodies: string[] = [];
  const server = createServer((incoming, outgoing) => {
    void text(incoming).then((body) => {
      bodies.push(body);
      const { method, url, headers } = incoming;
      const forwarded = request(new URL(url!, target), { method: method!, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      forwarded.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { bodies, url: `http://127.0.0.1:${port}`, close: () => (server.closeAllConnections(), server.close()) };
}

const envFile = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

for (const [language, program] of languages)
  describe(`the shop in ${language} as it runs in production`, { timeout: 180_000 }, () => {
    const server = language === 'php' ? 'serve.php' : 'shop.py';
    let sandbox: RunningSandbox;
    let folder: string;
    let port: number;
    let running: ChildProcess[];
    let log: string;
    let visitors = 0;

    before(async () => void (sandbox = await startSandbox({ requestsPerMinute: 100_000, quota: 100_000 })));
    after(() => sandbox.close());
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'pay-elements-production-'));
      port = await freePort();
      running = [];
      log = '';
    });
    afterEach(async () => {
      for (const child of running) await kill(child);
      rmSync(folder, { recursive: true });
    });

    /** Kills a program with all those that it has started. */
    async function kill(child: ChildProcess): Promise<void> {
      const closed = child.stdout!.closed ? undefined : once(child, 'close');
      try {
        process.kill(-child.pid!, 'SIGKILL');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
      await closed;
    }

    const origin = () => `http://127.0.0.1:${port}`;

    /** Sends text, and returns all that is answered until the server ends the connection, or for 2 s. */
    async function exchange(request: string): Promise<string> {
      const socket = connect(port, '127.0.0.1');
      let answers = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (answers += chunk));
      socket.on('error', () => {}); // the connection is closed while the rest is sent
      socket.write(request);
      await Promise.race([once(socket, 'close').catch(() => {}), setTimeout(2_000)]);
      socket.destroy();
      return answers;
    }
    const settings = () => ({
      SERVICE_URL: sandbox.url,
      SERVICE_KEY: sandbox.apiKey,
      PAY_SECRET: 'a secret of at least thirty-two characters',
      PORT: String(port),
      PAY_URL: `${origin()}/pay`,
    });

    /** Writes the backend and its `.env`, as `init` does. */
    function writeBackend(values: Readonly<Record<string, string>>): void {
      cpSync(join(examples, language), join(folder, 'backend'), { recursive: true });
      writeFileSync(join(folder, '.env'), envFile({ ...settings(), ...values }));
    }

    /** Starts a program, and waits until the shop answers. */
    async function start(command: readonly string[], cwd = join(folder, 'backend')): Promise<ChildProcess> {
      const [name, ...args] = command;
      const child = spawn(name!, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
      running.push(child);
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log += String(text)));
      const answers = () => fetch(origin()).then(() => true, () => false); // prettier-ignore
      await until(async () => child.exitCode !== null || (await answers()), `an answer at ${origin()}: ${log}`);
      assert.equal(child.exitCode, null, log);
      return child;
    }

    /** Writes an order. Gives the name that its addresses have. */
    function newOrder(...values: string[]): string {
      const file = language === 'php' ? 'new_order.php' : 'new_order.py';
      const [amount = '19.99', currency = 'USD'] = values;
      const options = { cwd: join(folder, 'backend'), env: environment, encoding: 'utf8' } as const;
      const { stdout, stderr } = spawnSync(program, [file, amount, currency], options);
      return /orders\/(\w+)"/.exec(stdout)?.[1] ?? assert.fail(stdout + stderr);
    }

    const methodsOf = async (order: string) =>
      ((await (await fetch(`${origin()}/pay/orders/${order}`)).json()) as { methods: unknown }).methods;

    async function createPayment(
      method: string,
      coin?: string,
      order = newOrder(),
    ): Promise<{ id: string; statusUrl: string }> {
      // prettier-ignore
      const response = await fetch(`${origin()}/pay/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${(visitors += 1)}` },
        body: JSON.stringify({ order, method, coin }),
      });
      const payment = (await response.json()) as Record<string, string>;
      assert.equal(response.status, 201, JSON.stringify(payment) + log);
      return { id: payment['tid'] ?? payment['pid'] ?? payment['bid']!, statusUrl: payment['statusUrl']! };
    }
    const phaseOf = async ({ statusUrl }: { statusUrl: string }) =>
      ((await (await fetch(statusUrl)).json()) as { phase: string }).phase;

    describe('its settings', () => {
      it('are read from .env as Node reads them', () => {
        const files = [
          'A=b\nB = c d \n\n# C=d\nexport D=e\n  E=f',
          'A="b #c" # d\nB=\'c #d\'\nC=`d #e`\nD=e#f\nE=f # g',
          'A="b\\nc"\nB=\'c\\nd\'\nC=$A\nD=e"f\nE=\'f\nF=g',
          'A=1\r\nB=2\r\nA=3\r\nC=\r\nD\r\nE==f\nF.G-H=i',
          envFile({ ...settings(), ...PAYOUT }),
        ];
        const read = callEach(language, program, 'env_file.read_env_file', files.map((text) => [text])); // prettier-ignore
        assert.deepEqual(read, files.map((text) => ({ ...parseEnv(text) }))); // prettier-ignore
      });

      it('are those of the .env that init writes, and the environment comes first', async () => {
        writeBackend({ ...PAYOUT, PAY_SECRET: 'short' });
        const failed = spawnSync(program, [server], {
          cwd: join(folder, 'backend'),
          env: environment,
          encoding: 'utf8',
        });
        assert.equal(failed.status, 1);
        assert.match(failed.stderr, /PAY_SECRET: .*32/);
        writeBackend({ ...PAYOUT, PAY_URL: 'http://127.0.0.1:1/pay' });
        await start(['env', `PAY_URL=${origin()}/pay`, program, server]);
        assert.equal((await fetch(`${origin()}/pay/orders/1`)).status, 404);
      });

      it('without test payments and without a payout are an error that names the variables', () => {
        for (const values of [
          {},
          { PAYOUT_BTC: '' },
          { ALLOW_TEST_PAYMENTS: 'yes', SERVICE_URL: 'https://pay.example' },
        ]) {
          writeBackend(values);
          const options = {
            cwd: join(folder, 'backend'),
            env: environment,
            encoding: 'utf8',
            timeout: 20_000,
          } as const;
          const { status, stderr } = spawnSync(program, [server], options);
          assert.equal(status, 1, JSON.stringify(values));
          assert.match(stderr, /PAYOUT_BTC, PAYOUT_ETH, PAYOUT_WALLET: are missing/);
          assert.ok(!/Traceback|Stack trace/.test(stderr), stderr);
        }
      });

      it('that are missing or no addresses are an error that says what is needed', () => {
        for (const [values, expected] of [
          [{ SERVICE_URL: '' }, /^SERVICE_URL: is missing\. Set it in the environment or in the file \.env\n$/],
          [{ PAY_URL: 'shop.example/pay' }, /^PAY_URL: must be an address such as https:\/\/shop\.example\/pay\n$/],
          [{ PAY_URL: 'http://shop.example/pay' }, /^PAY_URL: must be https; http is for your own machine only\n$/],
          [{ SERVICE_URL: 'http://service.example' }, /^SERVICE_URL: must be https/],
          [{ PAY_URL: 'https://shop.example/pay?a=1' }, /^PAY_URL: must be an address/],
          [
            { ALLOW_TEST_PAYMENTS: 'true' },
            /^ALLOW_TEST_PAYMENTS: only yes turns it on; leave it empty in production\n$/,
          ],
          [{ SERVICE_KEY: 'a b' }, /^SERVICE_KEY: plain text without spaces is needed\n$/],
          [{ PAYOUT_BTC: 'nope' }, /^PAYOUT_BTC: is not an address of BTC\n$/],
          [{ PAYOUT_ETH: 'nope' }, /^PAYOUT_ETH: is not an address of ETH\n$/],
          [{ PAYOUT_WALLET: 'nope' }, /^PAYOUT_WALLET: is not an e-mail address\n$/],
          [{ PAY_SECRET_PREVIOUS: 'x' }, /^PAY_SECRET_PREVIOUS: has no effect here\. /],
          [{ PORT: 'x' }, /^PORT: has to be a number from 0 to 65535, not 'x'\n$/],
          [{ PORT: '99999' }, /^PORT: has to be a number from 0 to 65535, not '99999'\n$/],
          [
            { SERVICE_URL: 'service.example' },
            /^SERVICE_URL: must be an address such as https:\/\/service\.example\n$/,
          ],
        ] as const) {
          writeBackend({ ...PAYOUT, ...values });
          const options = {
            cwd: join(folder, 'backend'),
            env: environment,
            encoding: 'utf8',
            timeout: 10_000,
          } as const;
          const { status, stderr } = spawnSync(program, [server], options);
          assert.equal(status, 1, JSON.stringify(values) + stderr);
          assert.match(stderr, expected);
        }
      });

      if (language === 'python')
        it('with a port that is in use are an error that names it', async () => {
          writeBackend(PAYOUT);
          const other = createServer().listen(port, '127.0.0.1');
          await once(other, 'listening');
          const options = { cwd: join(folder, 'backend'), env: environment, encoding: 'utf8' } as const;
          const { status, stderr } = spawnSync(program, [server], options);
          other.close();
          assert.equal(status, 1);
          assert.match(stderr, new RegExp(`^PORT: cannot listen at 127\\.0\\.0\\.1:${port}: .+\n$`));
        });

      it('pay out to the own addresses, and never to one that is public', async () => {
        const recorder = await startRecorder(sandbox.url);
        writeBackend({ ...PAYOUT, LOCALCODE_CURRENCY: 'USD', SERVICE_URL: recorder.url });
        await start([program, server]);
        for (const [method, coin, address] of [
          ['crypto', 'BTC', PAYOUT.PAYOUT_BTC],
          ['crypto', 'ETH', PAYOUT.PAYOUT_ETH],
          ['wallet', undefined, PAYOUT.PAYOUT_WALLET],
          ['localcode', undefined, PAYOUT.PAYOUT_ETH],
        ] as const) {
          await createPayment(method, coin);
          assert.ok(recorder.bodies.at(-1)!.includes(address), `${method} ${coin}`);
        }
        for (const address of PUBLIC_ADDRESSES) assert.ok(!recorder.bodies.join().includes(address), address);
        recorder.close();
      });

      it('offer only what has a payout, also when test payments are allowed', async () => {
        writeBackend({ PAYOUT_ETH: PAYOUT.PAYOUT_ETH, LOCALCODE_CURRENCY: 'USD' });
        await start([program, server]);
        const order = newOrder();
        const ether = { method: 'crypto', coins: [{ symbol: 'ETH' }] };
        assert.deepEqual(await methodsOf(order), [ether, { method: 'localcode' }]);
        for (const choice of [{ method: 'crypto', coin: 'BTC' }, { method: 'wallet' }]) {
          const body = JSON.stringify({ order, ...choice });
          const headers = { 'content-type': 'application/json' };
          assert.equal((await fetch(`${origin()}/pay/payments`, { method: 'POST', headers, body })).status, 400);
        }
        await kill(running.pop()!);

        writeBackend({ PAYOUT_WALLET: PAYOUT.PAYOUT_WALLET, ALLOW_TEST_PAYMENTS: 'yes' });
        await until(() => fetch(origin()).then(() => false, () => true), 'the end of the first server'); // prettier-ignore
        await start([program, server]);
        assert.deepEqual(await methodsOf(newOrder()), [{ method: 'wallet' }]);
      });

      it('are found right by the doctor, whose test webhook arrives', async () => {
        writeBackend({ ...PAYOUT });
        await start([program, server]);
        const args = ['doctor', '--json', '--env-file', join(folder, '.env')];
        // An empty variable would come before that of the file.
        const without = Object.fromEntries(Object.keys(NONE).map((name) => [name, undefined]));
        const { code, out, err } = await runCli(args, without as unknown as Record<string, string>);
        assert.equal(code, 0, out + err);
        const { findings } = JSON.parse(out) as {
          findings: readonly { name: string; state: string; message: string }[];
        };
        assert.match(findings.find(({ name }) => name === 'webhooks')?.message ?? out, /^A webhook through .* arrived/);
        assert.doesNotMatch(log, /webhook/);
      });
    });

    describe('its requests', () => {
      beforeEach(async () => {
        writeBackend({ ...PAYOUT, ALLOW_TEST_PAYMENTS: 'yes' });
        await start([program, server]);
      });

      /** The address that the service sends its webhooks to. */
      const webhookOf = ({ id }: { id: string }) => String(sandbox.control.payment(id).data['webhookUrl']);

      it('take webhooks as JSON, form, multipart and text, from every origin', async () => {
        for (const originHeader of [undefined, origin(), 'https://other.example']) {
          const headers: Record<string, string> = originHeader ? { origin: originHeader } : {};
          const send = async (type: string | undefined, write: (fields: Record<string, string>) => BodyInit) => {
            const payment = await createPayment('crypto', 'BTC', newOrder());
            const { expected } = sandbox.control.payment(payment.id);
            const body = write({ tid: payment.id, status: 'PAID', cryptoAmountReceived: expected! });
            const init = { method: 'POST', body, headers: { ...headers, ...(type && { 'content-type': type }) } };
            assert.equal((await fetch(webhookOf(payment), init)).status, 200, `${type} from ${originHeader}`);
            assert.equal(await phaseOf(payment), 'paid', `${type} from ${originHeader}`);
          };
          const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
          await send('application/json', (fields) => JSON.stringify({ data: fields }));
          await send('application/x-www-form-urlencoded; charset=utf-8', form);
          await send('text/plain', (fields) => JSON.stringify(fields));
          await send('text/plain', form);
          await send(undefined, (fields) => {
            const data = new FormData(); // multipart/form-data
            for (const [name, value] of Object.entries(fields)) data.set(name, value);
            return data;
          });
        }
      });

      it('are refused with 413 when they have 5 MB, in every form', async () => {
        const webhook = webhookOf(await createPayment('wallet'));
        const filler = 'x'.repeat(MEGABYTES_5);
        const file = new FormData();
        file.set('status', filler);
        for (const [url, type, body] of [
          [`${origin()}/pay/payments`, 'application/json', JSON.stringify({ order: filler, method: 'wallet' })],
          [webhook, 'application/json', JSON.stringify({ status: filler })],
          [webhook, 'application/x-www-form-urlencoded', `status=${filler}`],
          [webhook, 'text/plain', filler],
          [webhook, undefined, file],
        ] as const) {
          const headers: Record<string, string> = type ? { 'content-type': type } : {};
          const { status } = await fetch(url, { method: 'POST', headers, body });
          assert.equal(status, 413, `${new URL(url).pathname.split('/')[2]} ${type}`);
        }
        assert.equal((await fetch(`${origin()}/pay/orders/1`)).status, 404, 'the server goes on');
      });

      it('may have a body in chunks, which has the same limit', async () => {
        const order = newOrder();
        const json = (size: number) => JSON.stringify({ order, method: 'wallet', note: 'x'.repeat(size) });
        for (const [size, expected] of [
          [0, 201],
          [10_000, 200],
          [17_000, 413],
          [MEGABYTES_5, 413],
        ] as const) {
          const headers = { 'content-type': 'application/json' };
          // A stream has no length.
          const body = new Blob([json(size)]).stream();
          const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
          assert.equal((await fetch(`${origin()}/pay/payments`, init)).status, expected, `${size} bytes`);
        }
      });

      if (language === 'python')
        it('end the connection after a body whose end is unknown', async () => {
          const hidden = 'GET /hidden HTTP/1.1\r\nhost: shop\r\n\r\n';
          const chunked = 'transfer-encoding: chunked';
          for (const [headers, body] of [
            [chunked, '5\r\nhelloXX'],
            [chunked, '5\nhello\r\n0\r\n\r\n'],
            [chunked, '+5\r\nhello\r\n0\r\n\r\n'],
            [chunked, '0x5\r\nhello\r\n0\r\n\r\n'],
            [chunked, 'ffffffffff\r\n'],
            [chunked, '5;\rx\r\nhello\r\n0\r\n\r\n'],
            [chunked, '0\r\ntrailer: x\r\n\r\n'],
            [`${chunked}\r\ncontent-length: 5`, '5\r\nhello\r\n0\r\n\r\n'],
            [`${chunked}\r\n${chunked}`, '0\r\n\r\n'],
            ['transfer-encoding: gzip, chunked', '0\r\n\r\n'],
            ['transfer-encoding : chunked', '0\r\n\r\n'],
            ['content-length: 0\r\ntransfer-encoding : chunked', '0\r\n\r\n'],
            ['content-length: 0\r\ncontent-length: 5', 'hello'],
            ['content-length: +5', 'hello'],
          ] as const) {
            const head = `POST /pay/payments HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n${headers}\r\n\r\n`;
            const answers = await exchange(head + body + hidden);
            assert.match(answers, /^HTTP\/1\.1 4\d\d /, `${headers} ${body}`);
            assert.equal(answers.match(/HTTP\/1\.1 \d/g)?.length, 1, `${headers} ${body}: ${answers}`);
          }
        });

      if (language === 'python')
        it('are not in the log when a connection waits for its next one until the time limit', async () => {
          await kill(running.pop()!);
          const limits =
            "import runpy, server; server.Handler.timeout = 0.2; runpy.run_path('shop.py', run_name='__main__')";
          await start([program, '-c', limits]);
          await exchange('');
          assert.doesNotMatch(log, /timed out/);
          await exchange('GET / HTTP/1.1\r\n');
          assert.match(log, /timed out/);
        });

      it('are answered without the name and version of the language', async () => {
        for (const path of ['/pay/orders/1', '/', '/pay/webhook/a/b']) {
          const { headers } = await fetch(origin() + path);
          const text = [...headers].join('\n');
          assert.doesNotMatch(text, /python|php|BaseHTTP/i, path);
        }
      });
    });

    describe('SIGTERM ends it within 5 s while a payer waits', () => {
      const sockets: Socket[] = [];
      afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

      /** A connection that is kept after an answer, and one whose request is not complete. */
      async function letPayersWait(): Promise<void> {
        for (const text of [
          'GET /pay/orders/1 HTTP/1.1\r\nhost: x\r\n\r\n',
          'POST /pay/payments HTTP/1.1\r\nhost: x\r\n',
        ]) {
          const socket = connect(port, '127.0.0.1').on('error', () => {});
          sockets.push(socket);
          await once(socket, 'connect');
          socket.write(text);
          if (text.startsWith('GET')) await once(socket, 'data');
        }
      }

      /** Sends the signal to a process, and waits until nobody listens any more. */
      async function checkEnd(pid: number): Promise<void> {
        await letPayersWait();
        const begun = performance.now();
        process.kill(pid, 'SIGTERM');
        await until(() => fetch(origin()).then(() => false, () => true), 'the end of the server'); // prettier-ignore
        await until(() => running[0]!.exitCode !== null || running[0]!.signalCode !== null, 'the end of the program');
        const ms = performance.now() - begun;
        assert.ok(ms < END_MS, `${ms} ms`);
        // `close` comes when all processes that write to the output have ended.
        if (!running[0]!.stdout!.closed) await once(running[0]!, 'close');
      }

      it('as a process of its own', async () => {
        writeBackend(PAYOUT);
        await checkEnd((await start([program, server])).pid!);
        assert.equal(running[0]!.exitCode, 0, log);
      });

      if (hasNamespaces)
        it('as the first process of a container', async () => {
          writeBackend(PAYOUT);
          const { pid } = await start(['unshare', '--pid', '--fork', '--mount-proc', program, server]);
          const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
          await checkEnd(Number(first));
        });

      if (language === 'php')
        it('runs on when the time limit of PHP for sockets has passed', async () => {
          writeBackend(PAYOUT);
          const child = await start([program, '-d', 'default_socket_timeout=1', server]);
          await setTimeout(2_500);
          assert.equal(child.exitCode, null, log);
          assert.equal((await fetch(`${origin()}/`)).status, 404);
        });

      it('killed, it leaves no server behind', async () => {
        writeBackend(PAYOUT);
        const child = await start([program, server]);
        process.kill(child.pid!, 'SIGKILL');
        await once(child, 'close');
        await until(() => fetch(origin()).then(() => false, () => true), 'the end of the server'); // prettier-ignore
      });
    });

    describe('the shop of init', () => {
      const [npm, npmArgs] = npmCommand() as [string, string[]];

      /** Writes the shop as `init` does. `npm install` would add the package, which is this folder. */
      async function writeShop(): Promise<void> {
        const { code, err } = await runCli(['init', '--stack', language, '--dir', folder, '--yes']);
        assert.equal(code, 0, err);
        mkdirSync(join(folder, 'node_modules'));
        symlinkSync(root, join(folder, 'node_modules/pay-elements'));
        assert.equal(spawnSync(npm, [...npmArgs, 'run', 'build', '--silent'], { cwd: folder }).status, 0);
        const file = join(folder, '.env');
        const values = {
          ...parseEnv(readFileSync(file, 'utf8')),
          ...settings(),
          ...PAYOUT,
          ALLOW_TEST_PAYMENTS: 'yes',
        };
        writeFileSync(file, envFile(values));
      }
      const begin = () => start([npm, ...npmArgs, 'start', '--silent'], folder);

      const placeOrder = (body: BodyInit, headers: Readonly<Record<string, string>> = {}) =>
        fetch(`${origin()}/orders`, { method: 'POST', body, headers, redirect: 'manual' });

      it('is paid with nothing set but its .env', async () => {
        await writeShop();
        await begin();
        const placed = await placeOrder(new URLSearchParams({ beans: '1' }));
        const [, order] = /^\/checkout\/(\w+)$/.exec(placed.headers.get('location') ?? '') ?? assert.fail(log);
        const [cookie] = placed.headers.get('set-cookie')!.split(';');
        const page = await fetch(`${origin()}/checkout/${order}`, { headers: { cookie: cookie! } });
        assert.deepEqual([page.headers.get('cache-control'), page.headers.get('x-content-type-options')], ['no-store', 'nosniff']); // prettier-ignore
        assert.doesNotMatch([...page.headers].join('\n'), /python|php|BaseHTTP/i);
        const made = await fetch(`${origin()}/pay/payments`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: cookie! },
          body: JSON.stringify({ order, method: 'crypto', coin: 'BTC' }),
        });
        const payment = (await made.json()) as { tid: string; statusUrl: string };
        assert.equal(made.status, 201, JSON.stringify(payment) + log);
        sandbox.control.pay(payment.tid);
        await until(async () => (await phaseOf(payment)) === 'paid', 'the payment is paid');
        const job = spawnSync(npm, [...npmArgs, 'run', 'ship', '--silent'], {
          cwd: folder,
          env: environment,
          encoding: 'utf8',
        });
        assert.match(job.stdout, new RegExp(`ship order ${order}`), job.stderr);
      });

      it('without the tags says which command copies them', async () => {
        await writeShop();
        rmSync(join(folder, 'public/assets/integrity.txt'));
        if (language === 'php') {
          await begin();
          assert.equal((await fetch(origin())).status, 500);
        } else await assert.rejects(begin(), assert.AssertionError);
        assert.match(log, /public\/assets: the tags are missing\. Run: npm install && npm run build/);
      });

      it('refuses 5 MB at its own form with 413', async () => {
        await writeShop();
        await begin();
        const filler = 'x'.repeat(MEGABYTES_5);
        const multipart = new FormData();
        multipart.set('beans', filler);
        const form = 'application/x-www-form-urlencoded';
        for (const [body, type] of [
          [`beans=1&x=${filler}`, form],
          [`{"beans":"${filler}"}`, 'application/json'],
          [multipart, undefined],
        ] as const) {
          const { status } = await placeOrder(body, type ? { 'content-type': type } : {});
          assert.equal(status, 413, type);
        }
        assert.equal((await placeOrder('beans=1', { 'content-type': form })).status, 303);
      });

      it('refuses forms of other sites', async () => {
        await writeShop();
        await begin();
        const foreign = 'https://foreign.example';
        for (const [expected, headers] of [
          [403, { origin: foreign }],
          [403, { origin: 'null' }],
          [403, { origin: foreign, 'sec-fetch-site': 'cross-site' }],
          [403, { 'sec-fetch-site': 'same-site' }],
          [303, { origin: origin(), 'sec-fetch-site': 'same-origin' }],
          [303, { origin: origin() }],
          [303, {}],
        ] as const) {
          const { status } = await placeOrder(new URLSearchParams({ beans: '1' }), headers);
          assert.equal(status, expected, JSON.stringify(headers));
        }
      });

      it('answers paths that it does not have with 404', async () => {
        await writeShop();
        await begin();
        const paths = ['//', '//x', '//[', '/[', '/%', '/checkout/%', '//pay/orders/1', '/pay//', '/pay/%ff'];
        // PHP's own server ends the connection for a URL with a wrong host.
        for (const path of [...paths, ...(language === 'python' ? ['http://[/'] : [])]) {
          const answer = await exchange(`GET ${path} HTTP/1.1\r\nhost: shop\r\nconnection: close\r\n\r\n`);
          assert.match(answer, /^HTTP\/1\.1 404 /, path);
        }
      });

      it('takes no body that nobody asked for as the next request of the connection', async () => {
        await writeShop();
        await begin();
        const hidden = 'GET /hidden HTTP/1.1\r\nhost: shop\r\n\r\n';
        for (const header of [`content-length: ${hidden.length}`, 'transfer-encoding: chunked']) {
          const answers = await exchange(`GET / HTTP/1.1\r\nhost: shop\r\n${header}\r\n\r\n${hidden}`);
          assert.ok((answers.match(/HTTP\/1\.1 \d/g)?.length ?? 0) <= 1, `${header}: ${answers}`);
        }
      });

      it('ends within 5 s when npm start gets SIGTERM', async () => {
        await writeShop();
        const { pid } = await begin();
        const begun = performance.now();
        process.kill(pid!, 'SIGTERM');
        await until(() => fetch(origin()).then(() => false, () => true), 'the end of the server'); // prettier-ignore
        assert.ok(performance.now() - begun < END_MS);
      });
    });
  });
