/**
 * `dist/examples.json`: the sources of the shops that `pay-elements init` writes, in one file of the package instead of a
 * hundred.
 *
 * JavaScript is made from TypeScript, so that no example exists twice: Node removes the types, which leaves everything else
 * in its place, comments and empty lines too, and Prettier closes the gaps. A compiler would write its own layout.
 * Comments of types would remain: so the types of a shop are in modules that have nothing else.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, relative } from 'node:path';
import { format } from 'prettier';

/** What an example writes when it is run in its own folder, and what only the tests need. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.[\w-]+|build|dist)\/|(?:^|\/)(?:package-lock\.json|\.env)$|\.db/;

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g;

/** Returns a module without types, or undefined when nothing is left. */
async function toJavaScript(text, options) {
  const stripped = stripTypeScriptTypes(text).replace(/((?:from |import\()'\.[^']*)\.ts'/g, "$1.js'");
  if (stripped.replace(COMMENT, '').trim() === '') return undefined;
  return format(stripped, { ...options, parser: 'babel' });
}

/** The paths of the files of the examples, relative to the root. */
export const exampleFiles = (root) =>
  readdirSync(join(root, 'examples'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !LEFT_OUT.test(path))
    .sort();

/** The files of the examples by their path in the repository, and those in TypeScript once more as JavaScript. */
export async function readExamples(root) {
  const { prettier } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const paths = exampleFiles(root);
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const modules = paths.filter((path) => path.endsWith('.ts'));
  const javascript = await Promise.all(modules.map(async (path) => [path, await toJavaScript(files[path], prettier)]));
  return { files, javascript: Object.fromEntries(javascript) };
}

export async function writeExamples(root) {
  writeFileSync(join(root, 'dist/examples.json'), JSON.stringify(await readExamples(root)));
}
