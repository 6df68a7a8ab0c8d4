import { parseArgs } from 'node:util';
import { isRandomText } from '../server/random-text.ts';
import { didYouMean } from './suggest.ts';
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
  /** The description, in a few lines of at most 80 columns. It ends with the exit codes. */
  readonly about: string;
  /** Command lines that work, each with a description of a few words. */
  readonly examples: readonly (readonly [command: string, description: string])[];
  readonly options: Readonly<Record<string, Option>>;
  /** Returns the exit code. @throws UsageError, CommandError */
  readonly run: (given: Given) => Promise<number>;
}

/** A wrong command line: exit code 2. */
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

/** Refuses options that have no effect in this use of the command. @throws UsageError that names the option and the reason */
export function refuseOptions(given: Given, names: readonly string[], reason: string): void {
  const name = names.find((each) => given.has(each) || given.text(each) !== undefined);
  if (name !== undefined) throw new UsageError(`--${name} ${reason}`);
}

/** Returns the help of a command. The documentation shows it too. @internal */
export function helpOf({ name, words, about, examples, options }: Command): string {
  const all = Object.entries({ ...options, help: HELP });
  const rows = all.map(
    ([option, { value, description }]) => [`--${option}${value ? ` ${value}` : ''}`, description] as const,
  );
  const width = Math.max(...rows.map(([option]) => option.length));
  const lines = rows.flatMap(([option, description]) =>
    wrap(description, COLUMNS - width - 4).map((line, i) => `  ${(i === 0 ? option : '').padEnd(width)}  ${line}`),
  );
  const shown = examples.map(([command, description]) => `  # ${description}\n  npx pay-elements ${command}`);
  return [
    `Usage: pay-elements ${name}${words ? ` ${words}` : ''} [options]`,
    about,
    `Options:\n${lines.join('\n')}`,
    `Examples:\n${shown.join('\n')}\n`,
  ].join('\n\n');
}

/**
 * Runs a command and returns its exit code: 0, or that of the command; 2 for a wrong command line.
 *
 * The command line is parsed by Node's `parseArgs`: it is strict, maintained with Node, and no dependency.
 */
export async function runCommand(command: Command, argv: readonly string[]): Promise<number> {
  if (asksForHelp(argv)) {
    process.stdout.write(helpOf(command));
    return 0;
  }
  try {
    return await command.run(read(command, argv));
  } catch (error) {
    if (error instanceof CommandError) {
      process.stderr.write(`${error.message}\n`);
      return error.exitCode;
    }
    const refused = refusalOf(error as NodeJS.ErrnoException);
    if (refused !== undefined) {
      process.stderr.write(`${refused}\n`);
      return 1;
    }
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\npay-elements ${command.name} --help  prints the options and examples.\n`);
    return 2;
  }
}

/** Why the system refuses to read or write a file, by its code. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission',
  EPERM: 'the system does not permit it',
  EROFS: 'its file system can only be read',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder, and a file is needed',
  ENOTDIR: 'a part of this path is a file, and a folder is needed',
  ENAMETOOLONG: 'a name in this path is too long',
};

/** Names the file that the system did not let a command read or write. */
function refusalOf({ code = '', path }: NodeJS.ErrnoException): string | undefined {
  return path !== undefined && Object.hasOwn(REFUSALS, code) ? `${path}: ${REFUSALS[code]} (${code}).` : undefined;
}

/** Whether help is requested. Whatever else the command line contains, also what is wrong, does not matter then. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((arg) => arg === '--help' || arg === '-h');
}

function read({ options, words }: Command, argv: readonly string[]): Given {
  const types = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
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
    throw new UsageError(messageOf(error as Error, Object.keys(options)));
  }
}

/** The first sentence of an error of `parseArgs`, and the option that was probably meant. The rest does not apply here. */
function messageOf({ message }: Error, names: readonly string[]): string {
  const sentence = message.split(/\. |\n/, 1)[0]!.replace(/\.?$/, '.');
  const [, unknown] = /^Unknown option '--?([^']*)'/.exec(sentence) ?? [];
  return unknown === undefined ? sentence : sentence + didYouMean(unknown, names, '--');
}
