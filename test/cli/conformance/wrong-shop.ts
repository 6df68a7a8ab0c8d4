/**
 * A small backend in memory that follows docs/any-backend.md, and that makes one mistake on request. It is written apart from
 * the helper of this package, so that a check which only the helper passes is noticed.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { compareDecimals } from '../../../src/core/money/amount.ts';
import type { Order, OrderWanted } from '../../../src/cli/conformance/shop.ts';
import type { Mistake } from './mistakes.ts';

interface Row {
  readonly token: string;
  readonly orderRef: string;
  readonly key: string;
  readonly order: string;
  readonly method: string;
  readonly coin: string | undefined;
  readonly amount: string;
  readonly ends: number;
  readonly created: Promise<Record<string, unknown>>;
  data: Record<string, unknown> | undefined;
  phase: string;
  status: string;
  version: number;
  received: string | undefined;
  confirmations: number | undefined;
  coveredAt: number | undefined;
  isReplaced: boolean;
}

interface OrderRow {
  amount: string;
  readonly currency: string;
  readonly cookie: string | undefined;
  readonly ends: number;
  paidBy: string | undefined;
}

const RANKS = ['awaiting', 'detected', 'confirming', 'underpaid', 'expired', 'late'];
const FINAL = ['paid', 'overpaid', 'failed', 'cancelled', 'refunded'];
const WORDS: Readonly<Record<string, string>> = {
  ...{ NEW: 'awaiting', PENDING: 'awaiting', DETECTED: 'detected', CONFIRMING: 'confirming', UNDERPAID: 'underpaid' },
  ...{ PAID: 'paid', SETTLED: 'paid', OVERPAID: 'overpaid', EXPIRED: 'expired', LATE: 'late', FAILED: 'failed' },
  ...{ CANCELLED: 'cancelled', CANCELED: 'cancelled', REFUNDED: 'refunded' },
};
const PAYOUT = '0xAff4d6793F584a473348EbA058deb8caad77a288';
const PRIVATE_EMAIL = 'private-till@shop.example';
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
const PER_MINUTE = 30;
const HOLD_MS = 1_500;

const random = () => randomBytes(16).toString('hex');

class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, more: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

/** The orders and payments of a shop, which its processes share. */
export class Data {
  readonly orders = new Map<string, OrderRow>();
  rows: Row[] = [];
  readonly begun = new Map<string, number[]>();
}

interface WrongShopOptions {
  readonly service: { readonly url: string; readonly apiKey: string };
  readonly mistake?: Mistake | undefined;
  /** What this process shares with another one. */
  readonly data?: Data;
  readonly hasSessions?: boolean;
}

export class WrongShop {
  readonly #server: Server;
  readonly #mistake: Mistake | undefined;
  readonly #service: { readonly url: string; readonly apiKey: string };
  readonly data: Data;
  readonly #hasSessions: boolean;
  #waiting: (() => void)[] = [];

  private constructor(options: WrongShopOptions) {
    this.#service = options.service;
    this.#mistake = options.mistake;
    this.data = options.data ?? new Data();
    this.#hasSessions = options.hasSessions ?? false;
    this.#server = createServer((request, response) => void this.#respond(request, response));
  }

