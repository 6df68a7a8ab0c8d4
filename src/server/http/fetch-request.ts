import { BodyCutShort, BodyTooLarge, BodyWasRead, inTime, type CheckoutAnswer, type CheckoutRequest } from './http.ts';

/** A `Request`, or an object with a `Request`, as frameworks pass it. */
export type FetchArgument =
  | Request
  | {
      readonly request: Request;
      /**
       * The address of the client's connection, for `creationLimit`, where the runtime passes it beside the `Request`:
       * `checkout.fetch({ request: context.req.raw, address: getConnInfo(context).remote.address })` with Hono.
       */
      readonly address?: string | undefined;
    };

/** The client's address, which the shop or its framework passes next to the `Request`. */
interface Addressed {
  readonly address?: unknown;
  /** SvelteKit. It throws when the adapter does not provide an address. */
  readonly getClientAddress?: () => unknown;
  /** Astro. A getter that throws when the adapter does not provide an address. */
  readonly clientAddress?: unknown;
}

/**
 * Converts a web-standard `Request`, or an object with one, to the checkout's request.
 *
 * @throws TypeError when the argument contains no `Request`
 */
export function fromFetch(given: FetchArgument): CheckoutRequest {
  const request = requestIn(given);
  return {
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name) ?? undefined,
    text: async (limit) => new TextDecoder().decode(await readBytes(request, limit)),
    bytes: (limit) => readBytes(request, limit),
    // This is read at once: a connection has no address after the client has disconnected.
    address: addressOf(given, request),
    signal: () => request.signal,
    raw: given,
  };
}

function requestIn(given: unknown): Request {
  if (isRequest(given)) return given;
  const { request } = Object(given) as { readonly request?: unknown };
  if (isRequest(request)) return request;
  throw new TypeError(
    "fetch: a web-standard Request is needed, or an object with a request (in Hono: context.req.raw); for Node's use nodeHandler(checkout)",
  );
}

/** Checks only the members that are used, so a `Request` of another realm or of a polyfill is accepted. */
function isRequest(value: unknown): value is Request {
  if (typeof value !== 'object' || value === null) return false;
  const { method, url, headers } = value as Partial<Request>;
  return typeof method === 'string' && typeof url === 'string' && typeof headers?.get === 'function';
}

function addressOf(given: FetchArgument, request: Request): string | undefined {
  try {
    const { address, getClientAddress, clientAddress } = given as Addressed;
    if (typeof address === 'string') return address;
    const found = typeof getClientAddress === 'function' ? getClientAddress.call(given) : clientAddress;
    if (typeof found !== 'string') return undefined;
    return found === clientAddress && isForwardedFirst(found, request) ? undefined : found;
  } catch {
    return undefined;
  }
}

/**
 * True for the first entry of `X-Forwarded-For`, which the visitor may have written. Astro reads it as `clientAddress`
 * when `security.allowedDomains` has the host. `creationLimit.proxies` then reads the entry of the shop's own proxy.
 * SvelteKit reads entries from the right, so its address counts also when the visitor has written the same one.
 */
function isForwardedFirst(address: string, { headers }: Request): boolean {
  const [first = ''] = (headers.get('x-forwarded-for') ?? '').split(',', 1);
  return first.trim() === address;
}

/** Statuses for which `Response` refuses any body, even an empty one. */
const BODILESS = new Set([204, 304]);

/** Converts the answer to a web-standard `Response`. */
export function toResponse({ status, headers, body }: CheckoutAnswer, method: string): Response {
  const empty = method === 'HEAD' || BODILESS.has(status);
  return new Response(empty ? null : body, { status, headers });
}

interface ExecutionContext {
  waitUntil(work: Promise<unknown>): unknown;
}

/**
 * Passes the work to the context's `waitUntil`, if it has one. The runtime then continues the work after the response
 * and after the client has disconnected. A rejection is ignored here: the response reports it.
 */
export function waitUntil(context: unknown, work: Promise<unknown>): void {
  const quiet = work.catch(() => {});
  try {
    const { waitUntil } = Object(context) as Partial<ExecutionContext>;
    if (typeof waitUntil !== 'function') return;
    const returned = (context as ExecutionContext).waitUntil(quiet);
    Promise.resolve(returned).catch(() => {});
  } catch {
    // The context is not that of Workers: a framework may pass any second argument.
  }
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length')) > limit) throw new BodyTooLarge(limit);
  if (request.bodyUsed) throw new BodyWasRead();
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  // The cancellation is not awaited: a client that never ends its body must not delay the error response.
  const stop = () => void reader.cancel().catch(() => {});
  return inTime(() => readAll(reader, limit), stop);
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new BodyCutShort('The body could not be read to its end.', { cause });
    });
    if (done) return joined(chunks, length);
    length += value.length;
    // The body is not cancelled: some servers then close the connection before they have sent the error response.
    if (length > limit) throw new BodyTooLarge(limit);
    chunks.push(value);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
