import { compareDecimals, toPublicPayment } from '../core/index.ts';
import {
  askService,
  idOfAnswer,
  withoutCredential,
  type Choice,
  type CreationClient,
  type ServiceAnswer,
} from './ask-service.ts';
import { ServiceError } from './client/errors.ts';
import type { Emit } from './events.ts';
import { createHold, lookUntil } from './hold.ts';
import type { CheckoutErrorCode } from './http.ts';
import { createMinimums } from './minimum.ts';
import type { ReadOrder } from './order.ts';
import { drawQr } from './qr.ts';
import { randomText, type Secrets } from './secrets.ts';
import { holdsChoice } from './stores/rules.ts';
import type { NewPayment, PaymentData, PaymentRow, PaymentStore } from './stores/store.ts';
import type { TakeWord } from './take-word.ts';
import { shownPhase } from './view.ts';

/** A row still being created after this long was left by a crash: it holds its choice no more. Milliseconds. */
const CREATION_LIMIT_MS = 60_000;

/** How long a payment that was made waits for the coin's minimum, which was asked for beside it. Milliseconds. */
const MINIMUM_GRACE_MS = 1_000;

/** An amount that was too small stays so for this long, before the quota is spent on it again. Milliseconds. */
const BELOW_MINIMUM_MS = 10 * 60_000;

/** When to come back where nobody said. Seconds. */
const RETRY_AFTER_S = 5;

export type Created =
  | { readonly row: PaymentRow; readonly fresh: boolean }
  | { readonly error: CheckoutErrorCode; readonly retryAfter?: number | undefined };

export interface CreationPorts {
  readonly store: PaymentStore;
  readonly client: CreationClient;
  readonly secrets: Secrets;
  readonly take: TakeWord;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** Aborted when the checkout closes: nobody is kept waiting for another's creation any more. */
  readonly closing: AbortSignal;
  readonly emit: Emit;
  readonly now: () => number;
}

/** Whether a payment that was made is still right for its order: the offer stands and asks for the same money. */
export function isCurrent(row: PaymentRow, { amount, currency }: ReadOrder, now: number): boolean {
  if (row.stage !== 'ready' || !holdsChoice(row.knownPhase) || shownPhase(row, now) === 'expired') return false;
  return row.phase !== 'awaiting' || (row.data.amount === amount && row.data.currency === currency);
}

/**
 * Makes payments: one open payment for each (order, method, coin), however often and from however many
 * places it is asked for.
 *
 * The row is written before the service is asked, so a crash leaves a trace and the webhook of a payment
 * whose answer was lost still finds its row. Who loses the race for a choice waits for the winner's answer.
 */
