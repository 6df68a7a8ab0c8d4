import { nodeHandler } from 'pay-elements/server/node';
import { shop } from '../../shop/index.ts';

// With three parameters, Nuxt waits until the answer is complete. The third one is not passed on: it would answer 204 for
// addresses that are none of the checkout.
export default fromNodeMiddleware((request, response, _next) => nodeHandler(shop().checkout)(request, response));
