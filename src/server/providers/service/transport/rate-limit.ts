import type { Clock } from './clock.ts';
import { ServiceError } from '../client/errors.ts';
import { PERMIT_MS } from '../../../permits.ts';
import type { PermitLog } from '../../../permits.ts';

/** @internal */
export interface PermitRequest {
  /** True for a creation, which gets its permit before reads: a payer is waiting for it. */
  readonly creation: boolean;
  /** The longest wait in milliseconds. A request that would wait longer is refused at once. */
  readonly within: number;
  readonly signal?: AbortSignal | undefined;
}

/** The result of a request that had a permit. */
export type RequestResult =
  | { readonly kind: 'accepted' }
  /** A 429. `for` is the number of milliseconds until the next request may be sent, when the response contains it. */
  | { readonly kind: 'limited'; readonly for: number | undefined }
  /** There was no response, so the state of the limit is unknown. */
  | { readonly kind: 'unknown' };

/** Allows one request. The caller must report its result once. */
export interface Permit {
  /** Milliseconds that the caller waited for the permit. */
  readonly waited: number;
  report(result: RequestResult): Promise<void>;
}

export interface RateLimit {
  /** @throws ServiceError `busy` without taking a permit, or `aborted` */
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
 * The queue of requests to the service: creations first, then the other calls, each in the order of their arrival.
 *
 * A 429 shows that the log is incomplete (another client uses the key). So after the wait a single request is sent,
 * and the others follow when it was accepted.
 */
export function createRateLimit(log: PermitLog, clock: Clock): RateLimit {
  const queue: Ticket[] = [];
  let probe: 'none' | 'due' | 'out' = 'none';
  let running = false;
  let rerun = false;
  let cancelTimer = () => {};

  /** Runs one pass at a time: reading a shared log is asynchronous, and the queue changes meanwhile. */
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
        // A shared log fails when the shop's store fails. No request is sent without being counted.
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
        // The queue may have become empty while the shared log was read. Then the permit stays unused, which is
        // harmless.
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
        // The next read of the log fails too, and its caller gets the error.
      }
    } else if (probing) {
      probe = result.kind === 'accepted' ? 'none' : 'due';
    }
    void run();
  }

  /** Refuses the calls that would wait too long. Their permits go to the calls behind them. */
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
  new ServiceError('busy', 'too many requests per minute: this request would wait too long', {
    sent: false,
    retryAfter: Math.max(1, Math.ceil(wait / 1000)),
    cause,
  });
