import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { parseEnv } from 'node:util';
import type { RunningSandbox } from 'pay-elements/sandbox';
import { until } from '../support/until.ts';
import {
  failToStart,
  NPM_START,
  setEnv,
  startShop,
  type Manifest,
  type RunningShop,
  type StartOptions,
} from './example.ts';

/** How soon a server ends after SIGTERM. Docker and Kubernetes kill it after 10 and 30 s. Milliseconds. */
const END_MS = 5_000;

/** Larger than any form of a shop, in bytes: a server that keeps it in memory can be ended by a few requests. */
const HUGE = 5 * 1024 * 1024;
/** Just over what the routes of the examples accept, in bytes. */
const TOO_LARGE = 17 * 1024;

/** The origin of a page that wants to use a visitor's session. */
const FOREIGN = 'https://foreign.example';

const FORM = 'application/x-www-form-urlencoded';

/** A shop that was built and is started by its `npm start`. */
export interface Given {
  readonly shop: RunningShop;
  readonly sandbox: RunningSandbox;
}

/** An order as a browser has it. */
interface Placed {
  readonly ref: string;
  readonly cookie: string;
}

interface Payment {
  readonly tid: string;
  readonly statusUrl: string;
  readonly version: number;
  readonly expiresAt?: string;
}

export interface RouteOptions {
  /** The path of the form that creates a payment without JavaScript, where the stack has one. */
  readonly choose?: ((ref: string) => string) | undefined;
  /** The path of the checkout of an order. */
  readonly pay: (ref: string) => string;
  /**
   * True for a process with its orders in `shop.db`. False in `wrangler dev`, whose proxy answers with 500 when the response
   * comes before the end of the request.
   */
  readonly isProcess: boolean;
  /** How soon a request has to be complete, where the shop itself limits it. Milliseconds. */
  readonly requestLimitMs?: number | undefined;
}

