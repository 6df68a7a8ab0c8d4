import { nodeHandler } from 'pay-elements/server/node';
import { shop } from '../../shop/index.ts';

// With `next`, Nuxt waits until the answer is complete.
export default fromNodeMiddleware((request, response, next) => nodeHandler(shop().checkout)(request, response, next));
