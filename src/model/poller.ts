import { isFinal, isPhase, phaseFacts } from '../core/payments/phases.ts';
import {
  count,
  mayApply,
  outcomeOf,
  parseJson,
  parseStatusUpdate,
  type Known,
  type Outcome,
  type PollerState,
  type StatusUpdate,
} from './status-update.ts';
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
import { sendRequest } from './request.ts';
import { joinTabs, type MessageSource, type Tabs } from './tab-leader.ts';
import type { PagePorts } from './ports.ts';

/** When no money was detected for this long, the status line names possible causes. Polling continues. */
const STALL_MS = 7 * 60_000;
/** Failed requests in a row before the status line says so. A single failure can be a short loss of signal. */
const LOST_AFTER = 3;

export interface Poller {
  readonly state: PollerState;
  /** Polls now, whatever was planned. Also restarts polling after it has stopped. */
  poll(): void;
  stop(): void;
}

/**
 * Polls one status address until the payment is final. Clock, fetch, random numbers and the visibility
 * of the page are parameters.
 *
 * A failed request says nothing about the payment: it is repeated after growing delays. Only one request is in progress
 * at a time. Polling stops at a final phase, at 404 or 410, after an hour in the phases `expired` or `late`, and at
 * `stop()`.
 *
 * Among several tabs of a browser, the visible leader polls and the others listen (`tab-leader.ts`). Every tab polls by
 * itself at first, whenever it is shown, and when `poll` is called: a visible tab never depends on another one.
 *
 * @param fresh - The payment was read just now, so the first request waits for the usual interval.
 */
