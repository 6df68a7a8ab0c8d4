import { BodyCutShort, BodyTooLarge, inTime, type CheckoutAnswer, type CheckoutRequest } from './http.ts';

/** A web-standard `Request` as the checkout sees it. */
export function fromFetch(request: Request): CheckoutRequest {
  return {
    method: request.method,
    url: request.url,
    header: (name) => request.headers.get(name) ?? undefined,
    text: (limit) => readText(request, limit),
    signal: () => request.signal,
    raw: request,
  };
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

/** Where the runtime has a `waitUntil` in its context, work goes on after the answer and after the client left. */
export function outlive(context: unknown, work: Promise<unknown>): void {
  const { waitUntil } = Object(context) as Partial<Outliving>;
  if (typeof waitUntil === 'function') (context as Outliving).waitUntil(work);
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
