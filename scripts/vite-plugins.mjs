// Vite plug-ins for the builds in vite.config.ts.
// Alternatives: rollup-plugin-minify-template-literals and @lit-labs/rollup-plugin-minify-html-literals remove the
// space at the edge of a template, which separates two words.
import { basename } from 'node:path';
import { init, parse } from 'es-module-lexer';
import { minifyHTMLLiterals } from 'minify-literals';
import licence from 'rollup-plugin-license';
import { minify } from 'terser';

/** Licences whose only condition is that their text is distributed. */
const KNOWN_LICENCES = ['MIT', 'BSD-3-Clause', 'BSD-2-Clause', 'ISC', '0BSD'];

/** Returns the licence texts of the bundled packages. @param {import('rollup-plugin-license').Dependency[]} packages */
function licencesText(packages) {
  const rule = '-'.repeat(79);
  const parts = packages
    .map(({ name, version, license, licenseText }) => ({ title: `${name} ${version} (${license})`, licenseText }))
    .sort((a, b) => (a.title < b.title ? -1 : 1));
  return [
    'Files of pay-elements (dist/cdn/*.js, dist/vendor/*.js) hold code of these packages:',
    parts.map(({ title }) => `  ${title}`).join('\n'),
    ...parts.map(
      ({ title, licenseText }) => `${rule}\n${title}\n${rule}\n\n${licenseText.replaceAll('\r\n', '\n').trim()}`,
    ),
  ].join('\n\n');
}

/**
 * Writes the licences of the bundled packages to a file. Fails on an unknown licence, or on one without a text.
 * @param {string} file
 * @returns {import('vite').Plugin}
 */
export const thirdPartyLicences = (file) =>
  licence({
    thirdParty: {
      output: { file, template: licencesText },
      allow: {
        test: ({ license, licenseText }) => KNOWN_LICENCES.includes(license) && Boolean(licenseText),
        failOnUnlicensed: true,
        failOnViolation: true,
      },
    },
  });

/**
 * Removes comments and indentation from `css` and `html` templates, because minifiers do not change the text of
 * templates.
 * @param {string} code
 * @param {string} [fileName]
 */
export const shrink = (code, fileName) =>
  minifyHTMLLiterals(code, {
    fileName,
    // For a browser, one space is equal to a line break with indentation; no space is not.
    html: (html) => html.replace(/[ \t\r\n]+/g, ' '),
    // Lightning CSS, the default, makes the compressed style sheets larger, and writes media queries that older
    // browsers do not support. The style sheets contain no string with significant spaces.
    css: (css) =>
      css
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([{};,>]) ?/g, '$1')
        .replace(/: /g, ':')
        .replace(/;}/g, '}'),
  });

/** @type {import('vite').Plugin} */
export const shrinkTemplates = {
  name: 'shrink-templates',
  enforce: 'pre',
  transform: { filter: { id: /[\\/]src[\\/](?:elements|wallets)[\\/].*\.ts$/ }, handler: shrink },
};

/**
 * Lit creates its Trusted Types policy when it loads. On a page that allows `lit-html` once, a second copy of Lit would
 * fail before this package could report the second copy. So Lit creates no policy when all tags are already defined.
 * @type {import('vite').Plugin}
 */
export const onePolicy = {
  name: 'one-policy',
  transform: {
    filter: { id: /[\\/]lit-html[\\/]lit-html\.js$/ },
    handler(code) {
      const taken = `['pay-crypto','pay-wallet','pay-localcode','pay-checkout'].every((tag) => globalThis.customElements?.get(tag))`;
      const changed = code.replace(/=(\w+)\.trustedTypes,/, `=${taken} ? void 0 : $1.trustedTypes,`);
      if (changed === code)
        throw new Error('lit-html creates its Trusted Types policy in another way: update onePolicy');
      return { code: changed, map: null };
    },
  },
};

/**
 * Writes `modulepreload.json`: the files and packages that a page loads at once with each entry point that registers
 * tags. They are meant for `<link rel="modulepreload">`, with which a browser does not have to read one file to find
 * the next.
 * @type {import('vite').Plugin}
 */
export const modulePreloadList = {
  name: 'module-preload-list',
  generateBundle(_options, bundle) {
    const closureOf = (entry) => {
      const files = new Set();
      const packages = new Set();
      const visit = (file) => {
        if (files.has(file)) return;
        files.add(file);
        for (const name of bundle[file].imports)
          if (name in bundle) visit(name);
          else packages.add(name);
      };
      visit(entry);
      return { files: [...files].map((file) => `dist/${file}`), packages: [...packages].sort() };
    };
    const entries = ['define', 'define/pay-crypto', 'define/pay-wallet', 'define/pay-localcode', 'define/pay-checkout'];
    const list = entries.map((name) => [`pay-elements/${name}`, closureOf(`elements/${name}.js`)]);
    const source = `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`;
    this.emitFile({ type: 'asset', fileName: 'modulepreload.json', source });
  },
};

/** The code that no browser runs. `files` in package.json leaves its source maps out of the package. */
const SERVER_CODE = /^(?:cli|html|sandbox|server|testing)\b|^core\/addresses\b/;
/** A shorter file registers or re-exports what others contain. Characters. */
const SHORTEST_MAPPED = 1_000;

/**
 * Names the source map in each file that a browser runs. A shop debugs its server without a bundler in between, and the
 * files are not minified. Requires `sourcemap: 'hidden'`.
 * @type {import('vite').Plugin}
 */
export const browserSourceMaps = {
  name: 'browser-source-maps',
  generateBundle(_options, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type !== 'chunk') continue;
      if (file.code.length < SHORTEST_MAPPED) delete bundle[`${name}.map`];
      else if (!SERVER_CODE.test(name)) file.code += `//# sourceMappingURL=${basename(name)}.map\n`;
    }
  },
};

/**
 * Replaces `import('./x.ts')` by a promise of the bundled module. A file for script tags contains all modules, and
 * Rolldown would wrap each dynamically imported module in a function, which adds 2 kB.
 * @type {import('vite').Plugin}
 */
export const staticImports = {
  name: 'static-imports',
  transform: {
    filter: { id: /[\\/]src[\\/]elements[\\/].*\.ts$/, code: 'import(' },
    async handler(code) {
      await init;
      const [imports] = parse(code);
      const later = imports.filter(({ d, n }) => d >= 0 && n !== undefined);
      const heads = later.map(({ n }, i) => `import * as later${i} from ${JSON.stringify(n)};\n`);
      let changed = code;
      for (const [i, { ss, se }] of [...later.entries()].reverse())
        changed = `${changed.slice(0, ss)}Promise.resolve(later${i})${changed.slice(se)}`;
      return { code: heads.join('') + changed, map: null };
    },
  },
};

/**
 * Minifies the files for script tags a second time, after Oxc: compressed, they become 1.5 % smaller. Terser cannot
 * replace Oxc, because Rolldown prints the code again after `renderChunk`.
 * @type {import('vite').Plugin}
 */
export const minifyScripts = {
  name: 'minify-scripts',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      // Without unused arguments, and with comparisons as they were written, the compressed files are smaller.
      const compress = { passes: 3, keep_fargs: false, lhs_constants: false };
      const { code } = await minify(chunk.code, { module: true, ecma: 2020, compress });
      if (code) chunk.code = code;
    }
  },
};
