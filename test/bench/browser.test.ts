import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { report } from '../../bench/browser/report.mjs';
import {
  foreignShare,
  isDisturbed,
  quantile,
  ratio,
  summary,
  retryDisturbed,
} from '../../bench/browser/statistics.mjs';
import { compareBytes } from '../../scripts/pages/budgets.mjs';
import { brotli, servePages } from '../../scripts/pages/server.mjs';
import { openChromium, roundTrips, weighPages } from '../../scripts/pages/weigh.mjs';

const samplesOf = (...values: number[]) => values.map((value, round) => ({ round, value }));

describe('the statistics of the benchmark', () => {
  it('take the middle value, between two where there is no middle one', () => {
    assert.equal(quantile([9, 1, 5], 0.5), 5);
    assert.equal(quantile([10, 9, 1, 2], 0.5), 5.5);
    assert.equal(quantile([7], 0.95), 7);
    assert.equal(quantile([1, 2, 3, 4, 5], 0.25), 2);
    assert.equal(quantile([0, 10], 0.95), 9.5);
    assert.equal(quantile([Infinity, Infinity], 0.5), Infinity);
    assert.ok(Number.isNaN(quantile([], 0.5)));
  });

  it('discards disturbed samples, and returns how many', () => {
    const disturbed = { round: 5, value: 1000, disturbed: true };
    const expected = { median: 3, low: 2, high: 4, n: 5, thrownAway: 1, disturbed: false };
    assert.deepEqual(summary([...samplesOf(1, 2, 3, 4, 5), disturbed]), expected);
  });

  it('keeps disturbed samples when there are no others, and reports it', () => {
    const { median, n, thrownAway, disturbed } = summary(samplesOf(4, 6).map((each) => ({ ...each, disturbed: true })));
    assert.deepEqual({ median, n, thrownAway, disturbed }, { median: 5, n: 2, thrownAway: 0, disturbed: true });
  });

  it('compare two pages inside each round, and only in rounds that both have', () => {
    // In the second round the whole machine was ten times slower.
    assert.equal(ratio(samplesOf(20, 300, 40), samplesOf(10, 100, 10)), 3);
    assert.equal(ratio([{ round: 1, value: 6 }], [...samplesOf(9, 3)]), 2);
    assert.ok(Number.isNaN(ratio([{ round: 1, value: 6 }], samplesOf(9))));
  });

  it('count the time of other programs, and not that of our own', () => {
    const before = { at: 1000, total: 5000, ours: 700 };
    assert.equal(foreignShare(before, { at: 1500, total: 5600, ours: 1200 }), 0.2);
    assert.equal(foreignShare(before, { at: 1500, total: 5500, ours: 1200 }), 0);
    assert.equal(foreignShare(before, { at: 1500, total: 5490, ours: 1200 }), 0, 'rounded by the kernel');
  });

  it('find a sample disturbed by other programs, or by a machine that has become slower', () => {
    assert.equal(isDisturbed({ foreign: 0.15, calibration: [13, 10] }, 10), false);
    assert.equal(isDisturbed({ foreign: 0.16, calibration: [10, 10] }, 10), true);
    assert.equal(isDisturbed({ foreign: 0, calibration: [10, 13.1] }, 10), true);
    assert.equal(isDisturbed({ calibration: [10, 10] }, 10), false, 'where others cannot be seen');
  });

  it('take a disturbed sample again until it is not, or the tries are over', async () => {
    const takeFrom = (disturbed: boolean[]) => async () => ({ disturbed: disturbed.shift()! });
    assert.equal((await retryDisturbed(takeFrom([true, true, false, false]), 4)).length, 3);
    assert.equal((await retryDisturbed(takeFrom([true, true, true]), 2)).length, 2);
    assert.equal((await retryDisturbed(takeFrom([false]), 4)).length, 1);
  });

  it('count round trips by what waited for what', () => {
    const request = (startTime: number, responseEnd: number) => ({ startTime, responseEnd });
    assert.equal(roundTrips([]), 0);
    assert.equal(roundTrips([request(0, 150), request(5, 160), request(10, 155)]), 1);
    assert.equal(roundTrips([request(310, 460), request(0, 150), request(152, 300), request(153, 320)]), 3);
  });
});

const figures = (bytes: number) => ({ bytes, files: 1, roundTrips: 1 });
const weigh = (bytes: number) => ({ untilQr: figures(bytes), all: figures(bytes) });
const WEIGHTS = {
  'pay-crypto': { ...weigh(18_000), clicked: { bytes: 5_000 } },
  'pay-crypto-encoder': weigh(24_000),
  'define-only': weigh(42_500),
  'pay-checkout': weigh(37_000),
  'define-pay-checkout': weigh(99_000),
  'autoload-only': weigh(1_000),
  autoload: weigh(30_000),
  'script-tag': weigh(39_000),
  german: weigh(19_000),
};

