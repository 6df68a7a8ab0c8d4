/**
 * Measures the helper under load over HTTP: the status route, creation and webhooks, with each store, with few payments
 * and with a million, in comparison with plain node:http in the same rounds.
 *
 *     npm run bench -- server                         all; about six minutes
 *     npm run bench -- server --store=sqlite --size=1000,1000000 --seconds=2
 *
 * PostgreSQL is that of DATABASE_URL, if it is set, in a separate schema that is dropped at the end. The measured
 * values are stored in `results.json`, and `README.md` is written from them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { install } from '../../scripts/folder.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
install(here);
const [{ measure }, { pin, start }, { report }] = await Promise.all(
  ['./measure.mjs', './program.mjs', './report.mjs'].map((name) => import(name)),
);

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: `memory,sqlite${process.env.DATABASE_URL ? ',postgres' : ''}` },
    size: { type: 'string', default: '1000,1000000' },
    seconds: { type: 'string', default: '1.5' },
  },
});
if (!process.env.DATABASE_URL) console.log('Without DATABASE_URL, PostgreSQL is left out.');

/** The text below this line of `README.md` is written by hand. */
const MARK = '<!-- by hand from here on -->\n';

const file = `${here}results.json`;
const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { stores: {} };
results.pinned = pin(process.pid, 'load');
const bare = await start('bare.mjs');
for (const store of values.store.split(',')) {
  results.stores[store] = {};
  for (const size of values.size.split(',').map(Number)) {
    process.stdout.write(`${store}, ${size} payments `);
    // Each measurement has a new service, because the sandbox remembers its payments.
    const service = await start('service.mjs');
    const say = (text) => process.stdout.write(text);
    results.stores[store][size] = await measure(store, size, { bare, service, seconds: Number(values.seconds), say });
    await service.end();
    console.log();
  }
}
await bare.end();
Object.assign(results, {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores (${cpus()[0].model.trim()}), Node ${process.versions.node}`,
});
writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
const text = await report(results);
// The hand-written text below the mark is kept.
const page = `${here}README.md`;
const [, below] = existsSync(page) ? readFileSync(page, 'utf8').split(MARK) : [];
writeFileSync(page, below === undefined ? text : `${text}\n${MARK}${below}`);
console.log(text);
