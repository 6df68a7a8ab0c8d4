import { parseArgs } from 'node:util';
import { isRandomText } from '../server/random-text.ts';
import { COLUMNS, wrap } from './text.ts';

/** An option of a command, with its text in the help. */
export interface Option {
  /** The value after the option in the help: `<file>`. An option without a value is a switch. */
  readonly value?: string;
  readonly description: string;
}

/** The parsed command line. */
export interface Given {
  /** Returns the value of an option, or undefined when it is missing. */
  readonly text: (name: string) => string | undefined;
  /** True when a switch is present. */
  readonly has: (name: string) => boolean;
  readonly words: readonly string[];
}

/** A command of `pay-elements`. Parser and help use the same definition, so that they cannot differ. */
export interface Command {
  readonly name: string;
  /** The positional arguments in the help: `[<payment>]`. */
  readonly words?: string;
  /** The description, in a few lines of at most 80 columns. */
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Returns the exit code. @throws UsageError, CommandError */
  readonly run: (given: Given) => Promise<number>;
}

/** A wrong command line: printed with the help, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A problem outside the command line. The message says what is wrong, and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const HELP: Option = { description: 'prints this help, as does -h' };

/** Returns the help of a command. */
export function helpOf({ name, words, about, options }: Command): string {
  const all = Object.entries({ ...options, help: HELP });
  const rows = all.map(
    ([option, { value, description }]) => [`--${option}${value ? ` ${value}` : ''}`, description] as const,
  );
  const width = Math.max(...rows.map(([option]) => option.length));
  const lines = rows.flatMap(([option, description]) =>
    wrap(description, COLUMNS - width - 4).map((line, i) => `  ${(i === 0 ? option : '').padEnd(width)}  ${line}`),
  );
  return `Usage: pay-elements ${name}${words ? ` ${words}` : ''} [options]\n\n${about}\n\n${lines.join('\n')}\n`;
}

/**
 * Runs a command and returns its exit code: 0, or that of the command; 2 for a wrong command line.
 *
 * The command line is parsed by Node's `parseArgs`: it is strict, maintained with Node, and no dependency.
 */
export async function runCommand(command: Command, argv: readonly string[]): Promise<number> {
  try {
    const given = read(command, argv);
    if (given.has('help')) {
      process.stdout.write(helpOf(command));
      return 0;
    }
    return await command.run(given);
  } catch (error) {
    if (error instanceof CommandError) {
      process.stderr.write(`${error.message}\n`);
      return error.exitCode;
    }
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\n${helpOf(command)}`);
    return 2;
  }
}

function read({ options, words }: Command, argv: readonly string[]): Given {
  const types = Object.entries({ ...options, help: HELP }).map(
    ([name, { value }]) =>
      [name, { type: value === undefined ? 'boolean' : 'string', ...(name === 'help' && { short: 'h' }) }] as const,
  );
  // The reference of a payment may begin with a dash, which `parseArgs` would read as an option. An argument after `--`
  // is never an option.
  const isWord = (arg: string) => words !== undefined && arg.startsWith('-') && isRandomText(arg);
  const dashed = argv.includes('--') ? [] : argv.filter(isWord);
  const args = dashed.length ? [...argv.filter((arg) => !isWord(arg)), '--', ...dashed] : [...argv];
  try {
    const { values, positionals } = parseArgs({
      args,
      options: Object.fromEntries(types),
      allowPositionals: words !== undefined,
    });
    return {
      text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
      has: (name) => values[name] === true,
      words: positionals,
    };
  } catch (error) {
    // The rest of Node's message does not apply here.
    throw new UsageError((error as Error).message.split(/\. |\n/, 1)[0]!.replace(/\.?$/, '.'));
  }
}
