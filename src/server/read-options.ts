/** Readers of options. Each throws a TypeError that names the option it cannot use. */

export function readMilliseconds(name: string, value: number | undefined, otherwise: number, least: number): number {
  if (value === undefined) return otherwise;
  // 2^31 - 1: beyond it a timer fires at once.
  if (!(value >= least && value <= 2_147_483_647)) throw new TypeError(`${name}: not a number of milliseconds`);
  return value;
}

export function readCount(name: string, value: number | undefined, otherwise: number, least = 0): number {
  if (value === undefined) return otherwise;
  // Infinity is a choice: as many as there are.
  if (!(value >= least) || (!Number.isInteger(value) && value !== Infinity))
    throw new TypeError(`${name}: not a whole number`);
  return value;
}

/** Where http will do: nobody stands between. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL is reached from this machine alone. */
export const isLocal = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

/** The address without a slash at its end. */
export function readPublicUrl(text: string): string {
  if (typeof text !== 'string' || !URL.canParse(text)) throw new TypeError('publicUrl: not a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal(text)))
    throw new TypeError('publicUrl: https is needed, for the webhook address is a credential');
  if (url.search || url.hash || url.username || url.password)
    throw new TypeError('publicUrl: only a host and a path, no query, fragment or password');
  return url.href.replace(/\/+$/, '');
}
