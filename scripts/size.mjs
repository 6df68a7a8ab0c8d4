// Measures the bytes that a page loads, minified and with the highest brotli level: first modules, from the chunks of
// the bundler; then whole pages, from the downloads of Chromium. Fails when a budget is exceeded.
// Alternatives: size-limit weighs files and bundles, but not the downloads of a page up to its QR code.
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { minifySync } from 'vite';
import { compareBytes } from './pages/budgets.mjs';
import { buildPage } from './pages/bundle.mjs';
import { ourPages } from './pages/ours.mjs';
import { servePages } from './pages/server.mjs';
import { openChromium, weighPages } from './pages/weigh.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const brotli = (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
const kB = (bytes) => `${(bytes / 1000).toFixed(2)} kB`;

/** Returns the chunks of a page that imports these entry points, each with its brotli size. */
async function bundle(...entries) {
  const output = await buildPage(entries.map((entry) => `import '${entry}';`).join('\n'), root);
  const chunks = output.filter(({ type }) => type === 'chunk');
  return new Map(chunks.map((chunk) => [chunk.fileName, { ...chunk, weight: brotli(chunk.code) }]));
}

/** Returns a chunk and all its static imports. */
function closure(chunks, name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of chunks.get(name).imports) closure(chunks, next, seen);
  return seen;
}

const weigh = (chunks, names) => [...names].reduce((sum, name) => sum + chunks.get(name).weight, 0);
const entryOf = (chunks) => [...chunks.values()].find(({ isEntry }) => isEntry).fileName;

/** Returns the additional bytes after the first load when the part with matching sources is loaded. */
function lazy(chunks, match) {
  const first = closure(chunks, entryOf(chunks));
  const asked = [...chunks.values()].find(
    ({ fileName, moduleIds }) => !first.has(fileName) && moduleIds.some((id) => match.test(id)),
  );
  if (!asked) throw new Error(`no chunk that is loaded on demand matches ${match}`);
  return weigh(
    chunks,
    [...closure(chunks, asked.fileName)].filter((name) => !first.has(name)),
  );
}

const first = (chunks) => weigh(chunks, closure(chunks, entryOf(chunks)));

const rows = [];
const TAG_LIMITS = { wallet: 35_000, localcode: 35_350 };
for (const [name, limit] of Object.entries(TAG_LIMITS))
  rows.push([`define/pay-${name}`, first(await bundle(`pay-elements/define/pay-${name}`)), limit]);
const checkout = await bundle('pay-elements/define/pay-checkout');
const crypto = await bundle('pay-elements/define/pay-crypto');
rows.push(
  ['+ the tags of payments, while the payer chooses', lazy(checkout, /pay-checkout[\\/]payment-tags/), 2_920],
  ['+ share menu and receipt, when one is opened', lazy(crypto, /menu[\\/]share-menu\.js/), 3_340],
  ['+ enlarged QR code, when it is opened', lazy(crypto, /dialog[\\/]qr-dialog\.js/), 1_240],
  ['+ the view after "I have sent it"', lazy(crypto, /sent[\\/]sent-template/), 850],
  ['+ coin marks, after the first frame', lazy(crypto, /card[\\/]coin-marks/), 940],
  ['+ checks of what the page has written, when it is unusual', lazy(crypto, /base[\\/]markup-check/), 1_050],
  ['+ what the console says of a mistake, when one is met', lazy(crypto, /base[\\/]console-hints/), 900],
);

// Measured in addition to the tag, with which it shares modules.
const withWallets = await bundle('pay-elements/define/pay-crypto', 'pay-elements/wallets/evm');
rows.push(
  ['+ wallets in the browser (wallets/evm)', first(withWallets) - first(crypto), 1_800],
  ['+ paying with one', lazy(withWallets, /wallets[\\/]evm[\\/]pay\.js/), 940],
);

/** Returns the largest of the locale files, with its name. */
function heaviestLocale() {
  const folder = `${root}dist/cdn/locales`;
  const weighed = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [brotli(minifySync(name, readFileSync(`${folder}/${name}`, 'utf8')).code), name]);
  return weighed.sort(([a], [b]) => b - a)[0];
}
const [weight, name] = heaviestLocale();
rows.push([`+ a locale (${name})`, weight, 4_530]);

/** How often the pages are visited until each row keeps its limit. */
const TRIES = 4;

const keepsLimit = ({ withinLimit }) => withinLimit !== false;

/** Compares the downloads of whole pages with their budgets. */
async function pageBudgets() {
  const pages = await ourPages();
  const served = await servePages(pages);
  const browser = await openChromium();
  try {
    const compare = async () => compareBytes(await weighPages(browser, served, pages));
    let measured = await compare();
    // On a busy machine, requests that a page starts together may follow one another, which counts as more round trips.
    for (let tries = 1; tries < TRIES && !measured.every(keepsLimit); tries += 1) {
      const again = await compare();
      measured = measured.map((row, at) => (keepsLimit(row) ? row : again[at]));
    }
    return measured;
  } finally {
    await browser.close();
    served.close();
  }
}
const pages = await pageBudgets();

const ALLOWED = ['lit', '@floating-ui/dom', '@noble/hashes', '@scure/base'];
const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const foreign = Object.keys(dependencies).filter((name) => !ALLOWED.includes(name));

for (const [name, bytes, budget] of rows)
  console.log(
    `${name.padEnd(54)} ${kB(bytes).padStart(10)}${budget ? `  of ${kB(budget)}` : ''}${budget && bytes > budget ? '  OVER BUDGET' : ''}`,
  );
console.log('\nDownloads of whole pages in Chromium');
for (const { what, measured = 'not built', limit, goal, withinLimit = true, met, reason = '' } of pages)
  console.log(
    `${what.padEnd(54)} ${measured}${limit ? `  of ${limit}` : ''}${met ? '' : `  (goal ${goal}${reason && `: ${reason}`})`}${withinLimit ? '' : '  OVER BUDGET'}`,
  );
console.log(`\nruntime dependencies: ${Object.keys(dependencies).join(', ')}`);
if (foreign.length) console.error(`not an allowed dependency: ${foreign.join(', ')}`);
const tooMuch = rows.some(([, bytes, budget]) => budget && bytes > budget);
if (foreign.length || tooMuch || !pages.every(keepsLimit)) process.exitCode = 1;
