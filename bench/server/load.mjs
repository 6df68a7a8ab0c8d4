import { Agent, request } from 'node:http';
import autocannon from 'autocannon';

const CONNECTIONS = 32;

/** A load of autocannon's: requests a second, and the slowest of a hundred in ms. Fails when an answer is another than meant. */
export async function load(url, { requests, status = 200, ...how }) {
  const instance = autocannon({ url, connections: CONNECTIONS, sampleInt: 50, ...how, requests });
  let [begin, end, count] = [0, 0, 0];
  instance.on('start', () => (begin = performance.now()));
  instance.on('response', () => ((end = performance.now()), (count += 1)));
  const result = await instance;
  const wrong = Object.entries(result.statusCodeStats).filter(([code]) => Number(code) !== status);
  if (wrong.length || result.errors) throw new Error(`${url}: ${JSON.stringify(wrong)}, ${result.errors} errors`);
  // To the last answer: autocannon itself looks at its clock now and then.
  return { rate: (count / (end - begin)) * 1000, p99: result.latency.p99 };
}

const question = (agent, url, payment) =>
  new Promise((resolve, reject) => {
    const asked = request(`${url}/status/${payment.token}?since=1`, { agent }, (response) => {
      response.resume().on('end', () => resolve(performance.now()));
    });
    asked.on('error', reject).end();
  });

async function whenHeld(shop, count) {
  while ((await shop.ask('held')) !== count) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** What a held question takes of the shop's memory, in bytes. */
export async function heldMemory(shop, payments, each) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const before = await shop.ask('memory');
  const questions = Array.from({ length: each }, () => payments.map((one) => question(agent, shop.url, one))).flat();
  for (const one of questions) one.catch(() => {});
  await whenHeld(shop, questions.length);
  const bytes = ((await shop.ask('memory')) - before) / questions.length;
  agent.destroy();
  await whenHeld(shop, 0);
  return bytes;
}

/** Holds a question of each payment, then sends each its webhook, four at a time: how soon the answers come. Milliseconds. */
export async function wakes(shop, payments, status) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const questions = payments.map((one) => question(agent, shop.url, one));
  await whenHeld(shop, questions.length);
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
  const waits = (await Promise.all(questions)).map((at, index) => at - sent[index]).sort((a, b) => a - b);
  agent.destroy();
  return { p50: waits[waits.length >> 1], p99: waits[Math.floor(waits.length * 0.99)] };
}
