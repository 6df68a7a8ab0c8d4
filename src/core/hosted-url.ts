import { webUrl } from './web.ts';

/** The hosted page's address in something that is otherwise no payment, so that the payer is not left alone. */
export function hostedUrlIn(raw: unknown): string | undefined {
  try {
    const value = (typeof raw === 'string' ? JSON.parse(raw) : raw) as {
      hostedUrl?: unknown;
      data?: { hostedUrl?: unknown };
    };
    return webUrl(value.hostedUrl ?? value.data?.hostedUrl);
  } catch {
    return undefined;
  }
}
