/**
 * A process that delivers changes, under the hand of a test: each line of its input is a command, each line of its output
 * says what happened. `onStatus` ends when it is told to. Arguments: the kind of store, its address, the lease in ms.
 */
import { DatabaseSync } from 'node:sqlite';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { createDelivery } from '../../../src/server/payments/delivery.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';
import { sqliteStore } from '../../../src/server/stores/sqlite.ts';

const [kind, address, leaseMs] = process.argv.slice(2) as [string, string, string];
const store =
  kind === 'SQLite'
    ? sqliteStore(new DatabaseSync(address))
    : postgresStore(new pg.Pool({ connectionString: address, max: 3 }));

const print = (line: string) => process.stdout.write(`${line}\n`);
let end = () => {};
const delivery = createDelivery(
  store,
  async (_payment, { version }) => {
    print(`begin ${version}`);
    await new Promise<void>((resolve) => (end = resolve));
    print(`end ${version}`);
  },
  ({ type }) => print(type),
  { leaseMs: Number(leaseMs) },
);

for await (const command of createInterface({ input: process.stdin })) {
  if (command === 'sweep') void delivery.sweep().then(() => print('swept'));
  if (command === 'end') end();
}
