import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { createCheckout, type Checkout, type CheckoutEvent } from '../../../../src/server/index.ts';
import { nodeHandler } from '../../../../src/server/http/node/index.ts';
import { sqliteStore } from '../../../../src/server/stores/sqlite.ts';
import { json, soundData, startServiceStub, type ServiceStub } from '../../../support/service-stub.ts';
import { ORDER, SECRET, until } from '../../shop.ts';
import { bytes, hostile, type Bytes, type Hostile, type Known } from './hostile.ts';

/**
 * Throws at every address what strangers may send. The same in each run, so that a failure can be seen again:
 * `FUZZ_RUNS=100000 FUZZ_SEED=7 node --test test/server/http/fuzz/fuzz.test.ts` looks longer, and elsewhere.
 */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1_500);
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);

/** Far longer than any answer takes; who is still there then hangs. Milliseconds. */
const HANGS_MS = 30_000;

/** How the body of a web-standard request comes. */
type How = 'whole' | 'pieces' | 'broken' | 'left';

/** The codes that `CheckoutErrorCode` has, but `internal`: nothing here is the shop's fault. */
const CODES =
  /^(not-found|unknown-order|unknown-payment|invalid-request|busy|already-paid|sold-out|offer-expired|below-minimum|service-unavailable)$/;

describe('whatever is sent', () => {
  let stub: ServiceStub;
  let server: Server;
  let checkout: Checkout;
  let port: number;
  let known: Known;
  let shut: string;
  const events: CheckoutEvent[] = [];
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => void unhandled.push(reason);
  const store = sqliteStore(new DatabaseSync(':memory:'));

  before(async () => {
    process.on('unhandledRejection', onUnhandled);
    process.on('uncaughtExceptionMonitor', onUnhandled);
    stub = await startServiceStub();
    let made = 0;
    stub.answer = (request, response) => {
      const id = `i${(made += 1)}`;
      json(response, 200, { data: soundData(request, { tid: id, pid: id, bid: id }) });
    };
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    checkout = createCheckout({
      service: { baseUrl: stub.url, apiKey: 'key', limit: { perMinute: 1e9 } },
      secret: SECRET,
      publicUrl: `http://127.0.0.1:${port}/pay`,
      store,
      longPoll: { timeout: 100 }, // long enough to be held, and left
      creationLimit: { perMinute: Infinity, perHour: 1e6, visitor: ({ header }) => header('cookie') },
      allowedOrigins: ['https://www.shop.example'],
      order: async (orderRef) => (orderRef.includes('o') || orderRef === '1001' ? ORDER : undefined),
      onEvent: (event) => events.push(event),
    });
    server.on('request', nodeHandler(checkout));
    const pay = async (orderRef: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/pay/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order: orderRef, method: 'wallet' }),
      });
      return ((await answer.json()) as { statusUrl: string }).statusUrl.split('/').at(-1)!;
    };
    const open = await pay('1001');
    const webhookPath = String(stub.requests.at(-1)!.fields['webhook_url']).split('/');
    shut = await pay('o-shut');
    known = {
      open: { paymentRef: webhookPath.at(-2)!, signature: webhookPath.at(-1)!, token: open },
      shut: { token: shut },
    };
  });

  after(async () => {
    await checkout.close();
    server.closeAllConnections();
    server.close();
    await stub.close();
    process.off('unhandledRejection', onUnhandled);
    process.off('uncaughtExceptionMonitor', onUnhandled);
  });

  /** What holds after each request. */
  function checkQuiet(): void {
    assert.deepEqual(unhandled, []);
    assert.deepEqual(
      events.filter(({ type }) => type === 'internal-error' || type === 'delivery-failed'),
      [],
    );
    events.length = 0;
  }

  /** What every answer of ours is. */
  function checkAnswer(status: number, headers: Headers, body: string): void {
    assert.ok(status >= 200 && status < 500 && status !== 408, `${status} ${body}`);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.equal(headers.get('x-injected'), null);
    if (body === '') return;
    assert.match(headers.get('content-type')!, /^application\/json/);
    const { error } = JSON.parse(body) as { error?: { code: string } };
    assert.equal(error !== undefined, status >= 400, body);
    if (error) assert.match(error.code, CODES);
    assert.ok(!/node:|\bat \w+|SQLITE|Error:/.test(body), body);
  }

  const look = async (path: string) => (await fetch(`http://127.0.0.1:${port}/pay/${path}`)).status;

  it('handle() answers it, also what no server would hand on', async () => {
    await fc.assert(
      fc.asyncProperty(hostile(known), async ({ method, path, headers, body }) => {
        const fields = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
        const {
          status,
          headers: result,
          body: text,
        } = await checkout.handle({
          method,
          url: path,
          header: (name) => fields.get(name),
          text: async () => new TextDecoder().decode(body),
          signal: () => undefined,
          address: fields.get('host'),
          raw: undefined,
        });
        checkAnswer(status, new Headers(result), method === 'HEAD' ? '' : text);
        checkQuiet();
      }),
      { numRuns: RUNS * 2, seed: SEED },
    );
  });

  it('handler(Request) answers it', async () => {
    await fc.assert(
      fc.asyncProperty(
        hostile(known),
        fc.constantFrom<How[]>('whole', 'pieces', 'broken', 'left'),
        async (sent, how) => {
          const request = toRequest(sent, how);
          if (!request) return; // not even a Request
          const answer = await checkout.fetch(request);
          checkAnswer(answer.status, answer.headers, await answer.text());
          checkQuiet();
        },
      ),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('a server of node:http answers it or hangs up, and lives on', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(bytes(known), async (sent) => {
        const output = await send(port, sent);
        // Who sent a body that is not taken may lose the answer to the reset, but nobody else.
        if (sent.leaves === 'never' && (sent.pieces[1]?.length ?? 0) < 10_000) assert.notEqual(output, '');
        for (const { status, headers, body, mine } of answersIn(output)) {
          answered += 1;
          if (mine) checkAnswer(status, headers, body);
          // Node's own parser, which says nothing of us.
          else assert.ok([400, 417, 431].includes(status) && ['', '0\r\n\r\n'].includes(body), `${status} ${body}`);
        }
        checkQuiet();
      }),
      { numRuns: RUNS, seed: SEED },
    );
    assert.ok(answered > 0);
    assert.equal(await look('orders/1001'), 200);
  });

  it('leaves no connection, no long poll and no payment behind that it should not', async () => {
    const connections = () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, open) => (error ? reject(error) : resolve(open))),
      );
    server.closeIdleConnections();
    await until(async () => (server.closeIdleConnections(), (await connections()) === 0), 'all have left');
    // Moved by nobody: its address was never told.
    const row = await store.byToken(shut);
    assert.deepEqual([row?.phase, row?.version], ['awaiting', 1]);
    assert.equal(await look(`status/${shut}`), 200);
    checkQuiet();
  });
});

