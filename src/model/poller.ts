import { isRecord, parseJson } from '../core/json.ts';
import { isFinal, isPhase, mayApply, phaseFacts, readPhase, type Known, type Phase } from '../core/payments/phases.ts';
import {
  backOff,
  LATE_WATCH_MS,
  LONGEST_WAIT_MS,
  nextInterval,
  QUICK_UPDATES,
  REQUEST_LIMIT_MS,
  saveDataFactor,
  SILENCE_MS,
  SPACING_MS,
} from './poll-interval.ts';
import { count, failureOf, failureWithoutCode, isOk, sendRequest, type Answer } from './request.ts';
import { joinTabs, type MessageSource, type Tabs } from './tab-leader.ts';
import type { PagePorts, TabsPorts } from './ports.ts';

/** When no money was detected for this long, the status line names possible causes. Polling continues. */
const STALL_MS = 7 * 60_000;
/** Failed requests in a row before the status line says so. A single failure can be a short loss of signal. */
const LOST_AFTER = 3;

/** The content of one response of the status address. */
export interface StatusUpdate {
  readonly status: string;
  readonly phase: Phase;
  readonly version: number | undefined;
  /** All fields of the response, with numbers as their exact text. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a poller knows of its address. */
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
 * Reads `{ "status": … }`, alone or inside the service's envelope; `undefined` for anything else.
 *
 * @internal
 */
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

/**
 * Polls one status address until the payment is final. Clock, fetch, random numbers and the visibility of the page are
 * ports.
 *
 * A failed request says nothing about the payment: it is repeated after growing delays. Only one request is in progress
 * at a time. Polling stops at a final phase, at 404 or 410, after an hour in the phases `expired` or `late`, and at
 * `stop()`.
 *
 * Among several tabs of a browser, the visible leader polls and the others listen (`tab-leader.ts`). Every tab polls by
 * itself at first, whenever it is shown, and when `poll` is called: a visible tab never depends on another one.
 *
 * @internal
 */
export class Poller {
  readonly #url: string;
  readonly #ports: PagePorts;
  /** Called with every change. */
  readonly listeners = new Set<(state: PollerState) => void>();
  readonly #began: number;
  readonly #endLifecycle: () => void;
  #state: PollerState = { contact: 'unknown', stalled: false };
  #known: Known;
  /**
   * The phase of the order in the last response. It is sent with the version, so that a server can hold the next
   * request.
   */
  #orderPhase: unknown;
  #phaseSince: number;
  #requestedAt = 0;
  /** No request is sent before this time, which a 429 or 503 response gave. */
  #notBefore = 0;
  #failures = 0;
  /** Failures that may mean that the shop cannot be reached. */
  #losses = 0;
  /** The number of updates in a row, each newer than the one before. */
  #quickUpdates = 0;
  #isOver: boolean;
  /** Cancels the planned request. */
  #cancel: (() => void) | undefined;
  /** Aborts the request in progress. */
  #endRequest: (() => void) | undefined;
  #tabs: Tabs | undefined;
  /** The clock is that of the payer, because no response has shown the server's. It may be wrong. */
  #isPayersClock = false;
  /** Whether the last response came from the leader tab. */
  #listens = false;

