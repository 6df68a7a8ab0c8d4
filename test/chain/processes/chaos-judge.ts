import assert from 'node:assert/strict';
import { isFinal, isPaid, mayFollow, type Phase } from '../../../src/core/index.ts';
import type { Aftermath } from './chaos.ts';

/** What must hold whatever was killed. @throws AssertionError */
export function judge({ purchases, service, doubled, rows, changes, delivered, diedByItself }: Aftermath): void {
  assert.equal(diedByItself, 0, 'nobody ended but those who were killed');

  assert.deepEqual(doubled, [], 'the payment server has made a payment once');

  const byId = new Map(rows.filter((row) => row.service_id !== null).map((row) => [row.service_id!, row]));
  assert.equal(byId.size, rows.filter((row) => row.service_id !== null).length, 'no payment is there twice');

  for (const { order: orderRef, id, seen } of purchases) {
    const row = byId.get(id);
    assert.ok(row, `${orderRef}: what the payer was shown is there`);
    const state = service.get(id)!;
    assert.equal(row.phase, state, `${orderRef}: ${id} is ${state} at the service`);
    assert.equal(seen.at(-1), row.phase, `${orderRef}: the payer saw the end`);
    seen.forEach((phase, n) => assert.ok(n === 0 || mayFollow(seen[n - 1]!, phase), `${orderRef}: ${seen.join(' ')}`));
  }
  for (const [id, state] of service)
    if (isPaid(state)) assert.equal(byId.get(id)?.phase, state, `${id} is paid at the service`);
  const paid = rows.filter(({ phase }) => isPaid(phase)).map(({ orderRef }) => orderRef);
  assert.equal(new Set(paid).size, paid.length, 'no order is paid twice');
  for (const { order: orderRef } of purchases) {
    const holding = rows.filter((row) => row.orderRef === orderRef && row.stage === 'ready');
    assert.equal(holding.length, 1, `${orderRef}: one choice is one payment`);
  }

  const firstTold = new Map<string, number[]>();
  for (const { paymentRef, version } of delivered) {
    const versions = firstTold.get(paymentRef) ?? [];
    if (!versions.includes(version)) firstTold.set(paymentRef, [...versions, version]);
  }
  for (const { paymentRef, phase, version } of rows) {
    const mine = changes.filter((change) => change.paymentRef === paymentRef);
    let before = 'awaiting';
    for (const change of mine) {
      assert.equal(change.from_phase, before, `${paymentRef}: no change is lost between two`);
      assert.equal(change.handled, 1);
      before = change.to_phase;
    }
    assert.equal(before, phase, `${paymentRef}: the last change is how it stands`);
    assert.ok((mine.at(-1)?.version ?? 1) <= version);
    const versions = mine.map((change) => change.version);
    assert.deepEqual(
      firstTold.get(paymentRef) ?? [],
      versions,
      `${paymentRef}: each change was told, in order, and no other`,
    );
    const ends = mine.filter((change) => isFinal(change.to_phase as Phase));
    assert.ok(ends.length <= 1, `${paymentRef}: it ended once`);
  }
}

/** The run in one line. */
export function summary({ purchases, rows, changes, delivered, kills, service }: Aftermath): string {
  const blows = Object.entries(kills).map(([name, count]) => `${count} × ${name}`);
  const paid = purchases.filter(({ seen }) => isPaid(seen.at(-1)!)).length;
  return [
    `${purchases.length} purchases, ${paid} of them paid`,
    `${service.size} payments at the service, ${rows.length} tries in the store`,
    `${changes.length} changes, told ${delivered.length} times`,
    `killed: ${blows.join(', ')}`,
  ].join('; ');
}
