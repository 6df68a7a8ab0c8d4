import type { VirtualClock } from '../actions/virtual-clock.ts';
import { createDeliveryLog } from './deliveries.ts';
import type { Delivery } from './deliveries.ts';
import type { ContractGaps } from '../contract/contract-gaps.ts';
import type { Plan } from './apply-script.ts';
import type { WebhookSender } from './sender.ts';
import { webhookRequest } from './webhook-request.ts';
import type { StatusUpdate } from '../contract/status-words.ts';

export type { Attempt, Delivery } from './deliveries.ts';

/**
 * Gathered webhooks are sent after this time at the latest, even if there are fewer than the script requires.
 * Milliseconds.
 */
const LONGEST_GATHERING_MS = 60_000;

export interface Webhooks {
  /** Queues a webhook after the earlier ones of the same payment, and repeats it until it is accepted. */
  readonly announce: (url: string, content: StatusUpdate, plan: Plan) => Promise<void>;
  /** Sends once and at once, without the queue, so that webhooks can arrive twice or out of order. */
  readonly sendNow: (url: string, content: StatusUpdate) => Promise<Delivery>;
  /** Sends a delivery again unchanged, once and at once. */
  readonly repeat: (delivery: Delivery) => Promise<Delivery>;
  /** The newest first. */
  readonly log: () => Delivery[];
  /** Resolves when no webhook is being sent. It does not wait for timers of the clock (a new attempt, a script). */
  readonly settled: () => Promise<void>;
}

