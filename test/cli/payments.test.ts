import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Method, Phase } from '../../src/core/index.ts';
import type { PaymentStore } from '../../src/server/index.ts';
import { postgresStore } from '../../src/server/stores/postgres.ts';
import { sqliteStore } from '../../src/server/stores/sqlite.ts';
import { openDatabase, type TestDatabase } from '../support/postgres.ts';
import { newPayment } from '../server/stores/contract.ts';
import { runCli } from './run.ts';
import { transitionNow } from '../support/transition-now.ts';

const AT = Date.UTC(2026, 10, 20, 12);
const PAYOUT = 'till@shop.example';

interface Made {
  readonly paymentRef: string;
  readonly token: string;
}

/** A payment that the service answered, and what it became. */
async function make(
  store: PaymentStore,
  { orderRef, minute, phase, method = 'wallet' }: { orderRef: string; minute: number; phase?: Phase; method?: Method },
): Promise<Made> {
  const at = AT + minute * 60_000;
  const row = newPayment({ orderRef, method, coin: method === 'crypto' ? 'ERC20/USDT' : '', at });
  assert.ok(await store.insert(row));
  const answer = { pid: `p-${minute}`, note: 'NOTE 7', payoutEmail: PAYOUT, qrCodeBase64: 'AAAA' };
  await store.setResponse(row.paymentRef, {
    serviceId: `p-${minute}`,
    status: 'NEW',
    data: { ...row.data, answer },
    at,
  });
  if (phase) await transitionNow(store, row.paymentRef, { phase, status: phase.toUpperCase(), facts: {}, at });
  return row;
}

