import type { PublicPayment } from '../core/index.ts';
import type { Choice } from './ask-service.ts';
import { isCurrent } from './choice-rows.ts';
import type { CreationLimit } from './creation-limit.ts';
import type { Created } from './created.ts';
import type { Asker } from './creation.ts';
import type { Emit } from './events.ts';
import {
  answer,
  BodyCutShort,
  BodyTooLarge,
  BodyTooSlow,
  errorAnswer,
  jsonAnswer,
  type CheckoutAnswer,
  type CheckoutRequest,
} from './http.ts';
import { OrderError, readOrder, type FindOrder, type ReadOrder } from './order.ts';
import { toOrderAnswer } from './order-view.ts';
import { methodsOf, queryOf, routeOf, type Route } from './routes.ts';
import type { Origins } from './origins.ts';
import { isRandomText } from './secrets.ts';
import type { StatusQuestions } from './status.ts';
import type { PaymentRow, PaymentStore } from './stores/store.ts';
import { isOrderName, readWish } from './wish.ts';
import { isShown, toPayerView, toStatusAnswer } from './view.ts';

/** A wish is three short words. Bytes. */
const WISH_MAX = 16 * 1024;

export interface HandlerPorts {
  readonly store: PaymentStore;
  readonly order: FindOrder;
  readonly create: (choice: Choice, asker: Asker) => Promise<Created>;
  readonly limit: CreationLimit;
  readonly questions: StatusQuestions;
  readonly receive: (request: CheckoutRequest, ref: string, signature: string) => Promise<CheckoutAnswer>;
  readonly origins: Origins;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly emit: Emit;
  readonly now: () => number;
}

/**
 * Answers the checkout's addresses. Never rejects: what throws is a 500 without its text, and an event.
 */