/** The routes of a shop as it runs in production: who may use them, and with what. */
export function testRoutes(given: () => Given, { choose, pay, isProcess, requestLimitMs }: RouteOptions): void {
  const url = (path: string) => given().shop.origin + path;
  const post = (path: string, body: BodyInit, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url(path), { method: 'POST', body, headers, redirect: 'manual' });

  const formsOf = (ref: string) => ['/orders', ...(choose ? [choose(ref)] : [])];

  /** The webhook address of a payment, from a webhook of the sandbox. */
  async function webhookOf({ tid }: Payment): Promise<string> {
    const { control } = given().sandbox;
    return (await control.webhook(tid, { status: 'PENDING' })).url;
  }

  it('takes webhooks of every form, from every origin', async () => {
    const payment = await createPayment(given().shop.origin, pay);
    const address = await webhookOf(payment);
    const fields = { tid: payment.tid, status: 'PENDING' };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.set(name, value);
    const bodies: Readonly<Record<string, () => RequestInit>> = {
      json: () => ({ body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }),
      form: () => ({ body: new URLSearchParams(fields) }),
      multipart: () => ({ body: multipart }),
      text: () => ({ body: JSON.stringify(fields), headers: { 'content-type': 'text/plain' } }),
    };
    const answers: string[] = [];
    for (const [name, body] of Object.entries(bodies))
      for (const origin of [undefined, given().shop.origin, FOREIGN]) {
        const init = body();
        const headers = new Headers(init.headers);
        if (origin) headers.set('origin', origin);
        const { status } = await fetch(address, { method: 'POST', ...init, headers });
        // 202 is the answer to a webhook that cannot be read.
        if (status !== 200) answers.push(`${name} from ${origin ?? 'a service'}: ${status}`);
      }
    assert.deepEqual(answers, []);
  });

  it('refuses forms of other sites', async () => {
    const { ref, cookie } = await placeOrder(given().shop.origin);
    for (const path of formsOf(ref))
      for (const headers of [
        { origin: FOREIGN },
        { origin: FOREIGN, 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
      ]) {
        const { status } = await post(path, 'beans=1&choice=crypto:BTC', { 'content-type': FORM, cookie, ...headers });
        assert.equal(status, 403, `${path} ${JSON.stringify(headers)}`);
      }
    assert.equal((await fetch(url(`${pay(ref)}/orders/${ref}`), { headers: { cookie } })).status, 200);
  });

  it('refuses bodies that are larger than its forms', async () => {
    const { ref, cookie } = await placeOrder(given().shop.origin);
    const form = (size: number) => `beans=1&note=${'x'.repeat(size)}`;
    const json = (size: number) => JSON.stringify({ order: ref, method: 'wallet', note: 'x'.repeat(size) });
    const own = { origin: given().shop.origin, cookie };
    for (const size of [TOO_LARGE, HUGE])
      for (const isChunked of [false, true]) {
        const answers = [
          ...formsOf(ref).map((path) => [path, FORM, form(size)] as const),
          [`${pay(ref)}/payments`, 'application/json', json(size)] as const,
        ].map(async ([path, type, body]) => {
          const status = await statusOfLarge(url(path), { ...own, 'content-type': type }, body, isChunked);
          const mayClose = size === HUGE;
          const isRefused =
            status === 413 || (mayClose && status === 'closed') || (!isProcess && size === HUGE && status === 500);
          assert.ok(isRefused, `${path}, ${size} bytes${isChunked ? ' in chunks' : ''}: ${status}`);
        });
        await Promise.all(answers);
      }
    assert.equal((await fetch(url('/'))).status, 200);
  });

  it('does not fail at bodies that are not forms', async () => {
    const own = { origin: given().shop.origin };
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'nonsense']) {
      const { status } = await post('/orders', '{"beans":', { ...own, 'content-type': type });
      assert.ok(status < 500, `${type}: ${status}`);
    }
    assert.ok((await post('/orders', '', own)).status < 500);
  });

  it('does not fail at paths that it does not have', async () => {
    const { hostname, port } = new URL(url('/'));
    for (const path of ['//', '//x', '//[', '/%']) {
      const [response] = (await once(
        httpRequest({ hostname, port, path, headers: { connection: 'close' } }).end(),
        'response',
      )) as [IncomingMessage];
      response.resume();
      assert.ok(response.statusCode! < 500, `${path}: ${response.statusCode}`);
    }
  });

  if (requestLimitMs)
    it('closes the connections of slow clients', { timeout: requestLimitMs + 10_000 }, async () => {
      const { hostname, port } = new URL(url('/'));
      const head = `POST /orders HTTP/1.1\r\nhost: shop\r\ncontent-type: ${FORM}\r\n`;
      const begin = performance.now();
      // One without the end of its headers, and one without the end of its body.
      const ends = [head, `${head}content-length: 10\r\n\r\nbeans=1`].map(async (part) => {
        const socket = connect(Number(port), hostname);
        socket.write(part);
        assert.match(await text(socket), /^HTTP\/1\.1 408 /);
      });
      await Promise.all(ends);
      assert.ok(performance.now() - begin >= requestLimitMs);
    });

  it('lets no cache keep an order, and says nothing about its server', async () => {
    const { ref, cookie } = await placeOrder(given().shop.origin);
    for (const path of ['/', `/checkout/${ref}`, '/checkout/unknown']) {
      const { headers } = await fetch(url(path), { headers: { cookie, accept: 'text/html' } });
      assert.match(headers.get('cache-control') ?? '', /\bno-store\b/, path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('x-powered-by'), null, path);
      assert.doesNotMatch(headers.get('server') ?? '', /\d/, path);
    }
  });

  it('offers an amount for twenty minutes', async () => {
    const { expiresAt } = await createPayment(given().shop.origin, pay);
    const minutes = (Date.parse(expiresAt!) - Date.now()) / 60_000;
    assert.ok(minutes > 19 && minutes <= 20, expiresAt);
  });

  if (isProcess)
    it('answers with an error of the server when its database fails', async () => {
      const { ref, cookie } = await placeOrder(given().shop.origin);
      const file = join(given().shop.folder, 'shop.db');
      const database = new DatabaseSync(file, { timeout: 10_000 });
      database.exec('ALTER TABLE orders RENAME TO elsewhere');
      try {
        const response = await fetch(url(`/checkout/${ref}`), { headers: { cookie } });
        assert.equal(response.status, 500);
        assert.doesNotMatch(await response.text(), /no such table|node_modules/);
        assert.equal((await fetch(url('/'))).status, 200);
      } finally {
        database.exec('ALTER TABLE elsewhere RENAME TO orders');
        database.close();
      }
    });
}

