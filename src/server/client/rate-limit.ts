import type { Clock } from './clock.ts';
import { ServiceError } from './errors.ts';
import { PERMIT_MS } from '../rate-limit/permits.ts';
import type { PermitLog } from './permit-log.ts';

export interface PermitRequest {
  /** A creation goes before reads: a payer is waiting for it. */
  readonly creation: boolean;
  /** The longest wait in milliseconds; a longer one is refused at once. */
  readonly within: number;
  readonly signal?: AbortSignal | undefined;
}

/** The result of a request that had a permit. */
export type RequestResult =
  | { readonly kind: 'accepted' }
  /** 429. `for`: milliseconds until the next may be sent, when the service said so. */
  | { readonly kind: 'limited'; readonly for: number | undefined }
  /** No answer came, so nothing was learned. */
  | { readonly kind: 'unknown' };

/** Allows one request. Its holder must report the result once. */
export interface Permit {
  /** Milliseconds. */
  readonly waited: number;
  report(result: RequestResult): Promise<void>;
}

export interface RateLimit {
  /** @throws ServiceError `busy` without taking a permit, or `aborted`. */
  acquire(request: PermitRequest): Promise<Permit>;
}

interface Ticket {
  readonly creation: boolean;
  readonly since: number;
  readonly deadline: number;
  grant(permit: Permit): void;
  refuse(error: ServiceError): void;
}

/**
 * The queue in front of the service: creations first, then in the order of the calls.
 *
 * After a 429 our log is incomplete (another client uses the key). So after the wait one request is sent alone, and the
 * rest follow once it was accepted.
 */
export function createRateLimit(log: PermitLog, clock: Clock): RateLimit {
  const queue: Ticket[] = [];
  let probe: 'none' | 'due' | 'out' = 'none';
  let running = false;
  let rerun = false;
  let cancelTimer = () => {};

  /** One pass at a time: a shared log answers later, and the queue changes meanwhile. */
  async function run(): Promise<void> {
    rerun = true;
    if (running) return;
    running = true;
    while (rerun) {
      rerun = false;
      cancelTimer();
      try {
        await pass();
      } catch (cause) {
        // A shared log fails when the shop's store fails. No request is sent uncounted.
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
        // The queue may have emptied while the shared log was read. Then the permit is lost, which does no harm.
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
    ticket.grant({ waited: clock.now() - ticket.since, report: (result) => report(result, probing) });
  }

  async function report(result: RequestResult, probing: boolean): Promise<void> {
    if (result.kind === 'limited') {
      if (probe !== 'out' || probing) probe = 'due';
      try {
        await log.block(result.for ?? PERMIT_MS);
      } catch {
        // The next read of the log fails, too, and its caller gets the error.
      }
    } else if (probing) {
      probe = result.kind === 'accepted' ? 'none' : 'due';
    }
    void run();
  }

  /** Refuses calls that would wait too long; the others take the freed permits. */
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

  function acquire({ creation, within, signal }: PermitRequest): Promise<Permit> {
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
        grant: (permit) => (leave(), resolve(permit)),
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

const aborted = () => new ServiceError('aborted', 'aborted while waiting for a permit', { sent: false });

const busy = (wait: number, cause?: unknown) =>
  new ServiceError('busy', 'too many requests a minute: this one would wait too long', {
    sent: false,
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
    cause,
  });
