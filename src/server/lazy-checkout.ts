import type { Checkout } from './checkout-type.ts';
import { toResponse } from './http/fetch-request.ts';
import { errorAnswer, type CheckoutAnswer } from './http/http.ts';
import { isRoute } from './http/routes.ts';

/**
 * A checkout that is created at its first use. So a module can be loaded where the secrets are not set yet: in a build
 * (`next build`, SvelteKit's analyse step).
 *
 * When `make` throws, the request is answered with a 500, the error is printed to the console, and the next request
 * calls `make` again.
 */
export function lazyCheckout(make: () => Checkout): Checkout {
  let made: Checkout | undefined;
  const get = () => (made ??= make());

  const report = (cause: unknown) => console.error('pay-elements: createCheckout cannot use its options', cause);

  function failed(cause: unknown): CheckoutAnswer {
    report(cause);
    return errorAnswer('internal');
  }

  const fetch: Checkout['fetch'] = async (request, context) => {
    try {
      return await get().fetch(request, context);
    } catch (cause) {
      return toResponse(failed(cause), 'GET');
    }
  };
  return {
    fetch,
    GET: fetch,
    POST: fetch,
    OPTIONS: fetch,
    PUT: fetch,
    async handle(request) {
      try {
        return await get().handle(request);
      } catch (cause) {
        return failed(cause);
      }
    },
    matches(url) {
      try {
        return isRoute(url) && get().matches(url);
      } catch (cause) {
        report(cause);
        return false; // the path of publicUrl is not known, so the URL may be one of the shop's own pages
      }
    },
    get client() {
      return get().client;
    },
    get payments() {
      return get().payments;
    },
    settles: (payment, order) => get().settles(payment, order),
    sweep: async () => get().sweep(),
    health: async () => get().health(),
    close: async () => made?.close(),
  };
}
