/**
 * Loaded before a program (`--import`): what only a page has is a trap here, and as the process ends the last line
 * says which of it was touched and by whose code, and which globals are new.
 *
 *     {"touched":{"document":["lit-html"]},"left":["litHtmlVersions"]}
 *
 * A trap reads as `undefined`, as it does where there is no page; what is put into it stays.
 */
import { writeSync } from 'node:fs';

const ONLY_IN_A_PAGE = ['window', 'document', 'customElements', 'self', 'location', 'localStorage', 'sessionStorage'];

Error.stackTraceLimit = 100;

const OURS = 'pay-elements';
const touched = {};

/** The package whose code is at work; ours wherever it takes part. */
function whose(stack) {
  const packages = [...stack.matchAll(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map(([, name]) => name);
  return packages.includes(OURS) ? OURS : (packages[0] ?? stack.split('\n')[2].trim());
}

for (const name of ONLY_IN_A_PAGE) {
  let value;
  const note = () => {
    const by = (touched[name] ??= []);
    const who = whose(new Error().stack);
    if (!by.includes(who)) by.push(who);
  };
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get: () => (note(), value),
    set(to) {
      note();
      value = to;
    },
  });
}

const before = new Set(Object.getOwnPropertyNames(globalThis));
process.on('exit', () => {
  const left = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
  writeSync(1, `\n${JSON.stringify({ touched, left: left.sort() })}`);
});
