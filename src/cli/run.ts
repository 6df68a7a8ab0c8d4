import { readFileSync } from 'node:fs';
import { runCommand, type Command } from './command.ts';

/** Where a command is, loaded when it is asked for. */
const COMMANDS: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Run> }>> = {
  sandbox: {
    summary: 'plays the payment service on this machine',
    load: async () => (await import('../sandbox/main.ts')).runSandbox,
  },
  doctor: {
    summary: 'checks configuration, service, store and webhooks',
    load: async () => ofCommand((await import('./doctor/command.ts')).doctor),
  },
  payments: {
    summary: 'lists and shows the payments of a store',
    load: async () => ofCommand((await import('./payments/command.ts')).payments),
  },
};

type Run = (argv: readonly string[]) => Promise<number>;

const ofCommand =
  (command: Command): Run =>
  (argv) =>
    runCommand(command, argv);

const usage = `Usage: pay-elements <command> [options]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`)
  .join('\n')}

  pay-elements <command> --help  says what a command does
  pay-elements --version         says which version this is
`;

/** Does what the command line asks for and gives the exit code: 2 for a command that is none. */
export async function run([name, ...rest]: readonly string[]): Promise<number> {
  // Who reads only the first lines (`| head`) has what they wanted.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  const asksForHelp = name === '--help' || name === 'help';
  const helped = name === 'help' ? rest[0] : undefined;
  const command = Object.hasOwn(COMMANDS, helped ?? name ?? '') ? COMMANDS[helped ?? name!] : undefined;
  if (command) return (await command.load())(helped === undefined ? rest : ['--help']);
  if (asksForHelp && helped === undefined) {
    process.stdout.write(usage);
    return 0;
  }
  if (name === '--version') {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  const wrong = helped ?? name;
  process.stderr.write(wrong === undefined ? usage : `There is no command '${wrong}'.\n\n${usage}`);
  return 2;
}

function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
