/** How a webhook is sent, beside its address and body. */
export interface SendingDetails {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Resolves when the second half of the body may follow the first; undefined sends it whole. */
  readonly delay?: Promise<void> | undefined;
}

/** Sends a webhook and gives the answer's status and text; rejects when there is no answer. */
export type WebhookSender = (
  url: string,
  body: string,
  details: SendingDetails,
) => Promise<{ readonly status: number; readonly text: string }>;

/** A receiver that takes longer, once it has the whole body, has not answered. */
const PATIENCE_MS = 10_000;
/** Of an answer, this much is kept for the delivery log. */
const MOST_KEPT = 2_000;

/** Sends by `fetch`. A redirect is not followed: the webhook goes only to the address of the creation. */
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

/** A body in two pieces, the second of which is held back. */
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

/** Whether a URL leads to this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
