import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shrink } from '../../scripts/vite-plugins.mjs';

it('a built stylesheet keeps its rules and loses comments and indentation', async () => {
  const css =
    'css`\n  /* why */\n  a > b:not(.c) .d,\n  e {\n    font: 1em / 1.5 x;\n    margin: calc(1px + 2px) 0;\n  }\n`;';
  assert.equal((await shrink(css))?.code, 'css` a>b:not(.c) .d,e{font:1em / 1.5 x;margin:calc(1px + 2px) 0}`;');
  assert.equal(
    (await shrink('css`@container (max-width: 519.98px) { .a :hover { --x: var(--y, 1px) } }`'))?.code,
    'css`@container (max-width:519.98px){.a :hover{--x:var(--y,1px)}}`',
  );
});

it('built markup keeps one space where there was any, none where there was none, and its parts', async () => {
  assert.equal(
    (await shrink('html`<b>\n    ${x ? html`<i>  a</i>` : y}</b\n  ><p class=${z}>\\u00a0 ${1}</p>`;'))?.code,
    'html`<b> ${x ? html`<i> a</i>` : y}</b ><p class=${z}>\\u00a0 ${1}</p>`;',
  );
});

it('other text is left alone', async () => assert.equal(await shrink('css; `c   d`; other`e   f`;'), null));
