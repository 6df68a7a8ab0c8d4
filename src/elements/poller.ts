import { exactJson } from '../core/json.ts';
import { isFinal } from '../core/status.ts';
import { count, mayTake, newsIn, toldToWait, type Known, type News } from './news.ts';

/** Our own backend holds a question up to 15 s; an answer that takes 10 s more is not coming. */
const REQUEST_LIMIT_MS = 25_000;
/** How long to rest after so much watching, where the answer does not say: `[watched less than, rest]`. */
const RESTS_MS = [
  [60_000, 2_500],
  [5 * 60_000, 5_000],
  [30 * 60_000, 10_000],
] as const;
/** After half an hour, and for money that may come after the time was up. */
const SLOW_REST_MS = 30_000;
const LATE_WATCH_MS = 60 * 60_000;
/** After this long with nothing seen the payer is told what may be wrong. The watching goes on. */
const STALL_MS = 15 * 60_000;
/** From the start of one question to the start of the next, however eager the answer's `after`. */
const SPACING_MS = 1_000;
const BACK_OFF_MS = [1_000, 30_000] as const;
/** A wait beyond an hour is no way to follow a payment, and far larger ones overflow the browser's timers. */
const LONGEST_WAIT_MS = 60 * 60_000;
/** One lost question is a tunnel, three are trouble worth a word. */
const LOST_AFTER = 3;
/** Spreads many payers' questions apart: +-20 %. */
const JITTER = 0.2;

/** All that following needs from the world. */
export interface PollerPorts {
  fetch(url: string, init: { signal: AbortSignal; cache: 'no-store' }): Promise<Response>;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Calls once after so many milliseconds; the answer calls it off. */
  wait(run: () => void, ms: number): () => void;
  /** From 0 up to 1. */
  random(): number;
  hidden(): boolean;
  /** Calls when the page is shown again or the network is back; the answer ends it. */
  onWake(run: () => void): () => void;
}

export interface PollerState {
  /** `lost`: three questions came to nothing. `gone`: the address knows no such payment (404, 410). */
  readonly contact: 'unknown' | 'good' | 'lost' | 'gone';
  readonly news?: News;
  /** The last answer, when it was JSON that says no status. No news, but perhaps what `src` has instead of a payment. */
  readonly odd?: unknown;
  /** Nothing was seen for a quarter of an hour. */
  readonly stalled: boolean;
}

export interface Poller {
  readonly state: PollerState;
  /** Asks now, whatever was planned. Takes up again what had stopped. */
  ask(): void;
  stop(): void;
}

/**
 * Follows one status address to the payment's end. Knows no DOM: clock, fetch, chance and the
 * page's visibility are handed in.
 *
 * A request that fails says nothing about the payment: it is asked again, later and later. One question is
 * under way at a time. What stops it: a final phase, 404 or 410, an hour of watching after expiry, `stop()`.
 *
 * @param fresh - The payment was read just now, so the first question can rest like any other.
 */
