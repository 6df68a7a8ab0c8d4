/** Answers a request inside the page. */
export type InPage = (request: Request) => Response | Promise<Response>;

/**
 * The shop of all stories. Nobody can own a name that ends in `.example` (RFC 2606), and none is ever looked up
 * here: whatever is asked of one is answered in the page, or refused there.
 */
export const SHOP = 'https://shop.example';

const EXAMPLE = /^https:\/\/([^/]+\.)?example(\/|$)/;

const answers = new Map<string, InPage>();
let network: typeof fetch | undefined;

/** A request that a server's handler can read: Firefox's own shows no stream of its body. */
export async function served(request: Request): Promise<Request> {
  if (!('body' in request)) {
    const { body } = new Response(await (request as Request).clone().blob());
    Object.defineProperty(request, 'body', { value: body });
  }
  return request;
}

async function fetchInPage(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, document.baseURI).href;
  if (!EXAMPLE.test(url)) return network!(input, init);
  const [, answer] = [...answers].find(([prefix]) => url.startsWith(prefix)) ?? [];
  return answer ? answer(await served(new Request(input, init))) : new Response('', { status: 404 });
}

/** Answers every address that begins with `prefix`, until the function it returns is called. */
export function answerInPage(prefix: string, answer: InPage): () => void {
  if (!network) {
    network = globalThis.fetch.bind(globalThis);
    globalThis.fetch = fetchInPage;
  }
  answers.set(prefix, answer);
  return () => {
    if (answers.get(prefix) === answer) answers.delete(prefix);
  };
}

/** A backend in trouble: an address of each kind. */
export const TROUBLE = {
  /** Never answers. */
  silent: `${SHOP}/trouble/silent`,
  /** Cannot be reached. */
  unreachable: `${SHOP}/trouble/unreachable`,
  /** Has no payment. */
  gone: `${SHOP}/trouble/gone`,
} as const;

/** Puts the backend in trouble into the page. */
export function answerTroubles(): void {
  const untilAborted = ({ signal }: Request) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  answerInPage(TROUBLE.silent, untilAborted);
  answerInPage(TROUBLE.unreachable, () => Promise.reject(new TypeError('Failed to fetch')));
  answerInPage(TROUBLE.gone, () => new Response('', { status: 404 }));
}
