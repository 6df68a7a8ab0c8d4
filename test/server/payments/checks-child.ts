/**
 * One of several processes that look at payments again, controlled by a test. It sends what it does: `read <paymentRef>`,
 * `verify <paymentRef>`, and `swept` at the end of a sweep. Arguments: the address of the database, and the kind of check.
 */
import pg from 'pg';
import { phaseOf } from '../../../src/core/index.ts';
import { createReportApplier } from '../../../src/server/payments/apply-report.ts';
import { createChecks } from '../../../src/server/payments/checks.ts';
import { readMoneyRules } from '../../../src/server/payments/money-rules.ts';
import type { CheckKind } from '../../../src/server/stores/store.ts';
import { postgresStore } from '../../../src/server/stores/postgres.ts';

/** `sweep` begins a sweep at this time; with `hold`, its first call waits for a message with `goOn`. */
export interface CheckCommand {
  readonly sweep?: number;
  readonly hold?: boolean;
  readonly goOn?: true;
}

const [address, kind] = process.argv.slice(2) as [string, CheckKind];
const store = postgresStore(new pg.Pool({ connectionString: address, max: 3 }));

let time = 0;
let isHeld = false;
let goOn = () => {};

async function call(paymentRef: string): Promise<void> {
  process.send?.(`${kind} ${paymentRef}`);
  if (isHeld) await new Promise<void>((resolve) => (goOn = resolve));
}

const now = () => time;
const emit = () => {};
const applyReport = createReportApplier({
  ...{ store, delivery: { deliver: async () => {} }, rules: readMoneyRules({}), phaseOf, emit, now },
  verifyPayment: async ({ paymentRef }) => {
    await call(paymentRef);
    return 'later' as const;
  },
});
const read = async ({ paymentRef }: { readonly paymentRef: string }) => {
  await call(paymentRef);
  return undefined;
};
const provider = { name: 'server', readsPerMinute: 5, ...(kind === 'read' && { read }) };
const checks = createChecks({ store, provider, applyReport, emit, now });

process.on('message', ({ sweep, hold = false, ...command }: CheckCommand) => {
  if (command.goOn) {
    isHeld = false;
    goOn();
  }
  if (sweep === undefined) return;
  time = sweep;
  isHeld = hold;
  void checks.sweep().then(() => process.send?.('swept'));
});
process.on('disconnect', () => process.exit());
