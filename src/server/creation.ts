import { compareDecimals, toPublicPayment } from '../core/index.ts';
import {
  askService,
  idOfAnswer,
  withoutCredential,
  type Choice,
  type CreationClient,
  type ServiceAnswer,
} from './ask-service.ts';
import { coinOf, isCurrent, rowsOf, wasTooSmall } from './choice-rows.ts';
import { ServiceError } from './client/errors.ts';
import { RETRY_AFTER_S, type Created } from './created.ts';
import type { Admission } from './creation-limit.ts';
import type { Emit } from './events.ts';
import { createMinimums } from './minimum.ts';
import { drawQr } from './qr.ts';
import { randomText, type Secrets } from './secrets.ts';
import type { NewPayment, PaymentData, PaymentRow, PaymentStore } from './stores/store.ts';
import type { TakeWord } from './take-word.ts';
import { createTurns } from './turns.ts';
import { createWait } from './wait-for-winner.ts';

/** A row still being created after this long was left by a crash: it holds its choice no more. Milliseconds. */
const CREATION_LIMIT_MS = 60_000;

/** How long a payment that was made waits for the coin's minimum, which was asked for beside it. Milliseconds. */
const MINIMUM_GRACE_MS = 1_000;

/** Who asks for a payment. */
export interface Asker {
  readonly signal: () => AbortSignal | undefined;
  /** A place for one more payment of theirs. */
  readonly admit: () => Promise<Admission>;
}

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

/**
 * Makes payments: one open payment for each (order, method, coin), however often and from however many
 * places it is asked for.
 *
 * The row is written before the service is asked, so a crash leaves a trace and the webhook of a payment
 * whose answer was lost still finds its row. Who loses the race for a choice waits for the winner's answer.
 */
export function createCreations({ store, client, secrets, take, publicUrl, closing, emit, now }: CreationPorts) {
  const minimumOf = createMinimums(client, emit, now);
  const inTurn = createTurns();
  const wait = createWait(store, closing);

  return async function create(choice: Choice, asker: Asker): Promise<Created> {
    const name = JSON.stringify([choice.ref, choice.method, coinOf(choice)]);
    // Another round only when someone took the choice in between, and then there is a winner to wait for.
    for (let tries = 0; tries < 3; tries += 1) {
      // In turn up to the new row, so that of many who ask at once one takes a place of its visitor's.
      const begun = await inTurn(name, () => begin(choice, asker));
      if (begun) return 'later' in begun ? begun.later() : begun;
    }
    return { error: 'busy', retryAfter: RETRY_AFTER_S };
  };

  /** The payment there is, what is still to be waited for, or undefined when someone else was faster. */
  async function begin(choice: Choice, { signal, admit }: Asker): Promise<Created | Later | undefined> {
    const { ref: order, method } = choice;
    const { rows, holder } = await rowsOf(store, choice);
    if (holder) {
      if (isCurrent(holder, choice.order, now())) return { row: holder, fresh: false };
      const left = holder.created + CREATION_LIMIT_MS - now();
      if (holder.stage === 'creating' && left > 0) return { later: () => wait(holder, left, signal()) };
    }
    if (rows.some((row) => wasTooSmall(row, choice.order, now()))) return { error: 'below-minimum' };
    const admission = await admit();
    if ('after' in admission) {
      // Who asks for what another process has begun in between asks for nothing new.
      const { holder: other } = await rowsOf(store, choice);
      if (other && other.ref !== holder?.ref) return undefined;
      return { error: 'busy', retryAfter: admission.after / 1000, limited: true };
    }
    if (holder) await release(holder, holder.stage === 'creating' ? 'abandoned' : 'replaced');

    const { amount, currency, label, meta, expiresAt } = choice.order;
    const optional = { ...(label === undefined ? {} : { label }), ...(meta === undefined ? {} : { meta }) };
    const data = { amount, currency, ...optional, ...(expiresAt === undefined ? {} : { expiresAt }) };
    const row = { ref: randomText(), token: randomText(), order, method, coin: coinOf(choice), data, at: now() };
    const webhookUrl = `${publicUrl}/webhook/${row.ref}/${await secrets.sign(row.ref)}`;
    if (await store.insert(row)) return { later: () => make(row, choice, webhookUrl, admission.giveBack) };
    admission.giveBack();
    return undefined;
  }

  function release({ ref, stage, data }: Pick<PaymentRow, 'ref' | 'stage' | 'data'>, problem: string) {
    return store.release(ref, { stage, data: { ...data, problem }, at: now() });
  }

  async function make(row: NewPayment, choice: Choice, webhookUrl: string, giveBack: () => void): Promise<Created> {
    const asked = askService(client, choice, webhookUrl);
    // Asked for at the same time, and after the creation in the queue.
    const learning = row.coin === '' ? Promise.resolve(undefined) : minimumOf(row.coin);
    let answer: ServiceAnswer;
    try {
      answer = await asked;
    } catch (error) {
      return failed(row, error, giveBack);
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
    emit({ type: 'payment-created', ref, order, method: row.method, coin: row.coin });
    // Usually NEW or PENDING (contract 3), which moves nothing. Any other word is news.
    return { row: (await take(attached, { status: answer.status, facts: {} })) ?? attached, fresh: true };
  }

  /** Refused or lost, the choice can be tried again. A payment that came of it all the same has no payer. */
  async function failed(row: NewPayment, error: unknown, giveBack: () => void): Promise<Created> {
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
    // Who waits for the service to have time again has had nothing made.
    if (!sent || code === 'rate_limited') giveBack();
    if (code === 'busy' || code === 'rate_limited') return { error: 'busy', retryAfter: retryAfter ?? RETRY_AFTER_S };
    // What trying again does not change: it is the shop's to mend.
    if (code === 'invalid_request' || code === 'unsupported') return { error: 'internal' };
    return { error: 'service-unavailable', retryAfter };
  }
}

/** What others need not wait for. */
interface Later {
  readonly later: () => Promise<Created>;
}

async function within<T>(ms: number, learning: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  return Promise.race([learning, late]).finally(() => clearTimeout(timer));
}