describe('pay-elements payments', () => {
  let folder: string;
  let file: string;
  let store: PaymentStore;
  let made: Made[];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pay-elements-'));
    file = join(folder, 'payments.db');
    store = sqliteStore(new DatabaseSync(file));
    made = [
      await make(store, { orderRef: '1001', minute: 0, phase: 'paid' }),
      await make(store, { orderRef: '1001', minute: 1, method: 'crypto' }),
      await make(store, { orderRef: 'a name that is far too long for a column of a table in a terminal', minute: 2 }),
      await make(store, { orderRef: '\u001b[31mred\u202e 注文 7', minute: 3, phase: 'underpaid' }),
    ];
    await store.insert(newPayment({ orderRef: '1004', method: 'localcode', coin: '', at: AT + 240_000 }));
  });
  after(() => rmSync(folder, { recursive: true }));

  const list = async (...args: string[]) => {
    const { code, out, err } = await runCli(['payments', '--sqlite', file, ...args]);
    assert.deepEqual([code, err], [0, ''], out);
    return out;
  };
  const records = async (...args: string[]) =>
    (await list('--json', ...args))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, string>);
  const minutes = async (...args: string[]) => (await records(...args)).map(({ created }) => created!.slice(14, 16));

  it('lists the newest first, aligned, in 80 columns, and does nothing to the terminal', async () => {
    assert.equal(
      await list(),
      [
        'CREATED           PHASE          AMOUNT  BY          ORDER',
        '2026-11-20 12:04  being made  19.99 USD  localcode   1004',
        '2026-11-20 12:03  underpaid   19.99 USD  wallet      �[31mred� 注文 7',
        '2026-11-20 12:02  awaiting    19.99 USD  wallet      a name that is far too lon…',
        '2026-11-20 12:01  awaiting    19.99 USD  ERC20/USDT  1001',
        '2026-11-20 12:00  paid        19.99 USD  wallet      1001',
        '',
      ].join('\n'),
    );
  });

  it('lists payments that are open, of a phase or of an order, and continues after a cursor', async () => {
    assert.deepEqual(await minutes(), ['04', '03', '02', '01', '00']);
    assert.deepEqual(await minutes('--open'), ['04', '03', '02', '01']);
    assert.deepEqual(await minutes('--phase', 'paid'), ['00']);
    assert.deepEqual(await minutes('--order', '1001'), ['01', '00']);
    assert.deepEqual(await minutes('--order', '1001', '--open'), ['01']);
    const [, second] = await records('--limit', '2');
    assert.deepEqual(await minutes('--after', second!.cursor!), ['02', '01', '00']);
    assert.deepEqual(await minutes('--after', second!.cursor!, '--open', '--limit', '1'), ['02']);
    const page = await list('--limit', '2');
    assert.match(page, new RegExp(`\n\nNext page: --after ${second!.cursor}\n$`));
    assert.match(await list('--phase', 'refunded'), /^No payments found in .*payments\.db\.\n$/);
  });

  it('lists a payment whose offer has ended as expired, and not as open', async () => {
    const data = { amount: '5', currency: 'USD', expiresAt: new Date(AT + 60_000).toISOString() };
    const ended = newPayment({ orderRef: '1006', method: 'wallet', coin: '', at: AT, data });
    assert.ok(await store.insert(ended));
    await store.setResponse(ended.paymentRef, { serviceId: 'p-ended', status: 'NEW', data, at: AT });
    assert.deepEqual(await minutes('--order', '1006', '--phase', 'expired'), ['00']);
    assert.deepEqual(await minutes('--order', '1006', '--open'), []);
  });

  it('shows a payment whose paymentRef begins with a dash', async () => {
    const paymentRef = `-${'a'.repeat(21)}`;
    const row = newPayment({ orderRef: '1005', method: 'wallet', coin: '', at: AT, paymentRef });
    assert.ok(await store.insert(row));
    await store.setResponse(paymentRef, {
      serviceId: 'p-dash',
      status: 'NEW',
      data: { ...row.data, answer: {} },
      at: AT,
    });
    assert.match(await list(paymentRef), new RegExp(`^paymentRef +${paymentRef}$`, 'm'));
  });

  it('shows one by paymentRef, token, service id and orderRef, with the changes that onStatus has not handled', async () => {
    const [paid, open] = made;
    for (const name of [paid!.paymentRef, paid!.token, 'p-0'])
      assert.deepEqual(
        (await records(name)).map(({ paymentRef }) => paymentRef),
        [paid!.paymentRef],
      );
    assert.deepEqual(
      (await records('1001')).map(({ paymentRef }) => paymentRef),
      [paid!.paymentRef, open!.paymentRef],
    );
    const shown = await list('p-0');
    assert.match(shown, new RegExp(`^paymentRef +${paid!.paymentRef}$`, 'm'));
    assert.match(shown, /^phase +paid$/m);
    assert.match(shown, /^note +NOTE 7$/m);
    assert.match(shown, /^undelivered +1 changes$/m);
    const { code, out, err } = await runCli(['payments', '--sqlite', file, 'nothing']);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^No payment in .* has this paymentRef, token, service id or orderRef\.\n$/);
  });

  it('shows token, payouts and meta only with --private', async () => {
    const [paid] = made;
    for (const args of [['p-0'], ['p-0', '--json'], ['--json'], []]) {
      const output = await list(...args);
      for (const secret of [PAYOUT, paid!.token, '"cart"', 'qrCode']) assert.ok(!output.includes(secret), secret);
    }
    const [record] = await records('p-0', '--private');
    assert.deepEqual(record!.answer, { pid: 'p-0', note: 'NOTE 7', payoutEmail: PAYOUT });
    assert.deepEqual([record!.token, record!.meta], [paid!.token, { cart: 7 }]);
    assert.match(await list('p-0', '--private'), /"payoutEmail": "till@shop\.example"/);
  });

  it('changes nothing, and reports a store that it cannot read', async () => {
    const before = readFileSync(file);
    await list();
    assert.deepEqual(readFileSync(file), before);
    const { code, err } = await runCli(['payments', '--sqlite', join(folder, 'gone.db')]);
    assert.deepEqual(
      [code, /^.*gone\.db does not exist\. Check the path after --sqlite\.\n$/.test(err)],
      [1, true],
      err,
    );
    const older = join(folder, 'older.db');
    const db = new DatabaseSync(older);
    db.exec('CREATE TABLE pay_schema (version INTEGER); INSERT INTO pay_schema VALUES (1)');
    const refused = await runCli(['payments', '--sqlite', older]);
    assert.match(refused.err, /have version 1; this release needs version \d+\.\n.*store\.migrate\(\)/);
    assert.equal(db.prepare('SELECT count(*) AS rows FROM pay_schema').get()!.rows, 1);
  });

  it('exports all payments as JSON Lines and as CSV, with the same filters', async () => {
    const lines = (await list('--export', 'jsonl'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    assert.deepEqual(lines, await records('--limit', '10000'));
    const csv = await list('--export', 'csv');
    const [head, ...rows] = csv.split('\r\n');
    assert.match(head!, /^created,updated,orderRef,label,method,coin,phase,status,amount,currency,/);
    assert.deepEqual([rows.length - 1, rows.at(-1)], [lines.length, ''], 'every line ends in CRLF');
    assert.equal((await list('--export', 'csv', '--phase', 'paid')).split('\r\n').length, 3);
    for (const secret of [PAYOUT, made[0]!.token]) assert.ok(!csv.includes(secret), secret);
    assert.ok((await list('--export', 'csv', '--private')).includes(PAYOUT));
  });

  it('exports exact amounts, and no cell that a spreadsheet runs as a formula', async () => {
    const other = join(folder, 'export.db');
    const exported = sqliteStore(new DatabaseSync(other));
    const refs = [
      '=HYPERLINK("http://x")',
      '@SUM(A1)',
      ' +1',
      '-2+3',
      '\t=1',
      '＝1',
      'a "quoted", ref',
      'Mug;=1+1; @x',
      'Mug\t=1',
      'a;b',
      'two\nlines',
      '1001',
    ];
    for (const [minute, orderRef] of refs.entries()) {
      const row = newPayment({ orderRef, method: 'crypto', coin: 'ETH', at: AT + minute });
      assert.ok(await exported.insert({ ...row, data: { ...row.data, amount: '19.90' } }));
      const answer = { tid: `t-${minute}`, cryptoAmountExpected: '0.000311130000000001' };
      const data = { ...row.data, amount: '19.90', answer };
      await exported.setResponse(row.paymentRef, { serviceId: `t-${minute}`, status: 'NEW', data, at: AT });
    }
    const { out, code, err } = await runCli(['payments', '--sqlite', other, '--export', 'csv']);
    assert.deepEqual([code, err], [0, '']);
    for (const cell of [
      `"'=HYPERLINK(""http://x"")"`,
      `,'@SUM(A1),`,
      `,"' +1",`.replace(`"' +1"`, `' +1`),
      `,'-2+3,`,
      `,'\t=1,`,
      `,'＝1,`,
      `,"a ""quoted"", ref",`,
      `,"Mug;'=1+1;' @x",`,
      `,Mug\t'=1,`,
      `,"a;b",`,
      `,"two\nlines",`,
      ',1001,',
    ])
      assert.ok(out.includes(cell), `${cell} in ${out}`);
    assert.equal(out.match(/,19\.90,USD,0\.000311130000000001,/g)?.length, refs.length);
    const lines = (await runCli(['payments', '--sqlite', other, '--export', 'jsonl'])).out.trimEnd().split('\n');
    const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(
      parsed.map(({ orderRef }) => orderRef),
      refs.toReversed(),
      'JSON Lines has the exact text',
    );
    assert.equal(parsed[0]!['cryptoAmountExpected'], '0.000311130000000001');
  });

  it('exits with 0 when its reader closes the pipe', async () => {
    for (let minute = 100; minute < 400; minute += 1)
      await make(store, { orderRef: `x${minute}`, minute, phase: 'failed' });
    const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
    for (const format of ['--json --limit 10000', '--export csv', '--export jsonl']) {
      const command = `"$0" "$1" payments --sqlite "$2" ${format} | head -1`;
      const child = spawn('/bin/sh', ['-c', command, process.execPath, cli, file], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let err = '';
      child.stderr.on('data', (chunk) => (err += String(chunk)));
      child.stdout.resume();
      await once(child, 'close');
      assert.equal(err, '', format);
    }
  });
});

describe('pay-elements payments of PostgreSQL', () => {
  let database: TestDatabase;
  before(async () => (database = await openDatabase()));
  after(() => database.close());

  it('lists and shows them by --postgres and DATABASE_URL, and shows no password', async () => {
    const schema = await database.schema();
    const store = postgresStore(schema.pool(), { listen: false });
    const { paymentRef } = await make(store, { orderRef: '1001', minute: 0, phase: 'paid' });
    const listed = await runCli(['payments', '--postgres', schema.url]);
    assert.deepEqual([listed.code, listed.err], [0, ''], listed.err);
    assert.match(listed.out, /^2026-11-20 12:00 {2}paid +19\.99 USD {2}wallet {2}1001$/m);
    const shown = await runCli(['payments', paymentRef, '--json'], { DATABASE_URL: schema.url });
    assert.equal((JSON.parse(shown.out) as { phase: string }).phase, 'paid');

    const doctor = await runCli(['doctor', '--json', '--postgres', schema.url]);
    assert.match(doctor.out, /can be written to\. Open payments: 0\./);
    const empty = await database.schema();
    assert.match((await runCli(['payments', '--postgres', empty.url])).err, /contains no payment tables/);
    await empty.pool().query('CREATE TABLE pay_payments (id INTEGER)');
    assert.match(
      (await runCli(['payments', '--postgres', empty.url])).err,
      /has a table pay_payments that is not of this package\.\nRename it/,
    );
    const refused = await runCli(['payments', '--postgres', 'postgres://me:hunter2@127.0.0.1:1/shop']);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^postgres:\/\/127\.0\.0\.1:1\/shop cannot be read: /m);
    assert.ok(!refused.err.includes('hunter2'));
    await store.close();
  });

  it('warns of a password among the arguments, which other users of the machine can read, and of none elsewhere', async () => {
    const schema = await database.schema();
    const store = postgresStore(schema.pool(), { listen: false });
    await make(store, { orderRef: '1001', minute: 0, phase: 'paid' });
    const withPassword = new URL(schema.url);
    withPassword.password = 'hunter2';
    const inQuery = new URL(schema.url);
    inQuery.searchParams.set('password', 'hunter2');
    for (const { href } of [withPassword, inQuery])
      for (const command of ['payments', 'doctor']) {
        const { err } = await runCli([command, '--postgres', href]);
        assert.match(err, /^Warning: --postgres contains a password, .* Set DATABASE_URL instead\.\n/, command);
        assert.ok(!err.includes('hunter2'));
      }
    assert.equal((await runCli(['payments', '--postgres', schema.url])).err, '');
    const byEnvironment = await runCli(['payments'], { DATABASE_URL: withPassword.href });
    assert.deepEqual([byEnvironment.code, byEnvironment.err], [0, '']);
    assert.match(byEnvironment.out, /1001/);
    await store.close();
  });
});
