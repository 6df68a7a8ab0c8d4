import { ConfigurationError } from '../configuration-error.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { hostOf, type CheckoutRequest } from './http.ts';
import { methodsOf, type Route } from './routes.ts';

/** How long a browser may cache a preflight response. Chromium caches it no longer than this. Seconds. */
const MAX_AGE_S = 7_200;

/** A longer origin is not named in an event: no host name has more than 253 characters. */
const ORIGIN_MAX = 300;

/** The response headers that a page may read: `Retry-After`, and the clock to which `expiresAt` refers. */
const EXPOSED = { 'access-control-expose-headers': 'date, retry-after' };

/** The routes with a token may be read from any origin: the token is the credential, and cookies are ignored. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*', ...EXPOSED };

/** A response that depends on the origin must not be cached for another origin. */
const VARIES = { vary: 'Origin' };

type Headers = Readonly<Record<string, string>>;

/** The rights of pages, by their origin. */
export interface Origins {
  /** True when a page of this origin may create payments. */
  mayCreate(request: OrderRequest): boolean;
  /** The origin of a page that may neither read an order nor create a payment; undefined for all other requests. */
  refusedOf(route: Route['name'], request: OrderRequest): string | undefined;
  /** The CORS headers of every response of a route. */
  headersOf(route: Route['name'], request: CheckoutRequest): Headers;
  /** The additional headers of a preflight response. */
  preflightOf(route: Route['name'], request: CheckoutRequest): Headers;
}

/**
 * Prevents pages of other sites from using the shop's quota, and allows the pages that the shop has listed.
 *
 * Only browsers send a reliable `Origin`. A program can send any value, but it has no cookies of a visitor. No response
 * allows credentials, so requests of a listed page carry no cookies.
 *
 * @throws ConfigurationError when an entry is not an origin: `*`, `null`, a URL with a path, a name without a scheme
 */
export function createOrigins(list: readonly string[] | undefined, publicUrl: string): Origins {
  if (list !== undefined && !Array.isArray(list)) throw new ConfigurationError('allowedOrigins', 'a list is needed');
  for (const [index, origin] of (list ?? []).entries())
    if (typeof origin !== 'string' || !isOrigin(origin))
      throw new ConfigurationError(
        `allowedOrigins[${index}]`,
        typeof origin === 'string' && isOrigin(origin.toLowerCase())
          ? `write it as browsers send it, in lower case: ${origin.toLowerCase()}`
          : 'not an origin such as https://www.shop.example: a scheme and a host, without a path or a slash at the end',
      );
  const listed = new Set(list);
  const own = new URL(publicUrl).origin;

  const isAllowed = (request: OrderRequest) => {
    const origin = request.header('origin');
    return origin !== undefined && (origin === own || listed.has(origin));
  };
  const isPublic = (route: Route['name']) => route === 'status' || route === 'payment';
  const isOfOrder = (route: Route['name']) => route === 'order' || route === 'create';

  function mayCreate(request: OrderRequest): boolean {
    const origin = request.header('origin');
    const site = request.header('sec-fetch-site');
    if (isAllowed(request)) return true;
    // The browser sets this header; a page cannot change it.
    if (site !== undefined) return site === 'same-origin' || (origin === undefined && site === 'none');
    // A program, or a browser without Sec-Fetch-Site. Then the origin must have the host of the request.
    return origin === undefined || (isOrigin(origin) && new URL(origin).host === hostOf(request));
  }

  return {
    mayCreate,
    refusedOf(route, request) {
      const origin = request.header('origin');
      const isRefused = isOfOrder(route) && !mayCreate(request);
      const isNamed = origin !== undefined && origin.length <= ORIGIN_MAX && isOrigin(origin);
      return isRefused && isNamed ? origin : undefined;
    },
    headersOf(route, request) {
      if (isPublic(route)) return ANY_ORIGIN;
      if (!isOfOrder(route)) return {};
      return isAllowed(request)
        ? { 'access-control-allow-origin': request.header('origin')!, ...EXPOSED, ...VARIES }
        : VARIES;
    },
    preflightOf(route, request) {
      if (!isPublic(route) && !(isOfOrder(route) && isAllowed(request))) return {};
      return {
        'access-control-allow-methods': methodsOf[route].join(', '),
        ...(route === 'create' ? { 'access-control-allow-headers': 'content-type' } : {}),
        'access-control-max-age': String(MAX_AGE_S),
      };
    },
  };
}

/** True for scheme, host and port exactly as browsers write them. `null` and `*` are not origins. */
const isOrigin = (text: string) => /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
