import type { CallFields } from '../actions/control-fields.ts';
import { needed } from '../actions/control-fields.ts';
import { ControlError } from '../actions/control-error.ts';
import { wholeNumber } from '../webhooks/webhook-script.ts';

/** The kinds of faults of the service. */
export const faultKinds = ['latency', 'reset-before', 'reset-after', 'truncated', 'status', 'stale'] as const;
/** A kind of fault; `ApiFault` describes each of them. */
export type FaultKind = (typeof faultKinds)[number];

/** The paths of the contract for which a fault can be set. */
export const faultPaths = [
  '/v2/user/me',
  '/v1/crypto-info',
  '/v1/payments',
  '/v1/wallet/payments',
  '/v1/payments/localcode',
] as const;

const LOCALCODE = '/v1/payments/localcode';

/**
 * A fault for the next requests.
 *
 * 'latency' delays the response by `ms` of the sandbox's clock. 'reset-before' closes the connection without processing
 * the request; 'reset-after' processes the request and then closes the connection. 'truncated' sends half of the JSON.
 * 'status' responds with `status`, and with `retryAfter` seconds when it is set; with `processed` the request is
 * processed first. 'stale' returns the response of an earlier 4.5, like a cache that ignores the body of a GET. Without
 * an earlier response the fault waits.
 */
export interface ApiFault {
  /** What happens to the request. */
  readonly fault: FaultKind;
  /** A path of the contract; undefined applies to any path. */
  readonly path?: string;
  /** The number of requests with this fault. */
  readonly times: number;
  /** The delay of 'latency', at most an hour. */
  readonly ms?: number;
  /** The HTTP status of 'status', from 400 to 599. */
  readonly status?: number;
  /** Seconds in the header Retry-After of 'status'. By default there is no such header. */
  readonly retryAfter?: number;
  /** True when the request has its effect before 'status' refuses it: a payment exists that the shop does not know. */
  readonly processed?: boolean;
}

/** Limits of a fault. The longest delay is an hour; no test needs more. */
const MOST_MS = 3_600_000;
const MOST_TIMES = 1_000;
const MOST_SECONDS = 86_400;

const NAMES = ['fault', 'path', 'times', 'ms', 'status', 'retryAfter', 'processed'];

/**
 * Parses a fault from the fields of a call. An empty field counts as not sent. @throws {ControlError} that names the
 * field
 */
export function readFault(fields: CallFields): ApiFault {
  const unknown = Object.keys(fields).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new ControlError('bad_request', `is unknown; use ${NAMES.join(', ')}`, unknown);
  const fault = faultKinds.find((kind) => kind === needed(fields, 'fault'));
  if (!fault) throw new ControlError('bad_request', `must be one of ${faultKinds.join(', ')}`, 'fault');
  const given = (name: string) => fields[name]?.trim() ?? '';
  const path = given('path') || (fault === 'stale' ? LOCALCODE : '');
  if (path !== '' && !faultPaths.some((one) => one === path)) {
    throw new ControlError('bad_request', `must be one of ${faultPaths.join(', ')}`, 'path');
  }
  if (fault === 'stale' && path !== LOCALCODE) throw new ControlError('bad_request', `must be ${LOCALCODE}`, 'path');
  const status = fault === 'status' ? statusOf(given('status') || '500') : undefined;
  return {
    fault,
    ...(path === '' ? {} : { path }),
    times: wholeNumber('times', given('times') || '1', MOST_TIMES),
    ...(fault === 'latency' ? { ms: wholeNumber('ms', needed(fields, 'ms'), MOST_MS) } : {}),
    ...(status === undefined ? {} : { status }),
    ...(status === undefined || given('retryAfter') === ''
      ? {}
      : { retryAfter: wholeNumber('retryAfter', given('retryAfter'), MOST_SECONDS) }),
    ...(status !== undefined && /^(true|on|1)$/.test(given('processed')) ? { processed: true } : {}),
  };
}

function statusOf(text: string): number {
  if (!/^[45]\d\d$/.test(text)) throw new ControlError('bad_request', 'must be from 400 to 599', 'status');
  return Number(text);
}

/** The pending faults, in the order in which they were added. */
export interface Faults {
  readonly list: () => readonly ApiFault[];
  readonly add: (fault: ApiFault) => void;
  readonly clear: () => void;
  /**
   * Returns the first fault for this path, and decrements its `times`. `ready` returns whether a fault can be applied
   * now.
   */
  readonly consume: (path: string, ready: (fault: ApiFault, path: string) => boolean) => ApiFault | undefined;
}

export function createFaults(saved: readonly ApiFault[] = []): Faults {
  let waiting: readonly ApiFault[] = saved;
  return {
    list: () => waiting,
    add(fault) {
      if (fault.times > 0) waiting = [...waiting, fault];
    },
    clear() {
      waiting = [];
    },
    consume(path, ready) {
      const taken = waiting.find((fault) => (fault.path === undefined || fault.path === path) && ready(fault, path));
      waiting = waiting.flatMap((fault) =>
        fault !== taken ? [fault] : fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [],
      );
      return taken;
    },
  };
}
