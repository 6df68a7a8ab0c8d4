import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Checkout } from '../checkout.ts';
import { BodyCutShort, BodyTooLarge, inTime, type CheckoutAnswer, type CheckoutRequest } from '../http.ts';

/** Node's request, with the body that a framework may have read from it before us. */
export type NodeRequest = IncomingMessage & { body?: unknown };

/** What is used of Fastify's request and reply. */
export interface FastifyLikeRequest {
  readonly raw: IncomingMessage;
  readonly body?: unknown;
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
 *     app.all('/pay/*', nodeHandler(checkout));    // Fastify
 *
 * With a `next`, what is none of the checkout's addresses is passed on. A body that a parser has read already
 * is taken from `request.body`; nothing signs the bytes, so writing it out again loses nothing. What such a
 * parser refuses never gets here: Fastify reads JSON and plain text alone, so for webhooks as forms it needs a
 * parser of the shop's choice, and broken JSON is answered by the framework.
 */
export function nodeHandler(checkout: Pick<Checkout, 'handle' | 'handles'>): NodeHandler {
  async function serve(
    request: NodeRequest | FastifyLikeRequest,
    response: ServerResponse | FastifyLikeReply,
    next?: (error?: unknown) => void,
  ): Promise<void> {
    if ('hijack' in response) {
      // From here on Fastify neither answers nor logs an answer of its own.
      response.hijack();
      const { raw, body } = request as FastifyLikeRequest;
      return write(response.raw, raw, await checkout.handle(fromNode(raw, response.raw, body, request)));
    }
    const message = request as NodeRequest;
    if (next && !checkout.handles(message.url ?? '')) return next();
    write(response, message, await checkout.handle(fromNode(message, response, message.body, message)));
  }
  return (
    request: NodeRequest | FastifyLikeRequest,
    response: ServerResponse | FastifyLikeReply,
    next?: (error?: unknown) => void,
  ) => {
    serve(request, response, next).catch(() => {
      // `handle` never rejects: what is left is a connection that cannot be written to.
      ('hijack' in response ? response.raw : response).destroy();
    });
  };
}

function fromNode(message: IncomingMessage, response: ServerResponse, parsed: unknown, raw: unknown): CheckoutRequest {
  return {
    method: message.method ?? 'GET',
    url: message.url ?? '/',
    header(name) {
      const value = message.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    // Express 4's parser leaves an empty object on requests that it has not read.
    text: (limit) => (message.readableEnded ? readParsed(parsed, limit) : inTime(() => readText(message, limit))),
    get address() {
      return message.socket.remoteAddress;
    },
    signal() {
      const leaving = new AbortController();
      if (response.destroyed) leaving.abort();
      else response.once('close', () => leaving.abort());
      return leaving.signal;
    },
    raw,
  };
}

async function readParsed(parsed: unknown, limit: number): Promise<string> {
  const text =
    parsed === undefined || parsed === null
      ? ''
      : typeof parsed === 'string'
        ? parsed
        : parsed instanceof Uint8Array
          ? new TextDecoder().decode(parsed)
          : writtenAgain(parsed);
  if (Buffer.byteLength(text) > limit) throw new BodyTooLarge(limit);
  return text;
}

/** Nothing, and so unreadable, when it is nested more deeply than can be written: no wish and no webhook is. */
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

/** A body that nobody reads is let pass up to here, so that the connection lives on; who sends more loses it. Bytes. */
const UNREAD_MAX = 64 * 1024;

function write(response: ServerResponse, message: IncomingMessage, { status, headers, body }: CheckoutAnswer): void {
  if (response.destroyed || response.headersSent) return;
  const bytes = Buffer.from(body);
  response.writeHead(status, {
    ...headers,
    ...(status === 204 ? {} : { 'content-length': bytes.length }),
    // The rest of a body that is too long, or never ends, is not waited for.
    ...(isEndless(message) || status === 408 || status === 413 ? { connection: 'close' } : {}),
  });
  response.end(message.method === 'HEAD' ? undefined : bytes);
}

function isEndless({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > UNREAD_MAX);
}
