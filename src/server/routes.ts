/** The addresses of the checkout, by the end of the path. */
export type Route =
  | { readonly name: 'order'; readonly order: string }
  | { readonly name: 'create' }
  | { readonly name: 'payment'; readonly token: string }
  | { readonly name: 'status'; readonly token: string }
  | { readonly name: 'webhook'; readonly ref: string; readonly signature: string };

/** Longer than any name a shop gives an order. Characters. */
const SEGMENT_MAX = 200;

/**
 * What each route answers to. A HEAD is a GET whose body stays here. With which method the service sends a webhook is
 * not shown (contract 6); a GET is none, for whoever opens an address must change nothing.
 */
export const methodsOf: Readonly<Record<Route['name'], readonly string[]>> = {
  order: ['GET', 'HEAD'],
  create: ['POST'],
  payment: ['GET', 'HEAD'],
  status: ['GET', 'HEAD'],
  webhook: ['POST', 'PUT'],
};

/**
 * The route of a URL or path, whatever stands before it: frameworks differ in whether they cut off the mount.
 * A slash at the end changes nothing.
 */
export function routeOf(url: string): Route | undefined {
  const segments = pathOf(url).replace(/\/$/, '').split('/').map(decoded);
  const [third, second, last] = [segments.at(-3), segments.at(-2), segments.at(-1)];
  if (third === 'webhook' && second && last) return { name: 'webhook', ref: second, signature: last };
  if (second === 'orders' && last) return { name: 'order', order: last };
  if (second === 'status' && last) return { name: 'status', token: last };
  if (second === 'payments' && last) return { name: 'payment', token: last };
  return last === 'payments' ? { name: 'create' } : undefined;
}

/** A parameter of the query. */
export const queryOf = (url: string, name: string): string | null =>
  new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? '').get(name);

const pathOf = (url: string) => url.split(/[?#]/, 1)[0]!;

/** A segment as it was meant; empty, and so nobody's, when it is malformed or far too long. */
function decoded(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return text.length <= SEGMENT_MAX ? text : '';
  } catch {
    return '';
  }
}
