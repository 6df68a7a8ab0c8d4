import { Agent, request } from 'node:http';
import autocannon from 'autocannon';
import { until } from '../../test/support/until.ts';

const CONNECTIONS = 32;

/**
 * Runs a load with autocannon. Returns the responses a second, the 99th percentile in ms, and the CPU time of the server
 * for each response in microseconds. `busy` is the part of the time for which the server used its core: below about 0.9
 * the server was not the limit. Fails when a response has another status.
 */
export async function load(server, { requests, status = 200, ...how }) {
  const { url } = server;
  const cpuBefore = await server.call('cpu');
  const instance = autocannon({ url, connections: CONNECTIONS, sampleInt: 50, ...how, requests });
  let [begin, end, count] = [0, 0, 0];
  instance.on('start', () => (begin = performance.now()));
  instance.on('response', () => ((end = performance.now()), (count += 1)));
  const result = await instance;
  const wrong = Object.entries(result.statusCodeStats).filter(([code]) => Number(code) !== status);
  if (wrong.length || result.errors) throw new Error(`${url}: ${JSON.stringify(wrong)}, ${result.errors} errors`);
  const cpu = (await server.call('cpu')) - cpuBefore;
  // Measured up to the last response: autocannon reads its clock only at intervals.
  const ms = end - begin;
  return { rate: (count / ms) * 1000, p99: result.latency.p99, cpu: cpu / count, busy: cpu / 1000 / ms };
}

/** Opens a long poll. Resolves with the time of its response. */
const openLongPoll = (agent, url, payment) =>
  new Promise((resolve, reject) => {
    const longPoll = request(`${url}/status/${payment.token}?since=1`, { agent }, (response) => {
      response.resume().on('end', () => resolve(performance.now()));
    });
    longPoll.on('error', reject).end();
  });

const hasLongPolls = (shop, count) =>
  until(async () => (await shop.call('longPolls')) === count, `${count} open long polls`);

/** Measures the memory of a long poll in the shop's process, in bytes. */
export async function longPollBytes(shop, payments, each) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const before = await shop.call('memory');
  const longPolls = Array.from({ length: each }, () =>
    payments.map((one) => openLongPoll(agent, shop.url, one)),
  ).flat();
  for (const each of longPolls) each.catch(() => {});
  await hasLongPolls(shop, longPolls.length);
  const bytes = ((await shop.call('memory')) - before) / longPolls.length;
  agent.destroy();
  await hasLongPolls(shop, 0);
  return bytes;
}

/**
 * Opens a long poll for each payment, then sends their webhooks, four at a time. Returns the milliseconds from webhook
 * to response.
 */
export async function longPollLatency(shop, payments, status) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const longPolls = payments.map((one) => openLongPoll(agent, shop.url, one));
  await hasLongPolls(shop, longPolls.length);
  const sent = [];
  const queue = [...payments.keys()];
  const sender = async () => {
    for (let at; (at = queue.shift()) !== undefined;) {
      const { id, hook } = payments[at];
      sent[at] = performance.now();
      const body = JSON.stringify({ tid: id, status });
      const headers = { 'content-type': 'application/json' };
      await (await fetch(`${shop.url}/${hook}`, { method: 'POST', headers, body })).arrayBuffer();
    }
  };
  await Promise.all([sender(), sender(), sender(), sender()]);
  const waits = (await Promise.all(longPolls)).map((at, index) => at - sent[index]).sort((a, b) => a - b);
  agent.destroy();
  return { p50: waits[waits.length >> 1], p99: waits[Math.floor(waits.length * 0.99)] };
}
