import { parseArgs } from 'node:util';
import { whyRefused } from './file-refusal.ts';
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

/** Names the file that the system did not let a command read or write. */
function refusalOf(error: NodeJS.ErrnoException): string | undefined {
  const reason = whyRefused(error);
  return error.path === undefined || reason === undefined ? undefined : `${error.path}: ${reason}.`;
}

/** Whether help is requested. Whatever else the command line contains, also what is wrong, does not matter then. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((arg) => /^(?:-h|--help(?:=.*)?)$/.test(arg));
}

/** @throws UsageError when the command line is wrong */
function read(command: Command, argv: readonly string[]): Given {
  const { name, options, words } = command;
  const types = Object.entries(options).map(
    ([option, { value }]) => [option, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  // The reference of a payment may begin with a dash, which `parseArgs` would read as an option. An argument after `--`
  // is never an option.
  const isWord = (arg: string) => words !== undefined && arg.startsWith('-') && isRandomText(arg);
  const dashed = argv.includes('--') ? [] : argv.filter(isWord);
  const args = dashed.length ? [...argv.filter((arg) => !isWord(arg)), '--', ...dashed] : [...argv];
  const { tokens, values, positionals } = parseArgs({
    args,
    options: Object.fromEntries(types),
    allowPositionals: true,
    // The checks below replace those of Node: theirs name neither the value that is needed, nor an option given twice.
    strict: false,
    tokens: true,
  });
  const given = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    checkOption(command, token);
    // Node itself reads every --env-file.
    if (given.has(token.name) && token.value !== undefined && token.name !== 'env-file')
      throw new UsageError(`--${token.name} is given twice. Pass it once.`);
    given.add(token.name);
  }
  if (words === undefined && positionals[0] !== undefined) {
    const [option, { value }] = Object.entries(options).find(([, each]) => each.value !== undefined)!;
    throw new UsageError(
      `Unexpected argument '${positionals[0]}': ${name} takes options only, such as --${option} ${value}.`,
    );
  }
  return {
    text: (option) => (typeof values[option] === 'string' ? values[option] : undefined),
    has: (option) => values[option] === true,
    words: positionals,
  };
}

/** An option of the command line, as `parseArgs` reports it. */
interface OptionToken {
  readonly name: string;
  /** As it was written: `-p`, `--port`. */
  readonly rawName: string;
  readonly value?: string | undefined;
  /** Whether the value was written after `=`. */
  readonly inlineValue?: boolean | undefined;
}

/** @throws UsageError when there is no such option, or its value is missing or must not be there */
function checkOption({ options, words }: Command, { name, rawName, value, inlineValue }: OptionToken): void {
  if (!Object.hasOwn(options, name)) {
    const hint = didYouMean(name, Object.keys(options), '--');
    const ofProgram = words?.startsWith('--') ? ' Options of <command> are written after --.' : '';
    throw new UsageError(`Unknown option '${rawName}'.${hint || ofProgram}`);
  }
  const { value: needed, description } = options[name]!;
  if (needed === undefined) {
    if (value !== undefined) throw new UsageError(`--${name} takes no value. Write --${name} alone.`);
    return;
  }
  if (value === undefined || value === '')
    throw new UsageError(`--${name} needs a value:\n  --${name} ${needed}  ${description}`);
  // A negative number is a value, which the command refuses with its range.
  if (!inlineValue && /^-[^\d]/.test(value))
    throw new UsageError(
      `--${name} needs a value, and '${value}' looks like an option. If it is the value, write --${name}=${value}.\n` +
        `  --${name} ${needed}  ${description}`,
    );
}
