/** A server on this machine that answers as a public interface of a chain does, with a schema of each answer. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv } from 'ajv';

export interface ApiRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

export interface ApiServer {
  readonly url: string;
  readonly requests: ApiRequest[];
  /** Replaces the next answer by a status, headers and a text; 'hang' never answers, 'reset' closes the connection. */
  next: { status?: number; headers?: Record<string, string>; text?: string } | 'hang' | 'reset' | undefined;
  readonly close: () => Promise<void>;
}

/** An answer as an object, or as JSON text where digits count. With a schema it must match. */
export interface ApiAnswer {
  readonly json: unknown;
  readonly schema?: object;
  /** Sent as it is, without quotes. */
  readonly plain?: boolean;
}

const ajv = new Ajv({ strict: false });

/** Starts a server. `answer` returns undefined for a 404. */
export async function startApi(answer: (request: ApiRequest) => ApiAnswer | undefined): Promise<ApiServer> {
  const requests: ApiRequest[] = [];
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const asked = { method: request.method!, path: request.url!, headers: request.headers, body };
    requests.push(asked);
    const { next } = api;
    api.next = undefined;
    if (next === 'hang') return;
    if (next === 'reset') return void request.socket.destroy();
    if (next) return void response.writeHead(next.status ?? 200, next.headers).end(next.text ?? '');
    const found = answer(asked);
    if (!found) return void response.writeHead(404).end('not found');
    const json = typeof found.json === 'string' && !found.plain ? found.json : JSON.stringify(found.json);
    if (found.schema && !ajv.validate(found.schema, JSON.parse(json))) throw new Error(ajv.errorsText());
    response.writeHead(200, { 'content-type': 'application/json' }).end(found.plain ? String(found.json) : json);
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api: ApiServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    next: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return api;
}