  /** @param fresh - The payment was read just now, so the first request waits for the usual interval. */
  constructor(url: string, ports: PagePorts, { fresh = false, ...known }: Known & { fresh?: boolean } = {}) {
    // The version of the next request goes into the query.
    this.#url = url.split('#', 1)[0]!;
    this.#ports = ports;
    this.#began = this.#phaseSince = ports.now();
    this.#known = known;
    this.#isOver = this.#isFinal;
    this.#endLifecycle = ports.onPageLifecycle((left) => {
      if (left) return this.#leave();
      this.#lead();
      this.#wake();
    });
    this.#lead();
    // With a version the server can hold the first request until there is an update.
    if (fresh && known.version === undefined) this.#plan(this.#interval());
    else this.#wake();
  }

  get state(): PollerState {
    return this.#state;
  }

  /** Polls now, whatever was planned. Also restarts polling after it has stopped. */
  poll(): void {
    this.#isOver = false;
    this.#request();
    this.#lead();
  }

  /** Requests the payment itself for a model without one. A server does not send it while its version is the known one. */
  readAgain(): void {
    if (this.#known.version === undefined || this.#state.update) return;
    this.#known = { phase: this.#known.phase };
    this.poll();
  }

  stop(): void {
    this.#isOver = true;
    this.#endLifecycle();
    this.#leave();
  }

  get #isFinal() {
    return !!this.#known.phase && isFinal(this.#known.phase);
  }

  /** Only money that arrives late can still change the payment. */
  get #isWatchedLate() {
    return !!this.#known.phase && !!phaseFacts(this.#known.phase).ended && !this.#isFinal;
  }

  #interval() {
    return nextInterval(this.#ports.now() - this.#began, this.#isWatchedLate, this.#ports);
  }

  #plan(ms: number) {
    this.#cancel?.();
    const isIdle = this.#isOver || this.#endRequest || this.#ports.hidden();
    const limited = Math.min(ms, LONGEST_WAIT_MS) + (this.#listens ? SILENCE_MS : 0);
    this.#cancel = isIdle ? undefined : this.#ports.wait(() => this.#wake(), limited);
  }

  #pollAlone(ms: number) {
    this.#listens = false;
    this.#plan(ms);
  }

  #wake() {
    if (this.#isOver || this.#ports.hidden()) return;
    this.#listens = false;
    const now = this.#ports.now();
    if (now < this.#notBefore) return this.#plan(this.#notBefore - now);
    // `visibilitychange`, `online` and `pageshow` often come in pairs. One request is enough for both.
    if (!this.#endRequest || now - this.#requestedAt >= SPACING_MS) this.#request();
  }

  #request() {
    this.#cancel?.();
    this.#endRequest?.();
    this.#requestedAt = this.#ports.now();
    this.#notBefore = 0;
    this.#endRequest = sendRequest(this.#nextUrl, { timeout: REQUEST_LIMIT_MS }, this.#ports, (answer) => {
      this.#endRequest = undefined;
      this.#tabs?.broadcast(answer);
      this.#read(answer, 'self');
    });
  }

  /**
   * The address with the known version. After a failure it has none, so that the server responds at once: while it holds
   * a request, the status line would still show the loss of contact.
   */
  get #nextUrl() {
    const { version } = this.#known;
    if (version === undefined || this.#failures) return this.#url;
    const order = isPhase(this.#orderPhase) ? `&orderPhase=${this.#orderPhase}` : '';
    return `${this.#url}${this.#url.includes('?') ? '&' : '?'}since=${version}${order}`;
  }

  #read(answer: Answer, by: MessageSource) {
    const { status, text, retryAfter, time } = answer;
    this.#readClock(status, time);
    if (status === 404 || status === 410) {
      this.#isOver = true;
      this.#plan(0);
      // A final payment stays final when the shop no longer stores it.
      return this.#publish(this.#isFinal ? {} : { contact: 'gone', failure: failureWithoutCode(answer) });
    }
    if (status === 429 || status === 503) return this.#failed(by, status, retryAfter);
    if (status === 204 || status === 304) return this.#answered(by);
    const body = isOk(answer) ? parseJson(text) : undefined;
    const update = parseStatusUpdate(body);
    return update ? this.#answered(by, update) : this.#failed(by, status, undefined, body);
  }

  #readClock(status: number, time: number | undefined) {
    const { clock = -Infinity } = this.#state;
    const now = this.#ports.now();
    // The `Date` header has whole seconds and is late by the network delay. Of several values, the latest is the most
    // exact.
    if (time) this.#state = { ...this.#state, clock: this.#isPayersClock ? time - now : Math.max(clock, time - now) };
    else if (status && !this.#state.clock) this.#state = { ...this.#state, clock: this.#ports.date() - now };
    this.#isPayersClock = !time && (this.#isPayersClock || clock === -Infinity);
  }

  #answered(by: MessageSource, update?: StatusUpdate) {
    this.#listens ||= by === 'leader';
    this.#failures = this.#losses = 0;
    if (update) this.#orderPhase = update.body['orderPhase'];
    const applies = update && mayApply(this.#known, update);
    const isNewer = applies && update.version! > (this.#known.version ?? -1);
    this.#quickUpdates = isNewer ? this.#quickUpdates + 1 : 0;
    if (applies) {
      const phase = update.phase === 'unknown' ? this.#known.phase : update.phase;
      if (phase !== this.#known.phase) this.#phaseSince = this.#ports.now();
      this.#known = { phase, version: update.version ?? this.#known.version };
    }
    const isOld = this.#isWatchedLate && this.#ports.now() - this.#phaseSince >= LATE_WATCH_MS;
    this.#isOver = isOld || this.#isFinal;
    this.#plan(this.#intervalAfter(update, !!isNewer, by) + behind(by));
    this.#publish({ contact: 'good', ...(applies && { update }) });
  }

  /**
   * Milliseconds from a response to the next request. After a newer version, the next request starts as soon as `after`
   * allows: the server can hold that request, and the next update may come within the same second.
   */
  #intervalAfter(update: StatusUpdate | undefined, isNewer: boolean, by: MessageSource): number {
    const spent = by === 'self' ? this.#ports.now() - this.#requestedAt : 0;
    const after = update && count(update.body['after']);
    const isQuick = by === 'self' && isNewer && this.#quickUpdates <= QUICK_UPDATES;
    if (after !== undefined) return Math.max(after * saveDataFactor(this.#ports), isQuick ? 0 : SPACING_MS - spent);
    return isQuick ? 0 : Math.max(0, this.#interval() - spent);
  }

  #failed(by: MessageSource, status: number, retryAfter?: number, unrecognized?: unknown) {
    if (this.#isOver) return;
    if (by !== 'self' && retryAfter === undefined) {
      // This tab may reach an address that another tab cannot reach.
      if (this.#listens) this.#pollAlone(backOff(1, this.#ports));
      return;
    }
    this.#failures++;
    // A 429 response proves that the shop can be reached; a missing response does not.
    this.#losses = status === 429 ? 0 : this.#losses + 1;
    let ms = backOff(this.#failures, this.#ports);
    if (retryAfter !== undefined) {
      ms = Math.min(Math.max(retryAfter, SPACING_MS), LONGEST_WAIT_MS);
      this.#notBefore = Math.max(this.#notBefore, this.#ports.now() + ms);
    }
    this.#plan(ms + behind(by));
    const isLost = this.#losses >= LOST_AFTER;
    this.#publish({ unrecognized, ...(isLost && { contact: 'lost', failure: failureOf(status) }) });
  }

  #publish(change: Partial<PollerState>) {
    const isSeen = this.#known.phase && this.#known.phase !== 'awaiting';
    const stalled = !isSeen && this.#ports.now() - this.#began >= STALL_MS;
    this.#state = { ...this.#state, unrecognized: undefined, ...change, stalled };
    for (const listener of this.listeners) listener(this.#state);
    this.#lead();
  }

  /**
   * Requests the lock of the leader while there is something to poll and the page is visible, and releases it
   * otherwise.
   */
  #lead() {
    const isWanted = !this.#isOver && !this.#ports.hidden();
    if (isWanted && this.#ports.tabs) this.#tabs ??= this.#joinTabs(this.#ports.tabs);
    this.#tabs?.lead(isWanted);
  }

  #joinTabs(tabs: TabsPorts) {
    const received = (answer: Answer | undefined, by: MessageSource) => this.#received(answer, by);
    // The previous leader is gone, perhaps during a request.
    return joinTabs(tabs, this.#url, received, () => this.#listens && this.#pollAlone(SPACING_MS));
  }

  #received(answer: Answer | undefined, by: MessageSource) {
    // The leader announces itself again when another tab polls on its own.
    if (by === 'other' && !this.#failures) this.#tabs?.broadcast();
    if (answer) this.#read(answer, by);
    else if (by === 'leader') {
      this.#listens = true;
      this.#plan(this.#interval());
    }
  }

  #leave() {
    this.#tabs?.close();
    this.#tabs = undefined;
    this.#cancel?.();
    this.#endRequest?.();
    this.#endRequest = undefined;
  }
}

/** Added to the interval of a tab that did not send the request itself. Milliseconds. */
const behind = (by: MessageSource) => (by === 'self' ? 0 : SPACING_MS);

/** One poller per status address and page, shared by all models of the page that show the payment. */
const pages = new WeakMap<PagePorts, Map<string, Poller>>();

function pollersOf(ports: PagePorts): Map<string, Poller> {
  const pollers = pages.get(ports) ?? new Map<string, Poller>();
  pages.set(ports, pollers);
  return pollers;
}

/** The number of addresses that the page polls now. @internal */
export const pollerCount = (ports: PagePorts): number => pollersOf(ports).size;

export interface Subscription {
  /** What is already known of the address, from the polling for another model. */
  readonly state: PollerState | undefined;
  poll(): void;
  stop(): void;
}

/**
 * Polls a status address and calls `listener` with every change. The poller stops with its last subscription. Models do
 * not know whether this page or another tab sends the requests (`tab-leader.ts`).
 */
export function subscribe(
  ports: PagePorts,
  url: string,
  listener: (state: PollerState) => void,
  known: Known & { readonly fresh?: boolean },
): Subscription {
  const pollers = pollersOf(ports);
  const poller = pollers.get(url) ?? new Poller(url, ports, known);
  pollers.set(url, poller);
  const { state, listeners } = poller;
  listeners.add(listener);
  if (known.version === undefined) poller.readAgain();
  return {
    state: state.contact === 'unknown' && state.unrecognized === undefined ? undefined : state,
    poll: () => poller.poll(),
    stop() {
      listeners.delete(listener);
      if (listeners.size || pollers.get(url) !== poller) return;
      poller.stop();
      pollers.delete(url);
    },
  };
}
