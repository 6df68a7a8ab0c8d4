/** The details of a webhook besides its URL and body. */
export interface SendingDetails {
  /** The HTTP method. A GET has no body. */
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves when the second half of the body may be sent; undefined sends the body at once. */
  readonly delay?: Promise<void> | undefined;
}

/** Sends a webhook and resolves with the status and text of the response. It rejects when there is no response. */
export type WebhookSender = (
  url: string,
  body: string,
  details: SendingDetails,
) => Promise<{ readonly status: number; readonly text: string }>;

/** The time limit of a response after the whole body was sent. Milliseconds. */
const PATIENCE_MS = 10_000;
/** The length of a response that is kept in the delivery log, in characters. */
const MOST_KEPT = 2_000;

/** Sends with `fetch`. A redirect is not followed: the webhook is sent only to the URL of the creation. */
export const fetchSender: WebhookSender = async (url, body, { method, headers, delay }) => {
  const patience = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sent = () => {
    timer = setTimeout(() => patience.abort(new Error(`no answer in ${PATIENCE_MS} ms`)), PATIENCE_MS);
  };
  const payload = delay ? { body: halves(body, delay, sent), duplex: 'half' } : body === '' ? {} : { body };
  if (!delay) sent();
  try {
    const init = { method, headers, ...payload, redirect: 'manual', signal: patience.signal } as RequestInit;
    const response = await fetch(url, init);
    return { status: response.status, text: (await response.text()).slice(0, MOST_KEPT) };
  } finally {
    clearTimeout(timer);
  }
};

/** Sends a body in two parts, the second one after `delay`. */
function halves(body: string, delay: Promise<void>, sent: () => void): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const middle = Math.ceil(bytes.length / 2);
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, middle));
      await delay;
      controller.enqueue(bytes.subarray(middle));
      controller.close();
      sent();
    },
  });
}

/** True when a URL points to this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