export function createHandler(ports: HandlerPorts) {
  const { store, order, create, limit, questions, receive, origins, publicUrl, emit, now } = ports;
  const view = (row: PaymentRow) => toPayerView(row, `${publicUrl}/status/${row.token}`, now());

  /** The shop's order, or undefined when it has none of this name. @throws OrderError once the shop was told. */
  async function find(ref: string, request: CheckoutRequest): Promise<ReadOrder | undefined> {
    const found = await order(ref, request);
    try {
      return found && readOrder(found);
    } catch (error) {
      if (error instanceof OrderError)
        emit({ type: 'order-invalid', order: ref, field: error.field, reason: error.reason });
      throw error;
    }
  }

  /** What paid the order: a payment, `true` for one that cannot be shown (its creation was never answered), or nothing. */
  function payerOf(rows: readonly PaymentRow[], read: ReadOrder): PublicPayment | true | undefined {
    const paid = rows.filter(({ knownPhase }) => knownPhase === 'paid' || knownPhase === 'overpaid');
    const shown = paid.find(isShown);
    return shown ? view(shown) : paid.length > 0 || read.paid === true || undefined;
  }

  async function answerOrder(request: CheckoutRequest, ref: string): Promise<CheckoutAnswer> {
    const read = isOrderName(ref) ? await find(ref, request) : undefined;
    if (!read) return errorAnswer('unknown-order');
    const rows = await store.ofOrder(ref);
    const paid = payerOf(rows, read);
    const open = paid ? [] : rows.filter((row) => isCurrent(row, read, now()));
    return jsonAnswer(200, toOrderAnswer(ref, read, open.map(view), paid));
  }

  async function answerCreate(request: CheckoutRequest): Promise<CheckoutAnswer> {
    if (!origins.mayCreate(request)) return errorAnswer('invalid-request', { field: 'origin' }, { status: 403 });
    // A form of another site cannot say this without a preflight, which it would not get.
    if (!/^application\/json\s*(;|$)/i.test(request.header('content-type') ?? ''))
      return errorAnswer('invalid-request', { field: 'content-type' }, { status: 415 });
    const wish = readWish(await request.text(WISH_MAX));
    if (!wish.ok) return errorAnswer('invalid-request', wish);
    const read = await find(wish.order, request);
    if (!read) return errorAnswer('unknown-order');
    const paid = payerOf(await store.ofOrder(wish.order), read);
    // With the payment, so that the page can show that all is well.
    if (paid) return errorAnswer('already-paid', {}, { beside: paid === true ? {} : { payment: paid } });
    if (read.soldOut) return errorAnswer('sold-out');
    if (read.expiresAt !== undefined && Date.parse(read.expiresAt) <= now()) return errorAnswer('offer-expired');

    const { method } = wish;
    if (!read.methods.includes(method)) return errorAnswer('invalid-request', { field: 'method' });
    const only = read.coins.length === 1 ? read.coins[0] : undefined;
    const coin = wish.coin === undefined ? only : read.coins.find((offered) => offered.coin.symbol === wish.coin);
    if (method === 'crypto' && !coin) return errorAnswer('invalid-request', { field: 'coin' });

    const choice = { ref: wish.order, order: read, method, coin: method === 'crypto' ? coin : undefined };
    const admit = () => limit.admit(request, wish.order);
    const created = await create(choice, { signal: request.signal, admit });
    if ('error' in created) {
      const { error, retryAfter, limited } = created;
      return errorAnswer(error, { retryAfter }, limited ? { status: 429 } : {});
    }
    return jsonAnswer(created.fresh ? 201 : 200, view(created.row));
  }

  async function answerPayment(token: string): Promise<CheckoutAnswer> {
    const row = isRandomText(token) ? await store.byToken(token) : undefined;
    return row && isShown(row) ? jsonAnswer(200, view(row)) : errorAnswer('unknown-payment');
  }

  async function answerStatus(request: CheckoutRequest, token: string): Promise<CheckoutAnswer> {
    const since = request.method === 'HEAD' ? undefined : readSince(queryOf(request.url, 'since'));
    const news = isRandomText(token) ? await questions.ask(token, since, request.signal) : undefined;
    if (!news || !isShown(news.row)) return errorAnswer('unknown-payment');
    return jsonAnswer(200, toStatusAnswer(news.row, now(), news.after));
  }

  function dispatch(route: Route, request: CheckoutRequest): Promise<CheckoutAnswer> {
    switch (route.name) {
      case 'order':
        return answerOrder(request, route.order);
      case 'create':
        return answerCreate(request);
      case 'payment':
        return answerPayment(route.token);
      case 'status':
        return answerStatus(request, route.token);
      case 'webhook':
        return receive(request, route.ref, route.signature);
    }
  }

  async function answerRoute(route: Route, request: CheckoutRequest): Promise<CheckoutAnswer> {
    const methods = methodsOf[route.name];
    const allow = [...methods, 'OPTIONS'].join(', ');
    if (request.method === 'OPTIONS') return answer(204, { allow, ...origins.preflightOf(route.name, request) });
    if (!methods.includes(request.method))
      return errorAnswer('invalid-request', { field: 'method' }, { status: 405, headers: { allow } });
    try {
      return await dispatch(route, request);
    } catch (cause) {
      if (cause instanceof BodyTooLarge) return errorAnswer('invalid-request', { field: 'body' }, { status: 413 });
      if (cause instanceof BodyTooSlow) return errorAnswer('invalid-request', { field: 'body' }, { status: 408 });
      // Strangers come and go as they like: that is no failure of the shop's.
      if (cause instanceof BodyCutShort) return errorAnswer('invalid-request', { field: 'body' });
      if (!(cause instanceof OrderError)) emit({ type: 'failed', at: route.name, cause });
      return errorAnswer('internal');
    }
  }

  return async function handle(request: CheckoutRequest): Promise<CheckoutAnswer> {
    const route = routeOf(request.url);
    if (!route) return errorAnswer('not-found');
    const { headers, ...rest } = await answerRoute(route, request);
    return { ...rest, headers: { ...headers, ...origins.headersOf(route.name, request) } };
  };
}

/** A version; anything else is a question without one. */
const readSince = (text: string | null) => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined);
