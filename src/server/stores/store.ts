import type { CoinSymbol, Method, Phase } from '../../core/index.ts';
import type { PermitLog } from '../permits.ts';
import type { ReportSource } from '../observability/report-source.ts';

/** The versions of the tables before and after a migration. */
export interface Migration {
  /** At least 1: tables that were created now were not migrated. */
  readonly from: number;
  /** The newest version that this release knows. */
  readonly to: number;
}

/**
 * The storage of a shop's payments.
 *
 * The service has no request that reads a payment, so the store is the only source of truth. Every write is durable
 * when its promise resolves. Every change of phase is one conditional update: of two concurrent ones, only one
 * succeeds, and no payment goes back to an earlier phase. It is written together with an entry of the outbox
 * (`changes`), which is unhandled until `onStatus` has resolved.
 */
export interface PaymentStore {
  /**
   * Writes a new row. False, and nothing is written, when another open row has the same order, method and coin, or any row has
   * the same `paymentRef` or token.
   */
  insert(row: NewPayment): Promise<boolean>;
  /**
   * Adds the service's response to a row. The phase stays, because a webhook may have been faster. Undefined, and
   * nothing is written, when there is no such row or it has another service id.
   */
  setResponse(paymentRef: string, response: CreationResponse): Promise<PaymentRow | undefined>;
  /**
   * Closes a row, so that another can be inserted for its order, method and coin, in one conditional write. Its webhook
   * is still accepted. Undefined, and nothing is written, when the row is already closed or does not match `release`.
   */
  release(paymentRef: string, release: Release): Promise<PaymentRow | undefined>;
  /**
   * Writes another phase in one conditional update, or without `transition.phase` only adds an outbox entry. Undefined, and
   * nothing is written, when the phase may not follow (`mayTransition`) or the row is not at `transition.version`. A
   * transition back to `awaiting` removes what was stored about the money, and of its facts writes the verification and the
   * mark of a test alone.
   */
  transition(paymentRef: string, transition: Transition): Promise<PaymentRow | undefined>;
  /** Writes facts without a change of phase, if the row is still at that version. */
  updateFacts(paymentRef: string, version: number, facts: FactsUpdate, at: number): Promise<PaymentRow | undefined>;

  /** Resolves with undefined when no row has this reference. */
  byPaymentRef(paymentRef: string): Promise<PaymentRow | undefined>;
  /** The row of a payer's token, for status requests. Undefined when no row has it. */
  byToken(token: string): Promise<PaymentRow | undefined>;
  /** All rows with this id of the service. There is more than one only if the service uses an id twice. */
  byServiceId(serviceId: string): Promise<readonly PaymentRow[]>;
  /** All rows of an order, oldest first. */
  ofOrder(orderRef: string): Promise<readonly PaymentRow[]>;
  /**
   * All rows of the order that the payment with this token is for, oldest first; none when there is no such payment.
   * One query, because every status request needs it.
   */
  ofOrderByToken(token: string): Promise<readonly PaymentRow[]>;
  /** Open payments (`blocksNewPayment`, not released), oldest first, after the cursor. */
  open(after: PaymentCursor | undefined, limit: number): Promise<readonly PaymentRow[]>;
  /** The number of open payments. */
  countOpen(): Promise<number>;
  /** Payments in any phase, newest first, after the cursor: for lists. */
  latest(after: PaymentCursor | undefined, limit: number): Promise<readonly PaymentRow[]>;

  /** Unhandled changes, by payment and then by version, after the cursor. */
  unhandled(after: ChangeCursor | undefined, limit: number): Promise<readonly Change[]>;
  /** All unhandled changes of one payment. */
  unhandledOf(paymentRef: string): Promise<readonly Change[]>;
  /** Takes a change out of the unhandled ones, for good. Nothing happens when there is no such change. */
  markHandled(paymentRef: string, version: number): Promise<void>;
  /**
   * Leases a change to `owner` for `ms` milliseconds, or renews its lease; 0 ends it. One conditional update: false,
   * and nothing is written, while another owner has a lease, when the change is handled, or while an earlier change of
   * the same payment is unhandled. So only one owner at a time handles the changes of a payment.
   */
  leaseChange(paymentRef: string, version: number, owner: string, ms: number): Promise<boolean>;

