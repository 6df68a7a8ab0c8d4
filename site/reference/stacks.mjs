/** A first page for each stack, from the example that `pay-elements init` writes. */
import { exampleFiles } from '../../src/cli/init/example-files.ts';
import { minimumNode } from '../../src/cli/init/node-version.ts';
import { providersOf, readStacks } from '../../src/cli/init/stacks.ts';
import { blocks } from './markdown.mjs';

const stacks = readStacks();
export const stackNames = Object.keys(stacks);

/** Languages of fenced code by the extension of a file. Texts, styles and settings are not shown. */
const LANGUAGES = {
  js: 'js',
  ts: 'ts',
  tsx: 'tsx',
  svelte: 'html',
  vue: 'vue',
  astro: 'jsx',
  php: 'php',
  py: 'python',
};
export const languageOf = (path) => LANGUAGES[path.split('.').at(-1)];

/** The backends in PHP and Python have a page of their own. */
const isShown = ([path]) => languageOf(path) && !path.startsWith('backend/');

/** The module that takes the payment comes before the pages around it. */
const isShop = (path) => /shop\/shop\.[jt]s$/.test(path);

/** @param {string} name of a folder of `examples` */
export function stackPage(name) {
  const stack = stacks[name];
  const isTypeScript = stack.language === 'typescript';
  const files = exampleFiles({ name, stack, store: stack.stores[0], provider: 'service', isTypeScript });
  const minimum = minimumNode(name, isTypeScript);
  const shown = [...files].filter(isShown).sort(([a], [b]) => isShop(b) - isShop(a) || (a < b ? -1 : 1));
  const layout = files.get('README.md').split('```').at(-1).trim();
  return blocks(
    `# Start with ${stack.title}`,
    `Four commands write a small shop with ${stack.title}, and run it with the sandbox of the payment service${
      minimum ? `. You need Node ${minimum} or later` : ''
    }:`,
    `\`\`\`sh
npx pay-elements init --stack ${name} --dir shop
cd shop
npm install
npm run dev
\`\`\``,
    `Open \`http://127.0.0.1:8080\` and buy something. Then play the payer in the sandbox's panel, whose address is printed. To add
payments to a project of your own, run the first command with \`--dir .\` in its folder: it replaces no file without asking.`,
    stack.language === 'javascript' &&
      'With `--typescript`, `init` writes the same files in TypeScript, which Node 22.18 or later runs without a build.',
    providersOf(stack).includes('btcpay') &&
      'With `--provider btcpay`, the payments go to [your own BTCPay Server](btcpay.md) instead of a payment service.',
    '## What is where',
    layout.replaceAll('docs/any-backend.md', '[a backend in any language](any-backend.md)'),
    'Before you take real money, read [what every example needs](examples.md#before-you-take-real-money).',
    '## The files',
    shown.map(([path, text]) => [`### ${path}`, `\`\`\`${languageOf(path)}\n${text.trimEnd()}\n\`\`\``]),
  );
}
