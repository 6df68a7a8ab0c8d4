import type { CoinSymbol, Method, Phase } from '../../core/index.ts';
import type { PermitLog } from '../client/permit-log.ts';

/**
 * Where a shop's payments are kept.
 *
 * The service has no call that reads a payment, so the store is the only source of truth. Every write is durable when its
 * promise resolves. Every change of phase is one conditional update: of two that race, one wins, and no payment moves
 * back. It is written together with an entry of the outbox (`changes`), which is unhandled until `onStatus` has resolved.
 */
export interface PaymentStore {
  /** Writes a new row. False, and nothing is written, when another open row has the same order, method and coin. */
  insert(row: NewPayment): Promise<boolean>;
  /**
   * Adds the service's answer to a row. The phase stays, because a webhook may have been faster. Undefined, and nothing
   * is written, when there is no such row or it has another service id.
   */
  attach(paymentRef: string, answer: Attachment): Promise<PaymentRow | undefined>;
  /**
   * Closes a row, so that another can be inserted for its order, method and coin, in one conditional write. Its webhook
   * is still accepted. Undefined, and nothing is written, when the row is closed already or is not as `release` says.
   */
  release(paymentRef: string, release: Release): Promise<PaymentRow | undefined>;
  /**
   * Moves a payment to another phase in one conditional update, or without `move.phase` only adds an outbox entry.
   * Undefined, and nothing is written, when the phase may not follow or the row is not at `move.version`.
   */
  move(paymentRef: string, move: Move): Promise<PaymentRow | undefined>;
  /** Writes facts without a change of phase, if the row is still at that version. */
  updateFacts(paymentRef: string, version: number, facts: FactsUpdate, at: number): Promise<PaymentRow | undefined>;

  byPaymentRef(paymentRef: string): Promise<PaymentRow | undefined>;
  byToken(token: string): Promise<PaymentRow | undefined>;
  /** All rows that carry this identifier of the service; more than one only if the service repeats itself. */
  byServiceId(serviceId: string): Promise<readonly PaymentRow[]>;
  /** All rows of an order, oldest first. */
  ofOrder(orderRef: string): Promise<readonly PaymentRow[]>;
  /**
   * All rows of the order that the payment with this token is for, oldest first; none when there is no such payment. One
   * query, because every status request needs it.
   */
  ofOrderByToken(token: string): Promise<readonly PaymentRow[]>;
  /** Open payments (`holdsChoice`, not released), oldest first, after the cursor. */
  open(after: PaymentCursor | undefined, limit: number): Promise<readonly PaymentRow[]>;
  /** How many payments are open. */
  countOpen(): Promise<number>;
  /** Payments whatever their phase, newest first, after the cursor: for lists. */
  latest(after: PaymentCursor | undefined, limit: number): Promise<readonly PaymentRow[]>;

  /** Unhandled changes, by payment and then by version, after the cursor. */
  unhandled(after: ChangeCursor | undefined, limit: number): Promise<readonly Change[]>;
  /** The same of one payment, all of them. */
  unhandledOf(paymentRef: string): Promise<readonly Change[]>;
  markHandled(paymentRef: string, version: number): Promise<void>;
  /**
   * Leases a change to `owner` for `ms` milliseconds, or renews its lease; 0 ends it. One conditional update: false, and
   * nothing written, while another owner's lease runs, when the change is handled, or while an earlier change of the same
   * payment is not. So only one owner at a time handles the changes of a payment.
   */
  leaseChange(paymentRef: string, version: number, owner: string, ms: number): Promise<boolean>;

  /**
   * Takes one of `limit` permits in a sliding window and resolves with 0, if one is free. Otherwise takes none and
   * resolves with the ms until one is. Shared by all processes on the store.
   *
   * @param name any text (a visitor, a session); only its hash is kept, and not for longer than it counts
   * @param at milliseconds since 1970, by the shop's clock
   */
  consumeRateLimit(name: string, limit: number, windowMs: number, at: number): Promise<number>;
  /** The service's rate limit, shared by all processes on the store that name the same key. */
  permitLog(options: PermitLogOptions): PermitLog;

  /**
   * Calls `listener` when the payment may have changed; it then reads the payment. Also for changes by other processes,
   * as far as the store can notice them. Returns a function that ends the subscription.
   */
  subscribe(token: string, listener: () => void): () => void;
  /** Calls the listeners of this payment. Every write does so itself. */
  notify(token: string): void;
  /** Creates or migrates the tables. It may be called twice, and by two processes at once. */
  migrate(): Promise<void>;
  /** Resolves when the store can be read and written to; rejects with why not. */
  check(): Promise<void>;
  /** Ends the store's own timers and connections. The shop's database or pool stays open. */
  close(): void | Promise<void>;
}

/** The rate limit of an account at the service. */
export interface PermitLogOptions {
  /** Requests a minute (contract 8: 35). */
  readonly perMinute: number;
  /** Any text that names the account at the service; only its hash is kept. */
  readonly key: string;
  /** Milliseconds since 1970, for stores on one machine. A database for many machines goes by its own clock. */
  readonly now?: (() => number) | undefined;
}

