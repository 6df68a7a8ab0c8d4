import type { Clock } from './clock.ts';
import { ServiceError } from './errors.ts';
import { SLOT_MS } from '../slots.ts';
import type { SlotLog } from './slot-log.ts';

export interface Ask {
  /** A creation goes before reads: a payer is waiting for it. */
  readonly creation: boolean;
  /** The longest wait in milliseconds; a longer one is refused at once. */
  readonly within: number;
  readonly signal?: AbortSignal | undefined;
}

/** What became of a request that had a slot. */
export type Outcome =
  | { readonly kind: 'accepted' }
  /** 429. `for`: milliseconds until the next may be sent, when the service said so. */
  | { readonly kind: 'limited'; readonly for: number | undefined }
  /** No answer came, so nothing was learned. */
  | { readonly kind: 'unknown' };

/** Leave to send one request. Whoever has it must say what became of it, once. */
export interface Slot {
  /** Milliseconds. */
  readonly waited: number;
  report(outcome: Outcome): Promise<void>;
}

export interface RateLimit {
  /** @throws ServiceError `busy` without taking a slot, or `aborted`. */
  acquire(ask: Ask): Promise<Slot>;
}

interface Ticket {
  readonly creation: boolean;
  readonly since: number;
  readonly deadline: number;
  grant(slot: Slot): void;
  refuse(error: ServiceError): void;
}

/**
 * The queue in front of the service: creations first, then in order of asking.
 *
 * After a 429 our log was wrong (somebody else uses the key), so when its time has passed one request goes
 * ahead alone, and the rest follow once it was accepted.
 */
export function createRateLimit(log: SlotLog, clock: Clock): RateLimit {
  const queue: Ticket[] = [];
  let probe: 'none' | 'due' | 'out' = 'none';
  let running = false;
  let again = false;
  let cancelTimer = () => {};

  /** Only one pass at a time: a shared log answers later, and the queue moves meanwhile. */
  async function run(): Promise<void> {
    again = true;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      cancelTimer();
      try {
        await pass();
      } catch (cause) {
        // A shared log that fails is the shop's own store failing. Nothing is sent that is not counted.
        for (const ticket of queue.splice(0)) ticket.refuse(busy(1000, cause));
      }
    }
    running = false;
  }

  async function pass(): Promise<void> {
    let next = Infinity;
    while (queue.length > 0 && probe !== 'out') {
      const waits = await log.reserve(queue.length);
      if (waits[0] === 0) {
        // The queue may have emptied while a shared log was asked; then the slot is lost, which does no harm.
        grant(queue.shift());
        continue;
      }
      refuseLate(waits);
      next = waits[0] ?? Infinity;
      break;
    }
    if (probe === 'out') refuseLate([]);
    if (queue.length === 0) return;
    const deadline = Math.min(...queue.map((ticket) => ticket.deadline)) - clock.now();
    cancelTimer = clock.after(Math.max(1, Math.ceil(Math.min(next, deadline + 1))), () => void run());
  }

  function grant(ticket: Ticket | undefined): void {
    if (!ticket) return;
    const probing = probe === 'due';
    if (probing) probe = 'out';
    ticket.grant({ waited: clock.now() - ticket.since, report: (outcome) => report(outcome, probing) });
  }

  async function report(outcome: Outcome, probing: boolean): Promise<void> {
    if (outcome.kind === 'limited') {
      if (probe !== 'out' || probing) probe = 'due';
      try {
        await log.block(outcome.for ?? SLOT_MS);
      } catch {
        // The next question to the log fails too, and is told to whoever asks.
      }
    } else if (probing) {
      probe = outcome.kind === 'accepted' ? 'none' : 'due';
    }
    void run();
  }

  /** Refuses whoever would wait beyond their bound; the rest move up into the slots left free. */
  function refuseLate(waits: readonly number[]): void {
    const now = clock.now();
    let place = 0;
    for (const ticket of [...queue]) {
      const wait = waits[place] ?? 0;
      if (now + wait <= ticket.deadline) {
        place += 1;
        continue;
      }
      queue.splice(queue.indexOf(ticket), 1);
      ticket.refuse(busy(wait));
    }
  }

  function acquire({ creation, within, signal }: Ask): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const onAbort = () => {
        queue.splice(queue.indexOf(ticket), 1);
        reject(aborted());
        void run();
      };
      const leave = () => signal?.removeEventListener('abort', onAbort);
      const since = clock.now();
      const ticket: Ticket = {
        creation,
        since,
        deadline: since + within,
        grant: (slot) => (leave(), resolve(slot)),
        refuse: (error) => (leave(), reject(error)),
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const firstRead = creation ? queue.findIndex((other) => !other.creation) : -1;
      queue.splice(firstRead < 0 ? queue.length : firstRead, 0, ticket);
      void run();
    });
  }

  return { acquire };
}

const aborted = () => new ServiceError('aborted', 'aborted while waiting for its turn', { sent: false });

const busy = (wait: number, cause?: unknown) =>
  new ServiceError('busy', 'too many requests a minute: this one would wait too long', {
    sent: false,
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
    cause,
  });
