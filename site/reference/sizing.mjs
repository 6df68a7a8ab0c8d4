/** What one process, one database and one account hold: measured by `bench/server`, and simulated with the real intervals. */
import { readFileSync } from 'node:fs';
import { simulate } from '../../bench/server/waiting.mjs';
import { MAX_LONG_POLLS } from '../../src/server/http/status-requests.ts';
import { blocks, table } from './markdown.mjs';

const RESULTS = new URL('../../bench/server/results.json', import.meta.url);
const STORES = { sqlite: '`sqliteStore`', postgres: '`postgresStore`', memory: '`memoryStore`' };
const KIB = 1024;
const PAYERS = [1_000, 5_000, 20_000, 100_000];
const MANY = 100_000;

const number = (value, digits = 2) => Number(value.toPrecision(digits)).toLocaleString('en');

/** What `bench/server` measured of each store, with a thousand payments and with a million. */
export const readResults = () =>
  Object.entries(JSON.parse(readFileSync(RESULTS, 'utf8')).stores).map(([store, sizes]) => ({ store, ...sizes }));

/** Requests that payers send to one process, by how many wait. */
export const simulateAll = () =>
  PAYERS.map((payers) => ({
    payers,
    held: simulate(payers, { maxLongPolls: Infinity }),
    standard: simulate(payers),
    notHeld: simulate(payers, { maxLongPolls: 0 }),
  }));

/** The page, as Markdown. */
export function sizingPage() {
  const many = simulateAll();
  const last = many.at(-1);
  const heldBytes = Math.max(...readResults().map((store) => store[1000].heldBytes));
  const rate = (store, size) => number(store[size].status.rate);
  return blocks(
    '# Sizing',
    'How many payers one process, one database and one account serve, and what to add first. The figures are those of a machine with two cores that also ran the load, the service and the database: take them as lower bounds, and as ratios.',
    '## The account comes first',
    'The service takes 35 requests a minute from one account, and 850 in a period of the base plan (contract 8). Each payment is one request; the smallest payable amount of a coin and the account are read seldom. So an account creates at most 35 payments a minute, 2,100 an hour, and 850 in a period of the base plan. Where an offer lasts half an hour, no more than about 1,050 payers wait at the same time.',
    'When the 35 are used, payers wait up to 8 seconds for their turn and are then asked to come back. `creationLimit` keeps one visitor, and all of them together (400 an hour by default), from using up the plan. The event `quota` says when 80 and 95 percent are used, and `npx pay-elements doctor` shows what is used now. With a larger plan, set [`service.limit.perMinute`](reference/options.md#servicelimitperminute) and [`creationLimit.perShop`](reference/options.md#creationlimitpershop).',
    '## Payers who wait',
    `A tag asks for news of its payment. The helper holds each request up to 15 seconds, as long as there is no news, and at most ${number(MAX_LONG_POLLS, 4)} in one process (\`longPoll.max\`); others are answered at once and come back after 2.5 to 30 seconds. Simulated with these intervals, for payers who came evenly over half an hour:`,
    table(
      [
        'payers who wait',
        'all held: requests/s',
        'one process, 5,000 held: requests/s',
        'none held (serverless): requests/s',
      ],
      many.map(({ payers, held, standard, notHeld }) => [
        number(payers, 6),
        number(held.perSecond),
        number(standard.perSecond),
        number(notHeld.perSecond),
      ]),
    ),
    `A request that is held takes up to ${number(heldBytes / KIB)} KiB of memory, sockets included: 5,000 of them about ${number((heldBytes * MAX_LONG_POLLS) / KIB / KIB)} MiB. A hidden page asks nothing, and of several tabs of one browser one asks for all.`,
    '## Databases',
    'Answers to status requests a second, and webhooks a second that each change a payment:',
    table(
      [
        'store',
        'status, 1,000 payments',
        'status, 1,000,000 payments',
        'webhooks, 1,000,000 payments',
        'size of 1,000,000 payments',
      ],
      readResults().map((store) => [
        STORES[store.store],
        `${rate(store, 1000)}/s`,
        `${rate(store, 1_000_000)}/s`,
        `${number(store[1_000_000].webhook.rate)}/s`,
        `${number(store[1_000_000].bytes / 1e9)} GB`,
      ]),
    ),
    `${number(MANY, 6)} payers who wait send ${number(last.standard.perSecond)} requests a second to a single process, which is more than it answers here, and ${number(last.held.perSecond)} to enough processes to hold them all (${MANY / MAX_LONG_POLLS}). Whoever creates that many payments in half an hour has an account for more than 3,000 a minute.`,
    '## What to add first',
    [
      '1. **A larger plan.** 850 requests in a period are used up long before anything else.',
      '2. **A higher request rate**, agreed with the operator, once payers are asked to come back (`creation-failed` with the code `busy`).',
      '3. **Memory, then `longPoll.max`**, once more than 5,000 payers wait at one process: holding is cheaper than answering.',
      '4. **A second process**, with `postgresStore`, for a second machine or to deploy without a pause. SQLite serves several processes of one machine.',
      '5. **A faster disk** for SQLite: each webhook waits for a write.',
    ].join('\n'),
    'Measure your own machine with `npm run bench -- server` in a clone of the repository.',
  );
}
