/** The addresses of the checkout, by the end of the path. */
export type Route =
  | { readonly name: 'order'; readonly orderRef: string }
  | { readonly name: 'create' }
  | { readonly name: 'payment'; readonly token: string }
  | { readonly name: 'status'; readonly token: string }
  | { readonly name: 'webhook'; readonly paymentRef: string; readonly signature: string };

/** Longer than any name a shop gives an order. Characters. */
const SEGMENT_MAX = 200;

/**
 * What each route answers to. A HEAD is a GET whose body stays here. With which method the service sends a webhook is
 * not shown (contract 6); GET is refused, because opening a URL must not change anything.
 */
export const methodsOf: Readonly<Record<Route['name'], readonly string[]>> = {
  order: ['GET', 'HEAD'],
  create: ['POST'],
  payment: ['GET', 'HEAD'],
  status: ['GET', 'HEAD'],
  webhook: ['POST', 'PUT'],
};

/** The `allow` header of each route. */
export const allowOf = Object.fromEntries(
  Object.entries(methodsOf).map(([name, methods]) => [name, [...methods, 'OPTIONS'].join(', ')]),
) as Readonly<Record<Route['name'], string>>;

/**
 * The route of a URL or path, whatever stands before it: frameworks differ in whether they cut off the mount.
 * A slash at the end changes nothing.
 */
export function routeOf(url: string): Route | undefined {
  const [third, second, last] = lastSegments(pathOf(url));
  if (third === 'webhook' && second && last) return { name: 'webhook', paymentRef: second, signature: last };
  if (second === 'orders' && last) return { name: 'order', orderRef: last };
  if (second === 'status' && last) return { name: 'status', token: last };
  if (second === 'payments' && last) return { name: 'payment', token: last };
  return last === 'payments' ? { name: 'create' } : undefined;
}

/** Whether a URL or path is one of the checkout's. */
export const isRoute = (url: string): boolean => typeof url === 'string' && routeOf(url) !== undefined;

/** Where a checkout is mounted, by the URL or path of one of its addresses: `/pay` for `/pay/orders/1001`. */
export function mountOf(url: string, { name }: Route): string {
  const path = pathOf(url)
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/\/$/, '');
  return path
    .split('/')
    .slice(0, name === 'webhook' ? -3 : name === 'create' ? -1 : -2)
    .join('/');
}

/** The query of a URL or path; undefined when it has none. */
export function queryOf(url: string): URLSearchParams | undefined {
  const start = url.indexOf('?');
  return start === -1 ? undefined : new URLSearchParams(upTo(url.slice(start), '#'));
}

const pathOf = (url: string): string => upTo(upTo(url, '?'), '#');

function upTo(text: string, mark: string): string {
  const end = text.indexOf(mark);
  return end === -1 ? text : text.slice(0, end);
}

/** The last three segments of a path; empty where there are fewer. */
function lastSegments(path: string): readonly [string, string, string] {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const second = end === 0 ? -1 : path.lastIndexOf('/', end - 1);
  const first = second <= 0 ? -1 : path.lastIndexOf('/', second - 1);
  const start = first <= 0 ? -1 : path.lastIndexOf('/', first - 1);
  const segment = (from: number, to: number) => (to < 0 ? '' : decoded(path.slice(from + 1, to)));
  return [segment(start, first), segment(first, second), segment(second, end)];
}

/** A decoded segment; empty, and so unknown, when it is malformed or too long. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment.length <= SEGMENT_MAX ? segment : '';
  try {
    const text = decodeURIComponent(segment);
    return text.length <= SEGMENT_MAX ? text : '';
  } catch {
    return '';
  }
}
