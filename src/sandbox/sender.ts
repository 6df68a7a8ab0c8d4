/** Sends a webhook and gives the answer's status and text; rejects when there is no answer. */
export type WebhookSender = (url: string, body: string) => Promise<{ readonly status: number; readonly text: string }>;

/** A receiver that takes longer has not answered. */
const PATIENCE_MS = 10_000;
/** Of an answer, this much is kept for the delivery log. */
const MOST_KEPT = 2_000;

/** Sends by `fetch`. A redirect is an answer like any other: whoever gave the address gave this one and no other. */
export const fetchSender: WebhookSender = async (url, body) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: response.status, text: (await response.text()).slice(0, MOST_KEPT) };
};

/** Whether a URL leads to this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