export function createPoller(
  url: string,
  ports: PagePorts,
  changed: (state: PollerState) => void,
  { fresh = false, ...start }: Known & { fresh?: boolean } = {},
): Poller {
  const began = ports.now();
  let known: Known = start;
  /**
   * The phase of the order in the last response. It is sent with the version, so that a server can hold the next
   * request.
   */
  let orderPhase: unknown;
  let state: PollerState = { contact: 'unknown', stalled: false };
  let phaseSince = began;
  let requestedAt = 0;
  let notBefore = 0;
  let failures = 0;
  let losses = 0;
  /** The number of updates in a row, each newer than the one before. */
  let quickUpdates = 0;
  let over = false;
  /** Functions that cancel the planned request and the request in progress. */
  let cancel: (() => void) | undefined;
  let endRequest: (() => void) | undefined;
  let tabs: Tabs | undefined;
  /** Whether the last response came from the leader tab. */
  let listens = false;

  const ended = () => !!known.phase && isFinal(known.phase);
  /** Only money that arrives late can still change the payment. */
  const watchedLate = () => !!known.phase && !!phaseFacts(known.phase).ended && !ended();
  const rest = () => nextInterval(ports.now() - began, watchedLate(), ports);

  const plan = (ms: number) => {
    cancel?.();
    const idle = over || endRequest || ports.hidden();
    cancel = idle ? undefined : ports.wait(wake, Math.min(ms, LONGEST_WAIT_MS) + (listens ? SILENCE_MS : 0));
  };

  /**
   * Milliseconds from a response to the next request. After a newer version, the next request starts as soon as `after`
   * allows: the server can hold that request, and the next update may come within the same second.
   */
  const intervalAfter = (update: StatusUpdate | undefined, isNewer: boolean, by: MessageSource): number => {
    const spent = by === 'self' ? ports.now() - requestedAt : 0;
    const after = update && count(update.body['after']);
    const isQuick = by === 'self' && isNewer && quickUpdates <= QUICK_UPDATES;
    if (after !== undefined) return Math.max(after * saveDataFactor(ports), isQuick ? 0 : SPACING_MS - spent);
    return isQuick ? 0 : Math.max(0, rest() - spent);
  };

  const pollAlone = (ms: number) => {
    listens = false;
    plan(ms);
  };

  const publish = (next: Partial<PollerState>) => {
    const seen = known.phase && known.phase !== 'awaiting';
    state = { ...state, unrecognized: undefined, ...next, stalled: !seen && ports.now() - began >= STALL_MS };
    changed(state);
    queue();
  };

  /**
   * Requests the lock of the leader while there is something to poll and the page is visible, and releases it
   * otherwise.
   */
  const queue = () => {
    const wanted = !over && !ports.hidden();
    if (wanted && ports.tabs) tabs ??= joinTabs(ports.tabs, url, received, becameLeader);
    tabs?.lead(wanted);
  };

  const leave = () => {
    tabs?.close();
    tabs = undefined;
    cancel?.();
    endRequest?.();
    endRequest = undefined;
  };

  /** Added to the interval of a tab that did not send the request itself. */
  const behind = (by: MessageSource) => (by === 'self' ? 0 : SPACING_MS);

  const failed = (by: MessageSource, retryAfter?: number, lost = true, unrecognized?: unknown) => {
    if (over) return;
    if (by !== 'self' && retryAfter === undefined) {
      // This tab may reach an address that another tab cannot reach.
      if (listens) pollAlone(backOff(1, ports));
      return;
    }
    failures++;
    losses = lost ? losses + 1 : 0;
    let ms = backOff(failures, ports);
    if (retryAfter !== undefined) {
      ms = Math.min(Math.max(retryAfter, SPACING_MS), LONGEST_WAIT_MS);
      notBefore = Math.max(notBefore, ports.now() + ms);
    }
    plan(ms + behind(by));
    publish({ unrecognized, ...(losses >= LOST_AFTER && { contact: 'lost' }) });
  };

  const answered = (by: MessageSource, update?: StatusUpdate) => {
    listens ||= by === 'leader';
    failures = losses = 0;
    if (update) orderPhase = update.body['orderPhase'];
    const applies = update && mayApply(known, update);
    const isNewer = applies && update.version! > (known.version ?? -1);
    quickUpdates = isNewer ? quickUpdates + 1 : 0;
    if (applies) {
      const phase = update.phase === 'unknown' ? known.phase : update.phase;
      if (phase !== known.phase) phaseSince = ports.now();
      known = { phase, version: update.version ?? known.version };
    }
    const late = watchedLate() && ports.now() - phaseSince >= LATE_WATCH_MS;
    over = late || ended();
    plan(intervalAfter(update, !!isNewer, by) + behind(by));
    publish({ contact: 'good', ...(applies && { update }) });
  };

  const read = ([status, text, retryAfter, time]: Outcome, by: MessageSource) => {
    const { clock = -Infinity } = state;
    // The `Date` header has whole seconds and is late by the network delay. Of several values, the latest is the most
    // exact.
    if (time) state = { ...state, clock: Math.max(clock, time - ports.now()) };
    else if (status && !state.clock) state = { ...state, clock: ports.date() - ports.now() };
    if (status === 404 || status === 410) {
      over = true;
      plan(0);
      // A final payment stays final when the shop no longer stores it.
      return publish(ended() ? {} : { contact: 'gone' });
    }
    // A 429 response proves that the shop can be reached; a missing response does not.
    if (status === 429 || status === 503) return failed(by, retryAfter, status === 503);
    if (status === 204 || status === 304) return answered(by);
    const answer = status >= 200 && status < 300 ? parseJson(text) : undefined;
    const update = parseStatusUpdate(answer);
    return update ? answered(by, update) : failed(by, undefined, true, answer);
  };

  const received = (outcome: Outcome | undefined, by: MessageSource) => {
    // The leader announces itself again when another tab polls on its own.
    if (by === 'other' && !failures) tabs?.broadcast();
    if (outcome) read(outcome, by);
    else if (by === 'leader') {
      listens = true;
      plan(rest());
    }
  };

  /** Called when the previous leader tab is gone, perhaps during a request. */
  const becameLeader = () => {
    if (listens) pollAlone(SPACING_MS);
  };

  const pollNow = () => {
    cancel?.();
    endRequest?.();
    requestedAt = ports.now();
    notBefore = 0;
    // After a failure, the request has no `since`, so that the server responds at once: while it holds a request, the
    // status line would still show the loss of contact.
    const since =
      known.version === undefined || failures ? '' : `${url.includes('?') ? '&' : '?'}since=${known.version}`;
    const order = since && isPhase(orderPhase) ? `&orderPhase=${orderPhase}` : '';
    endRequest = sendRequest(url + since + order, { timeout: REQUEST_LIMIT_MS }, ports, (answer) => {
      const outcome = outcomeOf(answer, ports);
      endRequest = undefined;
      tabs?.broadcast(outcome);
      read(outcome, 'self');
    });
  };

  const wake = () => {
    if (over || ports.hidden()) return;
    listens = false;
    const now = ports.now();
    if (now < notBefore) return plan(notBefore - now);
    // `visibilitychange`, `online` and `pageshow` often come in pairs. One request is enough for both.
    if (!endRequest || now - requestedAt >= SPACING_MS) pollNow();
  };

  const endLifecycle = ports.onPageLifecycle((left) => {
    if (left) return leave();
    queue();
    wake();
  });
  over = ended();
  queue();
  // With a version the server can hold the first request until there is an update.
  if (fresh && known.version === undefined) plan(rest());
  else wake();

  return {
    get state() {
      return state;
    },
    poll() {
      over = false;
      pollNow();
      queue();
    },
    stop() {
      over = true;
      endLifecycle();
      leave();
    },
  };
}
