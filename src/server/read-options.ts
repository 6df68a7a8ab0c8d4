import { ConfigurationError } from './configuration-error.ts';
import { nearest } from './nearest.ts';

/** Functions that validate options. Each throws a ConfigurationError that names an invalid option. */

/** The longest delay of a timer; a longer one fires at once. Milliseconds. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** The shortest time limit. A smaller number is usually one of seconds. Milliseconds. */
export const SHORTEST_TIMEOUT_MS = 100;

export function readMilliseconds(
  name: string,
  value: number | undefined,
  otherwise: number,
  least: number,
  most = TIMER_MAX_MS,
  orElse = '',
): number {
  if (value === undefined) return otherwise;
  if (typeof value !== 'number' || !(value >= least && value <= most))
    throw new ConfigurationError(name, `a number of milliseconds from ${least} to ${most} is needed${orElse}`);
  return value;
}

/** Reads a time limit of which 0 means that there is no wait. */
export const readWait = (name: string, value: number | undefined, otherwise: number, most?: number): number =>
  value === 0 ? 0 : readMilliseconds(name, value, otherwise, SHORTEST_TIMEOUT_MS, most, ', or 0 for no wait');

/** @param most the upper bound; Infinity allows `Infinity` as a value */
export function readCount(
  name: string,
  value: number | undefined,
  otherwise: number,
  least = 0,
  most = Infinity,
): number {
  if (value === undefined) return otherwise;
  const isCount = Number.isInteger(value) || value === Infinity;
  if (!isCount || value < least || value > most)
    throw new ConfigurationError(
      name,
      `a whole number from ${least} ${most === Infinity ? 'on' : `to ${most}`} is needed`,
    );
  return value;
}

/** Names the type of a value in a message. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** @throws ConfigurationError that names the option, unless it is a function or absent */
export function checkFunction(value: unknown, name: string): void {
  if (value !== undefined && typeof value !== 'function')
    throw new ConfigurationError(name, `a function is needed, not ${kindOf(value)}`);
}

/** @throws ConfigurationError when the result of an async function is given */
export function refusePromise(value: unknown, name: string): void {
  if (!(value instanceof Promise)) return;
  value.catch(() => {}); // A rejection that nobody handles would end the process.
  throw new ConfigurationError(name, 'a promise was given: await it');
}

/** @throws ConfigurationError that names the option, unless it is an object. @param example shown in the message */
export function checkObject(value: unknown, name: string, example: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigurationError(name, `an object such as ${example} is needed, not ${kindOf(value)}`);
  refusePromise(value, name);
  // It has no fields of its own, so all that it holds would be ignored.
  if (value instanceof Map || value instanceof Set)
    throw new ConfigurationError(name, `an object such as ${example} is needed, not a ${value.constructor.name}`);
}

/**
 * Refuses unknown options, and options under their old names.
 *
 * @param path the prefix of a name in the message: `creationLimit.`
 * @param renamed old names, each with its new name
 * @param meant names that are not similar to an option, each with the option that is probably meant
 * @throws ConfigurationError that names the option, and the one that was probably meant
 */
export function checkNames(
  options: object,
  known: readonly string[],
  path: string,
  renamed: Readonly<Record<string, string>> = {},
  meant: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (known.includes(name) || value === undefined) continue;
    refuseRenamed({ [name]: value }, path, renamed);
    const other = Object.hasOwn(meant, name) ? meant[name] : nearest(name, known);
    const hint = other === undefined ? '' : `; did you mean ${other}?`;
    throw new ConfigurationError(path + name, `no such option${hint}`, 'option-unknown');
  }
}

/** @throws ConfigurationError that names the new name of a field which has its old name */
export function refuseRenamed(fields: object, path: string, renamed: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(fields) as [string, unknown][])
    if (value !== undefined && Object.hasOwn(renamed, name))
      throw new ConfigurationError(path + name, `is now called ${renamed[name]}`, 'option-renamed');
}

/**
 * Adds a getter for each old name of a member, which throws an error with the new name. It is not enumerable.
 *
 * @throws ConfigurationError when an old name is read
 */
