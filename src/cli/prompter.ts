import { createInterface } from 'node:readline';
import { CommandError } from './command.ts';

/** Asks the user at the terminal. Questions are printed on standard error. */
export interface Prompter {
  /** True when there is a terminal to ask questions. */
  readonly isInteractive: boolean;
  readonly text: (prompt: string, fallback: string) => Promise<string>;
  /** Asks until the answer is one of the choices. */
  readonly choice: (prompt: string, choices: readonly string[]) => Promise<string>;
  readonly confirm: (prompt: string) => Promise<boolean>;
  readonly close: () => void;
}

/** @param asks - false: no question is asked, also at a terminal */
export function createPrompter(asks = true): Prompter {
  const isInteractive = process.stdin.isTTY && asks;
  const terminal = isInteractive ? createInterface({ input: process.stdin, output: process.stderr }) : undefined;
  /** @throws CommandError at Ctrl-C and Ctrl-D */
  const readLine = (prompt: string) =>
    new Promise<string>((resolve, reject) => {
      if (!terminal) return resolve('');
      terminal.once('close', () => reject(new CommandError('\nNothing was written.')));
      terminal.question(prompt, resolve);
    });
  const text = async (prompt: string, fallback: string) =>
    (await readLine(`${prompt} (${fallback}): `)).trim() || fallback;
  return {
    isInteractive,
    text,
    async choice(prompt, choices) {
      for (;;) {
        const answer = await text(prompt, choices[0]!);
        if (choices.includes(answer)) return answer;
        process.stderr.write(`'${answer}' is not one of: ${choices.join(', ')}.\n`);
      }
    },
    confirm: async (prompt) => /^y(es)?$/i.test(await readLine(`${prompt} [y/N] `)),
    close: () => terminal?.close(),
  };
}