  /**
   * Sets when a payment is checked next, or with null removes the check. With `before`, only if that is still the stored
   * time: so of several processes, one claims a check. Resolves with whether it was written.
   */
  setCheck(paymentRef: string, kind: CheckKind, at: number | null, before?: number): Promise<boolean>;
  /** Adds a check at this time for each open payment that was created after `since` and has no check of this kind. */
  addChecks(kind: CheckKind, at: number, since: number): Promise<void>;
  /** The checks that are due at this time, earliest first. */
  dueChecks(kind: CheckKind, at: number, limit: number): Promise<readonly Check[]>;

  /**
   * Takes one of `limit` permits in a sliding window and resolves with 0, if one is free. Otherwise takes none and
   * resolves with the milliseconds until one is free. All processes on the store share the permits.
   *
   * @param name - Any text (a visitor, a session). Only its hash is stored, and only while its permits count.
   * @param at - Milliseconds since 1970, by the shop's clock.
   */
  consumeRateLimit(name: string, limit: number, windowMs: number, at: number): Promise<number>;
  /** The service's rate limit, shared by all processes on the store that use the same key. */
  permitLog(options: PermitLogOptions): PermitLog;

  /**
   * Calls `listener` after each write of the payment, and when it may have changed. The listener then reads the payment. Also
   * reports changes by other processes, if the store can detect them. Returns a function that ends the subscription.
   */
  subscribe(token: string, listener: () => void): () => void;
  /**
   * Creates or migrates the tables. It may be called twice, and by two processes at once. Resolves with the versions of the
   * tables when this store has migrated those of an earlier release, also before this call.
   */
  migrate(): Promise<Migration | void>;
  /** Resolves when the store can be read and written; rejects with the reason otherwise. */
  check(): Promise<void>;
  /** Ends the store's own timers and connections. The shop's database or pool stays open. */
  close(): void | Promise<void>;
}

/** The rate limit of an account at the service. */
export interface PermitLogOptions {
  /** Requests a minute (contract 8: 35). */
  readonly perMinute: number;
  /** Any text that identifies the account at the service. Only its hash is stored. */
  readonly key: string;
  /** Milliseconds since 1970, for stores on one machine. A database for many machines uses its own clock. */
  readonly now?: (() => number) | undefined;
}

/**
 * `creating`: the service has not responded yet. `ready`: it has responded. `released`: the creation failed or was
 * abandoned, or the payment was replaced. The webhook of a released payment is still accepted.
 */
export type Stage = 'creating' | 'ready' | 'released';

/** Facts that webhooks have reported. A fact is undefined until it is reported. */
export interface Facts {
  /** The amount of the last report that had one: in the coin, decimal text. It falls when a transfer was replaced. */
  readonly cryptoAmountReceived?: string | undefined;
  /** The highest amount of all reports. It never makes a payment paid. */
  readonly highestReceived?: string | undefined;
  /** The number of the last report that had one, a whole number. */
  readonly confirmations?: number | undefined;
  /** How many confirmations the payment needs, by the last report that had the number. */
  readonly confirmationsRequired?: number | undefined;
  /** ISO 8601. The first value is kept. */
  readonly expiresAt?: string | undefined;
  /** True when a webhook marked the payment as a test. Never reset. */
  readonly test?: true | undefined;
  /** When money was first reported, milliseconds since 1970. The first value is kept. */
  readonly seenAt?: number | undefined;
  /**
   * When the whole amount was there, as far as it is known, milliseconds since 1970: when it was first reported, or earlier
   * where the report says so. If no amount was reported: when money was first reported, until a webhook reports that it is
   * not the whole amount. The earliest value is kept until it is removed.
   */
  readonly fullAmountAt?: number | undefined;
  /**
   * A status that means paid and arrived before the service had responded to the creation. Only the response contains
   * the expected amount and whether the payment is a test, so the status is applied after the response. The first value
   * is kept until then.
   */
  readonly earlyStatus?: string | undefined;
  /** True when the payment was paid while its order had another amount or currency, and the shop was notified. */
  readonly mismatched?: true | undefined;
  /** The amount that is still to be sent, as the provider reported it: in the coin, decimal text. */
  readonly due?: string | undefined;
  /** The ids of the transactions on the chain of the last report that had some. */
  readonly transactions?: readonly string[] | undefined;
  /** A report of paid that `verifyPayment` answered with `'later'`. */
  readonly verification?: Verification | undefined;
  /** True when a webhook or the provider has called a payment paid that the chain had moved before. Never reset. */
  readonly claimed?: true | undefined;
}

