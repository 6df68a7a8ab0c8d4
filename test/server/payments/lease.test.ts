import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { memoryStore, type PaymentStore } from '../../../src/server/index.ts';
import { createDelivery } from '../../../src/server/payments/delivery.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';
import { openDatabase, type TestDatabase } from '../../support/postgres.ts';
import { transitionNow } from '../../support/transition-now.ts';
import { until } from '../../support/until.ts';
import { newPayment } from '../stores/contract.ts';

/** Short, so that a test sees it end; long enough to be renewed in time on a busy machine. Milliseconds. */
const LEASE_MS = 1_500;

let folder: string;
let database: TestDatabase;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
  database = await openDatabase();
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** A process of `lease-child.ts`, and all it has said so far. */
function startProcess(kind: string, address: string) {
  const script = fileURLToPath(new URL('lease-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, kind, address, String(LEASE_MS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const lines = () => output.split('\n').slice(0, -1);
  return {
    changeLines: () => lines().filter((line) => line !== 'swept'),
    command: (line: string) => void child.stdin.write(`${line}\n`),
    /** Sweeps once, and resolves when that is over. */
    async sweep() {
      const before = lines().filter((line) => line === 'swept').length;
      child.stdin.write('sweep\n');
      await until(() => lines().filter((line) => line === 'swept').length > before, 'the sweep to end');
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** A payment with two changes that nobody was told of: versions 2 and 3. */
async function twoChanges(store: PaymentStore): Promise<void> {
  const row = newPayment();
  await store.insert(row);
  for (const phase of ['confirming', 'paid'] as const)
    await transitionNow(store, row.paymentRef, { phase, status: phase, facts: {}, at: Date.now() });
}

const stores: Readonly<Record<string, () => Promise<{ address: string; store: PaymentStore }>>> = {
  async SQLite() {
    const address = join(folder, 'payments.db');
    return { address, store: sqliteStore(new DatabaseSync(address)) };
  },
  async PostgreSQL() {
    const schema = await database.schema();
    return { address: schema.url, store: postgresStore(schema.pool()) };
  },
};

for (const [kind, open] of Object.entries(stores))
  describe(`onStatus, of two processes on a ${kind} store`, () => {
    it('runs in one of them at a time, for as long as it takes, and in the other after a crash', async () => {
      const { address, store } = await open();
      await twoChanges(store);
      const [one, two] = [startProcess(kind, address), startProcess(kind, address)];
      try {
        one.command('sweep');
        await until(() => one.changeLines().length === 1, 'the first change');
        const begun = Date.now();
        while (Date.now() - begun < 2 * LEASE_MS) await two.sweep();
        assert.deepEqual([one.changeLines(), two.changeLines()], [['begin 2'], []]);

        one.command('end');
        await until(() => one.changeLines().length === 3, 'the second change');
        await two.sweep();
        assert.deepEqual([one.changeLines(), two.changeLines()], [['begin 2', 'end 2', 'begin 3'], []]);

        await one.kill();
        await until(() => two.changeLines().length === 1, 'the other process to go on when the lease has ended');
        two.command('end');
        await until(async () => (await store.unhandled(undefined, 9)).length === 0, 'the outbox to be empty');
        assert.deepEqual(two.changeLines(), ['begin 3', 'end 3']);
      } finally {
        await one.kill();
        await two.kill();
        await store.close();
      }
    });
  });

describe('onStatus, of two checkouts on a memory store', () => {
  it('runs in one of them at a time', async () => {
    const store = memoryStore();
    await twoChanges(store);
    let running = 0;
    const delivered: number[] = [];
    const open = () =>
      createDelivery(
        store,
        async (_, { version }) => {
          running += 1;
          assert.equal(running, 1);
          delivered.push(version);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
        },
        () => {},
      );
    const deliveries = [open(), open()];
    await Promise.all(deliveries.map((delivery) => delivery.sweep()));
    await Promise.all(deliveries.map((delivery) => delivery.close()));
    assert.deepEqual(delivered, [2, 3]);
  });
});
