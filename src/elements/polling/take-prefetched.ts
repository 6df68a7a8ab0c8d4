import { absolute, prefetched } from './prefetch.ts';

/**
 * Returns the text of a successful prefetched response of `src`, which can still be taken; `undefined` when there is
 * none.
 */
export async function peekPrefetched(src: string): Promise<string | undefined> {
  try {
    const response = await prefetched.get(absolute(src) ?? '')?.answer;
    return response?.ok ? await response.clone().text() : undefined;
  } catch {
    return undefined;
  }
}

/** Takes the prefetched response of this URL. It can be taken once. */
export function takePrefetched(href: string, signal: AbortSignal): Promise<Response> | undefined {
  const entry = prefetched.get(href);
  if (!entry) return undefined;
  prefetched.delete(href);
  signal.addEventListener('abort', () => entry.call.abort());
  return entry.answer;
}