/** A report of paid that is verified again later: because of `verifyPayment`, or until the chain agrees. */
export interface Verification {
  /** Who reported the payment as paid. */
  readonly source: ReportSource;
  /** The provider's status word of that report; undefined when it had none. */
  readonly status?: string | undefined;
  /** The phase that the report named itself; undefined when it follows from the status. */
  readonly phase?: Phase | undefined;
  /** True when the provider has compared amount and deadline itself. */
  readonly isJudged?: boolean | undefined;
  /** When `verifyPayment` answered `'later'` first, milliseconds since 1970. */
  readonly since: number;
  /** How often it was asked. */
  readonly tries: number;
  /** True when it is not asked again without another report. */
  readonly isOverdue?: true | undefined;
}

/** What is checked: `verify`: whether a payment is paid, by `verifyPayment`. `read`: its state, by the provider. `chain`: its address, on the chain. */
export type CheckKind = 'verify' | 'read' | 'chain';

/** A check of a payment that is due. */
export interface Check {
  /** The payment that is to be checked. */
  readonly paymentRef: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Facts to write. An absent fact is not changed; null removes a fact. */
export interface FactsUpdate extends Omit<
  Facts,
  'fullAmountAt' | 'earlyStatus' | 'mismatched' | 'due' | 'verification'
> {
  /** Null when a report says that the whole amount has not arrived. An absent value keeps the earliest time. */
  readonly fullAmountAt?: Facts['fullAmountAt'] | null;
  /** Null when the status has been applied, after the response to the creation. */
  readonly earlyStatus?: Facts['earlyStatus'] | null;
  /** Null when the payment settles its order after all, because the order has its old amount again. */
  readonly mismatched?: Facts['mismatched'] | null;
  /** Null when a newer report has an amount, and does not say what is still to be sent. */
  readonly due?: Facts['due'] | null;
  /** Null when the payment is decided: verified, or final by another report. */
  readonly verification?: Facts['verification'] | null;
}

/** Data from the shop's `order()` and from the service's response. Stored as JSON; callers get selected fields. */
export interface PaymentData {
  /** The amount from `order()` at the creation: decimal text in the main unit of the currency. */
  readonly amount: string;
  /** Fiat code of three letters, in upper case. */
  readonly currency: string;
  /** The description of the goods from `order()`, for the shop's own records. */
  readonly label?: string;
  /** The `meta` from `order()`, which is also sent to the service. Never sent to the browser. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** When the shop's offer ends, ISO 8601. */
  readonly expiresAt?: string;
  /**
   * The created payment in the fields of a `PublicPayment` (contract 2.6 to 2.8). Rows of versions before 0.3 have the
   * service's whole response here, including private fields.
   */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Further fields of the provider's response, for the shop only. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The smallest amount that confirms (contract 4.2): in the coin, decimal text. Absent when it is not known. */
  readonly minimumTransactionCoin?: string;
  /** The price of one coin, decimal text. */
  readonly rate?: string;
  /** The modules of the QR code, drawn at the creation (`QrModules`). Absent for payments without a code. */
  readonly qr?: { readonly size: number; readonly bits: string };
  /** Why the row was released, as an internal code. */
  readonly problem?: string;
}

/** A payment as it is stored before the request to the service. */
export interface NewPayment {
  /** 128 random bits, known to the shop's server and, inside the webhook address, to the service. */
  readonly paymentRef: string;
  /** 128 random bits, known to the payer's browser. */
  readonly token: string;
  /** The shop's reference of the order. */
  readonly orderRef: string;
  /** The method of payment. With order and coin it identifies the one open payment. */
  readonly method: Method;
  /** Empty for methods without a coin. */
  readonly coin: CoinSymbol | '';
  /** What is known before the service has responded: without `answer`. */
  readonly data: PaymentData;
  /** Milliseconds since 1970, by the shop's clock. */
  readonly at: number;
}

/** A payment as it is stored. */
export interface PaymentRow extends Omit<NewPayment, 'at'>, Facts {
  /** `tid`, `pid` or `bid`; null until the service has responded. */
  readonly serviceId: string | null;
  /** How far the creation is. The phase is independent of it: a webhook may be faster than the response. */
  readonly stage: Stage;
  /** The phase that is shown; `unknown` after an unknown status. */
  readonly phase: Phase;
  /** The last phase that was not `unknown`. The next phase is compared with it. */
  readonly knownPhase: Phase;
  /** The provider's status; empty until one was reported. */
  readonly status: string;
  /** Who reported the present phase. Undefined before the first change, and for changes by versions before 0.3. */
  readonly source?: ReportSource | undefined;
  /** Starts at 1 and increases with each change that a payer could see. */
  readonly version: number;
  /** When the row was inserted: milliseconds since 1970, by the shop's clock. Lists are in this order. */
  readonly created: number;
  /** When the row was last written: milliseconds since 1970, by the shop's clock. */
  readonly updated: number;
}

/** The provider's response to a creation, as it is added to its row. */
export interface CreationResponse {
  /** The provider's identifier of the payment: `tid`, `pid` or `bid` (contract 2.6 to 2.8). */
  readonly serviceId: string;
  /** Stored only if no webhook has reported a status before. */
  readonly status: string;
  /** Replaces the data of the row. It now has `answer`. */
  readonly data: PaymentData;
  /** Milliseconds since 1970, by the shop's clock. */
  readonly at: number;
}

/** The data and the conditions for closing a row. */
export interface Release {
  /** Replaces the data of the row, often with a `problem`. */
  readonly data: PaymentData;
  /** Milliseconds since 1970, by the shop's clock. */
  readonly at: number;
  /** Only a row of this stage is released. */
  readonly stage: Stage;
  /** True to release the row only if no money was seen: its last known phase is `awaiting`, and it has no `seenAt`. */
  readonly onlyUnseen?: boolean | undefined;
}

/** A change of a payment's phase, with the facts that were reported with it. */
export interface Transition {
  /** Absent: the payment stays in its last known phase. The outbox still gets an entry, so the shop is notified. */
  readonly phase?: Phase | undefined;
  /** The provider's status word. When the report had none, that of the row, or the phase. */
  readonly status: string;
  /** Absent: the row keeps its source. */
  readonly source?: ReportSource | undefined;
  /** Stored when the row has none; when it has another, nothing is written. */
  readonly serviceId?: string | undefined;
  /** Written in the same update. An absent fact is not changed; null removes a fact. */
  readonly facts: FactsUpdate;
  /** Milliseconds since 1970, by the shop's clock. */
  readonly at: number;
  /** The row must still be at this version. */
  readonly version: number;
}

/** One entry of the outbox. */
export interface Change {
  /** The payment that changed. */
  readonly paymentRef: string;
  /** The version after the change. With `paymentRef` it identifies the change. */
  readonly version: number;
  /** The phase that was shown before; `unknown` after an unknown status. */
  readonly from: Phase;
  /** The phase after the change. The same as `from` when the shop is only notified again. */
  readonly to: Phase;
  /** The status of the row after the change. */
  readonly status: string;
  /** Milliseconds since 1970, by the shop's clock. */
  readonly at: number;
}

/** A position in the outbox. */
export type ChangeCursor = Pick<Change, 'paymentRef' | 'version'>;

/** A position in a list of payments. */
export type PaymentCursor = Pick<PaymentRow, 'created' | 'paymentRef'>;
