import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSandbox } from '../../src/sandbox/index.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { validateAnswer } from '../support/oracle.ts';
import { until } from '../support/until.ts';
import { cryptoBody, localcodeBody, walletBody } from './support/fixture.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox({ contractGaps: { confirmations: { required: 1, everyMs: 5 } } });
});
after(() => sandbox.close());

/** A request as raw as node:http lets it be: any method may have a body. */
async function request(
  method: string,
  path: string,
  body?: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = httpRequest(`${sandbox.url}${path}`, { method, headers: { ...json, ...length, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  const { statusCode: status = 0 } = response;
  if (path.startsWith('/v')) validateAnswer(method, path, status, text);
  return { status, headers: response.headers, text };
}

const data = ({ text }: Answer) => (JSON.parse(text) as { data: Record<string, unknown> }).data;

test('the hosted pages load the built elements', async () => {
  const { status, text } = await request('GET', '/pay-elements.js');
  assert.equal(status, 200);
  assert.match(text, /pay-crypto/);
});

test('4.1 to 4.5 are answered over HTTP, a GET with a body too', async () => {
  const { apiKey, payUrl, walletPayUrl } = sandbox;
  assert.equal((await request('GET', '/v2/user/me', undefined, { authorization: `Bearer ${apiKey}` })).status, 200);
  assert.equal((await request('GET', '/v1/crypto-info?crypto_coin=ERC20%2FUSDT')).status, 200);
  const crypto = data(await request('POST', '/v1/payments', JSON.stringify(cryptoBody)));
  const wallet = data(await request('POST', '/v1/wallet/payments', JSON.stringify(walletBody)));
  const localcode = data(await request('GET', '/v1/payments/localcode', JSON.stringify(localcodeBody)));
  assert.equal(crypto['hostedUrl'], `${payUrl}/${String(crypto['tid'])}`);
  assert.equal(wallet['hostedUrl'], `${walletPayUrl}/${String(wallet['pid'])}`);
  assert.equal(localcode['hostedUrl'], `${payUrl}/${String(localcode['bid'])}`);
  for (const { hostedUrl } of [crypto, wallet, localcode]) {
    const page = await fetch(String(hostedUrl));
    assert.equal(page.status, 200);
    await page.text();
  }
  assert.equal((await request('GET', '/')).status, 200);
});

test('4.5 a GET in chunks is read, and one without a body is refused', async () => {
  const inChunks = httpRequest(`${sandbox.url}/v1/payments/localcode`, {
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
  });
  const text = JSON.stringify(localcodeBody);
  inChunks.write(text.slice(0, 10));
  inChunks.end(text.slice(10));
  const [response] = (await once(inChunks, 'response')) as [import('node:http').IncomingMessage];
  response.resume();
  assert.equal(response.statusCode, 200);
  assert.equal((await request('GET', '/v1/payments/localcode')).status, 415);
});

test('6 a webhook reaches the shop over HTTP', async () => {
  const got: { method: string | undefined; type: string | undefined; body: string }[] = [];
  const shop = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      got.push({ method: request.method, type: request.headers['content-type'], body });
      response.end('thanks');
    });
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`;
  const { pid } = data(
    await request('POST', '/v1/wallet/payments', JSON.stringify({ ...walletBody, webhook_url: webhookUrl })),
  );
  await request('POST', `/_control/payments/${String(pid)}/pay`);
  await sandbox.control.settled();
  assert.deepEqual(got, [
    { method: 'POST', type: 'application/json', body: JSON.stringify({ pid, status: 'PAID', test: true }) },
  ]);
  assert.deepEqual(
    sandbox.control.deliveries(String(pid))[0]?.attempts.map(({ status, text }) => [status, text]),
    [[200, 'thanks']],
  );
  shop.close();
  shop.closeAllConnections();
});

test('a slow webhook sends half of its body, and the rest when the clock has gone on', async () => {
  let [body, turned] = ['', false];
  const shop = createServer((request, response) => {
    request.on('data', (chunk) => {
      body += String(chunk);
      if (turned) return;
      turned = true;
      assert.throws(() => JSON.parse(body) as unknown, SyntaxError);
      void sandbox.control.advance(3_600_000);
    });
    request.on('end', () => response.end());
  });
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`;
  const meta = { sandbox: { webhooks: { slowMs: 3_600_000 } } };
  const paymentRequest = { ...walletBody, webhook_url: webhookUrl, meta };
  const { pid } = data(await request('POST', '/v1/wallet/payments', JSON.stringify(paymentRequest)));
  const ended = once(shop, 'request').then(([request]) => once(request as import('node:http').IncomingMessage, 'end'));
  sandbox.control.pay(String(pid));
  await ended;
  assert.deepEqual(JSON.parse(body), { pid, status: 'PAID', test: true });
  shop.close();
  shop.closeAllConnections();
});

test('a fault that ends a connection ends it without an answer', async () => {
  const payments = () => sandbox.control.payments().length;
  const before = payments();
  sandbox.control.addFault({ fault: 'reset-before' });
  await assert.rejects(request('POST', '/v1/wallet/payments', JSON.stringify(walletBody)), { code: 'ECONNRESET' });
  assert.equal(payments(), before);
  sandbox.control.addFault({ fault: 'reset-after' });
  await assert.rejects(request('POST', '/v1/wallet/payments', JSON.stringify(walletBody)), { code: 'ECONNRESET' });
  assert.equal(payments(), before + 1);
});

test('a shop that is not there is written down with its reason', async () => {
  const { pid } = data(
    await request('POST', '/v1/wallet/payments', JSON.stringify({ ...walletBody, webhook_url: 'http://127.0.0.1:1/' })),
  );
  sandbox.control.pay(String(pid));
  await sandbox.control.settled();
  const [delivery] = sandbox.control.deliveries(String(pid));
  assert.equal(delivery?.attempts[0]?.status, null);
  assert.match(delivery.attempts[0].text, /fetch failed: .+/);
});

test('a body that is too large, or no UTF-8, is refused, and the next request is not mixed with it', async () => {
  assert.equal((await request('POST', '/v1/payments', 'x'.repeat(2_000_000))).status, 413);
  const broken = Buffer.concat([Buffer.from('{"currency":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  assert.equal((await request('POST', '/v1/payments', broken)).status, 400);
  assert.equal((await request('POST', '/v1/wallet/payments', JSON.stringify(walletBody))).status, 200);
});

test('it listens at this machine alone, and answers to its names alone', async () => {
  assert.match(sandbox.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await request('GET', '/', undefined, { host: 'evil.example' })).status, 421);
  assert.equal((await request('GET', '/', undefined, { host: 'localhost:4242' })).status, 200);
});

test('an invalid request does not stop the sandbox', async () => {
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
  socket.end('NONSENSE\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
  assert.equal((await request('GET', '/')).status, 200);
});

test('a request with an invalid path is rejected without an error', async () => {
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
  socket.write('GET http://[ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  assert.match(Buffer.concat(chunks).toString(), /^HTTP\/1\.1 400 /);
});

test('it does not start in production', async () => {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await assert.rejects(startSandbox(), /NODE_ENV=production/);
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
});

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** Runs the command; `until` ends it once that text is out. */
async function run(args: string[], until?: { text: RegExp; signal: NodeJS.Signals }) {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
    if (until?.text.test(out)) child.kill(until.signal);
  });
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

test('the command takes a profile and a seed, and the same seed gives the same keys', async () => {
  const args = ['sandbox', '--port', '0', '--profile', 'weird', '--seed', 'a test'];
  const runs = await Promise.all([1, 2].map(() => run(args, { text: /Ctrl-C/, signal: 'SIGINT' })));
  const [one, two] = runs.map(({ out }) => /Store key.*|SERVICE_KEY=.*/g.exec(out)?.[0]);
  assert.ok(one);
  assert.equal(one, two);
  for (const { out } of runs) {
    assert.match(out, /Profile +weird\n/);
    assert.match(out, /A restart with this seed keeps the key/);
  }
});

test('the command takes single settings that override the profile', async () => {
  const args = ['sandbox', '--port', '0', '--contract-gaps', '{"webhookBody":"form","webhookRetriesMs":[]}'];
  const { out } = await run(args, { text: /Ctrl-C/, signal: 'SIGINT' });
  assert.match(out, /Profile +strict, but for webhookBody, webhookRetriesMs\n/);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`the command prints its addresses and keys, and ends cleanly on ${signal}`, async () => {
    const { code, out, err } = await run(['sandbox', '--port', '0'], { text: /Ctrl-C/, signal });
    assert.equal(code, 0);
    assert.match(out, /Control panel +http:\/\/127\.0\.0\.1:\d+\/\n/);
    assert.match(out, /Store key +sandbox-store-[0-9a-f]{32} \(not SERVICE_KEY\)\n/);
    assert.match(out, /After a restart, there are no payments and the key is different/);
    assert.equal(err, '');
  });
}

test('the command prints the PAY_URL of a shop at port 8080, or the one that is named', async () => {
  for (const [args, url] of [
    [[], 'http://127.0.0.1:8080/pay'],
    [['--pay-url', 'http://127.0.0.1:3000/checkout'], 'http://127.0.0.1:3000/checkout'],
  ] as const) {
    const { code, out } = await run(['sandbox', '--port', '0', ...args], { text: /Ctrl-C/, signal: 'SIGINT' });
    assert.equal(code, 0);
    assert.ok(out.includes(`\nPAY_URL=${url}\n`), out);
    assert.match(out, /--pay-url names another PAY_URL/);
  }
});

test('the command prints a .env file with which a shop takes a payment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-elements-sandbox-'));
  const child = spawn(process.execPath, [cli, 'sandbox', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    let out = '';
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    await until(() => out.includes('Ctrl-C'), 'the sandbox to start');
    const file = join(folder, '.env');
    writeFileSync(file, /^(?:\w+=\S+\n)+/m.exec(out)![0]);
    const program = `
      import { createCheckout } from 'pay-elements/server';
      const { SERVICE_URL, SERVICE_KEY, PAY_SECRET, PAY_URL, ALLOW_TEST_PAYMENTS } = process.env;
      const checkout = createCheckout({
        service: { baseUrl: SERVICE_URL, apiKey: SERVICE_KEY }, secret: PAY_SECRET, publicUrl: PAY_URL,
        allowTestPayments: ALLOW_TEST_PAYMENTS === 'yes',
        order: () => ({ amount: '5', currency: 'USD', payout: { wallet: 'till@shop.example' } }),
      });
      const account = await checkout.client.currentUser();
      const { payment } = await checkout.payments.create({ orderRef: '1', method: 'wallet' }, { visitor: 'a' });
      console.log(account.username, payment.phase);
      await checkout.close();`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [`--env-file=${file}`, '--input-type=module', '-e', program],
      { cwd: fileURLToPath(new URL('../..', import.meta.url)) },
    );
    assert.equal(stdout, 'sandbox awaiting\n');
  } finally {
    child.kill();
    await once(child, 'close');
    rmSync(folder, { recursive: true });
  }
});

test('the command prints its usage and the error', async () => {
  const port = new URL(sandbox.url).port;
  const cases: [string[], number, RegExp, RegExp][] = [
    [['--help'], 0, /^Usage: pay-elements <command>/, /^$/],
    [['sandbox', '--help'], 0, /^Usage: pay-elements sandbox/, /^$/],
    [[], 2, /^$/, /^Usage: pay-elements <command>/],
    [['dance'], 2, /^$/, /no command 'dance'[^]*pay-elements --help/],
    [['sandbox', '--prot', '1'], 2, /^$/, /--prot[^]*pay-elements sandbox --help/],
    [['sandbox', '--port', '70000'], 2, /^$/, /--port must be a number/],
    [
      ['sandbox', '--profile', 'wild'],
      2,
      /^$/,
      /--profile must be one of strict, lenient, weird[^]*pay-elements sandbox --help/,
    ],
    [
      ['sandbox', '--contract-gaps', 'webhookBody=form'],
      2,
      /^$/,
      /^--contract-gaps must be a JSON object such as '{"webhookBody":"form"}'\./,
    ],
    [
      ['sandbox', '--contract-gaps', '{"webhokBody":"form"}'],
      2,
      /^$/,
      /setting that does not exist: contractGaps\.webhokBody: no such option; did you mean webhookBody\?/,
    ],
    [['sandbox', '--port', port], 1, /^$/, new RegExp(`Port ${port} is in use`)],
  ];
  await Promise.all(
    cases.map(async ([args, code, out, err]) => {
      const result = await run(args);
      assert.equal(result.code, code, args.join(' '));
      assert.match(result.out, out);
      assert.match(result.err, err);
    }),
  );
});
