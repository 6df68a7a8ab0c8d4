import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runCli } from './run.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const COMMANDS = ['dev', 'sandbox', 'doctor', 'payments'];

describe('pay-elements', () => {
  it('prints its version', async () => {
    assert.deepEqual(await runCli(['--version']), { code: 0, out: `${version}\n`, err: '' });
  });

  it('lists its commands, each with help of one form within 80 columns', async () => {
    const list = await runCli(['--help']);
    assert.equal(list.code, 0);
    assert.deepEqual(await runCli(['-h']), list);
    for (const name of COMMANDS) {
      assert.match(list.out, new RegExp(`^  ${name} +\\w`, 'm'));
      const help = await runCli([name, '--help']);
      const requests = [
        ['help', name],
        [name, '-h'],
        ['-h', name],
      ];
      for (const other of await Promise.all(requests.map((args) => runCli(args)))) assert.deepEqual(other, help);
      assert.deepEqual([help.code, help.err], [0, '']);
      assert.match(help.out, new RegExp(`^Usage: pay-elements ${name} `));
      assert.match(help.out, /^ {2}--help +prints this help, as does -h$/m);
      for (const line of help.out.split('\n')) assert.ok(line.length <= 80, line);
    }
  });

  it('names an unknown command or option, prints the help, and exits with 2', async () => {
    const wrong: [string[], RegExp][] = [
      [['dance'], /^There is no command 'dance'\.\n\nUsage: pay-elements <command>/],
      [['help', 'dance'], /^There is no command 'dance'/],
      [['constructor'], /^There is no command 'constructor'/],
      [['doctor', '--jsn'], /^Unknown option '--jsn'\.\n\nUsage: pay-elements doctor/],
      [['payments', '--limt', '5'], /^Unknown option '--limt'\.\n\nUsage: pay-elements payments/],
      [['sandbox', '--prot', '5'], /^Unknown option '--prot'\.\n\nUsage: pay-elements sandbox/],
      [['payments', '--limit'], /^Option '--limit <value>' argument missing\./],
      [['payments', '--limit', '0', '--sqlite', 'x'], /^--limit must be a whole number/],
      [['payments', '--phase', 'great'], /^--phase must be one of: awaiting/],
      [['payments', '--after', 'x'], /^--after must be a cursor/],
      [['payments', 'a', 'b'], /^Pass at most one payment\./],
      [['payments', '--sqlite', 'a', '--postgres', 'b'], /^Use either --sqlite or --postgres, not both/],
      [['payments'], /^The store is missing\. Use --sqlite/],
      [['doctor', 'x'], /^Unexpected argument 'x'\./],
    ];
    await Promise.all(
      wrong.map(async ([args, result]) => {
        const { code, out, err } = await runCli(args);
        assert.deepEqual([code, out], [2, ''], args.join(' '));
        assert.match(err, result);
      }),
    );
  });
});
