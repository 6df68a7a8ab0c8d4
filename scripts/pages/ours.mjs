/**
 * Our measured pages, by name. Each has: its `title` in tables, the `entry` script, its `body`, the `answers` of its
 * shop, and `qr`, an expression that returns the element that draws the QR code when it exists. All pages show the same
 * payment, so that all codes contain `URI`.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { correction, generate } from 'lean-qr';
import { bundlePage } from './bundle.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const AMOUNT = '0.00071342';
export const URI = `bitcoin:${ADDRESS}?amount=${AMOUNT}`;

export const withoutQr = {
  tid: '7f3k92qx',
  address: ADDRESS,
  currency: 'USD',
  amount: '48.20',
  cryptoCoin: 'BTC',
  cryptoAmountExpected: AMOUNT,
  status: 'NEW',
  phase: 'awaiting',
  version: 1,
  hostedUrl: 'https://pay.example/7f3k92qx',
  statusUrl: 'pay/status/1',
};

/** Draws the code in the format of the helper: eight modules a byte, row after row, most significant bit first. */
function drawn(text) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const { size } = code;
  const bytes = Buffer.alloc(Math.ceil((size * size) / 8));
  for (let at = 0; at < size * size; at += 1)
    if (code.get(at % size, Math.floor(at / size))) bytes[at >> 3] |= 0x80 >> (at & 7);
  return { size, bits: bytes.toString('base64') };
}

export const payment = { ...withoutQr, qr: drawn(URI) };

const attribute = (value) => JSON.stringify(value).replace(/&/g, '&amp;').replace(/"/g, '&quot;');
const tag = (inside = payment, children = '') => `<pay-crypto payment="${attribute(inside)}">${children}</pay-crypto>`;

const inTag = "document.querySelector('pay-crypto')?.shadowRoot?.querySelector('[part~=qr]')";
const answers = { 'pay/status/1': { status: 'NEW', version: 1 } };
const order = {
  order: '1001',
  amount: '48.20',
  currency: 'USD',
  methods: [
    {
      method: 'crypto',
      coins: ['BTC', 'LTC'].map((symbol) => ({ symbol, name: symbol, network: symbol, ticker: symbol })),
    },
  ],
  payments: [],
};

/** Chooses the first coin as soon as it is offered. */
const CHOOSE = `<script>requestAnimationFrame(function look() {
  const choice = document.querySelector('pay-checkout')?.shadowRoot?.querySelector('[part~=choice]');
  if (choice) choice.click();
  else requestAnimationFrame(look);
})</script>`;

/** A checkout, until the payment is shown. */
const checkout = {
  body: `<pay-checkout src="pay/orders/1001"></pay-checkout>${CHOOSE}`,
  answers: { ...answers, 'pay/orders/1001': order, 'pay/payments': payment },
  qr: inTag.replace("('pay-crypto')", "('pay-checkout')?.shadowRoot?.querySelector('pay-crypto')"),
};

const single = 'pay-elements/define/pay-crypto';

/** Reads the files that a page loads from a script tag: the built file, and the locales. */
function scriptFiles() {
  const folder = `${root}dist/cdn/`;
  const names = globSync('**/*.js', { cwd: folder }).map((name) => name.replaceAll('\\', '/'));
  return new Map(names.map((name) => [name, readFileSync(folder + name)]));
}

/** The pages that need no comparison of bundlers. */
const singlePages = (renderPayment) => ({
  define: { title: 'ours, `define` (all tags)', entry: 'pay-elements/define', body: tag() },
  'pay-crypto-src': {
    title: 'ours, `<pay-crypto src>`',
    entry: single,
    body: '<pay-crypto src="pay/payments/1"></pay-crypto>',
    answers: { ...answers, 'pay/payments/1': payment },
  },
  'server-rendered': {
    title: 'ours, `renderPayment` on the server',
    entry: single,
    head: `<style>${readFileSync(`${root}examples/shared/shop.css`, 'utf8')}</style>`,
    body: `${tag(payment, renderPayment(payment))}<p id="below">What the shop says below.</p>`,
    qr: "document.querySelector('pay-crypto .pay-qr')",
    upgraded: inTag,
  },
  'script-tag': { title: 'ours, one script-tag file', file: 'pay-elements.js', body: tag() },
  'script-tag-pay-crypto': { title: 'ours, script-tag file of one tag', file: 'pay-crypto.js', body: tag() },
  german: { title: 'ours, in German', lang: 'de', entry: single, body: tag(), onlyBytes: true },
});

/** A page that both bundlers build: Vite as `name`, esbuild as `name-esbuild`. */
const withEsbuild = (name, page, { onlyBytes = false } = {}) => [
  [name, page],
  [
    `${name}-esbuild`,
    { ...page, title: `${page.title}, esbuild`, bundler: 'esbuild', ...(onlyBytes && { onlyBytes }) },
  ],
];

/**
 * @returns The pages with their files. The script file of a single tag is included only when the build creates one. Of a
 *   page with `onlyBytes`, only the downloads are measured.
 */
export async function ourPages() {
  const { renderPayment } = await import('pay-elements/html');
  const pages = Object.fromEntries([
    ...withEsbuild('pay-crypto', {
      title: 'ours, `define/pay-crypto`, payment with `qr`',
      entry: single,
      body: tag(),
      click: "document.querySelector('pay-crypto').shadowRoot.querySelector('[part~=copy-button]').click()",
    }),
    ...withEsbuild('pay-crypto-encoder', {
      title: 'ours, the same without `qr`',
      entry: single,
      body: tag(withoutQr),
    }),
    ...withEsbuild('pay-checkout', {
      title: 'ours, `define/pay-checkout`, until the payment',
      entry: 'pay-elements/define/pay-checkout',
      ...checkout,
    }),
    ...withEsbuild('define-only', {
      title: 'ours, `define` before any payment',
      entry: 'pay-elements/define',
      body: '',
      qr: undefined,
      onlyBytes: true,
    }),
    ...withEsbuild('define-pay-checkout', {
      title: 'ours, `define`, `<pay-checkout>` until the payment',
      entry: 'pay-elements/define',
      ...checkout,
      onlyBytes: true,
    }),
    ...withEsbuild('autoload-only', {
      title: 'ours, `autoload` before the first tag',
      entry: 'pay-elements/autoload',
      body: '',
      qr: undefined,
      onlyBytes: true,
    }),
    ...withEsbuild(
      'autoload',
      { title: 'ours, `autoload`', entry: 'pay-elements/autoload', body: tag() },
      { onlyBytes: true },
    ),
    ...Object.entries(singlePages(renderPayment)),
  ]);
  const made = await Promise.all(
    Object.entries(pages)
      .filter(([, { file }]) => !file || existsSync(`${root}dist/cdn/${file}`))
      .map(async ([name, { entry, file, bundler, ...page }]) => [
        name,
        {
          answers,
          qr: inTag,
          text: URI,
          ours: true,
          ...page,
          script: file ?? 'entry.js',
          files: file ? scriptFiles() : await bundlePage(`import '${entry}';`, root, bundler),
        },
      ]),
  );
  return Object.fromEntries(made);
}
