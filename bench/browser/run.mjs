/**
 * Compares our pages with other solutions in one run, in Chromium.
 *
 *     npm run bench -- browser                        13 rounds, about 70 minutes on a quiet machine
 *     npm run bench -- browser --rounds 21
 *     npm run bench -- browser --only pay-crypto      this page (or several, with commas) and those it is compared with
 *     npm run bench -- browser --quick                one round, without repeating disturbed samples
 *
 * A complete run writes `RESULTS.md` and its charts. The last two commands print the report, or write it to
 * `--out FOLDER`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install } from '../../scripts/folder.mjs';
import { ourPages } from '../../scripts/pages/ours.mjs';
import { servePages } from '../../scripts/pages/server.mjs';
import { openChromium, weighPages } from '../../scripts/pages/weigh.mjs';
import { copyMs, idleShare, msPerTag, pixelsMoved } from './life.mjs';
import { machineName, takeSample } from './machine.mjs';
import { peerPages } from './peers.mjs';
import { report } from './report.mjs';
import { retryDisturbed } from './statistics.mjs';
import { CONDITIONS, checkCode, timeVisit, warmUp } from './visit.mjs';
import { livePage, webhookToDom } from './webhook.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '13' },
    only: { type: 'string' },
    out: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const { only, quick } = values;
const here = fileURLToPath(new URL('.', import.meta.url));
const out = values.out ?? (only || quick ? undefined : here);
const rounds = quick ? 1 : Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds: '${values.rounds}' is not a whole number above 0`);
  process.exit(2);
}

install(here);

/** The number of attempts of a disturbed sample. */
const TRIES = quick ? 1 : 4;
const COUNTS = quick ? [10, 50] : [10, 50, 100, 200, 1000];
/** Each payment has three webhooks. */
const WEBHOOK_PAYMENTS = quick ? 2 : 12;
/** The pages with which the others are compared. */
const REFERENCES = ['img-inline', 'static-card', 'card-sl-qr', 'sl-qr-code'];

const everyPage = { ...(await peerPages()), ...(await ourPages()) };
const wanted = only && [...REFERENCES, ...only.split(',')];
const unknown = wanted?.filter((name) => !everyPage[name]?.qr);
if (unknown?.length) {
  const names = Object.keys(everyPage).filter((name) => everyPage[name].qr);
  console.error(`--only: unknown page: ${unknown.join(', ')}. Available pages: ${names.join(', ')}.`);
  process.exit(2);
}
const pages = Object.fromEntries(Object.entries(everyPage).filter(([name]) => !wanted || wanted.includes(name)));
const live = livePage(everyPage['pay-crypto']);
const served = await servePages({ ...everyPage, live });
const profile = mkdtempSync(join(tmpdir(), 'pay-elements-bench-'));
const browser = await openChromium({ userDataDir: profile });
/** The samples by page and measure. */
const samples = {};
const failures = [];

/** All measurements of a round. */
function tasks() {
  const shown = Object.keys(pages).filter((name) => pages[name].qr && !pages[name].onlyBytes);
  const one = (page, name, take) => (pages[page] ? [{ page, name, take: () => take(served.url(page)) }] : []);
  return [
    ...shown.flatMap((page) =>
      Object.entries(CONDITIONS).flatMap(([name, condition]) =>
        one(page, name, (url) => timeVisit(browser, url, condition)),
      ),
    ),
    ...['pay-crypto', 'sl-qr-code'].flatMap((page) =>
      COUNTS.flatMap((count) => one(page, `tags${count}`, (url) => msPerTag(browser, url, count))),
    ),
    ...['pay-crypto', 'static-card'].flatMap((page) => one(page, 'idle', (url) => idleShare(browser, url))),
    ...one('pay-crypto', 'copy', (url) => copyMs(browser, url)),
    ...one('server-rendered', 'moved', (url) => pixelsMoved(browser, url)),
  ];
}

function keep({ page, name }, round, { values, disturbed }) {
  for (const [what, value] of Object.entries(values))
    ((samples[page] ??= {})[`${name}.${what}`] ??= []).push({ round, value, disturbed });
}

/** Takes a sample. A sample that exceeds its time limit is valid, even if other programs disturbed it. */
async function take(task) {
  const sample = await takeSample(task.take, !quick);
  return sample.values.ms === Infinity ? { ...sample, disturbed: false } : sample;
}

async function measureRound(round, all) {
  const from = Math.floor((round * all.length) / rounds);
  for (const task of [...all.slice(from), ...all.slice(0, from)].filter(({ over }) => !over)) {
    try {
      for (const sample of await retryDisturbed(() => take(task), TRIES)) {
        keep(task, round, sample);
        task.over ||= sample.values.ms === Infinity; // it would take minutes each time
      }
    } catch (error) {
      failures.push(`${task.page}, ${task.name}: ${error.message}`);
      task.over = task.failed;
      task.failed = true;
    }
    process.stdout.write('.');
  }
  console.log(` round ${round + 1} of ${rounds}`);
}

try {
  for (const [name, { qr, text }] of Object.entries(pages)) if (qr) await checkCode(browser, served.url(name), text);
  console.log('Every QR code has the expected content.');
  const weights = await weighPages(browser, served, everyPage);
  for (const [name, { qr }] of Object.entries(pages)) if (qr) await warmUp(browser, served.url(name));
  const all = tasks();
  for (let round = 0; round < rounds; round++) await measureRound(round, all);
  const webhooks = pages['pay-crypto']
    ? await webhookToDom(browser, served, live, WEBHOOK_PAYMENTS).catch(({ message }) => {
        failures.push(`webhooks: ${message}`);
        return [];
      })
    : [];
  const files = await report({
    ...{ pages: everyPage, weights, samples, webhooks, failures, rounds, counts: COUNTS },
    date: new Date().toISOString().slice(0, 10),
    machine: machineName(),
    browser: await browser.version(),
  });
  if (!out) console.log(files['RESULTS.md']);
  else {
    mkdirSync(join(out, 'charts'), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text);
  }
} finally {
  await browser.close();
  served.close();
  rmSync(profile, { recursive: true, force: true });
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length ? 1 : 0;
