import { isRecord } from '../core/json.ts';
import { isMoneyAfterEnd, isMoneyGone, mayFollow, readPhase, type Phase } from '../core/payments/phases.ts';
import { count } from './request.ts';

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

/**
 * Whether an update may be applied: its version is not older, and its phase may follow the known one. With a newer
 * version, money that was seen may have gone again, and money may have been seen for a payment that was shown as expired.
 */
export function mayApply(known: Known, update: Known & { readonly phase: Phase }): boolean {
  if (update.version! < known.version!) return false;
  if (!known.phase || update.phase === known.phase || mayFollow(known.phase, update.phase)) return true;
  const isBack = isMoneyGone(known.phase, update.phase) || isMoneyAfterEnd(known.phase, update.phase);
  return isBack && update.version! > known.version!;
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
  return { status, phase: readPhase(phase, status), version: count(version), body };
}
