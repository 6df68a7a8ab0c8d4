import { shop } from './src/shop/index.ts';
import { endAtSignal } from './src/shop/shutdown.ts';

const { checkout } = shop(); // without its settings the shop does not start
process.env.ASTRO_NODE_AUTOSTART = 'disabled';
const { startServer } = await import(new URL('./dist/server/entry.mjs', import.meta.url).href);
const { server } = startServer().server;
// Astro prints nothing when its port is in use.
server.once('error', (error: Error) => {
  console.error(error);
  process.exit(1);
});
endAtSignal(server, checkout);
