import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { coins, mayFollow, parsePayment, phases, type Phase } from '../src/core/index.ts';
import { publicFields } from '../src/core/payments/public-payment.ts';
import { CHANGING } from '../src/model/payment-model.ts';
import { interpretersLeftOut } from '../scripts/interpreters.mjs';
import { parseOrder } from '../src/core/orders/order-answer.ts';
import { allMatches } from './support/all-matches.ts';

const folder = new URL('../docs/', import.meta.url);
const page = readFileSync(new URL('any-backend.md', folder), 'utf8');
/** A file of the two examples, Python first. */
const inBoth = (name: string) =>
  [`python/pay/${name}.py`, `php/${name}.php`].map((path) =>
    readFileSync(new URL(`any-backend/${path}`, folder), 'utf8'),
  );

/** The rows of the first table of a section: the names in their first column. */
function namesOfTable(heading: string): readonly string[] {
  const [, table] = new RegExp(`^## ${heading}\\n[\\s\\S]*?\\n((?:\\|.*\\n)+)`, 'm').exec(page)!;
  return [...table!.matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  );
}

describe('the page on a backend in any language', () => {
  it('names every phase and coin that the tags read', () => {
    for (const name of [...phases, ...coins.map(({ symbol }) => symbol)])
      assert.match(page, new RegExp(`[\`\\s"]${name}[\`\\s".]`), name);
  });

  it('lists the fields of a payment that may be sent to a browser, and no others', () => {
    assert.deepEqual(namesOfTable('A payment').toSorted(), publicFields().toSorted());
  });

  it('lists the fields of a payment that its status may change', () => {
    const [, list] = /answers `200` with (`status`[\s\S]*?), and:/.exec(page)!;
    const names = [...list!.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    assert.deepEqual(names.toSorted(), ['status', 'phase', 'version', ...CHANGING].toSorted());
  });

  it('shows an order that a tag can read', () => {
    const [, json] = /```json\n(\{\n {2}"order"[\s\S]*?)```/.exec(page)!;
    const read = parseOrder(json);
    assert.ok(read.ok);
    assert.deepEqual(
      read.order.methods.map(({ choices }) => choices.length),
      [2, 1, 1],
    );
  });

  it('calls those fields of a payment needed without which a tag shows nothing', () => {
    const whole = {
      tid: {
        tid: 't',
        status: 'NEW',
        amount: 1,
        currency: 'usd',
        address: 'a',
        cryptoCoin: 'btc',
        cryptoAmountExpected: 1,
      },
      pid: { pid: 'p', status: 'NEW', amount: 1, currency: 'USD', note: 'n' },
      bid: { bid: 'b', status: 'PENDING', amount: 1 },
    };
    for (const [id, payment] of Object.entries(whole)) {
      assert.ok(parsePayment(payment).ok, id);
      for (const name of Object.keys(payment)) {
        assert.ok(!parsePayment({ ...payment, [name]: undefined }).ok, name);
        assert.match(page, new RegExp(`^\\|[^|]*\`${name}\`[^|]*\\| needed`, 'm'), name);
      }
    }
  });

  it('is not passed over in silence where a language or a framework is not on the machine', () => {
    const lines = interpretersLeftOut({ PATH: '' });
    assert.deepEqual(
      lines.map((line) => /^not tested: the backends in (\w+),/.exec(line)?.[1]),
      ['python', 'php', 'Django', 'Laravel', 'Composer'],
    );
  });

  it('links to existing files, whose lists contain only fields of a payment', () => {
    for (const [, file] of allMatches(page, /\]\((any-backend\/[^)]+)\)/g))
      assert.ok(existsSync(new URL(file!, folder)), file);
    for (const example of inBoth('payments')) {
      const [, list] = /^(?:const )?PUBLIC\w* = \[([^\]]+)\]/m.exec(example)!;
      const names = [...list!.matchAll(/['"](\w+)['"]/g)].map(([, name]) => name!);
      assert.ok(names.length > 8);
      for (const name of names) assert.ok((publicFields() as readonly string[]).includes(name), name);
    }
  });

  it('lists the status words that the examples map, and none of those that mean several things', () => {
    const [, table] = /### Status words[\s\S]*?\n((?:\|.*\n)+)/.exec(page)!;
    const rows = [...table!.matchAll(/^\| `(\w+)` +\| (.*?) *\|$/gm)];
    const statuses = rows.flatMap(([, phase, list]) =>
      [...list!.matchAll(/`(\w+)`/g)].map(([, word]) => [word, phase]),
    );
    const [, ambiguous] = /that money was seen: ([^.]+)\./.exec(page)!;
    for (const source of inBoth('status')) {
      const [, listed] = /WORDS = [{[]([^}\]]+)/.exec(source)!;
      const pairs = [...listed!.matchAll(/['"](\w+)['"](?:: | => )['"](\w+)['"]/g)].map(([, word, phase]) => [
        word,
        phase,
      ]);
      assert.deepEqual(Object.fromEntries(pairs), Object.fromEntries(statuses));
      for (const [, word] of allMatches(ambiguous!, /`(\w+)`/g)) assert.ok(!pairs.some(([own]) => own === word), word);
    }
    assert.deepEqual(
      statuses.filter(([, phase]) => phase === 'paid').map(([word]) => word),
      ['PAID', 'SETTLED'],
    );
  });

  it('allows the phases to follow each other in both examples as the helper does', () => {
    for (const source of inBoth('status')) {
      const lists = new Map<string, string[]>();
      const names = (list: string) =>
        [...list.matchAll(/['"](\w+)['"]|OPEN/g)].flatMap(([whole, name]) => name ?? lists.get(whole)!);
      lists.set('OPEN', names(/OPEN = \[(.*)\]/.exec(source)![1]!));
      const [, table] = /MAY_FOLLOW = [{[]([\s\S]+?)\n[}\]]/.exec(source)!;
      const rows = [...table!.matchAll(/^ +['"](\w+)['"](?::| =>) (.+),$/gm)];
      assert.equal(rows.length, phases.length - 1);
      for (const [, next, list] of rows)
        for (const previous of phases.filter((phase) => phase !== 'unknown')) {
          const isUndecided = previous === 'unmatched' && next === 'expired';
          const mayCome = mayFollow(previous, next as Phase) && !isUndecided;
          assert.equal(names(list!).includes(previous), mayCome, `${previous} before ${next}`);
        }
    }
  });

  it('shows statements that a database accepts', () => {
    const [, schema] = /const SCHEMA = "([^"]+)"/.exec(inBoth('payments')[1]!)!;
    // Those that accept late money are run in test/chain/any-backend-money.test.ts.
    const statements = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql!).filter((sql) => !/late/.test(sql)); // prettier-ignore
    assert.equal(statements.length, 2);
    for (const sql of statements) {
      const database = new DatabaseSync(':memory:');
      database.exec(schema!);
      const row =
        'INSERT INTO payments (ref, token, created, visitor, order_ref, method, coin, amount, currency, phase)';
      database.exec(`${row} VALUES ('open', 'a', 1, '', '1', 'wallet', '', '5', 'USD', 'awaiting')`);
      database.exec(`${row} VALUES ('seen', 'b', 1, '', '2', 'wallet', '', '5', 'USD', 'confirming')`);
      const update = database.prepare(sql);
      assert.deepEqual([update.run('open').changes, update.run('seen').changes], [1, 0]);
      database.close();
    }
  });

  it('names every setting that the examples read, and the limits that they set', () => {
    for (const source of inBoth('settings')) {
      const read = [...source.matchAll(/read(?:_setting|_map|_payout)?\(['"](\w+)['"]/g)].map(([, name]) => name!);
      assert.ok(read.length > 8);
      for (const name of read) assert.match(source, new RegExp(`^(?: \\* )?(?:\\w+, )?${name}\\b.* {2}`, 'm'), name);
    }
    for (const source of inBoth('visitor')) {
      const limits = [...source.matchAll(/_LIMITS = \[(.+)\]/g)].map(([, list]) => list!.match(/\d+/g));
      assert.deepEqual(limits, [
        ['60', '5', '3600', '20'],
        ['60', '30', '3600', '200'],
        ['3600', '400'],
      ]);
    }
    assert.match(
      page,
      /visitor 5 payments a minute and 20 an hour\. .* share 30 a minute and 200 an hour\. No\nmore than 400 an hour/,
    );
  });
});
