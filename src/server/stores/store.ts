import type { CoinSymbol, Method, Phase } from '../../core/index.ts';
import type { SlotLog } from '../client/slot-log.ts';

/**
 * Where a shop's payments are kept, as an interface with its promises.
 *
 * The service has no call that reads a payment back, so the store holds the only truth there is. Every
 * write is durable when its promise resolves. Every change of phase is one conditional update: of two
 * that race one wins, and none moves a payment back. Each is written together with a line of the outbox
 * (`changes`), which stays unhandled until the shop has been told.
 */
export interface PaymentStore {
  /** Writes a new row. False, and nothing written, when another open row holds the same choice. */
  insert(row: NewPayment): Promise<boolean>;
  /**
   * Adds the service's answer to a row. The phase stays what it is, for a webhook may have been faster.
   * Undefined, and nothing written, when there is no such row or it holds another service id.
   */
  attach(ref: string, answer: Attachment): Promise<PaymentRow | undefined>;
  /** Gives up a row's claim on its choice. Its webhook is still accepted. Undefined when it had none. */
  release(ref: string, release: Release): Promise<PaymentRow | undefined>;
  /** One conditional step to another phase. Undefined, and nothing written, when it may not follow. */
  move(ref: string, move: Move): Promise<PaymentRow | undefined>;
  /** Writes down what was heard beside the status, if the row is still at that version. */
  note(ref: string, version: number, facts: Facts, at: number): Promise<PaymentRow | undefined>;

  byRef(ref: string): Promise<PaymentRow | undefined>;
  byToken(token: string): Promise<PaymentRow | undefined>;
  /** All rows that carry this identifier of the service; more than one only if the service repeats itself. */
  byServiceId(serviceId: string): Promise<readonly PaymentRow[]>;
  /** All rows of an order, oldest first. */
  ofOrder(order: string): Promise<readonly PaymentRow[]>;
  /** Payments that hold their choice (`holdsChoice`, not released), oldest first, after the cursor. */
  open(after: PaymentCursor | undefined, limit: number): Promise<readonly PaymentRow[]>;
  /** How many hold their choice. */
  countOpen(): Promise<number>;
  /** Payments whatever their phase, newest first, after the cursor: for lists. */
  latest(after: PaymentCursor | undefined, limit: number): Promise<readonly PaymentRow[]>;

  /** Changes the shop has not been told of, by payment and then by version, after the cursor. */
  unhandled(after: ChangeCursor | undefined, limit: number): Promise<readonly Change[]>;
  /** The same of one payment, all of them. */
  unhandledOf(ref: string): Promise<readonly Change[]>;
  markHandled(ref: string, version: number): Promise<void>;

  /**
   * Takes one place of `limit` in a sliding window, if one is free: 0. Else it takes none, and tells after how
   * many ms one is. Shared by all processes on the store.
   *
   * @param name any text (a visitor, a session); only its hash is kept, and not for longer than it counts
   * @param at milliseconds since 1970, by the shop's clock
   */
  take(name: string, limit: number, windowMs: number, at: number): Promise<number>;
  /** The service's rate limit, shared by all processes on the store that name the same key. */
  slotLog(options: SlotLogOptions): SlotLog;

  /**
   * Calls `look` when the payment may have changed: only 'look again', never news in itself. Changes by
   * another process are noticed as far as the store can. Returns how to stop.
   */
  watch(token: string, look: () => void): () => void;
  /** Has everyone who watches this payment look again. Writes call it themselves. */
  wake(token: string): void;
  /** Makes the tables, or brings them up to date. It may be called twice, and by two processes at once. */
  migrate(): Promise<void>;
  /** Resolves when the store can be read and written to; rejects with why not. */
  check(): Promise<void>;
  /** Ends the store's own timers and connections. What was handed in (a database, a pool) stays open: it is the shop's. */
  close(): void | Promise<void>;
}

/** Whose rate limit is shared, and how high it is. */
export interface SlotLogOptions {
  /** Requests a minute (contract 8: 35). */
  readonly perMinute: number;
  /** Any text that names the account at the service; only its hash is kept. */
  readonly key: string;
  /** Milliseconds since 1970, for stores on one machine. A database for many machines goes by its own clock. */
  readonly now?: (() => number) | undefined;
}

/**
 * `creating`: the service has not answered yet. `ready`: it has. `released`: the attempt came to nothing
 * (refused, lost, given up), though a webhook for it is still heard.
 */
export type Stage = 'creating' | 'ready' | 'released';

/** What was heard of the money. Undefined where nothing was said. */
export interface Facts {
  /** In the coin, decimal text. */
  readonly cryptoAmountReceived?: string | undefined;
  readonly confirmations?: number | undefined;
  readonly confirmationsRequired?: number | undefined;
  /** ISO 8601. */
  readonly expiresAt?: string | undefined;
}

/** What the shop's `order()` and the service said; kept as JSON and never handed out whole. */
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
  readonly qr?: { readonly size: number; readonly bits: string };
  /** Why the row was released, as a code of ours. */
  readonly problem?: string;
}

/** A payment as it is written down before the service is asked. */
export interface NewPayment {
  /** 128 random bits, known to the shop's server and, inside the webhook address, to the service. */
  readonly ref: string;
  /** 128 random bits, known to the payer's browser. */
  readonly token: string;
  readonly order: string;
  readonly method: Method;
  /** Empty for methods without a choice of coin. */
  readonly coin: CoinSymbol | '';
  readonly data: PaymentData;
  /** Milliseconds since 1970, by the shop's clock. */
  readonly at: number;
}

/** A payment as the store keeps it. */
export interface PaymentRow extends Omit<NewPayment, 'at'>, Facts {
  /** `tid`, `pid` or `bid`; null until the service has told it. */
  readonly serviceId: string | null;
  readonly stage: Stage;
  /** What is shown; `unknown` after a word that nobody knows. */
  readonly phase: Phase;
  /** The last phase that was not `unknown`: what the next one is compared with. */
  readonly knownPhase: Phase;
  /** The service's word; empty until it has said one. */
  readonly status: string;
  /** Starts at 1 and goes up with each change a payer could see. */
  readonly version: number;
  readonly created: number;
  readonly updated: number;
}

/** What the service answered to a creation, as it is added to its row. */
export interface Attachment {
  readonly serviceId: string;
  /** Kept only if no webhook has brought a word before. */
  readonly status: string;
  readonly data: PaymentData;
  readonly at: number;
}

/** How a row gives up its claim on its choice. */
export interface Release {
  readonly data: PaymentData;
  readonly at: number;
  /** Only a row of this stage is released. */
  readonly stage: Stage;
}

/** One step of a payment to another phase, with what was heard beside it. */
export interface Move {
  readonly phase: Phase;
  readonly status: string;
  /** Adopted when the row has none; when it has another, the move is off. */
  readonly serviceId?: string | undefined;
  readonly facts: Facts;
  readonly at: number;
}

/** One line of the outbox. */
export interface Change {
  readonly ref: string;
  /** The version the change made; with `ref` it names the change. */
  readonly version: number;
  readonly from: Phase;
  readonly to: Phase;
  readonly status: string;
  readonly at: number;
}

/** Where a walk through the outbox stands. */
export type ChangeCursor = Pick<Change, 'ref' | 'version'>;

/** Where a walk through payments stands. */
export type PaymentCursor = Pick<PaymentRow, 'created' | 'ref'>;
