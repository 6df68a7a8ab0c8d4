import { shop } from '../shop/index.js';
import { closeAtSignal } from '../shop/shutdown.js';

/** Nitro calls this once, when the server starts: without its settings the shop does not start. */
export default defineNitroPlugin(() => closeAtSignal(shop().checkout));
