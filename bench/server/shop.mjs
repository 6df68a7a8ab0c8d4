/** The shop under load, in a separate process: `node shop.mjs <store> <size> <service url> <key>`. */
import { createServer } from 'node:http';
import { createCheckout } from '../../dist/server/index.js';
import { nodeHandler } from '../../dist/server/http/node/index.js';
import { OPEN, nameOf, stores } from './fill.mjs';
import { serve } from './program.mjs';
import { SECRET, signatureOf } from './signature.mjs';

const [name, size, serviceUrl, apiKey] = process.argv.slice(2);

/** Returns the median of several runs, in milliseconds. */
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

let longPolls = 0;
const store = {
  ...filledStore,
  subscribe(token, listener) {
    longPolls += 1;
    const unsubscribe = filledStore.subscribe(token, listener);
    return () => ((longPolls -= 1), unsubscribe());
  },
};
const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/pay`;
const checkout = createCheckout({
  // The rate limit of the service and the limit of a visitor are turned off.
  service: { baseUrl: serviceUrl, apiKey, limit: { perMinute: 1e9 } },
  creationLimit: false,
  allowTestPayments: true,
  secret: SECRET,
  publicUrl: url,
  store,
  longPoll: { timeout: 120_000, max: 100_000 },
  order: async () => ({
    amount: '19.99',
    currency: 'USD',
    payout: { crypto: { BTC: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' } },
  }),
  onStatus: async () => {},
});
server.on('request', nodeHandler(checkout));

const functions = {
  memory: () => {
    globalThis.gc?.();
    return process.memoryUsage().rss;
  },
  longPolls: () => longPolls,
  /** Functions without an HTTP route. Milliseconds. */
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
serve({ url, open, bytes, filled }, functions);