/**
 * The start and the end of a shop's process. Nothing else may run at its port meanwhile.
 *
 * @param readme - the text of the example's README
 */
export function testProcess(readme: string, folder: () => string, start: () => StartOptions): void {
  const scripts = () => (JSON.parse(readFileSync(join(folder(), 'package.json'), 'utf8')) as Manifest).scripts;
  /** Runs a command of a script without npm, in place of its shell. */
  const inBin = (command: string) => `PATH="$PWD/node_modules/.bin:$PATH"; exec ${command.replace(/^exec /, '')}`;

  /** Payers who wait for a change, once the server holds their requests. Resolves with their answers. */
  async function openLongPolls(origin: string): Promise<{ readonly answers: Promise<readonly Response[]> }> {
    const { statusUrl, version } = await createPayment(origin);
    const poll = () => fetch(`${statusUrl}?since=${version}`);
    const [first, ...others] = [poll(), poll(), poll()];
    // Two may wait for one payment: when the third request arrives, the oldest is answered.
    await Promise.race([first, ...others]);
    return { answers: Promise.all([first, ...others]) };
  }

  /** Sends SIGTERM, and waits until the shop has ended. */
  async function terminate(shop: RunningShop, pid: number): Promise<void> {
    const isListening = () => fetch(shop.origin).then(() => true, () => false); // prettier-ignore
    const begin = performance.now();
    process.kill(pid, 'SIGTERM');
    await until(async () => shop.hasEnded() && !(await isListening()), `the end of the shop: ${shop.log()}`);
    const ms = performance.now() - begin;
    assert.ok(ms < END_MS, `it ended after ${Math.round(ms)} ms: ${shop.log()}`);
  }

  async function checkEnd(given: StartOptions, processOf: (shop: RunningShop) => number): Promise<void> {
    const shop = await startShop(folder(), { ...start(), ...given });
    try {
      const polls = await openLongPolls(shop.origin);
      await terminate(shop, processOf(shop));
      for (const { status } of await polls.answers) assert.equal(status, 200);
    } finally {
      await shop.stop();
    }
  }

  it('ends soon after SIGTERM while a payer waits', () => checkEnd({}, ({ pid }) => pid));

  if (canBePid1)
    it('ends soon after SIGTERM as process 1 of a container', async () => {
      const namespace = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
      const command = [...namespace, 'sh', '-c', inBin(scripts()['start']!)];
      // The child of `unshare` is process 1 of its namespace.
      const inside = ({ pid }: RunningShop) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
      await checkEnd({ command }, inside);
    });

  it('listens on the loopback address, or on the one in HOST', async () => {
    const { port } = new URL(parseEnv(readFileSync(join(folder(), '.env'), 'utf8'))['PAY_URL']!);
    // Another address of the loopback interface, where only a server on all addresses listens.
    const isOpen = () => fetch(`http://127.0.0.2:${port}`).then(() => true, () => false); // prettier-ignore
    for (const host of ['', '0.0.0.0']) {
      setEnv(folder(), { HOST: host });
      const shop = await startShop(folder(), start());
      try {
        assert.equal(await isOpen(), host !== '', `HOST=${host}`);
      } finally {
        await shop.stop();
        setEnv(folder(), { HOST: '' });
      }
    }
  });

  it('listens at the same port in development', async () => {
    const [, command] = scripts()['dev']!.split(' -- ');
    // `pay-elements dev` runs this command, with the variables of `.env`.
    const shop = await startShop(folder(), { command: ['sh', '-c', inBin(command!)], exportsEnv: true });
    await shop.stop();
    assert.doesNotMatch(shop.log(), /deprecated/i);
  });

  const [, withSandbox] = /`npx (pay-elements dev .* -- )npm start`/.exec(readme) ?? [];
  if (withSandbox)
    it('takes a payment as its README tries the build with the sandbox', async () => {
      const command = withSandbox.replace(' dev ', ' dev --port 0 ') + NPM_START.join(' ');
      const shop = await startShop(folder(), { command: ['sh', '-c', inBin(command)] });
      try {
        const { tid, statusUrl } = await createPayment(shop.origin);
        const [, panel] = /Control panel +(http:\S+)\//.exec(shop.log()) ?? assert.fail(shop.log());
        assert.equal((await fetch(`${panel}/_control/payments/${tid}/pay`, { method: 'POST' })).status, 200);
        const phase = async () => ((await (await fetch(statusUrl)).json()) as { phase: string }).phase;
        await until(async () => (await phase()) === 'paid', `the payment to be paid: ${shop.log()}`);
      } finally {
        // It ends the shop, which has a process group of its own.
        process.kill(shop.pid, 'SIGTERM');
        await until(() => shop.hasEnded(), `the end of the sandbox and the shop: ${shop.log()}`);
        await shop.stop();
      }
    });

  it('does not start without a payout, and names the variable', async () => {
    setEnv(folder(), { ALLOW_TEST_PAYMENTS: '' });
    try {
      const { code, log } = await failToStart(folder());
      assert.ok(code, `it ended with ${code}: ${log}`);
      assert.match(log, /PAYOUT_BTC/);
    } finally {
      setEnv(folder(), { ALLOW_TEST_PAYMENTS: 'yes' });
    }
  });
}

