import { shop } from './shop/index.ts';
import { closeAtSignal } from './shop/shutdown.ts';

try {
  closeAtSignal(shop().checkout);
} catch (error) {
  console.error(error);
  process.exit(1); // without its settings the shop does not start; Next would go on
}
