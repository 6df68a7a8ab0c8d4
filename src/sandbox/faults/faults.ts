import type { CallFields } from '../actions/control-fields.ts';
import { needed } from '../actions/control-fields.ts';
import { ControlError } from '../actions/control-error.ts';
import { wholeNumber } from '../webhooks/webhook-script.ts';

/** The ways in which the service itself can fail. */
export const faultKinds = ['latency', 'reset-before', 'reset-after', 'truncated', 'status', 'stale'] as const;
/** One of them; `ApiFault` says what each does. */
export type FaultKind = (typeof faultKinds)[number];

/** The paths of the contract that can fail one by one. */
export const faultPaths = [
  '/v2/user/me',
  '/v1/crypto-info',
  '/v1/payments',
  '/v1/wallet/payments',
  '/v1/payments/localcode',
] as const;

const LOCALCODE = '/v1/payments/localcode';

/**
 * A fault that waits for requests.
 *
 * 'latency' answers `ms` of the sandbox's clock later. 'reset-before' ends the connection and does nothing;
 * 'reset-after' does all, and then ends the connection. 'truncated' gives half of the JSON. 'status' answers
 * `status`, with `retryAfter` seconds when they are given; with `processed` the request was done all the same.
 * 'stale' returns the answer of an earlier 4.5, as a cache would that ignores the body of a GET;
 * while there is no earlier one, it waits.
 */
export interface ApiFault {
  readonly fault: FaultKind;
  /** One of the contract's paths; undefined is any. */
  readonly path?: string;
  /** So many requests meet it. */
  readonly times: number;
  readonly ms?: number;
  readonly status?: number;
  readonly retryAfter?: number;
  readonly processed?: boolean;
}

/** An hour: no test needs more. */
const MOST_MS = 3_600_000;
const MOST_TIMES = 1_000;
const MOST_SECONDS = 86_400;

const NAMES = ['fault', 'path', 'times', 'ms', 'status', 'retryAfter', 'processed'];

/** Reads a fault from the fields of a call. An empty field was not filled in. @throws {ControlError} that names the field */
export function readFault(fields: CallFields): ApiFault {
  const unknown = Object.keys(fields).find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new ControlError('bad_request', `is none of ${NAMES.join(', ')}`, unknown);
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
  /** The first that is for this path, used up once; `ready` says whether it can happen now. */
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
