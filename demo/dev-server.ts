import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

export interface DevServer {
  /** Answers a request for a source of the tags, and passes every other request on to `next`. */
  serve(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  /** Returns the page with a script that reloads it when a source changes. */
  page(html: string): Promise<string>;
  close(): Promise<void>;
}

/** Serves the tags from their sources with Vite, at the shop's own address. */
export async function createDevServer(server: Server): Promise<DevServer> {
  const vite = await createServer({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    // Vite would look for the shop's own scripts among the sources.
    server: { middlewareMode: true, hmr: { server }, preTransformRequests: false },
  });
  return {
    serve(request, response, next) {
      if (request.url === '/assets/pay-elements.js') request.url = '/src/cdn.ts';
      vite.middlewares(request, response, next);
    },
    page: (html) => vite.transformIndexHtml('/', html),
    close: () => vite.close(),
  };
}
