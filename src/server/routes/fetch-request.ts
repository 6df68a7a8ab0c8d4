import { BodyCutShort, BodyTooLarge, inTime, type CheckoutAnswer, type CheckoutRequest } from './http.ts';

/** A `Request`, or what a framework passes instead, with the `Request` in it. */
export type FetchArgument = Request | { readonly request: Request };

/** What some frameworks know of the connection beside the `Request`. */
interface Addressed {
  /** SvelteKit. Throws where the adapter has no address. */
  readonly getClientAddress?: () => unknown;
  /** Astro. A getter that throws where the adapter has no address. */
  readonly clientAddress?: unknown;
}

/**
 * A web-standard `Request`, or an object with one, as the checkout sees it.
 *
 * @throws TypeError when there is no `Request` in what was given
 */
export function fromFetch(given: FetchArgument): CheckoutRequest {
  const request = requestIn(given);
  return {
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name) ?? undefined,
    text: (limit) => readText(request, limit),
    // Now: a connection has no address any more after the client has disconnected.
    address: addressOf(given),
    signal: () => request.signal,
    raw: given,
  };
}

function requestIn(given: unknown): Request {
  if (isRequest(given)) return given;
  const { request } = Object(given) as { readonly request?: unknown };
  if (isRequest(request)) return request;
  throw new TypeError(
    "handler: a web-standard Request is needed, or an object with a request; for Node's use nodeHandler(checkout)",
  );
}

/** By what is used of it: a `Request` of another realm or of a polyfill will do. */
function isRequest(value: unknown): value is Request {
  if (typeof value !== 'object' || value === null) return false;
  const { method, url, headers } = value as Partial<Request>;
  return typeof method === 'string' && typeof url === 'string' && typeof headers?.get === 'function';
}

function addressOf(given: FetchArgument): string | undefined {
  try {
    const { getClientAddress, clientAddress } = given as Addressed;
    const address = typeof getClientAddress === 'function' ? getClientAddress.call(given) : clientAddress;
    return typeof address === 'string' ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Statuses that `Response` refuses a body for, an empty one too. */
const BODILESS = new Set([204, 304]);

/** The answer as a web-standard `Response`. */
export function toResponse({ status, headers, body }: CheckoutAnswer, method: string): Response {
  const empty = method === 'HEAD' || BODILESS.has(status);
  return new Response(empty ? null : body, { status, headers });
}

interface Outliving {
  waitUntil(work: Promise<unknown>): void;
}

/**
 * Where the runtime has a `waitUntil` in its context, work goes on after the answer and after the client left. What the
 * work rejects with is ignored here: it is in the answer.
 */
export function waitUntil(context: unknown, work: Promise<unknown>): void {
  const quiet = work.catch(() => {});
  try {
    const { waitUntil } = Object(context) as Partial<Outliving>;
    if (typeof waitUntil === 'function') (context as Outliving).waitUntil(quiet);
  } catch {
    // Not a context of Workers: a framework passes what it likes as a second argument.
  }
}

async function readText(request: Request, limit: number): Promise<string> {
  if (Number(request.headers.get('content-length')) > limit) throw new BodyTooLarge(limit);
  if (!request.body) return '';
  const reader = request.body.getReader();
  // Not awaited: a client that never ends its body must not hold the refusal.
  const stop = () => void reader.cancel().catch(() => {});
  return inTime(() => readAll(reader, limit, stop), stop);
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, limit: number, stop: () => void) {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new BodyCutShort('The body could not be read to its end.', { cause });
    });
    if (done) return text + decoder.decode();
    length += value.length;
    if (length > limit) {
      stop();
      throw new BodyTooLarge(limit);
    }
    text += decoder.decode(value, { stream: true });
  }
}
