/** A shop on a turned clock, whose payment goes its way while the network between it and the payer does what it likes. */
import { isFinal, phaseOf, type Phase } from '../../src/core/payments/phases.ts';
import { ABORTED, type Clock } from './fake-browser.ts';

/** Chance that comes again with its seed: from 0 up to 1 (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const pick = <T>(chance: () => number, from: readonly T[]): T => from[Math.floor(chance() * from.length)]!;
export const between = (chance: () => number, least: number, most: number): number =>
  Math.round(least + chance() * (most - least));

/** The ways a payment may go in the shop's books. */
const WAYS = [
  'NEW PAID',
  'NEW DETECTED CONFIRMING PAID',
  'NEW DETECTED CONFIRMING OVERPAID',
  'NEW CONFIRMING UNDERPAID PAID',
  'NEW UNDERPAID',
  'NEW EXPIRED',
  'NEW EXPIRED LATE PAID',
  'NEW EXPIRED PAID',
  'NEW UNMATCHED PAID',
  'PENDING FAILED',
  'NEW CANCELLED',
];

/** Bodies with the status 200 that say nothing of a payment. */
const GARBAGE = [
  '',
  'null',
  '42',
  '"PAID"',
  '[]',
  '[{"status":"PAID"}]',
  '{}',
  '{"status":""}',
  '{"status":true}',
  '{"paid":true}',
  '{"status":"success","data":null}',
  '{"status":"success","data":[]}',
  '{"status":"error","message":"no database"}',
  '\u0000\u0001\uFFFD',
  '<!doctype html><title>PAID</title><h1>Log in to the Wi-Fi</h1>',
];

type Fate =
  'well' | 'slow' | 'cut' | 'silent' | 'garbage' | 'half' | 'broken' | 'error' | 'busy' | 'stale' | 'odd' | 'gone';
const BAD: readonly Fate[] = ['slow', 'cut', 'silent', 'garbage', 'half', 'broken', 'error', 'busy', 'stale', 'odd'];

/** One answer of the shop: what the pace of the next question hangs on. */
export interface Given {
  /** The version it says. */
  readonly version?: number | undefined;
  readonly at: number;
  readonly kind: 'good' | 'refused' | 'vain' | 'gone';
  /** Milliseconds it says to wait. */
  readonly wait?: number | undefined;
}

const NO_HEADERS = new Headers();

/** Milliseconds. */
const HOUR = 3_600_000;

/**
 * A payment that goes its way within 50 minutes, and spells of weather of some minutes each. Every answer is given
 * through `answer`, and `given` hears what it was.
 */
