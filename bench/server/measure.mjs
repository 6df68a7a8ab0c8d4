import { nameOf } from './fill.mjs';
import { load, longPollBytes, longPollLatency } from './load.mjs';
import { start } from './program.mjs';

/** The number of long polls for each of the thousand open payments: as many as one payment may have. */
const LONG_POLLS_EACH = 2;
/** The statuses of the webhooks, one for each round. Each changes every open payment. */
const STATUSES = ['CONFIRMING', 'UNDERPAID', 'EXPIRED', 'LATE', 'PAID'];
const JSON_HEADERS = { 'content-type': 'application/json' };
const CREATIONS = 250;

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Requests that are created one at a time, when they are sent. */
const generated = (request, make) => [{ ...request, setupRequest: (next) => ({ ...next, ...make() }) }];

/** Measures all values of a store with `size` payments, and those of plain `node:http` in the same rounds. */
export async function measure(name, size, { bare, service, seconds, say }) {
  const shop = await start('shop.mjs', [name, String(size), service.url, service.apiKey]);
  const { open } = shop;
  let orders = 0;
  const anyToken = () => nameOf('T', Math.floor(Math.random() * size));
  const newPayment = () => JSON.stringify({ order: `new-${size}-${(orders += 1)}`, method: 'crypto', coin: 'BTC' });
  const post = { method: 'POST', headers: JSON_HEADERS };
  const direct = { ...post.headers, authorization: `Bearer ${service.apiKey}` };
  const creation = JSON.stringify({
    ...{ currency: 'USD', amount: 19.99, crypto_coin: 'BTC' },
    payout_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  });

  /** The measurements of each round. */
  const loads = {
    // A new path for each request, as for the status, so that autocannon needs the same time to create the requests.
    bareGet: () =>
      load(bare, { duration: seconds, requests: generated({}, () => ({ path: `/pay/status/${anyToken()}` })) }),
    status: () =>
      load(shop, { duration: seconds, requests: generated({}, () => ({ path: `/pay/status/${anyToken()}` })) }),
    barePost: () => load(bare, { amount: open.length, requests: [{ ...post, path: '/pay/webhook', body: '{}' }] }),
    webhook: (round) => {
      let at = 0;
      const next = () => {
        const { id, hook } = open[(at += 1) % open.length];
        return { path: `/pay/${hook}`, body: JSON.stringify({ tid: id, status: STATUSES[round] }) };
      };
      return load(shop, { amount: open.length, requests: generated(post, next) });
    },
    service: () =>
      load(service, {
        amount: CREATIONS,
        requests: [{ ...post, headers: direct, path: '/v1/payments', body: creation }],
      }),
    creation: () =>
      load(shop, {
        amount: CREATIONS,
        status: 201,
        requests: generated(post, () => ({ path: '/pay/payments', body: newPayment() })),
      }),
  };
  /** The load whose CPU time for each response is divided by that of another. */
  const baseline = { status: 'bareGet', webhook: 'barePost', creation: 'service' };

  const bytesEach = await longPollBytes(shop, open, LONG_POLLS_EACH);
  const latency = await longPollLatency(shop, open, 'DETECTED');
  const rounds = [];
  for (const round of STATUSES.keys()) {
    const figures = {};
    for (const [what, run] of Object.entries(loads)) figures[what] = await run(round);
    rounds.push(figures);
    say('.');
  }
  const calls = await shop.call('calls');
  await shop.call('end');
  await shop.exit;

  const of = (what, field) => median(rounds.map((figures) => figures[what][field]));
  return {
    ...Object.fromEntries(
      Object.keys(loads).map((what) => [
        what,
        {
          rate: of(what, 'rate'),
          p99: of(what, 'p99'),
          cpu: of(what, 'cpu'),
          busy: of(what, 'busy'),
          // Of the CPU time, and not of the rates: plain `node:http` answers faster than the load generator sends.
          ratio: baseline[what] && median(rounds.map((figures) => figures[baseline[what]].cpu / figures[what].cpu)),
        },
      ]),
    ),
    longPollBytes: bytesEach,
    longPollLatency: latency,
    calls,
    bytes: shop.bytes,
    fillSeconds: shop.filled / 1000,
  };
}
