/** Serves a folder of files on this machine, for reading the site and for its tests. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const OTHER = 'text/plain; charset=utf-8';

/**
 * Serves files by GET.
 *
 * @param {string} folder
 * @param {number} [port] 0 takes any that is free
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `url` ends in a slash
 */
export async function serve(folder, port = 0) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = normalize(join(folder, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : ''));
    try {
      if (!file.startsWith(join(folder, sep))) throw new Error('outside');
      const body = await readFile(file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? OTHER, 'cache-control': 'no-cache' }).end(body);
    } catch {
      response.writeHead(404, { 'content-type': OTHER }).end('Not found');
    }
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
