import { readFileSync } from 'node:fs';
import { whyRefused } from './file-refusal.ts';
import { runCommand, type Command } from './command.ts';
import { packageRoot } from './package-root.ts';
import { didYouMean } from './suggest.ts';

interface Entry {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** The commands. Each is loaded when it is used. The documentation lists them too. @internal */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  init: {
    summary: 'creates a small shop for a stack',
    load: async () => (await import('./init/command.ts')).init,
  },
  dev: {
    summary: 'runs a shop together with the sandbox',
    load: async () => (await import('./dev/command.ts')).dev,
  },
  sandbox: {
    summary: 'simulates the payment service on this machine',
    load: async () => (await import('./sandbox.ts')).sandbox,
  },
  doctor: {
    summary: 'checks configuration, service, store and webhooks',
    load: async () => (await import('./doctor/command.ts')).doctor,
  },
  payments: {
    summary: 'lists and shows the payments of a store',
    load: async () => (await import('./payments/command.ts')).payments,
  },
  conformance: {
    summary: 'checks a backend in any language against the protocol',
    load: async () => (await import('./conformance/command.ts')).conformance,
  },
};

const WIDTH = Math.max(...Object.keys(COMMANDS).map((name) => name.length));

const usage = `Usage: pay-elements <command> [options]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(WIDTH)}  ${summary}`)
  .join('\n')}

  pay-elements <command> --help  prints the help of a command, as does -h
  pay-elements --version         prints the version

Exit codes: 0 done, 1 a problem that the output names, 2 a wrong command line.
dev exits with the code of the shop's command. Results are printed on standard
output, messages and errors on standard error.
`;

/** Runs the command line and returns the exit code: 2 for an unknown command. */
export async function run([first, ...rest]: readonly string[]): Promise<number> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe (`| head`) may close it early.
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`The output cannot be written: ${whyRefused(error) ?? error.message}.\n`);
    process.exit(1);
  });
  // Nobody reads the messages any more. What runs goes on, and what dev has started is not left behind.
  process.stderr.on('error', () => {});
  const isHelp = first === 'help' || first === '--help' || first === '-h';
  const name = isHelp ? rest.find((arg) => !arg.startsWith('-')) : first;
  const entry = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry) return runCommand(await entry.load(), isHelp ? ['--help'] : rest);
  if (name === '--version' || (isHelp && name === undefined)) {
    process.stdout.write(name === undefined ? usage : `${version()}\n`);
    return 0;
  }
  if (name === undefined) process.stderr.write(usage);
  else process.stderr.write(`${unknownMessage(name)}\n\npay-elements --help  lists the commands.\n`);
  return 2;
}

function unknownMessage(name: string): string {
  const names = Object.keys(COMMANDS);
  if (name === 'version') return "There is no command 'version'. Did you mean '--version'?";
  if (!name.startsWith('-')) return `There is no command '${name}'.${didYouMean(name, names)}`;
  return `The first argument is a command, not an option: '${name}'.${didYouMean(name.replace(/^-+/, ''), ['help', 'version'], '--')}`;
}

function version(): string {
  const manifest = readFileSync(`${packageRoot}package.json`, 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
