import assert from 'node:assert/strict';
import { it } from 'node:test';
import ts from 'typescript';
import { shrinkTemplates } from '../../scripts/shrink-templates.mjs';

const shrink = (code: string): string =>
  ts
    .transpileModule(code, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      transformers: { before: [shrinkTemplates as ts.TransformerFactory<ts.SourceFile>] },
    })
    .outputText.replace('"use strict";', '')
    .trim();

it('a built stylesheet keeps its rules and loses comments and indentation', () => {
  const css =
    'css`\n  /* why */\n  a > b:not(.c) .d,\n  e {\n    font: 1em / 1.5 x;\n    margin: calc(1px + 2px) 0;\n  }\n`;';
  assert.equal(shrink(css), 'css ` a>b:not(.c) .d,e{font:1em / 1.5 x;margin:calc(1px + 2px) 0}`;');
  assert.equal(
    shrink('css`@container (max-width: 519.98px) { .a :hover { --x: var(--y, 1px) } }`'),
    'css `@container (max-width:519.98px){.a :hover{--x:var(--y,1px)}}`;',
  );
});

it('built markup keeps one space where there was any, none where there was none, and its parts', () => {
  assert.equal(
    shrink('html`<b>\n    ${x ? html`<i>  a</i>` : y}</b\n  ><p class=${z}>\\u00a0 ${1}</p>`;'),
    'html `<b> ${x ? html `<i> a</i>` : y}</b ><p class=${z}>\\u00a0 ${1}</p>`;',
  );
});

it('other text is left alone', () => assert.equal(shrink('css; svg`a   b`; `c   d`;'), 'css;\nsvg `a   b`;\n`c   d`;'));
