// How soon a webhook at one shop wakes a question that is held at another, through PostgreSQL's NOTIFY, over real HTTP:
// `node bench/server/wake.mjs [rounds]`. DATABASE_URL, or a PostgreSQL of its own. Milliseconds from sending the webhook.
import { createSecrets } from '../../src/server/webhook/secrets.ts';
import { postgresStore } from '../../src/server/stores/postgres.ts';
import { openShop, SECRET, sendWebhook } from '../../test/server/checkout/shop.ts';
import { newPayment } from '../../test/server/stores/contract.ts';
import { openDatabase } from '../../test/support/postgres.ts';
import { soundData, startServiceStub } from '../../test/support/service-stub.ts';

/** The first rounds open connections and warm the code. */
const WARMING = 50;

const rounds = Number(process.argv[2] ?? 1_000);
const secrets = createSecrets(SECRET);
const database = await openDatabase();
const stub = await startServiceStub();
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

for (const driver of ['pool', 'sql']) {
  const schema = await database.schema();
  const store = () => postgresStore(schema[driver](), { pollInterval: 2 ** 30 }); // so that only NOTIFY answers
  const listening = store();
  let held = () => {};
  const watch = (token, look) => (held(), listening.watch(token, look));
  const here = await openShop(stub, { store: store() });
  const there = await openShop(stub, { store: { ...listening, watch } });
  // The line is opened for the first who waits.
  listening.watch('', () => {});
  while ((await schema.listeners()).length === 0) await rest(5);

  const took = [];
  for (let round = -WARMING; round < rounds; round += 1) {
    const { paymentRef, token, ...payment } = newPayment({ orderRef: `o${round}`, method: 'wallet', coin: '' });
    const answer = soundData({ path: '/v1/wallet/payments', fields: { amount: '19.99' } }, { pid: `p${round}` });
    await here.store.insert({ paymentRef, token, ...payment });
    await here.store.attach(paymentRef, {
      serviceId: `p${round}`,
      status: 'NEW',
      data: { ...payment.data, answer },
      at: payment.at,
    });
    const isHeld = new Promise((resolve) => (held = resolve));
    const question = there.get(`status/${token}?since=1`);
    await isHeld;
    await rest(5); // it has read the payment once more and waits now
    const url = `${here.url}/webhook/${paymentRef}/${await secrets.sign(paymentRef)}`;
    const begun = performance.now();
    const webhook = sendWebhook(url, { pid: `p${round}`, status: 'PAID' });
    const { json } = await question;
    if (round >= 0) took.push(performance.now() - begun);
    if (json.phase !== 'paid' || (await webhook).status !== 200)
      throw new Error(`not woken by the webhook: ${JSON.stringify(json)}`);
  }
  took.sort((a, b) => a - b);
  const at = (share) => took[Math.min(rounds - 1, Math.floor(rounds * share))].toFixed(1);
  const name = driver === 'pool' ? 'pg' : 'postgres.js';
  console.log(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, the latest ${at(1)} ms, of ${rounds}`);
  await here.close();
  await there.close();
}
await stub.close();
await database.close();
