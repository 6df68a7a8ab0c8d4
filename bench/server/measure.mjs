import { nameOf } from './fill.mjs';
import { heldMemory, load, wakes } from './load.mjs';
import { start } from './program.mjs';

/** Of a thousand payments, five questions each. */
const HELD_EACH = 5;
/** Each round's webhooks move every open payment on. */
const WORDS = ['CONFIRMING', 'UNDERPAID', 'EXPIRED', 'LATE', 'PAID'];
const JSON_HEADERS = { 'content-type': 'application/json' };
const CREATIONS = 250;

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** One request after the other, made when its turn comes. */
const inTurn = (request, made) => [{ ...request, setupRequest: (next) => ({ ...next, ...made() }) }];

/** All figures of a store with so many payments, beside node:http's own in the same rounds. */
export async function measure(name, size, { bare, service, seconds, say }) {
  const shop = await start('shop.mjs', [name, String(size), service.url, service.apiKey]);
  const { open } = shop;
  let orders = 0;
  const anyToken = () => nameOf('T', Math.floor(Math.random() * size));
  const wish = () => JSON.stringify({ order: `new-${size}-${(orders += 1)}`, method: 'crypto', coin: 'BTC' });
  const post = { method: 'POST', headers: JSON_HEADERS };
  const direct = { ...post.headers, authorization: `Bearer ${service.apiKey}` };
  const creation = JSON.stringify({
    ...{ currency: 'USD', amount: 19.99, crypto_coin: 'BTC' },
    payout_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  });

  /** Those that come again in each round. `beside`: what the figure is divided by. */
  const loads = {
    // A path of its own for each, as the status has: making it costs the load as much as it costs there.
    bareGet: () =>
      load(bare.url, { duration: seconds, requests: inTurn({}, () => ({ path: `/pay/status/${anyToken()}` })) }),
    status: () =>
      load(shop.url, { duration: seconds, requests: inTurn({}, () => ({ path: `/pay/status/${anyToken()}` })) }),
    barePost: () => load(bare.url, { amount: open.length, requests: [{ ...post, path: '/pay/webhook', body: '{}' }] }),
    webhook: (round) => {
      let at = 0;
      const next = () => {
        const { id, hook } = open[(at += 1) % open.length];
        return { path: `/pay/${hook}`, body: JSON.stringify({ tid: id, status: WORDS[round] }) };
      };
      return load(shop.url, { amount: open.length, requests: inTurn(post, next) });
    },
    service: () =>
      load(service.url, {
        amount: CREATIONS,
        requests: [{ ...post, headers: direct, path: '/v1/payments', body: creation }],
      }),
    creation: () =>
      load(shop.url, {
        amount: CREATIONS,
        status: 201,
        requests: inTurn(post, () => ({ path: '/pay/payments', body: wish() })),
      }),
  };
  const beside = { status: 'bareGet', webhook: 'barePost', creation: 'service' };

  const memory = await heldMemory(shop, open, HELD_EACH);
  const wake = await wakes(shop, open, 'DETECTED');
  const rounds = [];
  for (const round of WORDS.keys()) {
    const figures = {};
    for (const [what, run] of Object.entries(loads)) figures[what] = await run(round);
    rounds.push(figures);
    say('.');
  }
  const calls = await shop.ask('calls');
  await shop.ask('end');
  await shop.exit;

  const of = (what, field) => median(rounds.map((figures) => figures[what][field]));
  return {
    ...Object.fromEntries(
      Object.keys(loads).map((what) => [
        what,
        {
          rate: of(what, 'rate'),
          p99: of(what, 'p99'),
          ratio: beside[what] && median(rounds.map((figures) => figures[what].rate / figures[beside[what]].rate)),
        },
      ]),
    ),
    heldBytes: memory,
    wake,
    calls,
    bytes: shop.bytes,
    fillSeconds: shop.filled / 1000,
  };
}
