import type { IncomingMessage, ServerResponse } from 'node:http';
import { ConfigurationError } from '../../configuration-error.ts';
import { BodyCutShort, BodyTooLarge, BodyWasRead, inTime, type CheckoutAnswer, type CheckoutRequest } from '../http.ts';
import { readConnection } from '../any-request.ts';
import { isRouteBelow } from '../routes.ts';

/** A Node request, with the body that a framework may have read before this handler. */
export type NodeRequest = IncomingMessage & {
  /** The body, when a parser has read it: parsed JSON, the fields of a form, text or bytes. */
  body?: unknown;
  /** The bytes of the body, when an earlier middleware has kept them. */
  rawBody?: unknown;
  /** The path before Express removed the mount path. */
  originalUrl?: string;
};

/** The part of a Fastify request that is used. */
export interface FastifyLikeRequest {
  /** The request of `node:http` below it. */
  readonly raw: IncomingMessage;
  /** The body, when a parser of Fastify has read it. Undefined in a plugin without body parsers. */
  readonly body?: unknown;
  /** The bytes of the body, as the plugin fastify-raw-body keeps them. */
  readonly rawBody?: unknown;
}
/** The part of a Fastify reply that is used. */
export interface FastifyLikeReply {
  /** The response of `node:http` below it, to which the answer is written. */
  readonly raw: ServerResponse;
  /** Keeps Fastify from sending a reply of its own. */
  hijack(): unknown;
}

/** The part of a checkout that is used. */
export interface HandledCheckout {
  /** Answers a request. It never rejects. */
  readonly handle: (request: CheckoutRequest) => Promise<CheckoutAnswer>;
  /** True when a URL or path is a route directly below the path of `publicUrl`. Other requests go to `next`. */
  readonly matches: (url: string) => boolean;
}

/** A handler that works as a `node:http` listener, an Express middleware and a Fastify route handler. */
export interface NodeHandler {
  /**
   * As a `node:http` listener, or an Express middleware: with `next`, requests for other routes are passed on.
   *
   * It returns a promise, for frameworks that wait for their middleware: it is fulfilled when the request is answered or passed
   * on, and never rejected. By its type the result is void, because `node:http` ignores it, and linters would ask for more.
   */
  (request: NodeRequest, response: ServerResponse, next?: () => void): void;
  /** As a Fastify route handler. It hijacks the reply, so return nothing from the route. */
  (request: FastifyLikeRequest, reply: FastifyLikeReply): void;
}

/**
 * Serves a checkout from `node:http` and from the frameworks that use it.
 *
 *     createServer(nodeHandler(checkout));
 *     app.use('/pay', nodeHandler(checkout));      // Express 4 and 5, before or after express.json()
 *     pay.all('/pay/*', nodeHandler(checkout));    // Fastify, in a plugin without body parsers: docs/backend.md
 *     const pay = nodeHandler(checkout);           // Koa
 *     app.use((context, next) => checkout.matches(context.url) ? pay(context.req, context.res) : next());
 *
 * With a `next`, a request is passed on when its path is neither below that of `publicUrl` nor directly below the path at
 * which a framework has mounted the handler. When a parser has already read the
 * body, it is taken from `request.rawBody` if that is set, and otherwise from `request.body`. In `request.body` the
 * numbers are JavaScript numbers: an amount with more than about 15 digits has lost some of them, and a
 * `webhook-body-parsed` event reports it once. Mount the handler before the parser, or keep the bytes:
 *
 *     app.use(express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes; } }));
 *
 * A body that such a parser refuses does not reach this handler: with its own parsers, Fastify itself answers forms and
 * invalid JSON.
 *
 * @throws ConfigurationError when it is not given a checkout, but for example the options of one
 */
export function nodeHandler(checkout: HandledCheckout): NodeHandler {
  const { handle, matches } = Object(checkout) as Partial<HandledCheckout>;
  if (typeof handle !== 'function' || typeof matches !== 'function')
    throw new ConfigurationError('nodeHandler', 'a checkout is needed: nodeHandler(createCheckout(options))');

  async function serve(message: NodeRequest, response: ServerResponse, given: Given): Promise<void> {
    try {
      write(response, message, await checkout.handle(fromNode(message, response, given)));
    } catch {
      // `handle` never rejects, so the connection cannot be written to.
      response.destroy();
    }
  }
  return (
    request: NodeRequest | FastifyLikeRequest,
    response: ServerResponse | FastifyLikeReply,
    next?: () => void,
  ): unknown => {
    checkPair(request, response);
    if ('hijack' in response) {
      // After this call Fastify neither answers the request nor logs a response.
      response.hijack();
      const { raw, body, rawBody } = request as FastifyLikeRequest;
      return serve(raw, response.raw, { body, rawBody, raw: request });
    }
    const message = request as NodeRequest;
    if (next && !isOurs(checkout, message)) return Promise.resolve(next());
    const { body, rawBody } = message;
    return serve(message, response, { body, rawBody, raw: message });
  };
}