/** The request as a web-standard one, or undefined where none can be made of it. */
function toRequest({ method, path, headers, body }: Hostile, how: How): Request | undefined {
  try {
    const fields = new Headers();
    for (const [name, value] of headers) fields.append(name, value);
    const bare = method === 'GET' || method === 'HEAD';
    return new Request(new URL(path, 'https://shop.example'), {
      method,
      headers: fields,
      signal: how === 'left' ? AbortSignal.abort() : null,
      ...(bare ? {} : { body: how === 'whole' ? Buffer.from(body) : inPieces(body, how), duplex: 'half' }),
    });
  } catch {
    return undefined;
  }
}

/** A body that comes byte by byte or in halves, and perhaps not to its end. */
function inPieces(body: Uint8Array, how: How): ReadableStream<Uint8Array> {
  const step = body.length > 500 ? Math.ceil(body.length / 2) : 1;
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (how === 'broken' && at * 2 > body.length) return controller.error(new Error('reset'));
      if (at >= body.length) return controller.close();
      controller.enqueue(body.subarray(at, (at += step)));
    },
  });
}

/** Everything that is received on a connection until it is closed. Rejects when it never is. */
function send(port: number, { pieces, patience, leaves }: Bytes): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
    let output = '';
    const hangs = setTimeout(() => {
      socket.destroy();
      reject(new Error(`hangs after ${output || 'nothing'}`));
    }, HANGS_MS);
    socket.on('data', (chunk: string) => (output += chunk));
    socket.on('error', () => {}); // a reset is an answer too
    socket.on('close', () => {
      clearTimeout(hangs);
      resolve(output);
    });
    const speak = async () => {
      for (const piece of pieces) await new Promise<void>((sent) => socket.write(piece, () => sent()));
      if (leaves !== 'never') setTimeout(() => (leaves === 'end' ? socket.end() : socket.destroy()), patience);
    };
    socket.on('connect', () => void speak());
  });
}

/** The answers that came whole. `mine` are the checkout's; others are of Node's parser. */
function* answersIn(output: string) {
  for (const one of output.split(/(?=HTTP\/1\.1 \d{3} )/).filter(Boolean)) {
    const [head, ...rest] = one.split('\r\n\r\n');
    if (rest.length === 0 || head!.startsWith('HTTP/1.1 100 ')) continue;
    const headers = new Headers(
      head!
        .split('\r\n')
        .slice(1)
        .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
    );
    const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString();
    const length = Number(headers.get('content-length') ?? 0);
    // None: the answer to a HEAD. Less than there should be: the client left.
    if (body !== '' && Buffer.byteLength(body) < length) continue;
    yield { status: Number(one.slice(9, 12)), headers, body, mine: headers.has('x-content-type-options') };
  }
}