export function createPoller(
  url: string,
  ports: PollerPorts,
  changed: (state: PollerState) => void,
  { fresh = false, ...start }: Known & { fresh?: boolean } = {},
): Poller {
  const began = ports.now();
  let known: Known = start;
  let state: PollerState = { contact: 'unknown', stalled: false };
  let phaseSince = began;
  let askedAt = 0;
  let notBefore = 0;
  let failures = 0;
  let over = false;
  let request: AbortController | undefined;
  let callOff: (() => void) | undefined;

  const jitter = (ms: number) => ms * (1 - JITTER + 2 * JITTER * ports.random());
  const watchedLate = () => known.phase === 'expired' || known.phase === 'late';
  const rest = () => {
    const watched = ports.now() - began;
    return jitter((!watchedLate() && RESTS_MS.find(([until]) => watched < until)?.[1]) || SLOW_REST_MS);
  };

  const plan = (ms: number) => {
    callOff?.();
    callOff = over || ports.hidden() ? undefined : ports.wait(wake, Math.min(ms, LONGEST_WAIT_MS));
  };

  const say = (next: Partial<PollerState>) => {
    const seen = known.phase && known.phase !== 'awaiting';
    state = { ...state, odd: undefined, ...next, stalled: !seen && ports.now() - began >= STALL_MS };
    changed(state);
  };

  const failed = (told?: number, lost = true, odd?: unknown) => {
    failures++;
    const [first, most] = BACK_OFF_MS;
    const ms = told ?? Math.min(most, jitter(first * 2 ** Math.min(failures - 1, 5)));
    if (told !== undefined) notBefore = ports.now() + Math.min(told, LONGEST_WAIT_MS);
    plan(ms);
    say({ odd, ...(lost && failures >= LOST_AFTER && { contact: 'lost' }) });
  };

  const heard = (news: News | undefined) => {
    failures = 0;
    const taken = news && mayTake(known, news);
    if (taken) {
      const phase = news.phase === 'unknown' ? known.phase : news.phase;
      if (phase !== known.phase) phaseSince = ports.now();
      known = { phase, version: news.version ?? known.version };
    }
    const late = watchedLate() && ports.now() - phaseSince >= LATE_WATCH_MS;
    over = late || (!!known.phase && isFinal(known.phase));
    const spent = ports.now() - askedAt;
    const after = news && count(news.body['after']);
    plan(after === undefined ? Math.max(0, rest() - spent) : Math.max(after, SPACING_MS - spent));
    say({ contact: 'good', ...(taken && { news }) });
  };

  const read = (response: Response, text: string) => {
    const { status } = response;
    if (status === 404 || status === 410) {
      over = true;
      return say({ contact: 'gone' });
    }
    // Too many questions is an answer of a shop that is there; its silence is not.
    if (status === 429 || status === 503) return failed(toldToWait(response, text), status === 503);
    if (status === 204 || status === 304) return heard(undefined);
    let answer: unknown;
    try {
      if (response.ok) answer = exactJson(text);
    } catch {
      // Not JSON: a login page, a proxy's apology.
    }
    const news = newsIn(answer);
    return news ? heard(news) : failed(undefined, true, answer);
  };

  const ask = async () => {
    callOff?.();
    request?.abort();
    const own = (request = new AbortController());
    askedAt = ports.now();
    notBefore = 0;
    /** True once, for the question that is still the running one. */
    const settle = () => request === own && ((request = undefined), true);
    const callOffLimit = ports.wait(() => {
      if (settle()) failed();
      own.abort();
    }, REQUEST_LIMIT_MS);
    own.signal.addEventListener('abort', callOffLimit);
    // A held answer would leave 'no contact' standing though there is contact: after a failure any answer is news.
    const since =
      known.version === undefined || failures ? '' : `${url.includes('?') ? '&' : '?'}since=${known.version}`;
    let answer: [Response, string] | undefined;
    try {
      const response = await ports.fetch(url + since, { signal: own.signal, cache: 'no-store' });
      answer = [response, await response.text()];
    } catch {
      // No network, no such host, called off: told apart by `settle`.
    }
    callOffLimit();
    if (!settle()) return;
    if (answer) read(...answer);
    else failed();
  };

  const wake = () => {
    if (over || ports.hidden()) return;
    const now = ports.now();
    if (now < notBefore) return plan(notBefore - now);
    // Shown, online and pageshow come in pairs; one question is enough for both.
    if (!request || now - askedAt >= SPACING_MS) void ask();
  };

  const endWake = ports.onWake(wake);
  if (known.phase && isFinal(known.phase)) over = true;
  else if (fresh) plan(rest());
  else wake();

  return {
    get state() {
      return state;
    },
    ask() {
      over = false;
      void ask();
    },
    stop() {
      over = true;
      endWake();
      callOff?.();
      request?.abort();
      request = undefined;
    },
  };
}
