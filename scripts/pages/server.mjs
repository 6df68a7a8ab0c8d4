/**
 * Serves the measured pages on this machine like a shop's web server: scripts as brotli 11, cached for a year; the page
 * and its data are not cached.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import { observePage } from './observe.mjs';

/** How long a long poll (`?since=`) stays open: the payment never changes in these pages. Milliseconds. */
const LONG_POLL_MS = 15_000;

const TYPES = { js: 'text/javascript', css: 'text/css', map: 'application/json', json: 'application/json' };

/** With these headers the page's clock is precise; without them browsers round it. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

export const brotli = (body) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });

const htmlOf = ({ title, lang = 'en', head = '', script, body, qr, upgraded }) => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<script>(${observePage})(${qr ? `() => ${qr}` : 'undefined'}, ${upgraded ? `() => ${upgraded}` : 'undefined'})</script>
<title>${title}</title><link rel="icon" href="data:,">${head}
${script ? `<script type="module" src="${script}"></script>` : ''}</head>
<body style="margin:16px;background:#fff;font-family:sans-serif">${body}</body></html>`;

/**
 * @param pages - By name: `{ title, script, body, files, answers, … }`, see `ours.mjs`. A page with
 *   `handle(request, response)` answers the requests below its `pay/` itself.
 * @returns `url(name)`: the URL of a page; `sent`: the file requests of all pages so far as `{ page, file, bytes }`;
 *   and `close`.
 */
export async function servePages(pages) {
  const packed = new Map();
  const sent = [];

  /** Compresses a file at its first request: a page has a hundred locales and loads one. */
  function packedFile(page, file) {
    const body = pages[page].files?.get(file);
    if (body !== undefined && !packed.has(body)) packed.set(body, brotli(body));
    return packed.get(body);
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://shop');
    const [, page, file] = /^\/([^/]+)\/(.*)$/.exec(pathname) ?? [];
    const definition = pages[page];
    const answer = definition?.answers?.[file];
    const send = (status, type, body, headers = {}) =>
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, ...ISOLATED, ...headers }).end(body);
    if (definition?.handle && file?.startsWith('pay/')) return definition.handle(request, response);
    request.resume();
    if (definition && file === '') return send(200, 'text/html', htmlOf(definition), { 'cache-control': 'no-store' });
    if (answer) {
      const reply = () => send(200, 'application/json', JSON.stringify(answer), { 'cache-control': 'no-store' });
      if (!searchParams.has('since')) return reply();
      const timer = setTimeout(reply, LONG_POLL_MS);
      return response.on('close', () => clearTimeout(timer));
    }
    const body = definition && packedFile(page, file);
    sent.push({ page, file, bytes: body?.length ?? 0 });
    if (!body) return send(404, 'text/plain', `${pathname}: no such file`);
    send(200, TYPES[file.split('.').pop()], body, {
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
  server.keepAliveTimeout = 120_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    sent,
    url: (name) => `${origin}/${name}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
