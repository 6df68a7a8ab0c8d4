import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

type Fetch = (request: Request, context?: unknown) => Promise<Response>;

export interface Served {
  readonly origin: string;
  readonly close: () => Promise<unknown>;
}

/** What is used of Bun and Deno, whose types we do not install. */
interface OtherRuntimes {
  readonly Bun?: {
    serve(options: { port: number; hostname: string; idleTimeout: number; fetch: Fetch }): {
      readonly port: number;
      stop(closeActive: true): Promise<void>;
    };
  };
  readonly Deno?: {
    serve(
      options: { port: number; hostname: string; onListen: () => void },
      fetch: Fetch,
    ): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
  };
}

const { Bun, Deno } = globalThis as OtherRuntimes;

const hostname = '127.0.0.1';

/** Which runtime this is. */
export const runtime = Bun ? 'Bun' : Deno ? 'Deno' : `Node ${process.versions.node.split('.')[0]}`;

/** Serves a web-standard handler by the runtime's own server. By default at a free port. */
export async function serve(fetch: Fetch, port = 0): Promise<Served> {
  if (Bun) {
    const server = Bun.serve({ port, hostname, idleTimeout: 30, fetch });
    return { origin: `http://${hostname}:${server.port}`, close: () => server.stop(true) };
  }
  if (Deno) {
    const server = Deno.serve({ port, hostname, onListen: () => {} }, fetch);
    return { origin: `http://${hostname}:${server.addr.port}`, close: () => server.shutdown() };
  }
  return serveNode(fetch, port);
}

/** Node has no web-standard server; every framework on it brings an adapter like this one. */
async function serveNode(fetch: Fetch, port: number): Promise<Served> {
  let origin = '';
  const server = createServer((message, response) => {
    fetch(toRequest(origin, message, response))
      .then(async (answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(Buffer.from(await answer.arrayBuffer()));
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, hostname, resolve));
  origin = `http://${hostname}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () => new Promise((resolve) => (server.close(resolve), server.closeAllConnections())),
  };
}

function toRequest(origin: string, message: IncomingMessage, response: ServerResponse): Request {
  const { method = 'GET', url = '/', headers } = message;
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`${origin}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    signal: leaving.signal,
    ...(hasBody ? { body: Readable.toWeb(message) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
  } as RequestInit);
}
