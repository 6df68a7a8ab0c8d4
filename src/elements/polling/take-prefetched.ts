import { absolute, prefetched } from './prefetch.ts';

/** The text of a good answer under way for `src`, which stays there to be taken; `undefined` where there is none. */
export async function peekPrefetched(src: string): Promise<string | undefined> {
  try {
    const response = await prefetched.get(absolute(src) ?? '')?.answer;
    return response?.ok ? await response.clone().text() : undefined;
  } catch {
    return undefined;
  }
}

/** The answer under way for this address, once. */
export function takePrefetched(href: string, signal: AbortSignal): Promise<Response> | undefined {
  const entry = prefetched.get(href);
  if (!entry) return undefined;
  prefetched.delete(href);
  signal.addEventListener('abort', () => entry.call.abort());
  return entry.answer;
}
