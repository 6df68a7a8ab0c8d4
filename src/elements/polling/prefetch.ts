interface Prefetched {
  readonly answer: Promise<Response>;
  readonly call: AbortController;
}

/** The prefetched responses that were not taken yet, by their URL. */
export const prefetched = new Map<string, Prefetched>();

export const absolute = (src: string): string | undefined =>
  URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI).href : undefined;

/**
 * Requests `src` as soon as its element is connected, while other code is still loading. Returns a function that
 * cancels the request. It does nothing after the poller has taken the response.
 */
export function prefetch(src: string): () => void {
  const href = absolute(src);
  // An address that cannot be requested is reported by the card.
  if (!href || !/^https?:/.test(href) || prefetched.has(href) || document.visibilityState === 'hidden') return () => {};
  const call = new AbortController();
  const entry = { call, answer: fetch(href, { signal: call.signal, cache: 'no-store' }) };
  entry.answer.catch(() => {}); // the code that takes the response handles its failure
  prefetched.set(href, entry);
  return () => {
    if (prefetched.get(href) !== entry) return;
    prefetched.delete(href);
    call.abort();
  };
}
