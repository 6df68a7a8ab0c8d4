/** The help of the commands, as they print it. */
import { helpOf } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/run.ts';
import { blocks } from './markdown.mjs';

/** Every command with its help: `{ name, summary, help }`. */
export const readCommands = () =>
  Promise.all(
    Object.entries(COMMANDS).map(async ([name, { summary, load }]) => ({ name, summary, help: helpOf(await load()) })),
  );
const commands = await readCommands();

/** The page, as Markdown. */
export const commandLinePage = () =>
  blocks(
    '# The command line',
    '`npx pay-elements <command>`, or `pay-elements <command>` in a script of your package.json. Exit code: 0 all is well, 1 a problem, 2 wrong usage; `dev` has those of the shop, too. Node itself reads `--env-file` before a command starts: when the file is missing, it says so and exits with 9.',
    commands.map(({ name, summary, help }) => [
      `## ${name}`,
      `The command ${summary}.`,
      `\`\`\`text\n${help.trim()}\n\`\`\``,
    ]),
  );
