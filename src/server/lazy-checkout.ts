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

  function failed(cause: unknown): CheckoutAnswer {
    console.error('pay-elements: createCheckout cannot use its options', cause);
    return errorAnswer('internal');
  }

  const handler: Checkout['handler'] = async (request, context) => {
    try {
      return await get().handler(request, context);
    } catch (cause) {
      return toResponse(failed(cause), 'GET');
    }
  };
  return {
    handler,
    GET: handler,
    POST: handler,
    OPTIONS: handler,
    PUT: handler,
    async handle(request) {
      try {
        return await get().handle(request);
      } catch (cause) {
        return failed(cause);
      }
    },
    handles(url) {
      try {
        return isRoute(url) && get().handles(url);
      } catch {
        return true; // the request is then answered with the reason
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
