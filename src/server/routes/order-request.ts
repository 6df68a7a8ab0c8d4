import type { OrderRequest } from './http.ts';

/** What is used of Node's request, and so of Express's. */
export interface NodeLikeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket?: NodeLikeSocket | undefined;
}

/** What is used of the connection of a request of Node. */
export interface NodeLikeSocket {
  readonly remoteAddress?: string | undefined;
  readonly destroyed?: boolean | undefined;
}

/** Where a request comes from. */
export interface Connection {
  /** Undefined for a Unix socket, and after the client has left. */
  readonly address: string | undefined;
  /** True when the client has disconnected. */
  readonly hasLeft: boolean;
}

/** Node's server sets itself on each connection that it accepts. Its address is a path when it listens on a Unix socket. */
interface Accepted {
  readonly server?: { readonly address?: () => unknown } | undefined;
}

/**
 * Where a connection comes from, and whether its client has left.
 *
 * To be read as soon as there is a request: a connection that was closed has no address any more. One that was reset has
 * none while its request is still served, although it is not destroyed yet; only a Unix socket has none by nature.
 */
export function readConnection(socket: NodeLikeSocket = {}): Connection {
  const { remoteAddress: address, destroyed } = socket;
  const { server } = socket as Accepted;
  const isReset = !address && typeof server?.address === 'function' && typeof server.address() !== 'string';
  return { address, hasLeft: destroyed === true || isReset };
}

/** A request of any server: web-standard, of Node, Express or Fastify, or an object that holds one. */
export type AnyRequest = Request | NodeLikeRequest | { readonly request: Request } | { readonly raw: NodeLikeRequest };

/**
 * A request of Node, Express or Fastify as the shop's `order()` sees it, and whether its client has left; its body is not
 * looked at.
 *
 * @returns undefined when it is none of these
 */
export function fromNodeLike(
  given: unknown,
): { readonly request: OrderRequest; readonly hasLeft: boolean } | undefined {
  const { headers, raw } = Object(given) as { readonly headers?: unknown; readonly raw?: unknown };
  const { headers: inner } = Object(raw) as { readonly headers?: unknown };
  const message = isHeaders(inner) ? raw : given;
  if (!isHeaders(inner) && !isHeaders(headers)) return undefined;
  const { method = 'GET', url = '/', headers: fields, socket } = message as NodeLikeRequest;
  const { address, hasLeft } = readConnection(socket);
  const header = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value : value?.join(', ');
  };
  return { request: { method, url, header, address, raw: given }, hasLeft };
}

const isHeaders = (value: unknown) => typeof value === 'object' && value !== null && !('get' in value);
