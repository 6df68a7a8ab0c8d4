interface Prefetched {
  readonly answer: Promise<Response>;
  readonly call: AbortController;
}

/** The answers under way, by their address. */
export const prefetched = new Map<string, Prefetched>();

export const absolute = (src: string): string | undefined =>
  URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI).href : undefined;

/**
 * Requests `src` as soon as its tag is on the page, while other code is still loading. Returns what cancels it; once the
 * poller has taken the answer over, that does nothing.
 */
export function prefetch(src: string): () => void {
  const href = absolute(src);
  // An address that cannot be requested is reported by the card.
  if (!href || !/^https?:/.test(href) || prefetched.has(href) || document.visibilityState === 'hidden') return () => {};
  const call = new AbortController();
  const entry = { call, answer: fetch(href, { signal: call.signal, cache: 'no-store' }) };
  entry.answer.catch(() => {}); // whoever takes the answer handles its failure
  prefetched.set(href, entry);
  return () => {
    if (prefetched.get(href) !== entry) return;
    prefetched.delete(href);
    call.abort();
  };
}
