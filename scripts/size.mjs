// Weighs what a page loads, as a shop's bundler would send it: minified, brotli at its highest, everything in.
// Fails when a budget is exceeded.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, minifySync } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const brotli = (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const kB = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;

/** The chunks a page gets from one import of the package, each with its brotli weight. */
async function bundle(entry) {
  const id = '\0page';
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'page',
        resolveId: (name) => (name === 'page' ? id : null),
        load: (name) => (name === id ? `import '${entry}';` : null),
      },
    ],
    build: { write: false, target: 'es2022', minify: 'oxc', modulePreload: false, rolldownOptions: { input: 'page' } },
  });
  return new Map(
    output
      .filter(({ type }) => type === 'chunk')
      .map((chunk) => [chunk.fileName, { ...chunk, weight: brotli(chunk.code) }]),
  );
}

/** A chunk and all it imports at once. */
function closure(chunks, name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of chunks.get(name).imports) closure(chunks, next, seen);
  return seen;
}

const weigh = (chunks, names) => [...names].reduce((sum, name) => sum + chunks.get(name).weight, 0);
const entryOf = (chunks) => [...chunks.values()].find(({ isEntry }) => isEntry).fileName;

/** What comes on top of the first load when the part whose sources match is asked for. */
function lazy(chunks, match) {
  const first = closure(chunks, entryOf(chunks));
  const asked = [...chunks.values()].find(
    ({ fileName, moduleIds }) => !first.has(fileName) && moduleIds.some((id) => match.test(id)),
  );
  if (!asked) throw new Error(`nothing loaded on demand matches ${match}`);
  return weigh(
    chunks,
    [...closure(chunks, asked.fileName)].filter((name) => !first.has(name)),
  );
}

const all = await bundle('pay-elements/define');
const rows = [
  ['define: every tag, before any payment', weigh(all, closure(all, entryOf(all))), 13_000],
  ['+ the card, with a crypto payment', lazy(all, /cards[\\/]crypto-card/), 21_500],
  ['+ QR encoder, when one is drawn', lazy(all, /vendor[\\/]qr/), 7_500],
  ['+ popover placing, when one is opened', lazy(all, /@floating-ui/), 6_500],
];
rows.push(['+ choosing, with pay-checkout', lazy(all, /cards[\\/]checkout-card/), 16_500]);
const CARD_BUDGETS = { crypto: 19_000, wallet: 16_500, localcode: 17_500 };
for (const [kind, budget] of Object.entries(CARD_BUDGETS)) {
  const one = await bundle(`pay-elements/define/pay-${kind}`);
  rows.push([`define/pay-${kind} alone`, weigh(one, closure(one, entryOf(one)))]);
  rows.push([`+ the card of a payment (pay-${kind})`, lazy(one, new RegExp(`cards[\\\\/]${kind}-card`)), budget]);
}

/** The heaviest of the locale files that a name matches. */
function heaviest(match) {
  const folder = `${root}dist/words/locales`;
  const weighed = readdirSync(folder)
    .filter((name) => match.test(name))
    .map((name) => [brotli(minifySync(name, readFileSync(`${folder}/${name}`, 'utf8')).code), name]);
  return weighed.sort(([a], [b]) => b - a)[0];
}
for (const [what, match, budget] of [
  ['+ a locale: what the first view says', /^[\w-]+\.js$/, 1_500],
  ['+ a locale: the rest, behind it', /\.more\.js$/, 2_000],
]) {
  const [weight, name] = heaviest(match);
  rows.push([`${what} (${name})`, weight, budget]);
}
rows.push(['cdn/pay-elements.js, everything inside', brotli(readFileSync(`${root}dist/cdn/pay-elements.js`))]);

const ALLOWED = ['lit', 'qrcode', '@floating-ui/dom', '@noble/hashes', '@scure/base'];
const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const foreign = Object.keys(dependencies).filter((name) => !ALLOWED.includes(name));

for (const [name, bytes, budget] of rows)
  console.log(
    `${name.padEnd(54)} ${kB(bytes).padStart(10)}${budget ? `  of ${kB(budget)}` : ''}${budget && bytes > budget ? '  TOO MUCH' : ''}`,
  );
console.log(`runtime dependencies: ${Object.keys(dependencies).join(', ')}`);
if (foreign.length) console.error(`not in the budget: ${foreign.join(', ')}`);
if (foreign.length || rows.some(([, bytes, budget]) => budget && bytes > budget)) process.exitCode = 1;
