import { fromFetch, type FetchArgument } from './fetch-request.ts';
import type { CheckoutRequest } from './http.ts';
import type { OrderRequest } from '../orders/order-request.ts';
import { omitUndefined } from '../omit-undefined.ts';

/** The part of a Node or Express request that is used. */
export interface NodeLikeRequest {
  /** The HTTP method. */
  readonly method?: string | undefined;
  /** The path and query. */
  readonly url?: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The connection of the client. */
  readonly socket?: NodeLikeSocket | undefined;
}

/** The part of a Node socket that is used. */
export interface NodeLikeSocket {
  /** The address of the client. */
  readonly remoteAddress?: string | undefined;
  /** True when the connection is closed. */
  readonly destroyed?: boolean | undefined;
}

/** The client of a request. */
export interface Connection {
  /** The client's address. Undefined for a Unix socket, and after the client has disconnected. */
  readonly address: string | undefined;
  /** True when the client has disconnected. */
  readonly hasLeft: boolean;
}

/**
 * The server that accepted a connection. Node sets it on the socket. Its address is a path when it listens on a Unix
 * socket.
 */
interface Accepted {
  readonly server?: { readonly address?: () => unknown } | undefined;
}

/**
 * Returns the client's address, and whether the client has disconnected.
 *
 * Call it as soon as there is a request: a closed connection has no address. A connection that was reset loses its
 * address while its request is still served, before it is destroyed. Only a Unix socket never has an address.
 */
export function readConnection(socket: NodeLikeSocket = {}): Connection {
  const { remoteAddress: address, destroyed } = socket;
  const { server } = socket as Accepted;
  const isReset = !address && typeof server?.address === 'function' && typeof server.address() !== 'string';
  return { address, hasLeft: destroyed === true || isReset };
}

/** A request of any server: web-standard, Node, Express or Fastify, or an object that contains one. */
export type AnyRequest = FetchArgument | NodeLikeRequest | { readonly raw: NodeLikeRequest };

/** A request as the shop's `order()` gets it, and the signal of its client. */
export interface ClientRequest extends Pick<CheckoutRequest, 'signal'> {
  readonly request: OrderRequest;
}

/** Converts a request of any server. The body is not read. @throws TypeError when it is none of these requests */
export function readAnyRequest(given: AnyRequest): ClientRequest {
  const { raw: inner } = Object(given) as { readonly raw?: unknown };
  const message = [inner, given].find(isNodeLike);
  if (!message) {
    const { method, url, header, address, raw, signal } = fromFetch(given as FetchArgument);
    return { request: { method, url, header, ...omitUndefined({ address }), raw }, signal };
  }
  const { method = 'GET', url = '/', headers: fields, socket } = message;
  const { address, hasLeft } = readConnection(socket);
  const header = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value : value?.join(', ');
  };
  return {
    request: { method, url, header, address, raw: given },
    signal: () => (hasLeft ? AbortSignal.abort() : undefined),
  };
}

/** Whether it has its headers in an object: those of a `Request` have the method `get`. */
function isNodeLike(value: unknown): value is NodeLikeRequest {
  const { headers } = Object(value) as { readonly headers?: unknown };
  return typeof headers === 'object' && headers !== null && !('get' in headers);
}
