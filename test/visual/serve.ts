import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer as createVite } from 'vite';

const html = (script: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Cards to photograph</title>
<link rel="icon" href="data:,">
<style>
  body { margin: 0; background: light-dark(#f6f8fb, #0d1116); }
  main { display: grid; width: max-content; }
  main > div { padding: 16px; overflow: hidden; }
</style>
<main></main>
<script type="module" src="/test/visual/${script}"></script>`;

/** The address that the payments are polled at. */
const STATUS_URL = '/pay/status/1';

export interface ServedPage {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Serves a page with a script of this folder and, by Vite, the sources it imports: nothing has to be built. */
export async function servePage(script = 'page.ts'): Promise<ServedPage> {
  const vite = await createVite({
    configFile: fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    mode: 'test',
    cacheDir: 'node_modules/.vite-visual',
  });
  const server = createServer((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(html(script));
    else if (request.url === STATUS_URL)
      return; // held, as a backend holds it until something changes
    else vite.middlewares(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await vite.close();
    },
  };
}
