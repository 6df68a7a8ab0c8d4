interface Early {
  readonly answer: Promise<Response>;
  readonly call: AbortController;
}

const asked = new Map<string, Early>();

/**
 * Asks `src` while the card is still on its way, so that a payer waits for the longer of the two and not for both.
 * Answers what calls it off; once the poller has taken it over, that does nothing.
 */
export function askEarly(src: string): () => void {
  let url: URL;
  try {
    url = new URL(src, document.baseURI);
  } catch {
    return () => {}; // the card says so
  }
  const { href } = url;
  if (!/^https?:/.test(href) || asked.has(href) || document.visibilityState === 'hidden') return () => {};
  const call = new AbortController();
  const early = { call, answer: fetch(href, { signal: call.signal, cache: 'no-store' }) };
  early.answer.catch(() => {}); // whoever takes it hears of it
  asked.set(href, early);
  return () => {
    if (asked.get(href) !== early) return;
    asked.delete(href);
    call.abort();
  };
}

/** The answer under way for this address, once. */
export function takeEarly(href: string, signal: AbortSignal): Promise<Response> | undefined {
  const early = asked.get(href);
  if (!early) return undefined;
  asked.delete(href);
  signal.addEventListener('abort', () => early.call.abort());
  return early.answer;
}