/** @throws TypeError for the arguments of a framework with web-standard requests. The checkout itself answers those. */
function checkPair(request: unknown, response: unknown): void {
  const isPair = typeof response === 'object' && response !== null && ('hijack' in response || 'writeHead' in response);
  if (isPair) return;
  const isWeb = typeof (request as Partial<Request> | undefined)?.headers?.get === 'function';
  throw new TypeError(
    'nodeHandler: a request and a response of node:http are needed, or those of Fastify. ' +
      `For ${isWeb ? 'a web-standard request' : 'the requests of Hono, Next.js and Bun'}: checkout.fetch(request)`,
  );
}

/** True for a route below the path of `publicUrl`, or directly below the path at which a framework has mounted the handler. */
function isOurs({ matches }: HandledCheckout, { url = '', originalUrl = url }: NodeRequest): boolean {
  return matches(originalUrl) || (originalUrl !== url && isRouteBelow('', url));
}

/** Properties that a framework has set on its request. */
interface Given {
  readonly body: unknown;
  readonly rawBody: unknown;
  readonly raw: unknown;
}

function fromNode(message: NodeRequest, response: ServerResponse, { body, rawBody, raw }: Given): CheckoutRequest {
  const isKept = typeof rawBody === 'string' || rawBody instanceof Uint8Array;
  const parsed = isKept ? rawBody : body;
  // This is read at once: a connection loses its address when the client disconnects.
  const { address, hasLeft } = readConnection(message.socket);
  // The parser of Express 4 sets an empty object on requests that it has not read.
  const bytes = (limit: number) =>
    message.readableEnded ? readParsed(message, parsed, limit) : inTime(() => readBytes(message, limit));
  return {
    method: message.method ?? 'GET',
    url: message.originalUrl ?? message.url ?? '/',
    header(name) {
      const value = message.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : value;
    },
    text: async (limit) => new TextDecoder().decode(await bytes(limit)),
    bytes,
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

async function readParsed({ headers }: IncomingMessage, parsed: unknown, limit: number): Promise<Uint8Array> {
  if (parsed === undefined && Number(headers['content-length']) > 0) throw new BodyWasRead();
  const bytes = parsed instanceof Uint8Array ? parsed : Buffer.from(textOf(parsed));
  if (bytes.length > limit) throw new BodyTooLarge(limit);
  return bytes;
}

function textOf(parsed: unknown): string {
  if (parsed === undefined || parsed === null) return '';
  return typeof parsed === 'string' ? parsed : writtenAgain(parsed);
}

/**
 * Serializes a parsed body. Returns an empty, unreadable text when the body is nested too deeply for that. No creation
 * request and no webhook is nested that deeply.
 */
function writtenAgain(parsed: unknown): string {
  try {
    return JSON.stringify(parsed) ?? '';
  } catch {
    return '';
  }
}

async function readBytes(message: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(message.headers['content-length']) > limit) throw new BodyTooLarge(limit);
  const chunks: Buffer[] = [];
  let length = 0;
  // The stream is not destroyed when the loop ends early: the error response is written to the same socket.
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
  return Buffer.concat(chunks);
}

/** The longest unread body that is discarded, in bytes. The connection then stays open; a longer body closes it. */
const UNREAD_MAX = 64 * 1024;

function write(response: ServerResponse, message: IncomingMessage, { status, headers, body }: CheckoutAnswer): void {
  if (response.destroyed || response.headersSent) return;
  const all: Record<string, string | number> = { ...headers };
  if (status !== 204) all['content-length'] = Buffer.byteLength(body);
  // The handler does not wait for the rest of a body that is too long or never ends.
  if (isEndless(message) || status === 408 || status === 413) all['connection'] = 'close';
  response.writeHead(status, all);
  // The body is written as a string, so that Node sends headers and body in one write.
  response.end(message.method === 'HEAD' ? undefined : body);
}

function isEndless({ complete, headers }: IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > UNREAD_MAX);
}
