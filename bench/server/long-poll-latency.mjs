// Measures the time from a webhook at one process to the response of a long poll at another, with PostgreSQL's NOTIFY
// and over real HTTP: `node bench/server/long-poll-latency.mjs [rounds]`. Uses DATABASE_URL, or starts a PostgreSQL.
// The result is in milliseconds from sending the webhook.
import { createSecrets } from '../../src/server/payments/secrets.ts';
import { postgresStore } from '../../src/server/stores/postgres.ts';
import { openShop, SECRET, sendWebhook } from '../../test/server/shop.ts';
import { newPayment } from '../../test/server/stores/contract.ts';
import { openDatabase } from '../../test/support/postgres.ts';
import { soundData, startServiceStub } from '../../test/support/service-stub.ts';
import { until } from '../../test/support/until.ts';

/** The number of first rounds that are not counted, because they open connections and compile code. */
const WARM_UP = 50;

const rounds = Number(process.argv[2] ?? 1_000);
const secrets = createSecrets(SECRET);
const database = await openDatabase();
const stub = await startServiceStub();

for (const driver of ['pool', 'sql']) {
  const schema = await database.schema();
  const store = () => postgresStore(schema[driver](), { pollInterval: 2 ** 30 }); // so that only NOTIFY answers
  const listening = store();
  /** The number of times that the status of this round's payment was read. */
  let reads = 0;
  const ofOrderByToken = async (token) => {
    const rows = await listening.ofOrderByToken(token);
    reads += 1;
    return rows;
  };
  const here = await openShop(stub, { store: store() });
  const there = await openShop(stub, { store: { ...listening, ofOrderByToken } });
  // The store starts to listen with the first subscription.
  listening.subscribe('', () => {});
  await until(async () => (await schema.listeners()).length > 0, 'the store listens');

  const took = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const { paymentRef, token, ...payment } = newPayment({ orderRef: `o${round}`, method: 'wallet', coin: '' });
    const answer = soundData({ path: '/v1/wallet/payments', fields: { amount: '19.99' } }, { pid: `p${round}` });
    await here.store.insert({ paymentRef, token, ...payment });
    await here.store.setResponse(paymentRef, {
      serviceId: `p${round}`,
      status: 'NEW',
      data: { ...payment.data, answer },
      at: payment.at,
    });
    reads = 0;
    const longPoll = there.get(`status/${token}?since=1`);
    // The status is read once before and once after the long poll subscribes.
    await until(() => reads >= 2, 'the long poll waits');
    const url = `${here.url}/webhook/${paymentRef}/${await secrets.sign(paymentRef)}`;
    const begun = performance.now();
    const webhook = sendWebhook(url, { pid: `p${round}`, status: 'PAID' });
    const { json } = await longPoll;
    if (round >= 0) took.push(performance.now() - begun);
    if (json.phase !== 'paid' || (await webhook).status !== 200)
      throw new Error(`not answered after the webhook: ${JSON.stringify(json)}`);
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
