import type { VirtualClock } from '../actions/virtual-clock.ts';
import { isLoopback } from './sender.ts';
import type { WebhookRequest } from './webhook-request.ts';

/** The number of deliveries in the log. The oldest are removed first. */
const MOST_KEPT = 1_000;

/** One attempt to deliver a webhook. */
export interface Attempt {
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
  /** The HTTP status of the response, or null when there was none. */
  readonly status: number | null;
  /** The text of the response, or the reason why there was none. */
  readonly text: string;
}

/** How a script sends one webhook. */
export interface Sending {
  /** The earliest time to send it, by the sandbox's clock. */
  readonly notBefore?: number;
  /** How long the second half of the body is held back, in ms of the sandbox's clock. */
  readonly slowMs?: number;
  /** The pauses before each new attempt in ms, instead of those of the setting `webhookRetriesMs`. */
  readonly retriesMs?: readonly number[];
}

/** One webhook with the results of its attempts. */
export interface Delivery extends WebhookRequest {
  /** Counts up from 1. `repeat` takes it. */
  readonly number: number;
  /** `tid`, `pid` or `bid` of its payment. */
  readonly payment: string;
  /** Its status. */
  readonly word: string;
  /** The reason: a change of the payment, a copy by a script, by hand, or the repetition of another delivery. */
  readonly why: 'change' | 'copy' | 'by hand' | 'repeat';
  /** When it was recorded: milliseconds since 1970, by the sandbox's clock. */
  readonly at: number;
  /** How a script changes its delivery; absent without a script. */
  readonly sending?: Sending;
  /**
   * `waiting`: to be sent, or to be sent again. `delivered`: the response was 2xx. `given up`: it was not, and no attempt
   * follows. `not sent`: dropped by a script, or addressed to another machine (`webhookTargets`).
   */
  state: 'waiting' | 'delivered' | 'given up' | 'not sent';
  /** In the order of their time; empty while it waits for the first one. */
  readonly attempts: Attempt[];
}

/** Records every webhook, also those that are never sent. */
export function createDeliveryLog(virtualClock: VirtualClock, targets: 'loopback' | 'any', saved: readonly Delivery[]) {
  // Records of older versions have no method, headers and status; these are their defaults.
  const before = { method: 'POST', headers: { 'content-type': 'application/json' }, word: 'webhook' };
  const log: Delivery[] = saved.map((delivery) => ({ ...before, ...delivery }));
  let count = Math.max(0, ...log.map(({ number }) => number));

  function write(
    request: WebhookRequest,
    about: Pick<Delivery, 'payment' | 'word' | 'why'>,
    { sending, dropped = false }: { readonly sending?: Sending; readonly dropped?: boolean } = {},
  ): Delivery {
    count += 1;
    const far = targets === 'loopback' && !isLoopback(request.url);
    const reason = far ? 'The sandbox sends to this machine only.' : dropped ? 'Dropped by the script.' : undefined;
    const at = virtualClock.now();
    const delivery: Delivery = {
      ...request,
      ...about,
      number: count,
      at,
      ...(sending && { sending }),
      state: reason === undefined ? 'waiting' : 'not sent',
      attempts: reason === undefined ? [] : [{ at, status: null, text: reason }],
    };
    log.push(delivery);
    if (log.length > MOST_KEPT) log.shift();
    return delivery;
  }

  return { log, write };
}
