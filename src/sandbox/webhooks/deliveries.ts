import type { VirtualClock } from '../actions/virtual-clock.ts';
import { isLoopback } from './sender.ts';
import type { WebhookRequest } from './webhook-request.ts';

/** The number of deliveries in the log. The oldest are removed first. */
const MOST_KEPT = 1_000;

/** One attempt to deliver a webhook. */
export interface Attempt {
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
  readonly slowMs?: number;
  readonly retriesMs?: readonly number[];
}

/** One webhook with the results of its attempts. */
export interface Delivery extends WebhookRequest {
  readonly number: number;
  readonly payment: string;
  /** Its status. */
  readonly word: string;
  /** The reason: a change of the payment, a copy by a script, by hand, or the repetition of another delivery. */
  readonly why: 'change' | 'copy' | 'by hand' | 'repeat';
  readonly at: number;
  readonly sending?: Sending;
  state: 'waiting' | 'delivered' | 'given up' | 'not sent';
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
