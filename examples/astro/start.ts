import { shop } from './src/shop/index.ts';
import { endAtSignal } from './src/shop/shutdown.ts';

const { checkout } = shop(); // without its settings the shop does not start
process.env.ASTRO_NODE_AUTOSTART = 'disabled';
const { startServer } = await import(new URL('./dist/server/entry.mjs', import.meta.url).href);
endAtSignal(startServer().server.server, checkout);
