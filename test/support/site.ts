import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * A site that shows an order of a shop's, which is at 127.0.0.1. To browsers, `localhost` is another site, and 127.0.0.1 with
 * another port is the same site and another origin.
 */
export async function openSite(
  src: () => string,
  host: 'localhost' | '127.0.0.1' = 'localhost',
): Promise<{ server: Server; origin: string }> {
  const script = readFileSync(join(root, 'dist/cdn/pay-elements.js'), 'utf8');
  const server = createServer(({ url }, response) => {
    if (url === '/pay-elements.js') return void response.setHeader('content-type', 'text/javascript').end(script);
    if (url !== '/') return void response.writeHead(204).end();
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><title>A site</title>
      <script type="module" src="/pay-elements.js"></script><pay-checkout src="${src()}"></pay-checkout>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://${host}:${(server.address() as AddressInfo).port}` };
}