/**
 * `creating`: the service has not answered yet. `ready`: it has. `released`: the creation failed or was given up, or the
 * payment was replaced. Its webhook is still accepted.
 */
export type Stage = 'creating' | 'ready' | 'released';

/** What webhooks have reported. Undefined where nothing was reported. */
export interface Facts {
  /** In the coin, decimal text. */
  readonly cryptoAmountReceived?: string | undefined;
  readonly confirmations?: number | undefined;
  readonly confirmationsRequired?: number | undefined;
  /** ISO 8601. */
  readonly expiresAt?: string | undefined;
  /** True when a webhook marked the payment as a test. Never taken back. */
  readonly test?: true | undefined;
  /** When money was first reported, milliseconds since 1970. The first value is kept. */
  readonly seenAt?: number | undefined;
  /**
   * When the whole amount was first reported, milliseconds since 1970. Without an amount: when money was first reported,
   * until a webhook reports that it is not all. The first value is kept until it is removed.
   */
  readonly coveredAt?: number | undefined;
  /**
   * A status that means paid and arrived before the service had answered the creation. Only the answer tells the expected
   * amount and whether the payment is a test, so the status is applied once the answer is there. The first value is kept
   * until then.
   */
  readonly earlyStatus?: string | undefined;
  /** True when the payment was paid while its order had another amount or currency, and the shop was notified. */
  readonly mismatched?: true | undefined;
}

/** Facts to write. An absent fact stays as it is, null removes one. */
export interface FactsUpdate extends Omit<Facts, 'coveredAt' | 'earlyStatus' | 'mismatched'> {
  readonly coveredAt?: Facts['coveredAt'] | null;
  readonly earlyStatus?: Facts['earlyStatus'] | null;
  readonly mismatched?: Facts['mismatched'] | null;
}

/** The answers of the shop's `order()` and of the service. Stored as JSON; callers get selected fields. */
export interface PaymentData {
  readonly amount: string;
  readonly currency: string;
  readonly label?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** When the shop's offer ends, ISO 8601. */
  readonly expiresAt?: string;
  /** The service's `data` (contract 2.6 to 2.8), private fields and all. */
  readonly answer?: Readonly<Record<string, unknown>>;
  readonly minimumTransactionCoin?: string;
  /** What one coin costs, decimal text. */
  readonly rate?: string;
  readonly qr?: { readonly size: number; readonly bits: string };
  /** Why the row was released, as a code of ours. */
  readonly problem?: string;
}

/** A payment as it is stored before the request to the service. */
export interface NewPayment {
  /** 128 random bits, known to the shop's server and, inside the webhook address, to the service. */
  readonly paymentRef: string;
  /** 128 random bits, known to the payer's browser. */
  readonly token: string;
  readonly orderRef: string;
  readonly method: Method;
  /** Empty for methods without a choice of coin. */
  readonly coin: CoinSymbol | '';
  readonly data: PaymentData;
  /** Milliseconds since 1970, by the shop's clock. */
  readonly at: number;
}

/** A payment as the store keeps it. */
export interface PaymentRow extends Omit<NewPayment, 'at'>, Facts {
  /** `tid`, `pid` or `bid`; null until the service has answered. */
  readonly serviceId: string | null;
  readonly stage: Stage;
  /** The phase that is shown; `unknown` after an unknown status. */
  readonly phase: Phase;
  /** The last phase that was not `unknown`: what the next one is compared with. */
  readonly knownPhase: Phase;
  /** The service's status; empty until there is one. */
  readonly status: string;
  /** Starts at 1 and goes up with each change a payer could see. */
  readonly version: number;
  readonly created: number;
  readonly updated: number;
}

/** The service's answer to a creation, as it is added to its row. */
export interface Attachment {
  readonly serviceId: string;
  /** Kept only if no webhook has reported a status before. */
  readonly status: string;
  readonly data: PaymentData;
  readonly at: number;
}

/** How a row is closed. */
export interface Release {
  readonly data: PaymentData;
  readonly at: number;
  /** Only a row of this stage is released. */
  readonly stage: Stage;
  /** True to release only a row for which no money was seen: its last known phase is `awaiting`, and it has no `seenAt`. */
  readonly onlyUnseen?: boolean | undefined;
}

/** A change of a payment's phase, with the facts that were reported with it. */
export interface Move {
  /** Absent: the payment stays in its last known phase, and the outbox still gets an entry, so that the shop is notified. */
  readonly phase?: Phase | undefined;
  readonly status: string;
  /** Stored when the row has none; when it has another, nothing is written. */
  readonly serviceId?: string | undefined;
  readonly facts: FactsUpdate;
  readonly at: number;
  /** When given, the row must still be at this version. */
  readonly version?: number | undefined;
}

/** One entry of the outbox. */
export interface Change {
  readonly paymentRef: string;
  /** The version the change made; with `paymentRef` it identifies the change. */
  readonly version: number;
  readonly from: Phase;
  readonly to: Phase;
  readonly status: string;
  readonly at: number;
}

/** A position in the outbox. */
export type ChangeCursor = Pick<Change, 'paymentRef' | 'version'>;

/** A position in a list of payments. */
export type PaymentCursor = Pick<PaymentRow, 'created' | 'paymentRef'>;