export function createCreations({ store, client, secrets, take, publicUrl, closing, emit, now }: CreationPorts) {
  const minimumOf = createMinimums(client, emit, now);

  return async function create(choice: Choice, signal?: () => AbortSignal | undefined): Promise<Created> {
    const { ref: order, method } = choice;
    const coin = choice.coin?.coin.symbol ?? '';
    // Another round only when someone took the choice in between, and then there is a winner to wait for.
    for (let tries = 0; tries < 3; tries += 1) {
      const rows = (await store.ofOrder(order)).filter((row) => row.method === method && row.coin === coin);
      const holder = rows.find((row) => row.stage !== 'released' && holdsChoice(row.knownPhase));
      if (holder) {
        if (isCurrent(holder, choice.order, now())) return { row: holder, fresh: false };
        const left = holder.created + CREATION_LIMIT_MS - now();
        if (holder.stage === 'creating' && left > 0) return answerOf(holder, left, signal?.());
        await release(holder, holder.stage === 'creating' ? 'abandoned' : 'replaced');
      }
      if (rows.some((row) => wasTooSmall(row, choice.order, now()))) return { error: 'below-minimum' };

      const { amount, currency, label, meta, expiresAt } = choice.order;
      const optional = { ...(label === undefined ? {} : { label }), ...(meta === undefined ? {} : { meta }) };
      const data = { amount, currency, ...optional, ...(expiresAt === undefined ? {} : { expiresAt }) };
      const row = { ref: randomText(), token: randomText(), order, method, coin, data, at: now() } as const;
      const webhookUrl = `${publicUrl}/webhook/${row.ref}/${await secrets.sign(row.ref)}`;
      if (await store.insert(row)) return make(row, choice, webhookUrl);
    }
    return { error: 'busy', retryAfter: RETRY_AFTER_S };
  };

  /** What the winner of the race gets. */
  async function answerOf(holder: PaymentRow, left: number, signal: AbortSignal | undefined): Promise<Created> {
    const hold = createHold(left, signal);
    closing.addEventListener('abort', hold.release);
    if (closing.aborted) hold.release();
    const row = await lookUntil(store, holder.token, hold, ({ stage }) => stage !== 'creating').finally(() =>
      closing.removeEventListener('abort', hold.release),
    );
    if (row?.stage === 'ready') return { row, fresh: false };
    if (row?.data.problem === 'below-minimum') return { error: 'below-minimum' };
    return { error: row?.stage === 'released' ? 'service-unavailable' : 'busy', retryAfter: RETRY_AFTER_S };
  }

  function release({ ref, stage, data }: Pick<PaymentRow, 'ref' | 'stage' | 'data'>, problem: string) {
    return store.release(ref, { stage, data: { ...data, problem }, at: now() });
  }

  async function make(row: NewPayment, choice: Choice, webhookUrl: string): Promise<Created> {
    const asked = askService(client, choice, webhookUrl);
    // Asked for at the same time, and after the creation in the queue.
    const learning = row.coin === '' ? Promise.resolve(undefined) : minimumOf(row.coin);
    let answer: ServiceAnswer;
    try {
      answer = await asked;
    } catch (error) {
      return failed(row, error);
    }
    const { ref, order } = row;
    const payment = toPublicPayment(answer);
    const minimum = await within(MINIMUM_GRACE_MS, learning);
    const qr = drawQr(payment);
    const data: PaymentData = {
      ...row.data,
      answer: withoutCredential(answer),
      ...(minimum === undefined ? {} : { minimumTransactionCoin: minimum }),
      ...(qr ? { qr } : {}),
    };
    const serviceId = idOfAnswer(answer);
    const attachment = { serviceId, status: answer.status, data, at: now() };

    if (minimum !== undefined && 'tid' in payment && compareDecimals(payment.cryptoAmountExpected, minimum) < 0) {
      // Released before it is attached, so that nobody who waits for it is shown an address.
      const problem = 'below-minimum';
      await release({ ...row, stage: 'creating' }, problem);
      await store.attach(ref, { ...attachment, data: { ...data, problem } });
      emit({ type: 'below-minimum', ref, order, minimum });
      return { error: problem };
    }
    const others = (await store.byServiceId(serviceId)).some((other) => other.ref !== ref);
    const attached = others ? undefined : await store.attach(ref, attachment);
    if (!attached) {
      await release({ ...row, stage: 'creating' }, 'conflict');
      emit({ type: 'creation-conflict', ref, order });
      return { error: 'service-unavailable' };
    }
    if (attached.stage !== 'ready') return { error: 'busy', retryAfter: RETRY_AFTER_S };
    // Usually NEW or PENDING (contract 3), which moves nothing. Any other word is news.
    return { row: (await take(attached, { status: answer.status, facts: {} })) ?? attached, fresh: true };
  }

  /** Refused or lost, the choice can be tried again. A payment that came of it all the same has no payer. */
  async function failed(row: NewPayment, error: unknown): Promise<Created> {
    const { code, sent, field, retryAfter } =
      error instanceof ServiceError ? error : { code: 'internal', sent: true, field: undefined, retryAfter: undefined };
    emit({
      type: 'creation-failed',
      ref: row.ref,
      order: row.order,
      code,
      sent,
      ...(field === undefined ? {} : { field }),
    });
    await release({ ...row, stage: 'creating' }, code);
    if (code === 'busy' || code === 'rate_limited') return { error: 'busy', retryAfter: retryAfter ?? RETRY_AFTER_S };
    return code === 'invalid_request' ? { error: 'internal' } : { error: 'service-unavailable', retryAfter };
  }
}

const wasTooSmall = ({ data, created }: PaymentRow, { amount, currency }: ReadOrder, now: number) =>
  data.problem === 'below-minimum' &&
  now - created < BELOW_MINIMUM_MS &&
  data.amount === amount &&
  data.currency === currency;

async function within<T>(ms: number, learning: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  return Promise.race([learning, late]).finally(() => clearTimeout(timer));
}
