import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { cli, runCli } from './run.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const COMMANDS = ['init', 'dev', 'sandbox', 'doctor', 'payments', 'conformance'];

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
        [name, '--help=yes'],
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

  it('says that its output cannot be written', { skip: !existsSync('/dev/full') }, async () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [cli, '--help'], { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    assert.deepEqual([status, String(stderr)], [1, 'The output cannot be written: the disk is full (ENOSPC).\n']);
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
      [['payments', '--export', 'xml'], /^--export must be csv or jsonl, not 'xml'\./],
      [['payments', '--export', 'csv', '--limit', '5'], /^--limit does not apply to --export\./],
      [['payments', '--export', 'csv', '--json'], /^--json does not apply to --export\./],
      [['payments', '--private'], /^--private is for one payment, --json and --export, not for the table\./],
      [['payments', '--sqlite', 'x', '--config', 'y'], /^--config is not needed with --sqlite or --postgres\./],
      [['payments', '--limit'], /^--limit needs a value:\n {2}--limit <number> {2}the number of payments/],
      [['payments', '--sqlite='], /^--sqlite needs a value:\n {2}--sqlite <file> {2}/],
      [['payments', '--sqlite', ''], /^--sqlite needs a value:\n/],
      [
        ['sandbox', '--seed', '--data', 'x'],
        /^--seed needs a value, and '--data' looks like an option\. If it is the value, write --seed=--data\.\n {2}--seed <text>/,
      ],
      [['payments', '--open=yes'], /^--open takes no value\. Write --open alone\.\n/],
      [['init', '--stack', 'node', '--stack', 'express'], /^--stack is given twice\. Pass it once\.\n/],
      [['sandbox', '-p', '5'], /^Unknown option '-p'\. Did you mean '--port'\?\n/],
      [['dev', '--watch', '--', 'node'], /^Unknown option '--watch'\. Options of <command> are written after --\.\n/],
      [['sandbox', '--port', '-5'], /^--port must be a number from 0 to 65535, not '-5'\.\n/],
      [['dev', '--port', '-5', '--', 'node'], /^--port must be a number from 0 to 65535, not '-5'\.\n/],
      [['dev', '--port=70000', '--', 'node'], /^--port must be a number from 0 to 65535, not '70000'\.\n/],
      [
        ['conformance', 'http://127.0.0.1/pay', '--order', 'true', '--port', 'abc'],
        /^--port must be .*, not 'abc'\.\n/,
      ],
      [['conformance', '--list', 'http://127.0.0.1/pay'], /^--list runs no checks: leave the address out\.\n/],
      [['conformance', '--list', '--order', 'true'], /^--order does not apply to --list\.\n/],
      [['sandbox', '--port='], /^--port needs a value:\n {2}--port <number> {2}the port of the sandbox, up to 65535/],
      [['payments', '--limit', '0', '--sqlite', 'x'], /^--limit must be a whole number from 1 to 10000, not '0'\.\n/],
      [['payments', '--limit', '-1', '--sqlite', 'x'], /^--limit must be a whole number from 1 to 10000, not '-1'\.\n/],
      [['payments', '--phase', 'great'], /^--phase must be one of: awaiting.*; not 'great'\.\n/],
      [['payments', '--phase', 'payed'], /; not 'payed'\. Did you mean 'paid'\?\n/],
      [['payments', '--after', 'x'], /^--after must be a cursor that the last line of a list shows, not 'x'\.\n/],
      [['payments', '', '--sqlite', 'x'], /^The payment is an empty text\./],
      [['payments', 'package.json'], /^The store is missing\..* Did you mean --sqlite package\.json\?\n/],
      [['payments', 'a', 'b'], /^Pass at most one payment\./],
      [['payments', '--sqlite', 'a', '--postgres', 'b'], /^Use either --sqlite or --postgres, not both/],
      [['payments'], /^The store is missing\. Use --sqlite/],
      [['doctor', 'x'], /^Unexpected argument 'x': doctor takes options only, such as --config <file>\.\n/],
      [['init', 'my-shop'], /^Unexpected argument 'my-shop': init takes options only, such as --stack <name>\.\n/],
      [['version'], /^There is no command 'version'\. Did you mean '--version'\?\n/],
      [['-v'], /^The first argument is a command, not an option: '-v'\. Did you mean '--version'\?\n/],
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
