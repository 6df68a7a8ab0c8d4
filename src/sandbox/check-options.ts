import type { SandboxOptions } from './options.ts';
import { profiles } from './contract/profiles.ts';
import { settings } from './contract/settings.ts';
import { address, anyOf, callback, count, flag, object, oneOf, text, type Rule } from './rule.ts';

const endless: Rule = { needs: 'Infinity', accepts: (value) => value === Infinity };

const OPTIONS: Readonly<Record<keyof SandboxOptions, Rule>> = {
  url: address,
  clock: callback,
  timers: object,
  seed: { needs: 'a text', accepts: (value) => typeof value === 'string' },
  send: callback,
  webhookTargets: oneOf('loopback', 'any'),
  apiKey: text,
  storeApiKey: text,
  requestsPerMinute: anyOf(count(1), endless),
  quota: anyOf(count(0), endless),
  saved: object,
  profile: oneOf(...Object.keys(profiles)),
  contractGaps: object,
  elementsScript: callback,
};

/** The options of a sandbox that is a server. */
export const SERVER_OPTIONS = { port: count(0, 65_535), data: text, unref: flag } as const;

/** Option names of earlier versions, with their present names. */
const RENAMED: Readonly<Record<string, string>> = { notShown: 'contractGaps', random: 'seed' };

/**
 * Refuses unknown options and settings, and values that would have no effect or fail later.
 *
 * @param others - further options
 * @throws TypeError that names the option, and the one that was probably meant
 */
export function checkOptions(options: object, others: Readonly<Record<string, Rule>> = {}): void {
  if (!object.accepts(options)) throw new TypeError('options: must be an object such as { port: 4242 }');
  checkValues(options, { ...OPTIONS, ...others });
  const { contractGaps } = options as Partial<SandboxOptions>;
  if (contractGaps !== undefined) checkContractGaps(contractGaps);
}

/** The settings that override a profile. @throws TypeError that names the setting */
export function checkContractGaps(contractGaps: object): void {
  const rules = Object.fromEntries(Object.entries(settings).map(([name, { value }]) => [name, value]));
  checkValues(contractGaps, rules, 'contractGaps.');
}

/** @throws TypeError that names the option */
export function checkValues(options: object, rules: Readonly<Record<string, Rule>>, path = ''): void {
  checkNames(options, Object.keys(rules), path);
  for (const [name, value] of Object.entries(options)) {
    const { needs, accepts } = rules[name] ?? {};
    if (value !== undefined && accepts && !accepts(value)) throw new TypeError(`${path}${name}: must be ${needs}`);
  }
}

function checkNames(given: object, known: readonly string[], path: string): void {
  for (const [name, value] of Object.entries(given)) {
    if (known.includes(name) || value === undefined) continue;
    if (path === '' && Object.hasOwn(RENAMED, name))
      throw new TypeError(`${name}: this option is now called ${RENAMED[name]}`);
    const meant = known.find((each) => isTypo(name.toLowerCase(), each.toLowerCase()));
    throw new TypeError(`${path}${name}: no such option${meant === undefined ? '' : `; did you mean ${meant}?`}`);
  }
}

/** True when at most two letters or a third of a name are different, between an equal beginning and an equal end. */
function isTypo(name: string, known: string): boolean {
  const shorter = Math.min(name.length, known.length);
  let start = 0;
  while (start < shorter && name[start] === known[start]) start += 1;
  let end = 0;
  while (end < shorter - start && name.at(-1 - end) === known.at(-1 - end)) end += 1;
  return Math.max(name.length, known.length) - start - end <= Math.max(2, known.length / 3);
}
