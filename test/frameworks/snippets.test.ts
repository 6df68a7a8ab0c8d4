/** The snippets of the README and of docs/*.md that are in the languages of frameworks, with the packed tarball. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packInto, unpack } from '../../scripts/pack.mjs';
import { FRAMEWORK_LANGUAGES, readSnippets } from '../support/snippets.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Below the folder where the frameworks are installed. */
const made = join(here, '.made/snippets');
const installed = join(made, 'node_modules/pay-elements');
rmSync(made, { recursive: true, force: true });
unpack(installed, packInto(made));

const tsc = join(here, '../../node_modules/typescript/bin/tsc');
const vueTsc = join(here, 'node_modules/vue-tsc/bin/vue-tsc.js');
const CHECKERS: Readonly<Record<(typeof FRAMEWORK_LANGUAGES)[number], string>> = { jsx: tsc, vue: vueTsc };

describe('the snippets for frameworks', () => {
  for (const language of FRAMEWORK_LANGUAGES) {
    const snippets = readSnippets(installed).filter((snippet) => snippet.language === language);
    let complaints: readonly string[];
    before(async () => {
      const folder = join(made, language);
      mkdirSync(folder);
      for (const { id, code } of snippets) writeFileSync(join(folder, `${id}.${language}`), code);
      const compilerOptions = {
        allowJs: true,
        checkJs: true,
        noEmit: true,
        strict: true,
        noImplicitAny: false,
        skipLibCheck: true,
        target: 'ES2022',
        module: 'ESNext',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: ['pay-elements/types/react'],
      };
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, vueCompilerOptions: { strictTemplates: true }, include: ['*'] }),
      );
      const args = [CHECKERS[language], '-p', 'tsconfig.json', '--pretty', 'false'];
      const printed = await new Promise<string>((done) =>
        execFile(process.execPath, args, { cwd: folder }, (_failed, stdout, stderr) => done(stdout + stderr)),
      );
      complaints = printed.split('\n').filter(Boolean);
    });

    it(`there are some in ${language}, and the checker reads nothing else`, () => {
      assert.ok(snippets.length > 0);
      const named = (line: string) => snippets.some(({ id }) => line.startsWith(`${id}.`));
      assert.deepEqual(
        complaints.filter((line) => !named(line) && !line.startsWith(' ')),
        [],
      );
    });

    for (const { place, id } of snippets)
      it(`${place} (${language}) has the types of the package`, () =>
        assert.deepEqual(
          complaints.filter((line) => line.startsWith(`${id}.`)),
          [],
        ));
  }
});
