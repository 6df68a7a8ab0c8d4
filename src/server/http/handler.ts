import type { PublicPayment } from '../../core/index.ts';
import {
  isCurrent,
  isOrderRef,
  readCreatePaymentRequest,
  type CreatePayment,
} from '../payments/creation/create-payment.ts';
import type { Emit } from '../observability/events.ts';
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
import { fromFetch, toResponse, waitUntil, type FetchArgument } from './fetch-request.ts';
import { ReportedError, type OrderFinder } from '../orders/find-order.ts';
import { toOrderAnswer } from '../orders/order-view.ts';
import { allowOf, methodsOf, queryOf, routeOf, type Route } from './routes.ts';
import type { Origins } from './allowed-origins.ts';
import type { MountCheck } from './mount-check.ts';
import { isRandomText } from '../random-text.ts';
import { InvalidReportError } from '../providers/report.ts';
import type { createWebhookReceiver } from './receive-webhook.ts';
import type { StatusRequests } from './status-requests.ts';
import type { PaymentRow, PaymentStore } from '../stores/store.ts';
import { hasEnded, isMoving, isRefunded, isShown, toStatusAnswer, type Explorers } from '../payments/row-views.ts';
import { payerOf, settlingRow, toPaidPayment, type Settlements } from '../payments/settlement.ts';

/** The longest body of `POST payments`, which has three short fields. Bytes. */
const BODY_MAX = 16 * 1024;

/** How many origins are reported that `allowedOrigins` does not list. */
const REFUSED_ORIGINS_MAX = 10;

export interface HandlerPorts {
  readonly store: PaymentStore;
  readonly find: OrderFinder;
  readonly createPayment: CreatePayment;
  readonly settlements: Settlements;
  readonly statusRequests: StatusRequests;
  readonly webhooks: ReturnType<typeof createWebhookReceiver>;
  readonly origins: Origins;
  readonly mountCheck: Pick<MountCheck, 'losesWebhooks'>;
  /** Returns a payment as its payer may see it. */
  readonly toPayerView: (row: PaymentRow) => PublicPayment;
  /** The explorers whose pages the answers of the status address name. */
  readonly explorers: Explorers;
  /** Resolves when the work that follows an answer has ended, for `waitUntil`. Never rejects. */
  readonly afterAnswer: () => Promise<void>;
  readonly emit: Emit;
  readonly now: () => number;
}

/** The entry points for requests. They never reject: an exception becomes a 500 without the error's text, and an event. */
export interface Handler {
  readonly handle: (request: CheckoutRequest) => Promise<CheckoutAnswer>;
  readonly fetch: (given: FetchArgument, context?: unknown) => Promise<Response>;
}