/** Delivers webhooks and records the result of each. Contract 6 shows neither payload nor retries. */
export function createWebhooks(options: {
  readonly virtualClock: VirtualClock;
  readonly send: WebhookSender;
  readonly targets: 'loopback' | 'any';
  readonly storeApiKey: string;
  readonly contractGaps: ContractGaps;
  readonly saved?: readonly Delivery[] | undefined;
}): Webhooks {
  const { virtualClock, send, targets, storeApiKey, contractGaps, saved = [] } = options;
  const { log, write } = createDeliveryLog(virtualClock, targets, saved);
  /** The queued webhooks of each payment, in order. Webhooks that a script still gathers are not in it. */
  const queues = new Map<string, Delivery[]>();
  const gathered = new Map<string, Delivery[][]>();
  const sending = new Map<string, Promise<void>>();
  const working = new Set<string>();
  const paused = new Set<string>();

  const requestOf = (url: string, content: StatusUpdate) => webhookRequest(url, content, contractGaps, storeApiKey);

  /** Makes one attempt. Resolves with true when the receiver accepted the webhook. */
  async function attempt(delivery: Delivery, delay?: Promise<void>): Promise<boolean> {
    const { url, body, method, headers } = delivery;
    const at = virtualClock.now();
    try {
      const { status, text } = await send(url, body, { method, headers, delay });
      delivery.attempts.push({ at, status, text });
      return status >= 200 && status < 300;
    } catch (error) {
      delivery.attempts.push({ at, status: null, text: reasonOf(error) });
      return false;
    }
  }

  async function once(delivery: Delivery): Promise<Delivery> {
    if (delivery.state === 'waiting') delivery.state = (await attempt(delivery)) ? 'delivered' : 'given up';
    return delivery;
  }

  /** Pauses a payment's queue for `ms`. When `first` then resolves with true, the queue stays paused. */
  function pause(payment: string, ms: number, first?: () => Promise<boolean>): void {
    paused.add(payment);
    virtualClock.after(ms, async () => {
      if (await first?.()) return;
      paused.delete(payment);
      await start(payment);
    });
  }

  /** Records the result of an attempt. Returns true when the queue must pause before the next attempt. */
  function mustPause(delivery: Delivery, isAccepted: boolean): boolean {
    const pauses = delivery.sending?.retriesMs ?? contractGaps.webhookRetriesMs;
    const wait = isAccepted ? undefined : pauses[delivery.attempts.length - 1];
    if (wait === undefined) delivery.state = isAccepted ? 'delivered' : 'given up';
    else pause(delivery.payment, wait);
    return wait !== undefined;
  }

  /**
   * Starts an attempt whose body is delayed. A timer of the clock ends it, and `settled()` does not wait for it:
   * otherwise a caller of `settled()` could not move the clock meanwhile.
   */
  function sendSlowly(delivery: Delivery, ms: number): void {
    let open = () => {};
    const attempted = attempt(delivery, new Promise<void>((resolve) => (open = resolve)));
    pause(delivery.payment, ms, async () => {
      open();
      return mustPause(delivery, await attempted);
    });
  }

  /** Processes a payment's queue from its head, until the queue is empty or its head must wait. */
  async function work(payment: string): Promise<void> {
    working.add(payment);
    const queue = queues.get(payment) ?? [];
    for (let head = queue[0]; head; head = queue[0]) {
      if (head.state === 'waiting') {
        const { notBefore = 0, slowMs } = head.sending ?? {};
        if (notBefore > virtualClock.now()) pause(payment, notBefore - virtualClock.now());
        else if (slowMs !== undefined) sendSlowly(head, slowMs);
        else mustPause(head, await attempt(head));
        if (paused.has(payment)) break;
      }
      queue.shift();
    }
    // This happens here, before the promise settles: a webhook that is queued in between must start a new run.
    working.delete(payment);
  }

  function start(payment: string): Promise<void> {
    if (paused.has(payment) || working.has(payment)) return sending.get(payment) ?? Promise.resolve();
    const running = work(payment).finally(() => {
      if (sending.get(payment) === running) sending.delete(payment);
    });
    sending.set(payment, running);
    return running;
  }

  function enqueue(payment: string, deliveries: readonly Delivery[]): Promise<void> {
    const queue = queues.get(payment) ?? [];
    queues.set(payment, queue);
    queue.push(...deliveries);
    return start(payment);
  }

  /** Sends the gathered webhooks of a payment, the newest first. */
  function release(payment: string): Promise<void> {
    const groups = gathered.get(payment) ?? [];
    gathered.delete(payment);
    return enqueue(payment, groups.reverse().flat());
  }

  function gather(payment: string, group: Delivery[], { gather: most, last }: Plan): Promise<void> {
    const groups = [...(gathered.get(payment) ?? []), group];
    gathered.set(payment, groups);
    if (last || groups.length >= most) return release(payment);
    if (groups.length === 1) virtualClock.after(LONGEST_GATHERING_MS, () => release(payment));
    return Promise.resolve();
  }

  for (const delivery of log.filter(({ state }) => state === 'waiting')) {
    if (delivery.why === 'by hand' || delivery.why === 'repeat') delivery.state = 'given up';
    else queues.set(delivery.payment, [...(queues.get(delivery.payment) ?? []), delivery]);
  }
  // This runs in a later turn of the event loop: the caller may still be starting the receiver of the webhooks.
  if (queues.size > 0) virtualClock.after(0, () => Promise.all([...queues.keys()].map(start)));

  return {
    announce(url, content, plan) {
      const { sending: how, dropped, copies } = plan;
      const { id: payment, status: word } = content;
      const one = (why: Delivery['why']) =>
        write(requestOf(url, content), { payment, word, why }, { sending: how, dropped });
      const group = [one('change'), ...Array.from({ length: dropped ? 0 : copies }, () => one('copy'))];
      return plan.gather > 1 && !dropped ? gather(payment, group, plan) : enqueue(payment, group);
    },
    sendNow: (url, content) =>
      once(write(requestOf(url, content), { payment: content.id, word: content.status, why: 'by hand' })),
    repeat: ({ url, method, headers, body, payment, word }) =>
      once(write({ url, method, headers, body }, { payment, word, why: 'repeat' })),
    log: () => [...log].reverse(),
    async settled() {
      while (sending.size > 0) await Promise.all(sending.values());
    },
  };
}

/** The reason why there was no response. The message of `fetch` is short; the reason is in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error.cause;
  const deeper = cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : '';
  return deeper ? `${error.message}: ${deeper}` : error.message;
}
