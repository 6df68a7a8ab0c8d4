// Vite plug-ins of the builds in vite.config.ts.
// Tried instead: rollup-plugin-minify-template-literals and @lit-labs/rollup-plugin-minify-html-literals remove the space at the edge
// of a template, which separates two words.
import { init, parse } from 'es-module-lexer';
import { minifyHTMLLiterals } from 'minify-literals';
import licence from 'rollup-plugin-license';
import { minify } from 'terser';

/** Licences that ask for their text to travel along, and for nothing that a shop could not give. */
const KNOWN_LICENCES = ['MIT', 'BSD-3-Clause', 'BSD-2-Clause', 'ISC', '0BSD'];

/** The text of what is bundled from other packages. @param {import('rollup-plugin-license').Dependency[]} packages */
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
 * Writes the licences of what is bundled into a file. Fails on one that nobody has looked at, or without a text.
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
 * Takes comments and indentation out of `css` and `html` templates: minifiers leave the text of templates alone.
 * @param {string} code
 * @param {string} [fileName]
 */
export const shrink = (code, fileName) =>
  minifyHTMLLiterals(code, {
    fileName,
    // One space is the same to a browser as a line break with indentation; none would not be.
    html: (html) => html.replace(/[ \t\r\n]+/g, ' '),
    // Lightning CSS, the default, makes our style sheets larger once they are compressed, and writes media queries that
    // older browsers do not read. They hold no string with spaces that count.
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
 * Lit makes its Trusted Types policy as it loads. A page that allows `lit-html` once would refuse a second copy's,
 * with an error before that copy could say that it is one too many: where every tag is taken, it makes none.
 * @type {import('vite').Plugin}
 */
export const onePolicy = {
  name: 'one-policy',
  transform: {
    filter: { id: /[\\/]lit-html[\\/]lit-html\.js$/ },
    handler(code) {
      const taken = `['pay-crypto','pay-wallet','pay-localcode','pay-checkout'].every((tag) => globalThis.customElements?.get(tag))`;
      const changed = code.replace(/=(\w+)\.trustedTypes,/, `=${taken} ? void 0 : $1.trustedTypes,`);
      if (changed === code) throw new Error('lit-html makes its Trusted Types policy in another way: see onePolicy');
      return { code: changed, map: null };
    },
  },
};

/**
 * Writes `modulepreload.json`: which files and packages a page loads at once with each entry that registers tags. They
 * belong into `<link rel="modulepreload">`, so that a browser need not read one file to learn of the next.
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

/**
 * Turns `import('./x.ts')` into a promise of a module that is there: a file for script tags holds everything, and Rolldown
 * would wrap each module that is imported later in a function of its own, which adds 2 kB.
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
 * A file for script tags holds the whole reader of payments anyway: the small one for the first view would only add to it.
 * @type {import('vite').Plugin}
 */
export const oneReader = {
  name: 'one-reader',
  enforce: 'pre',
  load: {
    filter: { id: /[\\/]src[\\/]core[\\/]exact-payment\.ts$/ },
    handler: () => `import { parsePayment } from './parse-payment.ts';
export const exactPayment = (json) => parsePayment(json).payment;`,
  },
};

/**
 * Minifies the files for script tags once more, after Oxc: compressed, they come out 1.5 % smaller. Terser alone would do,
 * but Rolldown prints the code anew after `renderChunk`.
 * @type {import('vite').Plugin}
 */
export const minifyScripts = {
  name: 'minify-scripts',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const { code } = await minify(chunk.code, { module: true, ecma: 2020, compress: { passes: 3 } });
      if (code) chunk.code = code;
    }
  },
};
