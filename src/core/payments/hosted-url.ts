import { webUrl } from '../web.ts';

/** The URL of the hosted page in data that is not a readable payment, so that the payer still has a way to pay. */
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
