import { shop } from './shop/index.js';
import { closeAtSignal } from './shop/shutdown.js';

try {
  closeAtSignal(shop().checkout);
} catch (error) {
  console.error(error);
  process.exit(1); // without its settings the shop does not start; Next would go on
}
