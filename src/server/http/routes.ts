import { PROVIDER_NAME } from '../providers/provider.ts';

/** The routes of the checkout, by the end of the path. */
export type Route =
  | { readonly name: 'order'; readonly orderRef: string }
  | { readonly name: 'create' }
  | { readonly name: 'payment'; readonly token: string }
  | { readonly name: 'status'; readonly token: string }
  | { readonly name: 'webhook'; readonly paymentRef: string; readonly signature: string }
  | { readonly name: 'account-webhook'; readonly provider: string };

/** The longest segment, in characters. No order reference is longer. */
const SEGMENT_MAX = 200;

/**
 * The allowed methods of each route. A HEAD is answered as a GET without its body. The contract does not show the
 * method of a webhook (contract 6). GET is refused there, because opening a URL must not change anything.
 */
export const methodsOf: Readonly<Record<Route['name'], readonly string[]>> = {
  order: ['GET', 'HEAD'],
  create: ['POST'],
  payment: ['GET', 'HEAD'],
  status: ['GET', 'HEAD'],
  webhook: ['POST', 'PUT'],
  'account-webhook': ['POST', 'PUT'],
};

/** The `allow` header of each route. */
export const allowOf = Object.fromEntries(
  Object.entries(methodsOf).map(([name, methods]) => [name, [...methods, 'OPTIONS'].join(', ')]),
) as Readonly<Record<Route['name'], string>>;

/**
 * Returns the route of a URL or path. The beginning of the path is ignored, because some frameworks remove the mount
 * path and others do not. A trailing slash is ignored.
 */
export function routeOf(url: string): Route | undefined {
  const [third, second, last] = lastSegments(pathOf(url));
  if (third === 'webhook' && second && last) return { name: 'webhook', paymentRef: second, signature: last };
  if (second === 'orders' && last) return { name: 'order', orderRef: last };
  if (second === 'status' && last) return { name: 'status', token: last };
  if (second === 'payments' && last) return { name: 'payment', token: last };
  if (last === 'payments') return { name: 'create' };
  return second === 'webhook' && PROVIDER_NAME.test(last) ? { name: 'account-webhook', provider: last } : undefined;
}

/** True when a URL or path has the form of a route, below any path. */
export const isRoute = (url: string): boolean => typeof url === 'string' && routeOf(url) !== undefined;

/** True when a URL or path is a route directly below this mount path: `/pay/orders/1001` below `/pay`. */
export function isRouteBelow(mount: string, url: string): boolean {
  const route = typeof url === 'string' ? routeOf(url) : undefined;
  return route !== undefined && mountOf(url, route) === mount;
}

/** Returns the mount path that a public URL names, without a trailing slash. */
export const publicMountOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '');

/** Returns the mount path of a checkout from one of its URLs or paths: `/pay` for `/pay/orders/1001`. */
export function mountOf(url: string, { name }: Route): string {
  const path = pathOf(url)
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/\/$/, '');
  return path
    .split('/')
    .slice(0, name === 'webhook' ? -3 : name === 'create' ? -1 : -2)
    .join('/');
}

/** Returns the query of a URL or path; undefined when it has none. */
export function queryOf(url: string): URLSearchParams | undefined {
  const start = url.indexOf('?');
  return start === -1 ? undefined : new URLSearchParams(upTo(url.slice(start), '#'));
}

const pathOf = (url: string): string => upTo(upTo(url, '?'), '#');

function upTo(text: string, mark: string): string {
  const end = text.indexOf(mark);
  return end === -1 ? text : text.slice(0, end);
}

/** Returns the last three segments of a path; a missing segment is empty. */
function lastSegments(path: string): readonly [string, string, string] {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const second = end === 0 ? -1 : path.lastIndexOf('/', end - 1);
  const first = second <= 0 ? -1 : path.lastIndexOf('/', second - 1);
  const start = first <= 0 ? -1 : path.lastIndexOf('/', first - 1);
  const segment = (from: number, to: number) => (to < 0 ? '' : decoded(path.slice(from + 1, to)));
  return [segment(start, first), segment(first, second), segment(second, end)];
}

/** Decodes a segment. The result is empty, and so matches no route, when the segment is malformed or too long. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment.length <= SEGMENT_MAX ? segment : '';
  try {
    const text = decodeURIComponent(segment);
    return text.length <= SEGMENT_MAX ? text : '';
  } catch {
    return '';
  }
}
