import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Checkout } from '../checkout-type.ts';
import { BodyCutShort, BodyTooLarge, inTime, type CheckoutAnswer, type CheckoutRequest } from '../routes/http.ts';
import { readConnection } from '../routes/order-request.ts';

/** Node's request, with the body that a framework may have read from it before us. */
export type NodeRequest = IncomingMessage & {
  body?: unknown;
  /** The bytes of the body, where something before us has kept them. */
  rawBody?: unknown;
  /** The path before Express cut off the mount. */
  originalUrl?: string;
};

/** What is used of Fastify's request and reply. */
export interface FastifyLikeRequest {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
  /** As the plugin fastify-raw-body keeps it. */
  readonly rawBody?: unknown;
}
/** What is used of a Fastify reply. */
export interface FastifyLikeReply {
  readonly raw: ServerResponse;
  hijack(): unknown;
}

/** A listener of node:http, a middleware of Express, and a route handler of Fastify. */
export interface NodeHandler {
  (request: NodeRequest, response: ServerResponse, next?: (error?: unknown) => void): void;
  (request: FastifyLikeRequest, reply: FastifyLikeReply): void;
}

/**
 * Serves a checkout from Node's own http server and from the frameworks on top of it.
 *
 *     createServer(nodeHandler(checkout));
 *     app.use('/pay', nodeHandler(checkout));      // Express 4 and 5, before or after express.json()
 *     pay.all('/pay/*', nodeHandler(checkout));    // Fastify, in a plugin without body parsers: docs/backend.md
 *
 * With a `next`, what is none of the checkout's addresses is passed on. A body that a parser has read already is taken
 * from `request.rawBody`, where something has kept the bytes, else from `request.body`. The latter went through JavaScript
 * numbers: an amount with more than about 15 digits has lost some, and a `webhook-body-parsed` event says so once. Mount
 * the handler before the parser, or keep the bytes:
 *
 *     app.use(express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes; } }));
 *
 * What such a parser refuses never gets here: with its own parsers, Fastify answers forms and broken JSON itself.
 */
export function nodeHandler(checkout: Pick<Checkout, 'handle' | 'handles'>): NodeHandler {
  async function serve(message: NodeRequest, response: ServerResponse, given: Given): Promise<void> {
    try {
      write(response, message, await checkout.handle(fromNode(message, response, given)));
    } catch {
      // `handle` never rejects: what is left is a connection that cannot be written to.
      response.destroy();
    }
  }
  return (
    request: NodeRequest | FastifyLikeRequest,
    response: ServerResponse | FastifyLikeReply,
    next?: (error?: unknown) => void,
  ): void => {
    if ('hijack' in response) {
      // From here on Fastify neither answers nor logs an answer of its own.
      response.hijack();
      const { raw, body, rawBody } = request as FastifyLikeRequest;
      const given = { body, rawBody, raw: request };
      return void serve(raw, response.raw, given);
    }
    const message = request as NodeRequest;
    if (next && !checkout.handles(message.url ?? '')) return next();
    const { body, rawBody } = message;
    void serve(message, response, { body, rawBody, raw: message });
  };
}

/** What a framework hung on its request. */
interface Given {
  readonly body: unknown;
  readonly rawBody: unknown;
  readonly raw: unknown;
}

function fromNode(message: NodeRequest, response: ServerResponse, { body, rawBody, raw }: Given): CheckoutRequest {
  const isKept = typeof rawBody === 'string' || rawBody instanceof Uint8Array;
  const parsed = isKept ? rawBody : body;
  // Now: a client that leaves takes its address along.
  const { address, hasLeft } = readConnection(message.socket);
  return {
    method: message.method ?? 'GET',
    url: message.originalUrl ?? message.url ?? '/',
    header(name) {
      const value = message.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    // Express 4's parser leaves an empty object on requests that it has not read.
    text: (limit) => (message.readableEnded ? readParsed(parsed, limit) : inTime(() => readText(message, limit))),
    bodyWasParsed:
      message.readableEnded &&
      /json/i.test(message.headers['content-type'] ?? '') &&
      typeof parsed === 'object' &&
      parsed !== null &&
      !(parsed instanceof Uint8Array),
    address,
    signal() {
      const leaving = new AbortController();
      if (hasLeft || response.destroyed) leaving.abort();
      else response.once('close', () => leaving.abort());
      return leaving.signal;
    },
    raw,
  };
}

async function readParsed(parsed: unknown, limit: number): Promise<string> {
  const text = textOf(parsed);
  if (Buffer.byteLength(text) > limit) throw new BodyTooLarge(limit);
  return text;
}

function textOf(parsed: unknown): string {
  if (parsed === undefined || parsed === null) return '';
  if (typeof parsed === 'string') return parsed;
  return parsed instanceof Uint8Array ? new TextDecoder().decode(parsed) : writtenAgain(parsed);
}

/** Nothing, and so unreadable, when it is nested more deeply than can be written: no creation request and no webhook is. */
function writtenAgain(parsed: unknown): string {
  try {
    return JSON.stringify(parsed) ?? '';
  } catch {
    return '';
  }
}

async function readText(message: IncomingMessage, limit: number): Promise<string> {
  if (Number(message.headers['content-length']) > limit) throw new BodyTooLarge(limit);
  const chunks: Buffer[] = [];
  let length = 0;
  // Not destroyed when left early: the refusal still has to be written to the same socket.
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new BodyCutShort('The client left before the end of its body.', { cause });
  }
  if (length > limit) throw new BodyTooLarge(limit);
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** An unread body is discarded up to this size, which keeps the connection open. A longer one closes it. Bytes. */
const UNREAD_MAX = 64 * 1024;

function write(response: ServerResponse, message: IncomingMessage, { status, headers, body }: CheckoutAnswer): void {
  if (response.destroyed || response.headersSent) return;
  const all: Record<string, string | number> = { ...headers };
  if (status !== 204) all['content-length'] = Buffer.byteLength(body);
  // The rest of a body that is too long, or never ends, is not waited for.
  if (isEndless(message) || status === 408 || status === 413) all['connection'] = 'close';
  response.writeHead(status, all);
  // As text: Node then writes the head and the body at once.
  response.end(message.method === 'HEAD' ? undefined : body);
}

function isEndless({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > UNREAD_MAX);
}
