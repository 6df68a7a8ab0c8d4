import type { Agenda } from './agenda.ts';
import { exactNumber, writeJson } from './exact-json.ts';
import type { NotShown } from './options.ts';
import { isLoopback } from './sender.ts';
import type { WebhookSender } from './sender.ts';
import type { News } from './vocabulary.ts';

/** The log forgets the oldest beyond this many. */
const MOST_KEPT = 1_000;

/** One try to deliver a webhook. */
export interface Attempt {
  readonly at: number;
  /** The HTTP status of the answer, or null when there was none. */
  readonly status: number | null;
  /** The answer's text, or why there was none. */
  readonly text: string;
}

/** One webhook with all that became of it. */
export interface Delivery {
  readonly number: number;
  readonly payment: string;
  readonly url: string;
  readonly body: string;
  /** Sent for a change of the payment, by hand, or as a repetition of another. */
  readonly why: 'change' | 'by hand' | 'repeat';
  readonly at: number;
  state: 'waiting' | 'delivered' | 'given up' | 'not sent';
  readonly attempts: Attempt[];
}

export interface Webhooks {
  /** Sends the news behind those before it of the same payment, again and again until it is taken. */
  readonly announce: (url: string, news: News) => Promise<void>;
  /** Sends at once and once, whatever is waiting: so that news can come twice or out of order. */
  readonly sendNow: (url: string, news: News) => Promise<Delivery>;
  /** Sends the body of a delivery again, at once and once. */
  readonly repeat: (delivery: Delivery) => Promise<Delivery>;
  /** The youngest first. */
  readonly log: () => Delivery[];
  /** Waits until nothing is being sent. What waits for a new attempt is not waited for. */
  readonly settled: () => Promise<void>;
}

/** Delivers webhooks and writes down what came of each. Contract 6 shows neither payload nor retries. */
export function createWebhooks(options: {
  readonly agenda: Agenda;
  readonly send: WebhookSender;
  readonly targets: 'loopback' | 'any';
  readonly notShown: NotShown;
  readonly saved?: readonly Delivery[] | undefined;
}): Webhooks {
  const { agenda, send, targets, notShown, saved = [] } = options;
  const log: Delivery[] = [...saved];
  const queues = new Map<string, Delivery[]>();
  const sending = new Map<string, Promise<void>>();
  const resting = new Set<string>();
  let count = Math.max(0, ...log.map(({ number }) => number));

  function write(payment: string, url: string, body: string, why: Delivery['why']): Delivery {
    count += 1;
    const state = targets === 'loopback' && !isLoopback(url) ? 'not sent' : 'waiting';
    const delivery: Delivery = { number: count, payment, url, body, why, at: agenda.now(), state, attempts: [] };
    if (state === 'not sent') {
      delivery.attempts.push({ at: agenda.now(), status: null, text: 'The sandbox sends to this machine only.' });
    }
    log.push(delivery);
    if (log.length > MOST_KEPT) log.shift();
    return delivery;
  }

  const bodyOf = (news: News) => writeJson(notShown.webhookBody(news, exactNumber));

  /** One attempt; whether it was taken. */
  async function attempt(delivery: Delivery): Promise<boolean> {
    const at = agenda.now();
    try {
      const { status, text } = await send(delivery.url, delivery.body);
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

  /** Works a payment's queue off from its head, until it is empty or its head must wait. */
  async function work(payment: string): Promise<void> {
    const queue = queues.get(payment) ?? [];
    for (let head = queue[0]; head; head = queue[0]) {
      if (head.state === 'waiting') {
        if (await attempt(head)) head.state = 'delivered';
        else {
          const pause = notShown.webhookRetriesMs[head.attempts.length - 1];
          if (pause !== undefined) {
            resting.add(payment);
            agenda.after(pause, () => {
              resting.delete(payment);
              return start(payment);
            });
            return;
          }
          head.state = 'given up';
        }
      }
      queue.shift();
    }
  }

  function start(payment: string): Promise<void> {
    if (resting.has(payment)) return Promise.resolve();
    const running = sending.get(payment) ?? work(payment).finally(() => sending.delete(payment));
    sending.set(payment, running);
    return running;
  }

  for (const delivery of log.filter(({ state }) => state === 'waiting')) {
    if (delivery.why !== 'change') delivery.state = 'given up';
    else queues.set(delivery.payment, [...(queues.get(delivery.payment) ?? []), delivery]);
  }
  // On the next turn of the loop: whoever made this sandbox may still be starting what the webhooks go to.
  if (queues.size > 0) agenda.after(0, () => Promise.all([...queues.keys()].map(start)));

  return {
    announce(url, news) {
      const queue = queues.get(news.id) ?? [];
      queues.set(news.id, queue);
      queue.push(write(news.id, url, bodyOf(news), 'change'));
      return start(news.id);
    },
    sendNow: (url, news) => once(write(news.id, url, bodyOf(news), 'by hand')),
    repeat: ({ payment, url, body }) => once(write(payment, url, body, 'repeat')),
    log: () => [...log].reverse(),
    async settled() {
      while (sending.size > 0) await Promise.all(sending.values());
    },
  };
}

/** Why there was no answer. `fetch` says little itself and hides the reason in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause: unknown = error.cause;
  const deeper = cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : '';
  return deeper ? `${error.message}: ${deeper}` : error.message;
}