/** Whether a process can be process 1 of a namespace here, as it is in a container. Only root may do so. */
const canBePid1 = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

/**
 * Sends a large body on a connection of its own, until the answer comes. @returns the status of the answer, or `closed`
 * when the server closed the connection meanwhile
 *
 * @param isChunked - true: the server does not know the length before
 */
async function statusOfLarge(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  isChunked: boolean,
): Promise<number | 'closed'> {
  const length = isChunked ? {} : { 'content-length': Buffer.byteLength(body) };
  // With `connection: close` the server would close the connection before its answer was read.
  const agent = new Agent({ keepAlive: true });
  const request = httpRequest(url, { method: 'POST', headers: { ...headers, ...length }, agent });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  const parts = body.match(/[^]{1,65536}/g)!;
  pipeline(Readable.from(parts), request).catch(() => {});
  try {
    const [response] = await answered;
    return response.statusCode!;
  } catch (error) {
    if (!['EPIPE', 'ECONNRESET'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return 'closed';
  } finally {
    request.destroy();
    agent.destroy();
  }
}

/** Orders as the form of the start page does. */
export async function placeOrder(origin: string): Promise<Placed> {
  const response = await fetch(`${origin}/orders`, {
    method: 'POST',
    body: new URLSearchParams({ beans: '1' }),
    headers: { origin },
    redirect: 'manual',
  });
  assert.equal(response.status, 303, await response.text());
  const [cookie] = response.headers.getSetCookie();
  const ref = new URL(response.headers.get('location')!, origin).pathname.split('/').at(-1)!;
  return { ref, cookie: cookie!.split(';')[0]! };
}

/** Orders, and chooses to pay in bitcoin, as `<pay-checkout>` does. */
export async function createPayment(origin: string, pay = (_ref: string) => '/pay'): Promise<Payment> {
  const { ref, cookie } = await placeOrder(origin);
  const response = await fetch(`${origin}${pay(ref)}/payments`, {
    method: 'POST',
    body: JSON.stringify({ order: ref, method: 'crypto', coin: 'BTC' }),
    headers: { cookie, origin, 'content-type': 'application/json' },
  });
  const text = await response.text();
  assert.equal(response.status, 201, text);
  return JSON.parse(text) as Payment;
}
