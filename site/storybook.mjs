/** Storybook, the playground of each tag: of `npm run storybook`, or built into the folder of the site. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where `npm run storybook` serves it. */
export const LOCAL = 'http://127.0.0.1:6006/';

/** Its folder in that of the site, and what the addresses of its pages begin with. */
const FOLDER = 'storybook';
export const CARRIED = `${FOLDER}/index.html`;

/** The page of a tag in Storybook. Its id is made of the title of the stories and of `defaultName` in `.storybook/main.ts`. */
export const storyId = (tag) => `tags-${tag}--api`;

/** @param {string} storybook `LOCAL` or `CARRIED` */
export const storyLink = (tag, storybook) => `${storybook}?path=/docs/${storyId(tag)}`;

/** Where the pages in a folder find Storybook: beside them if it was built there. */
export const findStorybook = (output) => (existsSync(join(output, CARRIED)) ? CARRIED : LOCAL);

/** Builds it into the folder of the site. @throws Error when that fails */
export function buildStorybook(output) {
  const program = join(root, 'node_modules/storybook/dist/bin/dispatcher.js');
  const args = ['build', '--quiet', '--disable-telemetry', '--output-dir', join(output, FOLDER)];
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('Storybook could not be built');
}
