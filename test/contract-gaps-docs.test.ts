import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { gaps } from '../src/sandbox/contract/settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(root, 'docs/contract-gaps.md'), 'utf8');

interface Row {
  readonly section: string;
  readonly sentence: string;
  readonly option: string;
  readonly standard: string;
}

const rows: readonly Row[] = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| section|^\| -/.test(line))
  .map((line) => {
    const [section = '', sentence = '', option = '', standard = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return { section, sentence, option, standard };
  });

/** Whether `CheckoutOptions` has an option of this path: `service.limit.maxWait`. */
function optionFinder(): (path: string) => boolean {
  const file = join(root, 'src/server/options.ts');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([file], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!);
  const all = checker.getDeclaredTypeOfSymbol(exported.find(({ name }) => name === 'CheckoutOptions')!);
  return (path) => {
    let types: readonly ts.Type[] = [all];
    for (const name of path.split('.')) {
      const properties = types
        .flatMap((type) => (type.isUnion() ? type.types : [type]))
        .flatMap((type) => checker.getPropertyOfType(checker.getNonNullableType(type), name) ?? []);
      if (properties.length === 0) return false;
      types = properties.map((property) => checker.getTypeOfSymbol(property));
    }
    return true;
  };
}

describe('docs/contract-gaps.md', () => {
  it('lists every sentence of the contract about something not shown, once, and no other sentence', () => {
    const { silence: _, ...result } = gaps;
    const named = (section: string, sentence: string) => `${section} ${sentence}`;
    assert.deepEqual(
      rows.map(({ section, sentence }) => named(section, sentence)).sort(),
      Object.values(result)
        .map(([section, sentence]) => named(section, sentence))
        .sort(),
    );
    assert.ok(text.includes(`leaves ${rows.length} points open`));
  });

  it('names for each an existing option, or that none is used, and the default behaviour', () => {
    const isOption = optionFinder();
    assert.ok(isOption('secret') && isOption('service.limit.perMinute'));
    assert.ok(!isOption('unheard') && !isOption('service.unheard') && !isOption('service.limit.unheard'));
    for (const { sentence, option, standard } of rows) {
      assert.ok(standard.endsWith('.') && standard.length > 10, `${sentence}: no default`);
      if (option === 'not used') continue;
      assert.match(option, /^`[\w.]+`(, `[\w.]+`)*$/, sentence);
      for (const [, path] of option.matchAll(/`([\w.]+)`/g)) assert.ok(isOption(path!), `${sentence}: ${path}`);
    }
  });
});
