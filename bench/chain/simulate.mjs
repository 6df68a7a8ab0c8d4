/**
 * 10,000 open payments of one coin on one source with the pace of a public endpoint: how soon money is seen. The clock and the
 * source are simulated; the scheduler, the judge, the money rules, the store and the pace are those of the package. With
 * `DATABASE_URL`, the store is PostgreSQL.
 *
 *     node bench/chain/simulate.mjs [requests a minute] [hours] [requests of one look]
 */
import { postgresStore } from '../../src/server/stores/postgres.ts';
import { memoryStore } from '../../src/server/stores/memory.ts';
import { createWatching, MINUTE, START } from '../../test/server/chain/watching.ts';

const [requestsPerMinute = 60, hours = 1, requestsPerLook = 2] = process.argv.slice(2).map(Number);
const PAYMENTS = 10_000;
const DAY = 24 * 60 * MINUTE;
const ROUND_MS = 10_000;
/** A transaction gets its confirmations in these blocks after it was sent, and is then paid by the chain alone. */
const BLOCK_MS = 10 * MINUTE;
const CONFIRMATIONS = 2;

/** Numbers from 0 to below 1, the same in each run (mulberry32). */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = createRandom(1);

const memory = memoryStore();
let end = async () => {};
async function openStore() {
  const url = process.env['DATABASE_URL'];
  if (url === undefined) return memory;
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url });
  const store = postgresStore(pool);
  await store.migrate();
  for (const table of ['pay_checks', 'pay_changes', 'pay_payments']) await pool.query(`DELETE FROM ${table}`);
  end = async () => {
    await store.close();
    await pool.end();
  };
  // The pace of PostgreSQL counts by the clock of the database, which is not simulated.
  return { ...store, permitLog: memory.permitLog };
}

const store = await openStore();
const { clock, watch, addPayment, send, phaseOf, chain, events } = createWatching({
  store,
  requestsPerMinute,
  requestsPerLook,
  random,
  rules: { confirmationsOf: () => CONFIRMATIONS, trust: 'chain' },
});
const processes = [watch(), watch()];

for (let i = 0; i < PAYMENTS; i += 1) await addPayment(START - Math.floor(random() * 7 * DAY));

/** Payers who pay: one a minute, two minutes after the creation. */
const waiting = [];
const sent = [];
const created = [];
const delays = [];
const rounds = Math.floor((hours * 60 * MINUTE) / ROUND_MS);
const began = performance.now();
for (let round = 0; round < rounds; round += 1) {
  clock.now += ROUND_MS;
  if (round % 6 === 0) created.push({ ref: await addPayment(), at: clock.now });
  while (created[0] && clock.now - created[0].at >= 2 * MINUTE) {
    const payment = { ref: created.shift().ref, sentAt: clock.now };
    waiting.push(payment);
    sent.push(payment);
  }
  for (const { ref, sentAt } of sent)
    send(ref, '0.003', Math.min(CONFIRMATIONS, Math.floor((clock.now - sentAt) / BLOCK_MS)), { at: sentAt });
  await Promise.all(processes.map((each) => each.round()));
  for (const each of [...waiting]) {
    if ((await phaseOf(each.ref)) === 'awaiting') continue;
    delays.push((clock.now - each.sentAt) / 1000);
    waiting.splice(waiting.indexOf(each), 1);
  }
}
const sorted = delays.sort((a, b) => a - b);
const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
let most = 0;
for (let from = 0, to = 0; to < chain.calls.length; to += 1) {
  while (chain.calls[to].at - chain.calls[from].at >= MINUTE) from += 1;
  most = Math.max(most, to - from + 1);
}
const overdue = await store.dueChecks('chain', clock.now, 100_000);
console.log({
  store: process.env['DATABASE_URL'] === undefined ? 'memory' : 'PostgreSQL',
  payments: PAYMENTS,
  processes: processes.length,
  hours,
  requestsPerMinute,
  requestsPerLook,
  mostRequestsInAMinute: most,
  requests: chain.calls.length,
  addressesLookedAt: new Set(chain.calls.map(({ address }) => address)).size,
  moneySeenAfterSeconds: { p50: at(0.5), p95: at(0.95), most: at(1), count: sorted.length, notSeen: waiting.length },
  overdueChecks: overdue.length,
  oldestOverdueSeconds: overdue[0] ? (clock.now - overdue[0].at) / 1000 : 0,
  paid: (await Promise.all(sent.map(({ ref }) => phaseOf(ref)))).filter((phase) => phase === 'paid').length,
  events: events.length,
  realSeconds: Math.round((performance.now() - began) / 1000),
});
await end();