  static async start(options: WrongShopOptions): Promise<WrongShop> {
    const shop = new WrongShop(options);
    await new Promise<void>((resolve) => void shop.#server.listen(0, '127.0.0.1', resolve));
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/pay`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #does(mistake: Mistake): boolean {
    return this.#mistake === mistake;
  }

  newOrder({ amount, currency, offerSeconds }: OrderWanted): Order {
    const orderRef = this.#does('unguessable-order') ? String(1001 + this.data.orders.size) : random();
    const cookie = this.#hasSessions ? `session=${random()}` : undefined;
    const ends = offerSeconds === undefined ? Infinity : Date.now() + offerSeconds * 1000;
    this.data.orders.set(orderRef, { amount, currency, cookie, ends, paidBy: undefined });
    return { orderRef, cookie };
  }

  changeOrder(orderRef: string, amount: string): void {
    this.data.orders.get(orderRef)!.amount = amount;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { 'cache-control': _, ...cacheable } = HEADERS;
    const headers: Record<string, string> = this.#does('headers') ? cacheable : { ...HEADERS };
    const { origin } = request.headers;
    if (this.#does('cors') && origin !== undefined)
      Object.assign(headers, { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' });
    try {
      const [status, json] = await this.#answer(request);
      response.writeHead(status, headers).end(JSON.stringify(json));
    } catch (error) {
      const { status, code, more } =
        error instanceof HttpError
          ? error
          : new HttpError(500, this.#does('service-fails') ? String(error) : 'internal');
      const { retryAfter } = more;
      if (retryAfter !== undefined && !this.#does('service-busy')) headers['retry-after'] = String(Number(retryAfter));
      // The rest of a body that was not read would be the next request.
      response.writeHead(status, { ...headers, connection: 'close' });
      response.end(JSON.stringify({ error: { code, ...(retryAfter !== undefined && { retryAfter }) }, ...more }));
    }
  }

  async #answer(request: IncomingMessage): Promise<readonly [number, unknown]> {
    const url = new URL(request.url!, 'http://shop.invalid');
    const [, mount, route, name = '', key] = url.pathname.split('/');
    const post = request.method === 'POST';
    if (mount === 'pay' && route === 'orders' && !post) return [200, this.#order(decodeURIComponent(name), request)];
    if (mount === 'pay' && route === 'payments' && !post) return [200, await this.#payment(this.#byToken(name))];
    if (mount === 'pay' && route === 'status' && !post)
      return [200, await this.#status(name, url.searchParams.get('since'))];
    if (mount === 'pay' && route === 'payments' && post && name === '') return this.#create(request);
    if (mount === 'pay' && route === 'webhook' && post) return [await this.#webhook(request, name, key ?? ''), {}];
    throw new HttpError(404, 'not-found');
  }

  #findOrder(orderRef: unknown, request: IncomingMessage): OrderRow {
    const order = typeof orderRef === 'string' ? this.data.orders.get(orderRef) : undefined;
    const isOwn = order?.cookie === undefined || order.cookie === request.headers.cookie || this.#does('other-visitor');
    if (!order || !isOwn) {
      if (this.#does('unknown-order')) throw new HttpError(404, 'not-found');
      throw new HttpError(404, 'unknown-order');
    }
    return order;
  }

  #rowsOf(orderRef: string) {
    return this.data.rows.filter((row) => row.order === orderRef && row.data);
  }

  #settles(row: Row, { amount }: OrderRow): boolean {
    if (!['paid', 'overpaid'].includes(row.phase)) return false;
    return this.#does('changed-order') || compareDecimals(row.amount, amount) === 0;
  }

  #order(orderRef: string, request: IncomingMessage): unknown {
    const order = this.#findOrder(orderRef, request);
    const rows = this.#rowsOf(orderRef);
    const settling = rows.filter((row) => this.#settles(row, order));
    const paid = this.#does('paid-order')
      ? undefined
      : this.#does('paid-twice')
        ? settling.at(-1)
        : (settling.find(({ orderRef: each }) => each === order.paidBy) ?? settling[0]);
    const isOpen = (row: Row) => !paid && !row.isReplaced && compareDecimals(row.amount, order.amount) === 0;
    const summary = ({ data, amount, phase }: Row) => ({
      id: data!['tid'] ?? data!['pid'],
      amount,
      currency: order.currency,
      phase,
    });
    const mismatched = rows.filter((row) => ['paid', 'overpaid'].includes(row.phase) && !settling.includes(row));
    const duplicates = settling.filter((row) => row !== paid);
    return {
      order: orderRef,
      amount: this.#does('order') ? Number(order.amount) : order.amount,
      currency: order.currency,
      methods: [{ method: 'crypto', coins: [{ symbol: 'ETH' }] }, { method: 'wallet' }],
      payments: this.#does('found-again') ? [] : rows.filter(isOpen).map((row) => this.#view(row)),
      ...(paid && { paid: this.#view(paid) }),
      ...(mismatched.length > 0 && { mismatchedPayments: mismatched.map(summary) }),
      ...(duplicates.length > 0 && { duplicatePayments: duplicates.map(summary) }),
    };
  }

  #byToken(token: string): Row {
    const isId = (row: Row) => this.#does('unknown-payment') && [row.data?.['tid'], row.data?.['pid']].includes(token);
    const row = this.data.rows.find((each) => each.token === token || isId(each));
    if (!row) throw new HttpError(404, 'not-found');
    return row;
  }

  #shownPhase(row: Row): string {
    if (row.phase === 'awaiting' && row.ends <= Date.now()) return 'expired';
    return row.status !== '' && !this.#phaseOf(row.status) ? 'unknown' : row.phase;
  }

  #phaseOf(word: string): string | undefined {
    const upper = word.toUpperCase();
    if (this.#does('unknown-words') && /SUCCESS|COMPLETED|CONFIRMED/.test(upper)) return 'paid';
    return Object.hasOwn(WORDS, upper) ? WORDS[upper] : undefined;
  }

  #view(row: Row): Record<string, unknown> {
    const data = row.data!;
    const { tid, pid, currency, address, cryptoCoin, cryptoAmountExpected, note, test } = data;
    const escaped = String(note).replaceAll("'", '&#39;');
    const shown = {
      ...{ tid, pid, currency, address, cryptoCoin, test },
      note: note === undefined ? undefined : this.#does('notes') ? escaped : note,
      amount: row.amount,
      cryptoAmountExpected: this.#does('exact-values') ? rounded(cryptoAmountExpected) : cryptoAmountExpected,
      statusUrl: `/pay/status/${row.token}`,
      status: row.status === '' ? 'NEW' : row.status,
      phase: this.#does('status') ? undefined : this.#shownPhase(row),
      version: this.#does('versions-grow') ? 1 : row.version,
      cryptoAmountReceived: this.#does('amounts-as-text') && row.received ? Number(row.received) : row.received,
      confirmations: row.confirmations,
      expiresAt: this.#does('offer-has-an-end') ? undefined : new Date(row.ends).toISOString(),
      ...(this.#does('listed-fields') && { internalNumber: 7 }),
      ...(this.#does('nothing-private') && { contact: data['payoutEmail'] ?? PAYOUT }),
    };
    return JSON.parse(JSON.stringify(shown)) as Record<string, unknown>;
  }

  async #payment(row: Row): Promise<unknown> {
    await row.created;
    return this.#view(row);
  }

  async #status(token: string, since: string | null): Promise<unknown> {
    const row = this.#byToken(token);
    await row.created;
    const end = Date.now() + (this.#does('since') ? 6_000 : HOLD_MS);
    const isNews = () => since === null || row.version > Number(since);
    // A mistaken shop looks at its payments only when the time is over.
    if (this.#does('since') && !isNews()) await sleep(end - Date.now());
    while (!isNews() && Date.now() < end) {
      const changed = new Promise<void>((resolve) => void this.#waiting.push(resolve));
      await Promise.race([changed, sleep(Math.min(50, end - Date.now()))]);
    }
    const { phase, status, version, confirmations, cryptoAmountReceived } = this.#view(row);
    return { phase, status, version, confirmations, cryptoAmountReceived };
  }

  async #create(request: IncomingMessage): Promise<readonly [number, unknown]> {
    const type = request.headers['content-type'] ?? '';
    const isCrossSite = request.headers['sec-fetch-site'] === 'cross-site';
    if (!this.#does('cross-site-request') && (isCrossSite || !/^application\/json\b/.test(type)))
      throw new HttpError(isCrossSite ? 403 : 415, 'invalid-request');
    const text = await readBody(request, this.#does('body-limit') ? Infinity : 16 * 1024);
    let body: Record<string, unknown>;
    if (this.#does('bad-input')) body = JSON.parse(text) as Record<string, unknown>;
    else body = readJson(text);
    const { order: orderRef, method, coin } = body;
    const isKnown = method === 'wallet' || (method === 'crypto' && coin === 'ETH');
    if (!isKnown || typeof orderRef !== 'string') throw new HttpError(422, 'invalid-request');
    const order = this.#findOrder(orderRef, request);
    const settled = this.#rowsOf(orderRef).find((row) => this.#settles(row, order));
    if (settled) throw new HttpError(409, 'already-paid', { payment: this.#view(settled) });
    if (order.ends <= Date.now()) throw new HttpError(409, 'offer-expired');

    const choice = (row: Row) =>
      row.order === orderRef && row.method === method && row.coin === coin && !row.isReplaced;
    const existing = this.data.rows.findLast(choice);
    if (existing && this.#isKept(existing, order)) {
      await existing.created;
      return [200, this.#view(existing)];
    }
    this.#limit(request);
    if (existing) existing.isReplaced = true;
    const amount = this.#does('amount-from-the-shop')
      ? ((body['amount'] as string | undefined) ?? order.amount)
      : order.amount;
    const row: Row = {
      ...{ token: random(), orderRef: random(), key: random(), order: orderRef, method: String(method) },
      coin: coin as string | undefined,
      amount: this.#does('payment') ? `${amount}1` : amount,
      ends: Math.min(order.ends, Date.now() + 20 * 60_000),
      created: Promise.resolve({}),
      ...{ data: undefined, phase: 'awaiting', status: '', version: 1, received: undefined, confirmations: undefined },
      ...{ coveredAt: undefined, isReplaced: false },
    };
    if (this.#does('one-payment-in-two-processes') || this.#does('one-payment-per-choice')) await sleep(20);
    this.data.rows.push(row);
    Object.assign(row, { created: this.#callService(row, order, amount, request) });
    row.created.catch(() => {});
    try {
      row.data = await row.created;
    } catch (error) {
      this.data.rows = this.data.rows.filter((each) => each !== row);
      throw error;
    }
    return [201, this.#view(row)];
  }

  /** Whether a payment is given again, instead of a new one. */
  #isKept(row: Row, { amount }: OrderRow): boolean {
    if (this.#does('no-second-address') && row.phase !== 'awaiting') return false;
    if (this.#does('changed-order')) return true;
    if (row.phase !== 'awaiting') return !['expired', 'failed', 'cancelled', 'late'].includes(row.phase);
    return row.ends > Date.now() && compareDecimals(row.amount, amount) === 0;
  }

  #limit(request: IncomingMessage): void {
    if (this.#does('creation-limit')) return;
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    const visitor = forwarded.at(-1)!.trim();
    const times = (this.data.begun.get(visitor) ?? []).filter((time) => time > Date.now() - 60_000);
    if (times.length >= PER_MINUTE) throw new HttpError(429, 'busy', { retryAfter: 60 });
    this.data.begun.set(visitor, [...times, Date.now()]);
  }

  async #callService(
    row: Row,
    order: OrderRow,
    amount: string,
    request: IncomingMessage,
  ): Promise<Record<string, unknown>> {
    const host = this.#does('forged-host') ? String(request.headers['x-forwarded-host'] ?? '') : '';
    const base = host === '' ? this.url : `http://${host}/pay`;
    const fields = { currency: order.currency, amount: Number(amount), meta: { order: row.order } };
    const webhook = { webhook_url: `${base}/webhook/${row.orderRef}/${row.key}` };
    const isCrypto = row.method === 'crypto';
    const own = isCrypto ? { crypto_coin: row.coin, payout_address: PAYOUT } : { payout_email: PRIVATE_EMAIL };
    const response = await fetch(`${this.#service.url}/v1/${isCrypto ? '' : 'wallet/'}payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#service.apiKey}` },
      body: JSON.stringify({ ...fields, ...webhook, ...own }),
    });
    const text = await response.text();
    if (response.status === 429 || response.status === 503) throw new HttpError(503, 'busy', { retryAfter: 5 });
    if (!response.ok && this.#does('service-fails')) throw new Error(text);
    if (!response.ok) throw new HttpError(503, 'service-unavailable');
    // Its numbers are read as text.
    const exact = text.replace(/("cryptoAmountExpected":\s*)([\d.eE+-]+)/, '$1"$2"');
    return (JSON.parse(exact) as { data: Record<string, unknown> }).data;
  }

