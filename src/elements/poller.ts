import { isFinal } from '../core/status.ts';
import { count, jsonIn, mayTake, newsIn, type Known, type News, type PollerState } from './news.ts';
import { backOff, LATE_WATCH_MS, LONGEST_WAIT_MS, restAfter, SILENCE_MS, SPACING_MS, thrift } from './pace.ts';
import { ask, type Outcome } from './question.ts';
import type { Tabs, Teller } from './tabs.ts';
import type { PollerPorts } from './page-ports.ts';

/** After this long with nothing seen the payer is told what may be wrong. The watching goes on. */
const STALL_MS = 15 * 60_000;
/** One lost question is a tunnel, three are trouble worth a word. */
const LOST_AFTER = 3;

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
 * Of several tabs in a browser one asks while it can be seen, and the others listen (`tabs.ts`). A tab asks for itself
 * all the same at its first look, whenever it is shown, and when told to: nobody who looks depends on another tab.
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
  let losses = 0;
  let over = false;
  /** Called off: the next question, and the one under way. */
  let callOff: (() => void) | undefined;
  let endQuestion: (() => void) | undefined;
  let tabs: Tabs | undefined;
  /** Whether the last answer came from the tab that asks for all. */
  let listens = false;

  const ended = () => !!known.phase && isFinal(known.phase);
  const watchedLate = () => known.phase === 'expired' || known.phase === 'late';
  const rest = () => restAfter(ports.now() - began, watchedLate(), ports);

  const plan = (ms: number) => {
    callOff?.();
    const idle = over || endQuestion || ports.hidden();
    callOff = idle ? undefined : ports.wait(wake, Math.min(ms, LONGEST_WAIT_MS) + (listens ? SILENCE_MS : 0));
  };

  /** Waits for no other tab. */
  const askAlone = (ms: number) => {
    listens = false;
    plan(ms);
  };

  const say = (next: Partial<PollerState>) => {
    const seen = known.phase && known.phase !== 'awaiting';
    state = { ...state, odd: undefined, ...next, stalled: !seen && ports.now() - began >= STALL_MS };
    changed(state);
    queue();
  };

  /** Stands in line for the lock while there is something to ask and somebody to see it. */
  const queue = () => {
    const wanted = !over && !ports.hidden();
    if (wanted) tabs ??= ports.joinTabs?.(url, heardOf, led);
    tabs?.lead(wanted);
  };

  const leave = () => {
    tabs?.close();
    tabs = undefined;
    callOff?.();
    endQuestion?.();
    endQuestion = undefined;
  };

  /** Who was answered asks next; the others hear of it in time. */
  const behind = (by: Teller) => (by === 'self' ? 0 : SPACING_MS);

  const failed = (by: Teller, told?: number, lost = true, odd?: unknown) => {
    if (over) return;
    if (by !== 'self' && told === undefined) {
      // What another tab cannot reach this one may.
      if (listens) askAlone(backOff(1, ports));
      return;
    }
    failures++;
    losses = lost ? losses + 1 : 0;
    let ms = backOff(failures, ports);
    if (told !== undefined) {
      ms = Math.min(Math.max(told, SPACING_MS), LONGEST_WAIT_MS);
      notBefore = Math.max(notBefore, ports.now() + ms);
    }
    plan(ms + behind(by));
    say({ odd, ...(losses >= LOST_AFTER && { contact: 'lost' }) });
  };

  const heard = (by: Teller, news?: News) => {
    listens ||= by === 'leader';
    failures = losses = 0;
    const taken = news && mayTake(known, news);
    if (taken) {
      const phase = news.phase === 'unknown' ? known.phase : news.phase;
      if (phase !== known.phase) phaseSince = ports.now();
      known = { phase, version: news.version ?? known.version };
    }
    const late = watchedLate() && ports.now() - phaseSince >= LATE_WATCH_MS;
    over = late || ended();
    const spent = by === 'self' ? ports.now() - askedAt : 0;
    const after = news && count(news.body['after']);
    const ms = after === undefined ? Math.max(0, rest() - spent) : Math.max(after * thrift(ports), SPACING_MS - spent);
    plan(ms + behind(by));
    say({ contact: 'good', ...(taken && { news }) });
  };

  const read = ([status, text, told, time]: Outcome, by: Teller) => {
    const { clock = -Infinity } = state;
    // A Date is in whole seconds and late by the way it came: of many, the latest is the nearest.
    if (time) state = { ...state, clock: Math.max(clock, time - ports.now()) };
    else if (status && !state.clock) state = { ...state, clock: Date.now() - ports.now() };
    if (status === 404 || status === 410) {
      over = true;
      plan(0);
      // What has ended and is no longer kept has ended all the same.
      return say(ended() ? {} : { contact: 'gone' });
    }
    // Too many questions is an answer of a shop that is there; its silence is not.
    if (status === 429 || status === 503) return failed(by, told, status === 503);
    if (status === 204 || status === 304) return heard(by);
    const answer = status >= 200 && status < 300 ? jsonIn(text) : undefined;
    const news = newsIn(answer);
    return news ? heard(by, news) : failed(by, undefined, true, answer);
  };

  const heardOf = (outcome: Outcome | undefined, by: Teller) => {
    // Who leads and is well says so to who speaks without.
    if (by === 'other' && !failures) tabs?.tell();
    if (outcome) read(outcome, by);
    else if (by === 'leader') {
      listens = true;
      plan(rest());
    }
  };

  /** The tab that asked is gone, perhaps in the middle of a question. */
  const led = () => {
    if (listens) askAlone(SPACING_MS);
  };

  const askNow = () => {
    callOff?.();
    endQuestion?.();
    askedAt = ports.now();
    notBefore = 0;
    // A held answer would leave 'no contact' standing though there is contact: after a failure any answer is news.
    const since =
      known.version === undefined || failures ? '' : `${url.includes('?') ? '&' : '?'}since=${known.version}`;
    endQuestion = ask(url + since, ports, (outcome) => {
      endQuestion = undefined;
      tabs?.tell(outcome);
      read(outcome, 'self');
    });
  };

  const wake = () => {
    if (over || ports.hidden()) return;
    listens = false;
    const now = ports.now();
    if (now < notBefore) return plan(notBefore - now);
    // Shown, online and pageshow come in pairs; one question is enough for both.
    if (!endQuestion || now - askedAt >= SPACING_MS) askNow();
  };

  const endTurns = ports.onTurn((left) => {
    if (left) return leave();
    queue();
    wake();
  });
  over = ended();
  queue();
  if (fresh) plan(rest());
  else wake();

  return {
    get state() {
      return state;
    },
    ask() {
      over = false;
      askNow();
      queue();
    },
    stop() {
      over = true;
      endTurns();
      leave();
    },
  };
}
