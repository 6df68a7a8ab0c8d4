import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { runCli } from './run.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const COMMANDS = ['init', 'dev', 'sandbox', 'doctor', 'payments'];

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
        [name, '--no-such-option', '-h', 'and', 'words'],
      ];
      for (const other of await Promise.all(requests.map((args) => runCli(args)))) assert.deepEqual(other, help);
      assert.deepEqual([help.code, help.err], [0, '']);
      assert.match(help.out, new RegExp(`^Usage: pay-elements ${name} `));
      assert.match(help.out, /^ {2}--help +prints this help, as does -h$/m);
      assert.match(help.out, /[Ee]xit code: /);
      assert.match(help.out, /\nExamples:\n {2}# .+\n {2}npx pay-elements /);
      for (const line of help.out.split('\n')) assert.ok(line.length <= 80, line);
    }
  });

  it('names an unknown command or option, prints the help, and exits with 2', async () => {
    const wrong: [string[], RegExp][] = [
      [[], /^Usage: pay-elements <command>/],
      [['dance'], /^There is no command 'dance'\.\n\npay-elements --help {2}lists the commands\.\n$/],
      [['paymets'], /^There is no command 'paymets'\. Did you mean 'payments'\?\n/],
      [['help', 'dve'], /^There is no command 'dve'\. Did you mean 'dev'\?\n/],
      [['int'], /^There is no command 'int'\. Did you mean 'init'\?\n/],
      [['constructor'], /^There is no command 'constructor'\.\n/],
      [['--vesion'], /^The first argument is a command, not an option: '--vesion'\. Did you mean '--version'\?\n/],
      [
        ['doctor', '--jsn'],
        /^Unknown option '--jsn'\. Did you mean '--json'\?\n\npay-elements doctor --help {2}prints/,
      ],
      [['payments', '--limt', '5'], /^Unknown option '--limt'\. Did you mean '--limit'\?\n/],
      [['sandbox', '--prot', '5'], /^Unknown option '--prot'\. Did you mean '--port'\?\n/],
      [['sandbox', '--zzzzzzzz'], /^Unknown option '--zzzzzzzz'\.\n/],
      [['sandbox', '-z'], /^Unknown option '-z'\.\n/],
      [['init', '--stack', 'expres'], /^There is no stack 'expres'\. Did you mean 'express'\? Choose one of:/],
      [['init', '--stack', 'express', '--add', '--force'], /^--force does not apply to --add/],
      [['init', '--stack', 'workers', '--add'], /^--add cannot add to an app of workers\. It can for: node, express/],
      [['payments', '--phase', 'paid', '1001'], /^--phase is for a list, not for one payment\.\n/],
      [['payments', '--open', '1001'], /^--open is for a list/],
      [['payments', '1001', '--export', 'csv'], /^--export is for a list/],
      [['payments', '--export', 'xml'], /^--export must be csv or jsonl\./],
      [['payments', '--export', 'csv', '--limit', '5'], /^--limit does not apply to --export\./],
      [['payments', '--export', 'csv', '--json'], /^--json does not apply to --export\./],
      [['payments', '--private'], /^--private is for one payment, --json and --export, not for the table\./],
      [['payments', '--sqlite', 'x', '--config', 'y'], /^--config is not needed with --sqlite or --postgres\./],
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
