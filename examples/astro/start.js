import { shop } from './src/shop/index.js';
import { endAtSignal } from './src/shop/shutdown.js';

const { checkout } = shop(); // without its settings the shop does not start
process.env.ASTRO_NODE_AUTOSTART = 'disabled';
const { startServer } = await import('./dist/server/entry.mjs');
endAtSignal(startServer().server.server, checkout);
