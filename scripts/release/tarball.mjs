/** What every published tarball has to be: small, complete, and right by publint and Are The Types Wrong. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const FILES_MAX = 400;
/** Of the unpacked files. Bytes. */
const SIZE_MAX = 5_000_000;
/** Files without which the package is of no use, or may not be published. */
const NEEDED = ['package.json', 'README.md', 'LICENSE', 'SECURITY.md', 'CHANGELOG.md', 'dist/THIRD-PARTY-LICENSES.txt'];
/** Entries that hold no module. */
const DATA = ['custom-elements', 'package', 'vscode.html-custom-data', 'vscode.css-custom-data', 'web-types', 'modulepreload'];

/**
 * What is wrong with the files of a tarball, a sentence each; none when all is well.
 *
 * @param {{ files: { path: string }[], unpackedSize: number }} packed as `npm pack --json` describes it
 */
export function faultsOf({ files, unpackedSize }) {
  const paths = files.map(({ path }) => path);
  const secrets = paths.filter((path) => /(?:^|\/)\.env|\.(?:db|pem|key)$/.test(path));
  return [
    ...(files.length > FILES_MAX ? [`It has ${files.length} files, and may have ${FILES_MAX}.`] : []),
    ...(unpackedSize > SIZE_MAX ? [`It unpacks to ${unpackedSize} bytes, and may have ${SIZE_MAX}.`] : []),
    ...NEEDED.filter((path) => !paths.includes(path)).map((path) => `It lacks ${path}.`),
    ...secrets.map((path) => `It contains ${path}, which may be private.`),
  ];
}

/** Runs publint on an unpacked folder, and Are The Types Wrong on the tarball. @returns what they find wrong */
export function lintTarball(tarball, unpacked) {
  const exclude = ['--exclude-entrypoints', ...DATA.map((name) => `./${name}.json`)];
  return [
    ['publint/src/cli.js', 'run', '--strict', '--pack', 'false', unpacked],
    ['@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'esm-only', ...exclude],
  ].flatMap(([tool, ...args]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
      encoding: 'utf8',
    });
    return status === 0 ? [] : [`${tool}:\n${stdout}${stderr}`];
  });
}