describe('the budgets of the pages', () => {
  it('are kept up to the limit, met up to the goal, and left out where there is no such file', () => {
    const rows = compareBytes(WEIGHTS);
    const row = (what: string) => rows.find((each) => each.what.startsWith(what));
    const verdict = (what: string) => [row(what)?.withinLimit, row(what)?.met];
    assert.deepEqual(verdict('define/pay-crypto'), [true, true]);
    assert.deepEqual(verdict('define, all tags'), [true, false]);
    assert.deepEqual(verdict('define, pay-checkout'), [false, false]);
    assert.deepEqual(verdict('script tag, file of pay-crypto'), [undefined, undefined]);
    assert.equal(row('QR encoder')?.measured, '6.00 kB');
    const slower = {
      ...WEIGHTS,
      'pay-crypto': { ...WEIGHTS['pay-crypto'], untilQr: { ...figures(18_000), roundTrips: 3 } },
    };
    assert.equal(compareBytes(slower)[0]?.withinLimit, false, 'a round trip more');
  });
});

describe('what a page downloads', { timeout: 120_000 }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openChromium();
  });
  after(() => browser.close());

  const LATER = `export {};`;
  const page = {
    title: 'a page',
    script: 'entry.js',
    body: '',
    qr: "document.querySelector('svg')",
    click: "import('./clicked.js')",
    answers: { 'pay/payments/1': { status: 'NEW' } },
    files: new Map([
      [
        'entry.js',
        `import { draw } from './first.js';
        await (await fetch('pay/payments/1')).json();
        draw();
        await window.bench.shown;
        import('./later.js');
        new Worker('worker.js');`,
      ],
      ['first.js', "export const draw = () => document.body.insertAdjacentHTML('beforeend', '<svg><path/></svg>');"],
      ['later.js', LATER],
      ['worker.js', 'self.answer = 1;'],
      ['clicked.js', 'export const clicked = 1;'],
      ['never.js', 'export const never = 1;'],
    ]),
  };
  const bytesOf = (...names: string[]) => names.reduce((sum, name) => sum + brotli(page.files.get(name)!).length, 0);

  it('is counted separately: until the QR code, without a click, and after one', async () => {
    const served = await servePages({ page });
    const { page: weight } = await weighPages(browser, served, { page });
    served.close();
    const untilQr = { bytes: bytesOf('entry.js', 'first.js'), files: 2, roundTrips: 3 };
    const all = { bytes: bytesOf('entry.js', 'first.js', 'later.js', 'worker.js'), files: 4 };
    assert.deepEqual(weight, { untilQr, all, clicked: { bytes: bytesOf('clicked.js') } });
  });

  it('fails where a page requests a file that does not exist', async () => {
    const files = new Map([...page.files, ['later.js', "import './gone.js';"]]);
    const served = await servePages({ page: { ...page, files } });
    await assert.rejects(weighPages(browser, served, { page: { ...page, files } }), /page: no such file: gone\.js/);
    served.close();
  });

  it('is reported beside its budgets, with charts that a browser can show', async () => {
    const measures = (ms: number) => ({
      'cached.qr': samplesOf(ms, ms),
      'cold.qr': samplesOf(ms),
      'cold6.qr': samplesOf(ms),
    });
    const files = await report({
      pages: {
        'img-inline': { title: 'inline `<img>`' },
        'card-sl-qr': { title: 'static card with sl-qr-code' },
        'sl-qr-code': { title: 'sl-qr-code' },
        'pay-crypto': { title: 'ours & "theirs"', ours: true },
        'pay-checkout': { title: 'ours, `<pay-checkout>`', ours: true },
        'server-rendered': { title: 'ours, rendered by the server', ours: true },
      },
      weights: WEIGHTS,
      samples: {
        'img-inline': measures(20),
        'card-sl-qr': measures(50),
        'sl-qr-code': measures(40),
        'pay-crypto': measures(46),
        'pay-checkout': measures(60),
        'server-rendered': { 'moved.px360': samplesOf(0, 0), 'moved.px390': samplesOf(61) },
      },
      webhooks: samplesOf(8, 9, 30),
      counts: [10],
      date: '2026-11-22',
      machine: 'a machine',
      browser: 'a browser',
      rounds: 2,
      failures: [],
    });
    const text = files['RESULTS.md'];
    assert.match(
      text,
      /client only, Vite, times the static card with sl-qr-code: cached.*×0\.92, ×0\.92, ×0\.92.* yes/,
    );
    assert.match(text, /<pay-checkout> until the payment, Vite, times sl-qr-code alone: .*×1\.50, ×1\.50, ×1\.50, –/);
    assert.match(text, /moves when the tag takes over.*0 px, 61 px, –, –/);
    assert.match(text, /QR painted, slow network, Vite.*– \|\s*\|\n/);
    assert.match(text, /webhook received to DOM.*9\.0, 28 .*\*\*no\*\*/);
    assert.match(text, /ours & "theirs".*\*\*46\*\* \[46–46\] ×2\.30/);
    const shown = await browser.newPage();
    const { 'RESULTS.md': _, ...charts } = files;
    assert.deepEqual(Object.keys(charts).sort(), [
      'charts/bytes.svg',
      'charts/first-qr-cached.svg',
      'charts/first-qr-cold.svg',
      'charts/first-qr-cold6.svg',
      'charts/first-qr-slow.svg',
    ]);
    for (const svg of Object.values(charts)) {
      const problem = await shown.evaluate((xml) => {
        const { documentElement } = new DOMParser().parseFromString(xml, 'image/svg+xml');
        return documentElement.querySelector('parsererror')?.textContent ?? documentElement.localName;
      }, svg);
      assert.equal(problem, 'svg');
    }
    await shown.close();
  });
});
