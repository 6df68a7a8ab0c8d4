import { isFinal, type Phase } from '../../../src/core/index.ts';
import { between, pick } from '../../model/network-faults.ts';

/** What became of one payer's order. */
export interface Purchase {
  readonly order: string;
  /** The service's identifier, once the payer was shown the payment. */
  readonly id: string;
  /** The phases that the payer was shown, in order. */
  readonly seen: readonly Phase[];
}

/** What payers do at one kind of payment server. */
export interface Market {
  readonly choices: readonly object[];
  /** Most often the right thing. */
  readonly plays: readonly string[];
  /** Does it. False when nobody answered; then it is done again. */
  readonly play: (server: string, id: string, play: string) => Promise<boolean>;
}

const SERVICE: Market = {
  choices: [{ method: 'wallet' }, { method: 'localcode' }, { method: 'crypto', coin: 'BTC' }],
  plays: ['pay', 'pay', 'pay', 'pay', 'pay', 'pay', 'cancel', 'fail', 'expire'],
  async play(server, id, play) {
    const answer = await post(`${server}/_control/payments/${id}/${play}`, {});
    // 409: it was played already, and only the answer was lost.
    return answer !== undefined && [200, 409].includes(answer.status);
  },
};

/** The steps of a play, on the page of the sandbox. Each can be repeated. */
const BTCPAY_STEPS: Readonly<Record<string, readonly string[]>> = {
  pay: ['Pay', 'Confirm'],
  'pay in parts': ['Pay half', 'Pay', 'Confirm'],
  'pay too much': ['Pay too much', 'Confirm'],
  settle: ['Mark settled'],
  cancel: ['Mark invalid'],
  expire: ['Expire'],
};

const BTCPAY: Market = {
  choices: [
    { method: 'crypto', coin: 'BTC' },
    { method: 'crypto', coin: 'LTC' },
  ],
  plays: ['pay', 'pay', 'pay', 'pay', 'pay in parts', 'pay too much', 'settle', 'cancel', 'expire'],
  async play(server, invoice, play) {
    for (const action of BTCPAY_STEPS[play]!) {
      const body = new URLSearchParams({ invoice, do: action });
      const signal = AbortSignal.timeout(CALL_MS);
      const answer = await fetch(server, { method: 'POST', body, redirect: 'manual', signal }).catch(() => undefined);
      if (answer?.status !== 303) return false;
    }
    return true;
  },
};

export const MARKETS = { service: SERVICE, btcpay: BTCPAY } as const;

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** So often a payment is asked for before the payer goes to buy something else. */
const TRIES = 3;

/** A question is held for 15 s at most; a creation may wait for one whose process is gone, and is asked for again. */
const QUESTION_MS = 20_000;
const CALL_MS = 1_500;

/** An answer in JSON, or undefined where nobody answered, or badly. */
async function request(
  url: string,
  init?: RequestInit,
): Promise<{ status: number; json: Record<string, unknown> } | undefined> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(init ? CALL_MS : QUESTION_MS) });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  } catch {
    return undefined;
  }
}
const post = (url: string, body: object) =>
  request(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Where somebody buys, and for how long. */
export interface Trade {
  /** The addresses of the shop's checkout and of the payment server. */
  readonly shop: string;
  readonly server: string;
  readonly market: Market;
  readonly chance: () => number;
  readonly open: () => boolean;
}

/**
 * Someone who buys one thing after the other: has a payment made, pays it or not, and watches it to its end. What
 * fails is tried again, but not for ever.
 */
export async function shopFor(prefix: string, { shop, server, market, chance, open }: Trade): Promise<Purchase[]> {
  const purchases: Purchase[] = [];
  while (open()) {
    const orderRef = `${prefix}-${purchases.length}-${between(chance, 0, 1e9)}`;
    const paymentRequest = { order: orderRef, ...pick(chance, market.choices) };
    const play = pick(chance, market.plays);
    let made: Record<string, unknown> | undefined;
    for (let tries = 0; !made && tries < TRIES; tries += 1) {
      const answer = await post(`${shop}/payments`, paymentRequest);
      if (answer && answer.status < 300) made = answer.json;
      else await rest(100);
    }
    if (!made) continue; // its choice is held by a try that was killed, for a minute
    const id = String(made['tid'] ?? made['pid'] ?? made['bid']);
    while (!(await market.play(server, id, play))) await rest(50);
    purchases.push({
      order: orderRef,
      id,
      seen: await watch(`${shop}/status/${String(made['statusUrl']).split('/').at(-1)}`),
    });
  }
  return purchases;
}

/** Polls as the tags do, until the payment has ended (or has expired, which is one as well here). */
async function watch(url: string): Promise<Phase[]> {
  const seen: Phase[] = [];
  let version = 0;
  for (;;) {
    const answer = await request(`${url}?since=${version}`);
    if (answer?.status !== 200) {
      await rest(50);
      continue;
    }
    const phase = answer.json['phase'] as Phase;
    version = Number(answer.json['version']);
    if (phase !== seen.at(-1)) seen.push(phase);
    if (isFinal(phase) || phase === 'expired') return seen;
  }
}
