// Writes the public API as text: `api/<entry>.api.md`, an API Extractor report on each entry point, and
// `api/tags.json`, the public members of the tags. It fails when something in a report has no comment. `--check` changes
// nothing. It also fails when these files differ from the code, or when they differ from the branch `main` without a
// changeset.
// Alternatives: API Extractor omits additions to global types, which the tests of the package and the frameworks cover.
// TypeDoc writes documentation and no report. @custom-elements-manifest/to-markdown repeats every description of a tag,
// so that a new wording would be a change of the API.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { entriesOf } from './entries.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'api');
const temporary = join(folder, '.temp');
const check = process.argv.includes('--check');
const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** `./server/node` -> `server-node`, `.` -> `elements` */
const reportNameOf = (name) => name.replace(/^\.\/?/, '').replaceAll('/', '-') || 'elements';

function configOf({ name, types }) {
  const entry = join(root, types);
  const silent = { default: { logLevel: 'none' } };
  const configObject = {
    projectFolder: root,
    mainEntryPointFilePath: entry,
    compiler: { overrideTsconfig: { extends: join(root, 'tsconfig.json'), include: [], files: [entry] } },
    apiReport: {
      enabled: true,
      reportFileName: reportNameOf(name),
      reportFolder: folder,
      reportTempFolder: temporary,
      includeForgottenExports: true,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: { extractorMessageReporting: silent, tsdocMessageReporting: silent },
  };
  return ExtractorConfig.prepare({ configObject, packageJsonFullPath: join(root, 'package.json') });
}

const entries = entriesOf(root, readJson('package.json').exports).filter(({ types }) => types);

/** All entry points are compiled at once. */
const compilerState = CompilerState.create(configOf(entries[0]), {
  additionalEntryPoints: entries.map(({ types }) => join(root, types)),
});

/** @returns {boolean} Whether the report of an entry point matches its declarations. */
const reportEntry = (entry) =>
  !Extractor.invoke(configOf(entry), { localBuild: !check, compilerState }).apiReportChanged || !check;

/** @returns {boolean} Whether every entry point has a report that matches, and no report is left of an old one. */
function reportTypes() {
  const files = new Set(entries.map(({ name }) => `${reportNameOf(name)}.api.md`));
  const old = readdirSync(folder).filter((name) => name.endsWith('.api.md') && !files.has(name));
  if (!check) for (const name of old) rmSync(join(folder, name));
  const changed = entries.filter((entry) => !reportEntry(entry));
  for (const { name } of changed) console.error(`The API of ${name} changed.`);
  return changed.length === 0 && (!check || old.length === 0);
}

const DECLARATION = /^(?:export )?(?:abstract )?(?:class|const|enum|function|interface|namespace|type) ([\w$]+)/;

/**
 * API Extractor marks what has no comment, or one of less than 10 characters.
 *
 * @returns {string[]} What is marked in the new report of an entry point: `PaymentRow: readonly created: number;`.
 */
function undocumentedIn({ name }) {
  const lines = readFileSync(join(temporary, `${reportNameOf(name)}.api.md`), 'utf8').split(/\r?\n/);
  let owner = '';
  return lines.flatMap((line, at) => {
    owner = DECLARATION.exec(line)?.[1] ?? owner;
    if (!line.endsWith('(undocumented)')) return [];
    const declaration = lines
      .slice(at + 1)
      .find((next) => !next.trim().startsWith('//'))
      .trim();
    return [line.startsWith(' ') ? `${owner}: ${declaration}` : declaration];
  });
}

/** @returns {boolean} Whether everything that a shop's editor shows has a comment. */
function checkComments() {
  const undocumented = new Set(entries.flatMap(undocumentedIn));
  for (const declaration of undocumented)
    console.error(`A comment of at least 10 characters is missing: ${declaration}`);
  return undocumented.size === 0;
}

/** Fields of a tag in `custom-elements.json` that are not part of the API: wording, and the place of the source. */
const NO_PROMISE = ['description', 'inheritedFrom', 'superclass'];

/** @returns {boolean} Whether the report matches the manifest. */
function reportTags() {
  const file = join(folder, 'tags.json');
  const { modules } = readJson('custom-elements.json');
  const tags = modules.flatMap(({ declarations = [] }) => declarations.filter(({ tagName }) => tagName));
  const text = `${JSON.stringify(tags, (key, value) => (NO_PROMISE.includes(key) ? undefined : value), 2)}\n`;
  if (!check) writeFileSync(file, text);
  return readFileSync(file, 'utf8') === text;
}

/**
 * @returns {boolean} Whether a changeset, or a release, announces the changes in `api/` since `main`, as far as git can
 *   show.
 */
function isAnnounced() {
  const { status: missing, stdout } = spawnSync('git', ['show', 'main:package.json'], { cwd: root, encoding: 'utf8' });
  if (missing) {
    console.log('There is no branch main, so changesets are not checked.');
    return true;
  }
  // A release has moved the changesets to its section of the changelog.
  if (JSON.parse(stdout).version !== readJson('package.json').version) return true;
  const changesets = join(root, 'node_modules/@changesets/cli/bin.js');
  const { status } = spawnSync(process.execPath, [changesets, 'status', '--since=main'], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0;
}

mkdirSync(temporary, { recursive: true });
const results = [reportTypes(), reportTags()];
const isDocumented = checkComments();
rmSync(temporary, { recursive: true });
if (!isDocumented) process.exitCode = 1;
if (results.includes(false)) {
  console.error('The public API changed. If this is intended, run `npm run api` and check `git diff api`.');
  process.exitCode = 1;
} else if (check && !isAnnounced()) {
  console.error('The public API changed since main. Run `npm run changeset`, then `git add` its file.');
  process.exitCode = 1;
}