export function refuseRenamedMembers<T extends object>(
  target: T,
  path: string,
  renamed: Readonly<Record<string, string>>,
): T {
  for (const name of Object.keys(renamed)) {
    const get = () => refuseRenamed({ [name]: true }, path, renamed);
    Object.defineProperty(target, name, { get });
  }
  return target;
}

/**
 * Makes the getters of an object not enumerable. `JSON.stringify` and a copy by spread then call none of them: a getter may
 * throw, or create what it returns.
 */
export function hideGetters<T extends object>(target: T): T {
  for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(target)))
    if ('get' in member) Object.defineProperty(target, name, { enumerable: false });
  return target;
}

/** Hosts for which http is allowed, because requests do not leave the machine. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True when only this machine can reach the URL. */
export const isLocal = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/** Validates `publicUrl`, and returns it without a trailing slash. */
export function readPublicUrl(text: unknown): string {
  if (text === undefined)
    throw new ConfigurationError(
      'publicUrl',
      'is PAY_URL set? It is where this handler is mounted: https://shop.example/pay',
      'option-missing',
    );
  if (text instanceof URL) throw new ConfigurationError('publicUrl', 'text is needed, not an object: url.href');
  if (typeof text !== 'string' || !URL.canParse(text))
    throw new ConfigurationError('publicUrl', 'an absolute address such as https://shop.example/pay is needed');
  const url = new URL(text);
  // `localhost:8080/pay` is a URL with the scheme `localhost:`.
  if (!/^https?:$/.test(url.protocol) && URL.canParse(`http://${text}`))
    throw new ConfigurationError(
      'publicUrl',
      `its scheme is missing: write ${isLocal(`http://${text}`) ? 'http' : 'https'}://${text}`,
    );
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal(text)))
    throw new ConfigurationError(
      'publicUrl',
      'https is needed, because the webhook address is a credential; ' +
        'http is for this machine only: 127.0.0.1 or localhost',
    );
  if (url.search || url.hash || url.username || url.password)
    throw new ConfigurationError('publicUrl', 'only a host and a path, no query, fragment or password');
  if (/\/webhook(\/[^/]+)?\/*$/.test(url.pathname))
    throw new ConfigurationError('publicUrl', 'the address of the handler is needed, without /webhook');
  // Below `/webhook/`, no part of the path is read as another route.
  const [, taken] = /^(?!.*\/webhook\/).*\/(orders|payments|status)\/*$/.exec(url.pathname) ?? [];
  // `POST /payments/payments` has the form of a payment's route.
  if (taken !== undefined)
    throw new ConfigurationError(
      'publicUrl',
      `its path may not end with /${taken}, which begins a route of the checkout: mount it at another path, such as /pay`,
    );
  return url.href.replace(/\/+$/, '');
}

/** Where `readServerUrl` finds the address, and what else its messages name. */
interface ServerUrlOption {
  /** The path of the option: `service.baseUrl`. */
  readonly option: string;
  /** The environment variable that is often not set. */
  readonly variable: string;
  /** True when `http:` is allowed to other machines. */
  readonly allowHttp: boolean;
  /** The path of the option that allows it. */
  readonly allowedBy: string;
}

/** An onion address is encrypted and authenticated by Tor itself. */
const isOnion = ({ hostname }: URL): boolean => hostname.endsWith('.onion');

/** Validates the address of a server that gets a key with each call, and returns it without trailing slashes. */
export function readServerUrl(
  text: string | undefined,
  { option, variable, allowHttp, allowedBy }: ServerUrlOption,
): string {
  if (text === undefined) throw new ConfigurationError(option, `is ${variable} set?`, 'option-missing');
  if (typeof text !== 'string' || !URL.canParse(text))
    throw new ConfigurationError(option, 'an absolute address such as https://server.example is needed');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ConfigurationError(option, 'http or https is needed');
  if (url.protocol === 'http:' && !allowHttp && !isLocal(text) && !isOnion(url))
    throw new ConfigurationError(
      option,
      `https is needed, because the key goes with every call; in a network of your own set ${allowedBy}: true`,
    );
  // Logs would contain them; the key has its own option.
  if (url.username || url.password || url.search || url.hash)
    throw new ConfigurationError(option, 'no user, query or fragment may be in it');
  return url.href.replace(/\/+$/, '');
}
