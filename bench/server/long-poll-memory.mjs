// The memory that a long poll takes in the shop's process, over real HTTP.
//
//     npm run build && node --expose-gc bench/server/long-poll-memory.mjs [long polls, 4000]
//
// One process is the shop, with SQLite in memory and one payment for each long poll. Another is the payers, with one
// socket for each. The payments are made before the first measurement, so that only the long poll is counted: socket,
// request, response, timer, subscription. Resident memory is what the machine must have; the heap is JavaScript's part.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { until } from '../../test/support/until.ts';

/** The timeout of a long poll, longer than the measurement takes. Milliseconds. */
const LONG_POLL_MS = 600_000;
/** The number of sockets that are opened at a time: fewer than a listener's backlog. */
const AT_ONCE = 200;

/** The payers: opens a socket for each URL that it receives, and exits when it receives none. */
async function payers() {
  process.on('message', async ({ urls }) => {
    if (!urls) process.exit();
    for (let first = 0; first < urls.length; first += AT_ONCE)
      await Promise.all(
        urls.slice(first, first + AT_ONCE).map(
          (url) =>
            new Promise((resolve) => {
              const longPoll = get(url, { agent: false }).on('error', () => {});
              longPoll.on('finish', resolve);
            }),
        ),
      );
  });
}

async function shop(count) {
  const { createCheckout } = await import('../../dist/server/index.js');
  const { nodeHandler } = await import('../../dist/server/http/node/index.js');
  const { sqliteStore } = await import('../../dist/server/stores/sqlite.js');

  const store = sqliteStore(new DatabaseSync(':memory:'));
  await store.migrate?.();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${server.address().port}/pay`;
  const checkout = createCheckout({
    service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'none' }, // never called
    secret: randomBytes(32).toString('base64'),
    publicUrl,
    store,
    order: () => undefined,
    longPoll: { timeout: LONG_POLL_MS, max: count },
    onEvent: ({ type, open }) => {
      if (type === 'long-poll-started') longPolls = open;
    },
  });
  let longPolls = 0;
  let closed = 0;
  const handle = nodeHandler(checkout);
  server.on('request', (request, response) => {
    response.on('close', () => (closed += 1));
    handle(request, response);
  });

  /** Adds a payment in its state after the creation. Resolves with the URL of its long poll. */
  const add = async (orderRef) => {
    const [paymentRef, token] = [0, 0].map(() => randomBytes(16).toString('base64url'));
    const data = { amount: '19.99', currency: 'USD' };
    await store.insert({ paymentRef, token, orderRef, method: 'wallet', coin: '', data, at: Date.now() });
    const answer = { pid: paymentRef, note: token, hostedUrl: 'https://service.example/p', status: 'NEW' };
    await store.setResponse(paymentRef, {
      serviceId: paymentRef,
      status: 'NEW',
      data: { ...data, answer },
      at: Date.now(),
    });
    return `${publicUrl}/status/${token}?since=1`;
  };
  const urls = await Promise.all(Array.from({ length: count }, (_, index) => add(String(index))));

  const measure = async () => {
    await globalThis.gc?.({ type: 'major', execution: 'async' });
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, heap: heapUsed + external };
  };
  const child = fork(fileURLToPath(import.meta.url), ['payers']);

  // The first long polls are not counted, because code is compiled and buffers grow once.
  child.send({ urls: urls.slice(0, AT_ONCE) });
  await until(() => longPolls === AT_ONCE, 'the first long polls');
  const before = await measure();
  child.send({ urls: urls.slice(AT_ONCE) });
  await until(() => longPolls === count, 'all long polls');
  const during = await measure();
  const counted = count - AT_ONCE;
  child.send({});
  const exited = performance.now();
  await until(() => closed === count, 'all responses are closed');
  const freed = performance.now() - exited;

  const kib = (name) => ((during[name] - before[name]) / counted / 1024).toFixed(1);
  console.log(`${counted} long polls, Node ${process.version}${globalThis.gc ? '' : ', without --expose-gc'}`);
  console.log(`resident   ${kib('rss')} KiB each`);
  console.log(`heap       ${kib('heap')} KiB each`);
  console.log(`all freed ${Math.round(freed)} ms after the payers' process ended`);
  await checkout.close();
  server.close();
}

await (process.argv[2] === 'payers' ? payers() : shop(Number(process.argv[2] ?? 4000)));
