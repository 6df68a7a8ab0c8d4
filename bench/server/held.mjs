// What a held question costs: memory of the shop's process, per question, over real HTTP.
//
//     npm run build && node --expose-gc bench/server/held.mjs [questions, 4000]
//
// One process is the shop, with SQLite in memory and one payment a question; another is the payers, one socket each.
// The payments are made before the first measure, so that what is counted is what holding adds: socket, request,
// answer, timer, watcher. Resident memory is what a machine must have; the heap is what JavaScript holds of it.
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

/** Longer than the measure takes. Milliseconds. */
const HELD_MS = 600_000;
/** Sockets opened at a time: fewer than a listener's backlog. */
const AT_ONCE = 200;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The payers: opens a socket for each address it is sent, and leaves when told. */
async function payers() {
  process.on('message', async ({ urls }) => {
    if (!urls) process.exit();
    for (let first = 0; first < urls.length; first += AT_ONCE)
      await Promise.all(
        urls.slice(first, first + AT_ONCE).map(
          (url) =>
            new Promise((resolve) => {
              const question = get(url, { agent: false }).on('error', () => {});
              question.on('finish', resolve);
            }),
        ),
      );
    process.send('asked');
  });
}

async function shop(questions) {
  const { createCheckout, ServiceClient } = await import('../../dist/server/index.js');
  const { nodeHandler } = await import('../../dist/server/node/index.js');
  const { sqliteStore } = await import('../../dist/server/stores/sqlite.js');

  const store = sqliteStore(new DatabaseSync(':memory:'));
  await store.migrate?.();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${server.address().port}/pay`;
  const checkout = createCheckout({
    client: new ServiceClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'none' }), // nobody asks it anything
    secret: randomBytes(32).toString('base64'),
    publicUrl,
    store,
    order: () => undefined,
    longPollTimeout: HELD_MS,
    maxLongPolls: questions,
  });
  let closed = 0;
  const handle = nodeHandler(checkout);
  server.on('request', (request, response) => {
    response.on('close', () => (closed += 1));
    handle(request, response);
  });

  /** Each payment as it stands after its creation. */
  const add = async (orderRef) => {
    const [paymentRef, token] = [0, 0].map(() => randomBytes(16).toString('base64url'));
    const data = { amount: '19.99', currency: 'USD' };
    await store.insert({ paymentRef, token, orderRef, method: 'wallet', coin: '', data, at: Date.now() });
    const answer = { pid: paymentRef, note: token, hostedUrl: 'https://service.example/p', status: 'NEW' };
    await store.attach(paymentRef, { serviceId: paymentRef, status: 'NEW', data: { ...data, answer }, at: Date.now() });
    return `${publicUrl}/status/${token}?since=1`;
  };
  const urls = await Promise.all(Array.from({ length: questions + AT_ONCE }, (_, index) => add(String(index))));

  const measure = async () => {
    for (let times = 0; times < 3; times += 1) {
      globalThis.gc?.();
      await pause(200);
    }
    const { rss, heapUsed, external } = process.memoryUsage();
    return { rss, heap: heapUsed + external };
  };
  const asking = fork(fileURLToPath(import.meta.url), ['payers']);
  const held = async (count) => {
    while ((await new Promise((resolve) => server.getConnections((_, open) => resolve(open)))) < count) await pause(50);
    await pause(500);
  };

  // The first few pay for code that is compiled and buffers that grow once.
  asking.send({ urls: urls.slice(0, AT_ONCE) });
  await once(asking, 'message');
  await held(AT_ONCE);
  const before = await measure();
  asking.send({ urls: urls.slice(AT_ONCE) });
  await once(asking, 'message');
  await held(questions);
  const during = await measure();
  const counted = questions - AT_ONCE;
  asking.send({});
  const left = performance.now();
  while (closed < questions) await pause(5);
  const freed = performance.now() - left;

  const kib = (name) => ((during[name] - before[name]) / counted / 1024).toFixed(1);
  console.log(`${counted} held questions, Node ${process.version}${globalThis.gc ? '' : ', without --expose-gc'}`);
  console.log(`resident   ${kib('rss')} KiB each`);
  console.log(`heap       ${kib('heap')} KiB each`);
  console.log(`all freed ${Math.round(freed)} ms after the payers' process ended`);
  await checkout.close();
  server.close();
}

await (process.argv[2] === 'payers' ? payers() : shop(Number(process.argv[2] ?? 4000)));