  async #webhook(request: IncomingMessage, orderRef: string, key: string): Promise<number> {
    const row = this.data.rows.find((each) => each.orderRef === orderRef);
    if (!row || (row.key !== key && !this.#does('webhook-address'))) throw new HttpError(404, 'not-found');
    const fields = await this.#readWebhook(request);
    await row.created;
    const id = fields['tid'] ?? fields['pid'];
    const own = row.data?.['tid'] ?? row.data?.['pid'];
    if (id !== undefined && id !== own && !this.#does('webhook-of-another-payment')) return 202;
    const { status } = fields;
    if (typeof status !== 'string' || status === '' || /\p{Surrogate}/u.test(status)) return 202;
    this.#apply(row, status, fields);
    for (const wake of this.#waiting.splice(0)) wake();
    return 200;
  }

  async #readWebhook(request: IncomingMessage): Promise<Record<string, unknown>> {
    const text = await readBody(request, 64 * 1024);
    const type = request.headers['content-type'] ?? '';
    if (/^application\/x-www-form-urlencoded/.test(type) && !this.#does('webhook-bodies'))
      return Object.fromEntries(new URLSearchParams(text));
    if (/^multipart\/form-data/.test(type))
      return Object.fromEntries(
        [...text.matchAll(/name="(\w+)"\r\n\r\n([^\r]*)\r\n/g)].map(([, name, value]) => [name!, value]),
      );
    try {
      const json = Object(JSON.parse(text)) as Record<string, unknown>;
      return Object(json['data'] ?? json) as Record<string, unknown>;
    } catch {
      return {};
    }
  }

  /** What a webhook makes of a payment. */
  #apply(row: Row, status: string, fields: Readonly<Record<string, unknown>>): void {
    const expected = row.data?.['cryptoAmountExpected'] as string | undefined;
    const given = fields['cryptoAmountReceived'];
    const isReadable = typeof given === 'string' && /^\d+(?:\.\d+)?$/.test(given);
    const isHigher = isReadable && (row.received === undefined || compareDecimals(given, row.received) > 0);
    if (isReadable && (isHigher || !this.#does('money-that-goes-again'))) row.received = given;
    const count = Number(fields['confirmations'] ?? 0);
    if (count > (row.confirmations ?? 0) || (this.#does('confirmations-count-up') && count > 0))
      row.confirmations = count;
    const isCovered =
      row.received !== undefined && expected !== undefined && compareDecimals(row.received, expected) >= 0;
    if (isCovered) row.coveredAt ??= Date.now();
    else if (row.received !== undefined) row.coveredAt = undefined;

    let phase = this.#phaseOf(status);
    row.version += 1;
    if (phase === undefined) {
      if (!FINAL.includes(row.phase)) row.status = status;
      return;
    }
    if (phase === 'paid' && expected !== undefined && !this.#does('paid-needs-money')) {
      if (given !== undefined && !isReadable) phase = 'confirming';
      else if (row.received !== undefined) {
        const sign = compareDecimals(row.received, expected);
        phase = sign < 0 ? 'underpaid' : sign > 0 ? 'overpaid' : 'paid';
      }
    }
    const isLate = (row.coveredAt ?? Date.now()) >= row.ends && !this.#does('late-money');
    if (['paid', 'overpaid'].includes(phase) && isLate && !FINAL.includes(row.phase)) phase = 'late';
    if (!this.#mayFollow(row.phase, phase)) return;
    row.phase = phase;
    row.status = status;
    const order = this.data.orders.get(row.order)!;
    if (this.#settles(row, order)) order.paidBy ??= row.orderRef;
  }

  #mayFollow(from: string, to: string): boolean {
    if (this.#does('phases-never-go-back')) return true;
    if (FINAL.includes(from)) return to === 'refunded' && ['paid', 'overpaid'].includes(from);
    if (from === 'underpaid' && ['detected', 'confirming'].includes(to)) return true;
    return FINAL.includes(to) || RANKS.indexOf(to) > RANKS.indexOf(from);
  }
}

const rounded = (amount: unknown) => (typeof amount === 'string' ? Number(amount).toFixed(8) : undefined);

function readJson(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  } catch {
    // answered below
  }
  throw new HttpError(400, 'invalid-request');
}

async function readBody(request: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new HttpError(413, 'too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