/** Answers the requests to the checkout's routes. */
export function createHandler(ports: HandlerPorts): Handler {
  const {
    store,
    find,
    createPayment,
    settlements,
    statusRequests,
    webhooks,
    origins,
    mountCheck,
    toPayerView,
    explorers,
    afterAnswer,
    emit,
    now,
  } = ports;

  let isExpiredOfferReported = false;

  async function answerOrder(request: CheckoutRequest, orderRef: string): Promise<CheckoutAnswer> {
    const found = isOrderRef(orderRef) ? await find(orderRef, request) : undefined;
    if (!found) return errorAnswer('unknown-order');
    const rows = await store.ofOrder(orderRef);
    const { expiresAt = '' } = found;
    // An order with payments keeps its state: a payer who has sent money sees the number of an expired payment.
    const isUnpayable = Date.parse(expiresAt) <= now() && rows.length === 0;
    const read = isUnpayable ? { ...found, soldOut: true } : found;
    // The first visitor of an order comes before its offer ends, unless the time is a mistake.
    if (isUnpayable && !found.paid && !isExpiredOfferReported) {
      isExpiredOfferReported = true;
      emit({ type: 'offer-expired', orderRef, expiresAt });
    }
    const settlement = await settlements.review(rows, read);
    // Only a creation waits for the result. Here it becomes known, and reported, before a payer chooses.
    void mountCheck.losesWebhooks({ name: 'order', orderRef }, request);
    const payer = payerOf(settlement, read);
    const paid = payer === undefined || payer === true ? payer : toPayerView(payer);
    const isOpen = (row: PaymentRow) => !paid && isCurrent(row, read, now());
    // This includes a payment that was replaced, is late, or whose order is paid: a payer who has sent money must see
    // it.
    const open = rows.filter((row) => isOpen(row) || (isShown(row) && isMoving(row)));
    // A payer who reloads the page still sees the number of a payment that has ended, and what to do.
    const ended = rows.filter((row) => (paid === true ? isRefunded(row) : !paid && hasEnded(row, now())));
    const shown = open.length ? open : ended.slice(-1);
    const mismatched = settlement.mismatched.map(toPaidPayment);
    const duplicates = settlement.settling.filter((row) => row !== settlingRow(settlement)).map(toPaidPayment);
    return jsonAnswer(200, toOrderAnswer(orderRef, read, shown.map(toPayerView), paid, mismatched, duplicates));
  }

  async function answerCreate(request: CheckoutRequest): Promise<CheckoutAnswer> {
    if (!origins.mayCreate(request)) return errorAnswer('invalid-request', { field: 'origin' }, { status: 403 });
    // A form of another site cannot send this content type without a preflight, which is refused.
    if (!/^application\/json\s*(;|$)/i.test(request.header('content-type') ?? ''))
      return errorAnswer('invalid-request', { field: 'content-type' }, { status: 415 });
    const wanted = readCreatePaymentRequest(await request.text(BODY_MAX));
    if (!wanted.ok) return errorAnswer('invalid-request', wanted);
    // The payer would pay, and the shop would never learn of it.
    if (await mountCheck.losesWebhooks({ name: 'create' }, request)) return errorAnswer('internal');
    const result = await createPayment(wanted, { request }, request.signal);
    if ('row' in result) return jsonAnswer(result.fresh ? 201 : 200, toPayerView(result.row));
    const { error, paid, limited, ...fields } = result;
    // The response contains the payment, so that the page can show that the order is paid.
    const beside = paid === undefined || paid === true ? {} : { payment: toPayerView(paid) };
    return errorAnswer(error, fields, { beside, ...(limited ? { status: 429 } : {}) });
  }

  async function answerPayment(token: string): Promise<CheckoutAnswer> {
    const row = isRandomText(token) ? await store.byToken(token) : undefined;
    return row && isShown(row) ? jsonAnswer(200, toPayerView(row)) : errorAnswer('unknown-payment');
  }

  async function answerStatus(request: CheckoutRequest, token: string): Promise<CheckoutAnswer> {
    const query = request.method === 'HEAD' ? undefined : queryOf(request.url);
    const since = readSince(query?.get('since'));
    const known = since === undefined ? undefined : { since, orderPhase: query?.get('orderPhase') ?? undefined };
    const found = isRandomText(token) ? await statusRequests.answer(token, known, request.signal) : undefined;
    if (!found || !isShown(found.row)) return errorAnswer('unknown-payment');
    return jsonAnswer(200, toStatusAnswer(found.row, now(), found.after, found.orderPhase, explorers));
  }

  function dispatch(route: Route, request: CheckoutRequest): Promise<CheckoutAnswer> {
    switch (route.name) {
      case 'order':
        return answerOrder(request, route.orderRef);
      case 'create':
        return answerCreate(request);
      case 'payment':
        return answerPayment(route.token);
      case 'status':
        return answerStatus(request, route.token);
      case 'webhook':
        return webhooks.receive(request, route.paymentRef, route.signature);
      case 'account-webhook':
        return webhooks.receiveOfAccount(request, route.provider);
    }
  }

  function answerRoute(route: Route, request: CheckoutRequest): CheckoutAnswer | Promise<CheckoutAnswer> {
    const allow = allowOf[route.name];
    if (request.method === 'OPTIONS') return answer(204, { allow, ...origins.preflightOf(route.name, request) });
    if (!methodsOf[route.name].includes(request.method))
      return errorAnswer('invalid-request', { field: 'method' }, { status: 405, headers: { allow } });
    return dispatch(route, request);
  }

  function answerFailure(route: Route | undefined, cause: unknown): CheckoutAnswer {
    if (cause instanceof BodyTooLarge) return errorAnswer('invalid-request', { field: 'body' }, { status: 413 });
    if (cause instanceof BodyTooSlow) return errorAnswer('invalid-request', { field: 'body' }, { status: 408 });
    // A client that disconnects is not a failure of the shop.
    if (cause instanceof BodyCutShort) return errorAnswer('invalid-request', { field: 'body' });
    if (!(cause instanceof ReportedError || cause instanceof InvalidReportError))
      emit({ type: 'internal-error', at: route?.name ?? 'handler', cause });
    return errorAnswer('internal');
  }

  const refusedOrigins = new Set<string>();
  function reportOrigin(origin: string | undefined): void {
    if (origin === undefined || refusedOrigins.has(origin) || refusedOrigins.size >= REFUSED_ORIGINS_MAX) return;
    refusedOrigins.add(origin);
    emit({ type: 'origin-refused', origin });
  }

  /** Answers a request. An exception becomes a 500 here and nowhere else, also one of the adapter that reads the request. */
  async function respond(readRequest: () => CheckoutRequest): Promise<CheckoutAnswer> {
    let route: Route | undefined;
    let originHeaders: Readonly<Record<string, string>> = {};
    let answered: CheckoutAnswer;
    try {
      const request = readRequest();
      route = routeOf(request.url);
      // A page reads this answer, too: its `src` may be wrong.
      if (!route) return withHeaders(errorAnswer('not-found'), origins.headersOf('order', request));
      originHeaders = origins.headersOf(route.name, request);
      reportOrigin(origins.refusedOf(route.name, request));
      answered = await answerRoute(route, request);
    } catch (cause) {
      answered = answerFailure(route, cause);
    }
    return withHeaders(answered, originHeaders);
  }

  return {
    handle: (request) => respond(() => request),
    async fetch(given, context) {
      let method = 'GET';
      const answered = respond(() => {
        const request = fromFetch(given);
        ({ method } = request);
        return request;
      });
      // Includes the answer: a client that disconnects must not stop a creation halfway, with its permit at the service used.
      waitUntil(context, answered.then(afterAnswer));
      return toResponse(await answered, method);
    },
  };
}

const withHeaders = ({ status, headers, body }: CheckoutAnswer, more: CheckoutAnswer['headers']): CheckoutAnswer => ({
  status,
  headers: { ...headers, ...more },
  body,
});

/** Parses a version; returns undefined for other text. */
const readSince = (text: string | null | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined);
