import type { Checkout } from './checkout-type.ts';
import { toResponse } from './http/fetch-request.ts';
import { errorAnswer } from './http/http.ts';
import { isRoute } from './http/routes.ts';
import { hideGetters, refuseRenamedMembers } from './read-options.ts';

/** Members of a checkout before 0.3, with their present names. */
const RENAMED_MEMBERS = { handler: 'checkout.fetch', handles: 'checkout.matches' };

/** The names of `fetch` that file routers look for. */
type RouteName = 'GET' | 'POST' | 'OPTIONS' | 'PUT';

/** Adds the other names of `fetch` to the members of a checkout, and refuses its old names. */
export function completeCheckout(members: Omit<Checkout, RouteName>): Checkout {
  const { fetch } = members;
  const checkout = Object.assign(members, { GET: fetch, POST: fetch, OPTIONS: fetch, PUT: fetch });
  return refuseRenamedMembers(hideGetters(checkout), 'checkout.', RENAMED_MEMBERS);
}

type Requests = Pick<Checkout, 'fetch' | 'handle' | 'matches'>;

/** Answers requests while the options cannot be used. The path of `publicUrl` is not known, so no URL matches. */
const UNUSABLE: Requests = {
  fetch: async () => toResponse(errorAnswer('internal'), 'GET'),
  handle: async () => errorAnswer('internal'),
  matches: () => false,
};

/**
 * A checkout that is created at its first use. So a module can be loaded where the secrets are not set yet: in a build
 * (`next build`, SvelteKit's analyse step).
 *
 * When `create` throws, the request is answered with a 500, the error is printed to the console, and the next request
 * calls `create` again.
 */
export function lazyCheckout(create: () => Checkout): Checkout {
  let created: Checkout | undefined;
  const get = () => (created ??= create());

  function forRequest(): Requests {
    try {
      return get();
    } catch (cause) {
      console.error('pay-elements: createCheckout cannot use its options', cause);
      return UNUSABLE;
    }
  }

  return completeCheckout({
    fetch: async (request, context) => forRequest().fetch(request, context),
    handle: async (request) => forRequest().handle(request),
    matches: (url) => isRoute(url) && forRequest().matches(url),
    get client() {
      return get().client;
    },
    get payments() {
      return get().payments;
    },
    settles: (payment, order) => get().settles(payment, order),
    sweep: async () => get().sweep(),
    health: async () => get().health(),
    close: async () => created?.close(),
  });
}
