/** The shop under load, in a process of its own: `node shop.mjs <store> <size> <service url> <key>`. */
import { createServer } from 'node:http';
import { createCheckout } from '../../dist/server/index.js';
import { nodeHandler } from '../../dist/server/node/index.js';
import { OPEN, nameOf, stores } from './fill.mjs';
import { SECRET, signatureOf } from './signature.mjs';

const [name, size, serviceUrl, apiKey] = process.argv.slice(2);

/** Asked again and again; the median. Milliseconds. */
async function msOf(work, times) {
  const ms = [];
  for (let i = 0; i < times; i++) {
    const begin = performance.now();
    await work();
    ms.push(performance.now() - begin);
  }
  return ms.sort((a, b) => a - b)[times >> 1];
}

const begin = performance.now();
const { store: filledStore, bytes, end } = await stores[name](Number(size));
const filled = performance.now() - begin;

let held = 0;
const store = {
  ...filledStore,
  subscribe(token, look) {
    held += 1;
    const stop = filledStore.subscribe(token, look);
    return () => ((held -= 1), stop());
  },
};
const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/pay`;
let told = 0;
const checkout = createCheckout({
  // Not our own limit is measured, nor that of one visitor.
  service: { baseUrl: serviceUrl, apiKey, limit: { log: { reserve: (wanted) => Array(wanted).fill(0), block() {} } } },
  creationLimit: false,
  allowTestPayments: true,
  secret: SECRET,
  publicUrl: url,
  store,
  maxLongPolls: 100_000,
  maxLongPollsPerPayment: 10,
  longPollTimeout: 120_000,
  order: async () => ({
    amount: '19.99',
    currency: 'USD',
    payout: { crypto: { BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' } },
  }),
  onStatus: async () => void (told += 1),
});
server.on('request', nodeHandler(checkout));

const asks = {
  memory: () => {
    globalThis.gc?.();
    return process.memoryUsage().rss;
  },
  told: () => told,
  held: () => held,
  /** What is not asked over HTTP. Milliseconds. */
  calls: async () => ({
    sweep: await msOf(() => checkout.sweep(), 20),
    open: await msOf(() => store.open(undefined, 50), 20),
    countOpen: await msOf(() => store.countOpen(), 20),
    latest: await msOf(() => store.latest(undefined, 50), 5),
  }),
  end: async () => {
    server.closeAllConnections();
    server.close();
    await checkout.close();
    await end();
  },
};
process.on('message', async ({ id, ask }) => {
  process.send({ id, answer: await asks[ask]() });
  if (ask === 'end') process.disconnect();
});

const first = Number(size) - OPEN;
const open = await Promise.all(
  Array.from({ length: OPEN }, async (_, i) => {
    const paymentRef = nameOf('R', first + i);
    return {
      id: `tid-${first + i}`,
      token: nameOf('T', first + i),
      hook: `webhook/${paymentRef}/${await signatureOf(paymentRef)}`,
    };
  }),
);
process.send({ ready: { url, open, bytes, filled } });
