import { parseArgs } from 'node:util';
import { isRandomText } from '../server/webhook/secrets.ts';
import { COLUMNS, wrap } from './text.ts';

/** An option of a command, as it is read and as its help says it. */
export interface Option {
  /** What stands after it: `<file>`. Without, it is a switch. */
  readonly value?: string;
  readonly says: string;
}

/** What was written on the command line. */
export interface Given {
  /** The value of an option that was given. */
  readonly text: (name: string) => string | undefined;
  /** Whether a switch was given. */
  readonly has: (name: string) => boolean;
  readonly words: readonly string[];
}

/** One command of `pay-elements`. Its help is made of what it is read by, so that the two cannot differ. */
export interface Command {
  readonly name: string;
  /** What may stand beside the options: `[<payment>]`. */
  readonly words?: string;
  /** What it does, in a few lines of at most 80 columns. */
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Gives the exit code. @throws Misuse, Failure */
  readonly run: (given: Given) => Promise<number>;
}

/** A wrong command line: printed with the help, exit code 2. */
export class Misuse extends Error {
  override readonly name = 'Misuse';
}

/** Something outside is not as it should be; the message says what, and what to do. */
export class Failure extends Error {
  override readonly name = 'Failure';

  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const HELP: Option = { says: 'says this' };

/** The help of a command. */
export function helpOf({ name, words, about, options }: Command): string {
  const all = Object.entries({ ...options, help: HELP });
  const rows = all.map(([option, { value, says }]) => [`--${option}${value ? ` ${value}` : ''}`, says] as const);
  const width = Math.max(...rows.map(([option]) => option.length));
  const lines = rows.flatMap(([option, says]) =>
    wrap(says, COLUMNS - width - 4).map((line, i) => `  ${(i === 0 ? option : '').padEnd(width)}  ${line}`),
  );
  return `Usage: pay-elements ${name}${words ? ` ${words}` : ''} [options]\n\n${about}\n\n${lines.join('\n')}\n`;
}

/**
 * Runs a command and returns its exit code: 0, or that of the command; 2 for a wrong command line.
 *
 * Read by Node's own `parseArgs`: strict, kept by Node itself, and no dependency.
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
    if (error instanceof Failure) {
      process.stderr.write(`${error.message}\n`);
      return error.exitCode;
    }
    if (!(error instanceof Misuse)) throw error;
    process.stderr.write(`${error.message}\n\n${helpOf(command)}`);
    return 2;
  }
}

function read({ options, words }: Command, argv: readonly string[]): Given {
  const types = Object.entries({ ...options, help: HELP }).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  // An identifier of a payment may begin with a dash, and would be read as an option. What follows `--` is never one.
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
    // The rest of Node's message does not apply.
    throw new Misuse((error as Error).message.split(/\. |\n/, 1)[0]!.replace(/\.?$/, '.'));
  }
}