export function createShop(clock: Clock, chance: () => number) {
  const began = clock.now();
  const statuses = pick(chance, WAYS).split(' ');
  const times = statuses.slice(1).map(() => between(chance, 5_000, 50 * 60_000));
  times.sort((a, b) => a - b);
  const books = statuses.map((status, at) => ({ at: at && began + times[at - 1]!, status, version: at + 1 }));
  const versions = chance() < 0.7;
  const hints = chance() < 0.5;
  const holds = versions && chance() < 0.5;
  const wildness = chance();
  let healed = false;
  let spell = { until: 0, wild: 0, gone: false };

  const written = () => books.filter(({ at }) => at <= clock.now());
  const now = () => written().at(-1)!;
  const fate = (): Fate => {
    if (healed) return 'well';
    if (clock.now() >= spell.until) {
      const until = clock.now() + between(chance, 10_000, 6 * 60_000);
      spell = { until, wild: pick(chance, [0, 0.2, wildness, wildness, 1]), gone: chance() < 0.03 };
    }
    if (spell.gone) return 'gone';
    return chance() < spell.wild ? pick(chance, BAD) : 'well';
  };
  const body = ({ status, version }: { status: string; version: number }) =>
    JSON.stringify({
      status,
      ...(chance() < 0.3 && { phase: phaseOf(status) }),
      ...(versions && { version }),
      ...(hints && { after: pick(chance, [0, 300, 2_500, 10_000]) }),
    });

  /** Answers a question, or lets it hang; `given` is called with what the payer's side can know of it. */
  const answer = (url: string, signal: AbortSignal, given: (answer: Given) => void): Promise<Response> =>
    new Promise((give, refuse) => {
      const later = (ms: number, run: () => void) => {
        const callOff = clock.wait(run, ms);
        signal.addEventListener('abort', callOff);
      };
      const respond = (
        kind: Given['kind'],
        status: number,
        text: string | Error,
        headers?: Record<string, string>,
        wait?: number,
        version?: number,
      ) => {
        given({ at: clock.now(), kind, wait, version });
        const read = () => (typeof text === 'string' ? Promise.resolve(text) : Promise.reject(text));
        // As much of a Response as is used; a real one would take a task of the browser for every body.
        give({
          status,
          ok: status < 300,
          headers: headers ? new Headers(headers) : NO_HEADERS,
          text: read,
        } as Response);
      };
      const well = (state = now()) => {
        const text = body(state);
        const { after, version } = JSON.parse(text) as { after?: number; version?: number };
        respond('good', 200, text, undefined, after, version);
      };
      signal.addEventListener('abort', () => refuse(ABORTED));
      const coming = fate();
      switch (coming) {
        case 'well': {
          const since = Number(/since=(\d+)/.exec(url)?.[1]);
          const next = books.find(({ at }) => at > clock.now());
          if (!holds || since < now().version || Number.isNaN(since)) return well();
          return later(Math.min(15_000, next ? next.at - clock.now() : Infinity), () => well());
        }
        case 'slow':
          return later(between(chance, 1_000, 60_000), () => well());
        case 'cut':
          return later(between(chance, 0, 3_000), () => {
            given({ at: clock.now(), kind: 'vain' });
            refuse(new TypeError('network'));
          });
        case 'silent':
          return;
        case 'garbage':
          return respond('vain', 200, pick(chance, GARBAGE));
        case 'half': {
          const text = body(now());
          return respond('vain', 200, text.slice(0, between(chance, 1, text.length - 1)));
        }
        case 'broken':
          return respond('vain', 200, new TypeError('connection lost'));
        case 'error':
          return respond(
            'vain',
            pick(chance, [301, 400, 401, 403, 500, 502, 504]),
            pick(chance, [...GARBAGE, '{"status":"PAID"}', '{"status":"FAILED"}']),
          );
        case 'busy': {
          const status = pick(chance, [429, 503]);
          const ms = between(chance, 0, 90) * 1_000;
          const date = 'Fri, 20 Nov 2026 10:00:00 GMT';
          return pick(chance, [
            () => respond('vain', status, pick(chance, GARBAGE)),
            () => respond('vain', status, 'later', { 'retry-after': 'soon' }),
            () => respond('refused', status, '', { 'retry-after': `${ms / 1_000}` }, ms),
            () =>
              respond(
                'refused',
                status,
                '',
                { date, 'retry-after': new Date(Date.parse(date) + ms).toUTCString() },
                ms,
              ),
            () => respond('refused', status, `{"after":${ms}}`, undefined, ms),
          ])();
        }
        case 'stale':
          return well(pick(chance, written()));
        case 'odd':
          return respond(
            'good',
            200,
            JSON.stringify({
              status: pick(chance, ['AML_REVIEW', 'ON_HOLD', 'ok']),
              ...(versions && { version: now().version }),
            }),
            undefined,
            undefined,
            versions ? now().version : undefined,
          );
        case 'gone':
          return respond('gone', pick(chance, [404, 410]), pick(chance, GARBAGE));
      }
    });

  return {
    answer,
    /** From now on all is well. */
    heal: () => void (healed = true),
    until: began + HOUR,
    /** What the payment has been so far, the last one last. */
    get phases(): Phase[] {
      return written().map(({ status }) => phaseOf(status));
    },
    get word(): string {
      return now().status;
    },
    get phase(): Phase {
      return phaseOf(now().status);
    },
    get ended(): boolean {
      return isFinal(phaseOf(now().status));
    },
  };
}
