import type { SandboxOptions } from './options.ts';
import { isProfile, profiles } from './contract/profiles.ts';
import { settings } from './contract/settings.ts';

const NAMES = Object.keys({
  url: 0,
  clock: 0,
  timers: 0,
  seed: 0,
  send: 0,
  webhookTargets: 0,
  apiKey: 0,
  storeApiKey: 0,
  requestsPerMinute: 0,
  quota: 0,
  saved: 0,
  profile: 0,
  contractGaps: 0,
  elementsScript: 0,
} satisfies Record<keyof SandboxOptions, 0>);

/** Option names of earlier versions, with their present names. */
const RENAMED: Readonly<Record<string, string>> = { notShown: 'contractGaps', random: 'seed' };

/**
 * Refuses unknown options, settings and profiles, which would have no effect or fail later.
 *
 * @param others - names of further options
 * @throws TypeError that names the option, and the one that was probably meant
 */
export function checkOptions(options: object, others: readonly string[] = []): void {
  checkNames(options, [...NAMES, ...others], '');
  const { contractGaps, profile } = options as Partial<SandboxOptions>;
  if (profile !== undefined && !isProfile(String(profile)))
    throw new TypeError(`profile: one of ${Object.keys(profiles).join(', ')} is needed`);
  if (contractGaps !== undefined) checkNames(contractGaps, Object.keys(settings), 'contractGaps.');
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
