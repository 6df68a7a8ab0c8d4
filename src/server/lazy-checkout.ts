import type { Checkout } from './checkout-type.ts';
import { toResponse } from './routes/fetch-request.ts';
import { errorAnswer, type CheckoutAnswer } from './routes/http.ts';
import { isRoute } from './routes/routes.ts';

/**
 * A checkout that is made when it is needed first, so that a module can be loaded where there are no secrets yet: in a
 * build (`next build`, SvelteKit's analyse step).
 *
 * When it cannot be made, a request is answered 500, the console says why, and the next request tries again.
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
    handles: isRoute,
    get client() {
      return get().client;
    },
    get payments() {
      return get().payments;
    },
    sweep: async () => get().sweep(),
    health: async () => get().health(),
    close: async () => made?.close(),
  };
}
