import { shop } from '../shop/index.ts';
import { closeAtSignal } from '../shop/shutdown.ts';

/** Nitro calls this once, when the server starts: without its settings the shop does not start. */
export default defineNitroPlugin(() => closeAtSignal(shop().checkout));
