#!/usr/bin/env node
import { runSandbox } from './sandbox/main.ts';

const usage = `Usage: pay-elements <command>

Commands:
  sandbox   plays the payment service on this machine; see pay-elements sandbox --help
`;

/** Does what the command line asks for and gives the exit code: 2 for a command that is none. */
async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (command === 'sandbox') return runSandbox(rest);
  if (command === '--help' || command === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  process.stderr.write(command === undefined ? usage : `There is no command '${command}'.\n\n${usage}`);
  return 2;
}

process.exitCode = await run(process.argv.slice(2));
