import { exactJson, isRecord } from '../core/json.ts';
import { isMoneyGone, isPhase, mayFollow, type Phase } from '../core/payments/phases.ts';
import { phaseOf } from '../core/payments/status-words.ts';
import type { PagePorts } from './ports.ts';
import type { Answer } from './request.ts';

/** The content of one response of the status address. */
export interface StatusUpdate {
  readonly status: string;
  readonly phase: Phase;
  readonly version: number | undefined;
  /** All fields of the response, with numbers as their exact text. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The known state of a payment. `phase` is the last one that is not `unknown`. */
export interface Known {
  readonly phase?: Phase | undefined;
  readonly version?: number | undefined;
}

export interface PollerState {
  /** `lost`: three requests in a row failed. `gone`: the address has no payment (404, 410). */
  readonly contact: 'unknown' | 'good' | 'lost' | 'gone';
  /** How the last request failed. */
  readonly failure?: string | undefined;
  readonly update?: StatusUpdate;
  /** The last response, when it was JSON without a status. It may be what `src` returns instead of a payment. */
  readonly unrecognized?: unknown;
  /** No money was detected for 7 minutes. */
  readonly stalled: boolean;
  /** The server's time when `now()` was 0, in ms since 1970; the payer's time when no response shows the server's. */
  readonly clock?: number;
}

/** Whether an update may be applied: its version is not older, and its phase may follow the known one. With a
 * newer version, money that was seen may have gone again. */
export function mayApply(known: Known, update: Known & { readonly phase: Phase }): boolean {
  if (update.version! < known.version!) return false;
  if (!known.phase || update.phase === known.phase || mayFollow(known.phase, update.phase)) return true;
  return isMoneyGone(known.phase, update.phase) && update.version! > known.version!;
}

/** Reads an integer of the response from its text; `undefined` for any other value. */
export const count = (value: unknown) =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;

/**
 * Parses JSON with numbers as their exact text. `undefined` for a body that is not JSON, such as an HTML error page of
 * a proxy.
 */
export function parseJson(text: string): unknown {
  try {
    return exactJson(text);
  } catch {
    return undefined;
  }
}

/** Reads `{ "status": … }`, alone or inside the service's envelope; `undefined` for anything else. */
export function parseStatusUpdate(answer: unknown): StatusUpdate | undefined {
  let body = answer;
  // The `status` of an envelope is that of the request, even when its `data` is empty.
  if (isRecord(body) && 'data' in body) body = body['data'];
  if (!isRecord(body)) return undefined;
  const { status, phase, version } = body;
  if (typeof status !== 'string' || !status) return undefined;
  // An error response of the shop in the form of JSend, not a failed payment.
  if (/^(error|fail)$/i.test(status) && 'message' in body) return undefined;
  return { status, phase: isPhase(phase) ? phase : phaseOf(status), version: count(version), body };
}

/** Says for developers how a request failed. @param status - its HTTP status; 0 when no response arrived */
export const failureOf = (status: number): string =>
  status === 0 ? 'no response' : status < 300 ? 'unexpected response' : `HTTP ${status}`;

/**
 * The outcome of a request: the HTTP status (0 when no response arrived), the body, how many milliseconds a 429 or 503
 * response asks to wait, and the server's time in ms since 1970. Other tabs receive it as a message.
 */
export type Outcome = readonly [
  status: number,
  text: string,
  retryAfter?: number | undefined,
  time?: number | undefined,
];

export function outcomeOf(answer: Answer | undefined, ports: Pick<PagePorts, 'date'>): Outcome {
  if (!answer) return [0, ''];
  const { response, text } = answer;
  const { status } = response;
  const isRefused = status === 429 || status === 503;
  return [status, text, isRefused ? retryAfterOf(answer, ports) : undefined, serverTime(response)];
}

/**
 * The server's time in a response, in ms since 1970: the payer's clock may be wrong. Other origins hide this header.
 */
const serverTime = ({ headers }: Response): number | undefined => Date.parse(headers.get('date') ?? '') || undefined;

/** Milliseconds to wait after a refused request: `Retry-After` in seconds or as a date, else `after` in the body. */
export function retryAfterOf({ response, text }: Answer, { date }: Pick<PagePorts, 'date'>): number | undefined {
  const header = response.headers.get('retry-after');
  if (header) {
    const seconds = count(header.trim());
    const ms = seconds === undefined ? Date.parse(header) - (serverTime(response) ?? date()) : seconds * 1000;
    if (ms >= 0) return ms;
  }
  return count((parseJson(text) as { after?: unknown } | null | undefined)?.after);
}
