import { exactJson } from '../../core/json.ts';
import { isPhase, mayFollow, phaseOf, type Phase } from '../../core/status.ts';

/** What one answer of the status address says. */
export interface StatusUpdate {
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

export interface PollerState {
  /** `lost`: three requests in a row failed. `gone`: the address knows no such payment (404, 410). */
  readonly contact: 'unknown' | 'good' | 'lost' | 'gone';
  readonly update?: StatusUpdate;
  /** The last answer, when it was JSON without a status: perhaps what `src` has instead of a payment. */
  readonly unrecognized?: unknown;
  /** Nothing was seen for a quarter of an hour. */
  readonly stalled: boolean;
  /** What the server's clock said when `now()` was 0, ms since 1970; the payer's own where no answer shows it. */
  readonly clock?: number;
}

/** Whether an update may be applied: never back in version, never out of a final phase, never backwards. */
export function mayApply(known: Known, update: StatusUpdate): boolean {
  if (update.version! < known.version!) return false;
  return !known.phase || update.phase === known.phase || mayFollow(known.phase, update.phase);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number of the answer, as its text. An object may have no text at all. */
export const count = (value: unknown) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;

/** What a body says in JSON, numbers as their exact text; nothing in a login page or a proxy's apology. */
export function parseJson(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return undefined;
  }
}

/** Reads `{ "status": … }`, alone or inside the service's own envelope; `undefined` for anything else. */
export function parseStatusUpdate(answer: unknown): StatusUpdate | undefined {
  let body = answer;
  // An envelope's own `status` is that of the request, also where it holds nothing.
  if (isRecord(body) && 'data' in body) body = body['data'];
  if (!isRecord(body)) return undefined;
  const { status, phase, version } = body;
  if (typeof status !== 'string' || !status) return undefined;
  // A shop that could not say (JSend's way), not a payment that failed.
  if (/^(error|fail)$/i.test(status) && 'message' in body) return undefined;
  return { status, phase: isPhase(phase) ? phase : phaseOf(status), version: count(version), body };
}

/** What the server's own clock said with an answer, ms since 1970: the payer's may be wrong. Other origins hide it. */
export const serverTime = ({ headers }: Response): number | undefined =>
  Date.parse(headers.get('date') ?? '') || undefined;

/** Milliseconds a refused request is to wait: `Retry-After` in seconds or as a date, else `after` in its body. */
export function retryAfterOf(response: Response, text: string): number | undefined {
  const header = response.headers.get('retry-after');
  if (header) {
    const seconds = count(header.trim());
    const ms = seconds === undefined ? Date.parse(header) - (serverTime(response) ?? Date.now()) : seconds * 1000;
    if (ms >= 0) return ms;
  }
  return count((parseJson(text) as { after?: unknown } | null | undefined)?.after);
}
