import { exactJson } from '../core/json.ts';
import { isPhase, mayFollow, phaseOf, type Phase } from '../core/status.ts';

/** What one answer of the status address says. */
export interface News {
  readonly status: string;
  readonly phase: Phase;
  readonly version: number | undefined;
  /** The whole answer, numbers as their exact text. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What is known of a payment. `phase` is the last one that is not `unknown`. */
export interface Known {
  readonly phase?: Phase | undefined;
  readonly version?: number | undefined;
}

/** Whether news changes what is known: never back in version, never out of a final phase, never backwards. */
export function mayTake(known: Known, news: News): boolean {
  if (known.version !== undefined && news.version !== undefined && news.version < known.version) return false;
  return !known.phase || news.phase === known.phase || mayFollow(known.phase, news.phase);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const count = (value: unknown) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : undefined);

/** Finds `{ "status": … }`, alone or inside the service's own envelope; `undefined` in anything else. */
export function newsIn(answer: unknown): News | undefined {
  let body = answer;
  if (isRecord(body) && isRecord(body['data'])) body = body['data'];
  if (!isRecord(body)) return undefined;
  const { status, phase, version } = body;
  if (typeof status !== 'string' || !status) return undefined;
  return { status, phase: isPhase(phase) ? phase : phaseOf(status), version: count(version), body };
}

/** Milliseconds a refusal asks to wait: `Retry-After` in seconds or as a date, else `after` in its body. */
export function toldToWait(response: Response, text: string): number | undefined {
  const header = response.headers.get('retry-after');
  if (header) {
    const seconds = count(header.trim());
    // The server's own clock where it shows one: the payer's may be wrong.
    const from = Date.parse(response.headers.get('date') ?? '') || Date.now();
    const ms = seconds === undefined ? Date.parse(header) - from : seconds * 1000;
    if (ms >= 0) return ms;
  }
  try {
    return count((exactJson(text) as { after?: unknown }).after);
  } catch {
    return undefined;
  }
}
