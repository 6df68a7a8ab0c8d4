import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const made = join(here, '.made/types');
const made18 = join(here, 'react18/.made/types');

const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json', '--pretty', 'false'];
const vueTsc = [join(here, 'node_modules/vue-tsc/bin/vue-tsc.js'), ...tsc.slice(1)];
const svelteCheck = [join(here, 'node_modules/svelte-check/bin/svelte-check'), '--output', 'machine'];

interface Checked {
  readonly uses: string;
  readonly title: string;
  readonly checker: readonly string[];
  readonly place: string;
  readonly options: object;
}

const jsx = (jsxImportSource: string, mode = 'react-jsx') => ({ jsx: mode, jsxImportSource });

const CHECKED: readonly Checked[] = [
  { uses: 'react', title: 'React 19: the tags in JSX', checker: tsc, place: made, options: jsx('react') },
  { uses: 'react-wrapper', title: 'React 19: pay-elements/react', checker: tsc, place: made, options: jsx('react') },
  { uses: 'react-wrapper', title: 'React 18: pay-elements/react', checker: tsc, place: made18, options: jsx('react') },
  { uses: 'preact', title: 'Preact', checker: tsc, place: made, options: jsx('preact') },
  { uses: 'solid', title: 'Solid', checker: tsc, place: made, options: jsx('solid-js', 'preserve') },
  { uses: 'vue', title: 'Vue: the tags in templates', checker: vueTsc, place: made, options: {} },
  { uses: 'vue-wrapper', title: 'Vue: pay-elements/vue', checker: vueTsc, place: made, options: {} },
  { uses: 'svelte', title: 'Svelte', checker: svelteCheck, place: made, options: {} },
];

/** Puts the right and the wrong uses where they find their framework, as one strict project. */
function project({ uses, place, options }: Checked): { folder: string; right: string; wrong: string } {
  const from = join(here, 'types', uses);
  const [right = '', wrong = ''] = readdirSync(from).sort();
  const folder = join(place, uses);
  mkdirSync(folder, { recursive: true });
  cpSync(from, folder, { recursive: true });
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
    noEmit: true,
    ...options,
  };
  // Vue takes unknown attributes of a component for attributes of its root, unless asked to be strict.
  const vueCompilerOptions = { strictTemplates: true };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, vueCompilerOptions, include: [right, wrong] }),
  );
  // The checker takes the nearest configuration of Svelte or Vite, and the repository's own knows nothing of Svelte.
  if (uses === 'svelte') writeFileSync(join(folder, 'svelte.config.js'), 'export default {};\n');
  return { folder, right, wrong };
}

/** What the checker says, line by line. What frameworks' own declarations lack is not ours to say. */
async function complaints({ checker }: Checked, folder: string): Promise<string[]> {
  const output = await new Promise<string>((done) =>
    execFile(process.execPath, checker, { cwd: folder }, (_failed, stdout, stderr) => done(stdout + stderr)),
  );
  return output.split('\n').filter((line) => /(?:right|wrong)\.|pay-elements\/dist/i.test(line));
}

/** `x.tsx(5,3): error` and `ERROR "x.svelte" 5:3 "…"` */
const lineOf = (complaint: string) =>
  Number(/\((\d+),\d+\): error|ERROR "[^"]*" (\d+):/.exec(complaint)?.slice(1).find(Boolean));

describe('typings for frameworks, strict', () => {
  for (const checked of CHECKED)
    it(`${checked.title}: right uses compile and each wrong one does not`, async () => {
      const { folder, right, wrong } = project(checked);
      const marked = readFileSync(join(folder, wrong), 'utf8')
        .split('\n')
        .flatMap((line, at) => (/(?:\/\/|<!--) wrong: /.test(line) ? [at + 2] : []));
      assert.ok(marked.length >= 6 && right !== wrong);
      const messages = await complaints(checked, folder);
      const [wrongly, rightly] = [true, false].map((is) => messages.filter((line) => line.includes(wrong) === is));
      assert.deepEqual(rightly, []);
      assert.deepEqual(
        [...new Set(wrongly!.map(lineOf))].sort((a, b) => a - b),
        marked,
        messages.join('\n'),
      );
    });
});
