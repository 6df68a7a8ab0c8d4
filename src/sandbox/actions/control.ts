import type { Account, AccountUsage } from '../contract/account.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { hostedUrl, statusUpdateOf, paymentData } from '../contract/responses.ts';
import type { PageUrls } from '../contract/responses.ts';
import { ControlError } from './control-error.ts';
import { writeJson } from '../exact-json.ts';
import type { SandboxChain } from '../chain/sandbox-chain.ts';
import type { ApiFault, Faults } from '../faults/faults.ts';
import type { PaymentRecords, PaymentEntry } from '../contract/payment-records.ts';
import type { ContractGaps } from '../contract/contract-gaps.ts';
import type { ActionResult, PayerActions } from './payer-actions.ts';
import type { ProfileView } from '../contract/profile-settings.ts';
import type { Profile } from '../contract/profiles.ts';
import type { WebhookScript } from '../webhooks/webhook-script.ts';
import type { WebhookScripts } from '../webhooks/apply-script.ts';
import type { Delivery, Webhooks } from '../webhooks/webhooks.ts';
import type { Kind, StatusUpdate, State } from '../contract/status-words.ts';

/**
 * A payment as the control calls show it: all fields, also those that a payer may not see. Amounts are decimal text.
 */
export interface PaymentView {
  /** `tid`, `pid` or `bid` of contract 2.6 to 2.8. */
  readonly id: string;
  /** Which creation it comes from: `crypto` contract 4.3, `wallet` 4.4, `localcode` 4.5. */
  readonly kind: Kind;
  /** The sandbox's own state. Responses and webhooks may have another word for it (`statusWords`). */
  readonly state: State;
  /** Starts at 1 and goes up with each change. */
  readonly version: number;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly createdAt: number;
  /** The fiat amount of the creation, with all its digits. */
  readonly amount: string;
  /** The page on which the payer can pay: `{pay_url}/<tid>`, `{wallet_pay_url}/<pid>` or `{pay_url}/<bid>`. */
  readonly hostedUrl: string;
  /** Upper case. Absent for a local mobile-code payment. */
  readonly currency?: string;
  /** Symbol of contract 2.9. This field and the next seven are those of a cryptocurrency payment. */
  readonly coin?: string;
  /** The deposit address, different for each payment. */
  readonly address?: string;
  /** The amount to pay, in the coin. */
  readonly expected?: string;
  /** `minimum_transaction_coin` of the coin (contract 4.2). */
  readonly minimum?: string;
  /** The sum of all transfers, in the coin; `0` before the first one. */
  readonly received?: string;
  /** 0 until the network has confirmed the whole amount once. */
  readonly confirmations?: number;
  /** With this many confirmations the payment is PAID or OVERPAID. From the setting `confirmations`. */
  readonly confirmationsRequired?: number;
  /** True after a transfer below the minimum: the payment stays as it is (contract 3). */
  readonly unconfirmable?: boolean;
  /** The note that the wallet transfer needs. Only of an online-wallet payment. */
  readonly note?: string;
  /** The note of the last wallet transfer; absent before the first one. */
  readonly playedNote?: string;
  /** The correct code. Only of a local mobile-code payment. */
  readonly code?: string;
  /** How many wrong codes were entered. Only of a local mobile-code payment. */
  readonly wrongCodes?: number;
  /** The payment's own webhook script, if it has one. */
  readonly script?: WebhookScript;
  /** The progress of the payment's steps, and the reason why the last failed step failed. */
  readonly steps?: { readonly done: number; readonly of: number; readonly fault?: string };
  /** The contract's `data` of the payment in its present state. Its numbers are doubles. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The result of a payer action, and the payment after it. */
export interface PayerActionResult extends ActionResult {
  /** With the state after the action. Its webhooks may still be on their way: see `settled`. */
  readonly payment: PaymentView;
}

/** The content of a webhook that is sent by hand: any status, with optional values. */
export type ManualWebhook = Pick<StatusUpdate, 'status'> & Partial<Omit<StatusUpdate, 'status' | 'idKey'>>;

/**
 * The control calls: everything that can be done to the sandbox outside the contract. They do not count as requests of
 * the account.
 *
 * A call that cannot be performed throws a `ControlError`; `webhook` and `repeat` reject with it. Its codes for the calls
 * with an id: `unknown_payment` when there is no such payment, `wrong_kind` and `wrong_state` when its kind or its state
 * does not have the action, `bad_amount` for an amount that the action or the network of the coin does not allow.
 */
export interface SandboxControl {
  /** All payments, the newest first. */
  readonly payments: () => PaymentView[];
  /** One payment by its `tid`, `pid` or `bid`. @throws ControlError `unknown_payment` */
  readonly payment: (id: string) => PaymentView;
  /**
   * Pays the exact amount, or what is missing of it, with the correct note or code. A crypto payment is CONFIRMING until
   * the clock has reached its last confirmation: `advance` moves it.
   */
  readonly pay: (id: string) => PayerActionResult;
  /**
   * Pays less than is due, but not less than the minimum. `amount` is decimal text in the coin. Default: half. Only for
   * crypto payments.
   */
  readonly under: (id: string, amount?: string) => PayerActionResult;
  /** Pays more than is due. `amount` is decimal text in the coin. Default: a tenth more. Only for crypto payments. */
  readonly over: (id: string, amount?: string) => PayerActionResult;
  /**
   * Pays less than the minimum (contract 3): not accepted, never confirmed, and without a webhook. `amount` is decimal
   * text in the coin. Default: half of the minimum.
   */
  readonly belowMinimum: (id: string, amount?: string) => PayerActionResult;
  /** A wallet transfer with this note, correct or wrong. */
  readonly note: (id: string, note: string) => PayerActionResult;
  /** Enters the payer's code, correct or wrong. */
  readonly code: (id: string, code: string) => PayerActionResult;
  /** Ends the time to pay: EXPIRED. Only while the payment can still be paid. */
  readonly expire: (id: string) => PayerActionResult;
  /** Gives received money back: REFUNDED. Also for a payment that is underpaid, unmatched or late. */
  readonly refund: (id: string) => PayerActionResult;
  /** Ends an unpaid payment as FAILED, also while it is confirming. */
  readonly fail: (id: string) => PayerActionResult;
  /** Ends an unpaid payment as CANCELLED, also while it is confirming. */
  readonly cancel: (id: string) => PayerActionResult;
  /** Sends a webhook with any status at once, without the queue. The payment does not change. */
  readonly webhook: (id: string, content: ManualWebhook) => Promise<Delivery>;
  /** The newest first. */
  readonly deliveries: (id?: string) => Delivery[];
  /** Sends the delivery with this number again, without the queue. */
  readonly repeat: (number: number) => Promise<Delivery>;
  /** Makes the next creation send a webhook with this status, and wait for it, before its own response. */
  readonly beforeNextAnswer: (status: string) => void;
  /** Returns the webhook script of a payment, or the common script. */
  readonly script: (id?: string) => WebhookScript;
  /** Replaces the webhook script of a payment, or the common script. An empty script ends it. */
  readonly setScript: (script: WebhookScript, id?: string) => void;
  /** The faults of the next requests, in this order. */
  readonly faults: () => readonly ApiFault[];
  /** Adds a fault after those that wait. `times` defaults to 1; 0 adds nothing. */
  readonly addFault: (fault: Omit<ApiFault, 'times'> & Partial<Pick<ApiFault, 'times'>>) => void;
  /** Removes the faults of `addFault`. Those in the `meta.sandbox` of a creation stay. */
  readonly clearFaults: () => void;
  /** The simulated chains of the nine coins. The actions of the payer send on them, too. */
  readonly chain: SandboxChain;
  /** The profile, and the value of each setting. */
  readonly profile: () => ProfileView;
  /** Changes the profile from the next request on. Settings that were set individually keep their values. */
  readonly useProfile: (profile: Profile) => void;
  /** The used requests (contract 8). `user` is the `data` of contract 4.1. */
  readonly account: () => AccountUsage & { readonly user: object };
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly now: () => number;
  /** Moves the clock forward; due timers run in their order. */
  readonly advance: (ms: number) => Promise<void>;
  /** Resolves when no webhook is being sent. */
  readonly settled: () => Promise<void>;
}

/** The status of the webhook that the next creation sends before its response. */
export interface EarlyWebhook {
  status: string | undefined;
}

export function createControl(parts: {
  readonly records: PaymentRecords;
  readonly payerActions: PayerActions;
  readonly webhooks: Webhooks;
  readonly account: Account;
  readonly virtualClock: VirtualClock;
  readonly early: EarlyWebhook;
  readonly urls: PageUrls;
  readonly scripts: WebhookScripts;
  readonly faults: Faults;
  readonly chain: SandboxChain;
  readonly profile: SandboxControl['profile'];
  readonly useProfile: SandboxControl['useProfile'];
  readonly contractGaps: ContractGaps;
}): SandboxControl {
  const { records, payerActions, webhooks, account, virtualClock, early, urls, scripts, faults, contractGaps } = parts;

  function found(id: string): PaymentEntry {
    const entry = records.find(id);
    if (!entry) throw new ControlError('unknown_payment', `there is no such payment: ${id}`);
    return entry;
  }

  function view(entry: PaymentEntry): PaymentView {
    const { id, kind, state, version, createdAt, order } = entry;
    const data = JSON.parse(writeJson(paymentData(entry, urls, contractGaps))) as PaymentView['data'];
    const { steps = [] } = order.directives ?? {};
    const fault = entry.stepFault === undefined ? {} : { fault: entry.stepFault };
    const shared = {
      id,
      kind,
      state,
      version,
      createdAt,
      amount: order.amount,
      hostedUrl: hostedUrl(entry, urls),
      ...(entry.script && { script: entry.script }),
      ...(steps.length > 0 && { steps: { done: entry.stepsDone ?? 0, of: steps.length, ...fault } }),
      data,
    };
    if (entry.kind === 'crypto') {
      const { address, expected, minimum, received, confirmations, confirmationsRequired, unconfirmable } = entry;
      const { currency, coin } = entry.order;
      const figures = { expected, minimum, received, confirmations, confirmationsRequired, unconfirmable };
      return { ...shared, currency, coin, address, ...figures };
    }
    if (entry.kind === 'localcode') return { ...shared, code: entry.code, wrongCodes: entry.wrongCodes };
    const played = entry.playedNote === undefined ? {} : { playedNote: entry.playedNote };
    return { ...shared, currency: entry.order.currency, note: entry.note, ...played };
  }

  const forPayment =
    <Rest extends unknown[]>(does: (entry: PaymentEntry, ...rest: Rest) => ActionResult) =>
    (id: string, ...rest: Rest): PayerActionResult => {
      const entry = found(id);
      return { ...does(entry, ...rest), payment: view(entry) };
    };

  return {
    payments: () => records.all().map(view),
    payment: (id) => view(found(id)),
    pay: forPayment(payerActions.pay),
    under: forPayment(payerActions.under),
    over: forPayment(payerActions.over),
    belowMinimum: forPayment(payerActions.belowMinimum),
    note: forPayment(payerActions.note),
    code: forPayment(payerActions.code),
    expire: forPayment(payerActions.expire),
    refund: forPayment(payerActions.refund),
    fail: forPayment(payerActions.fail),
    cancel: forPayment(payerActions.cancel),
    async webhook(id, content) {
      const entry = found(id);
      if (entry.order.webhookUrl === undefined) {
        throw new ControlError('no_webhook_url', 'the payment was created without a webhook_url');
      }
      return webhooks.sendNow(entry.order.webhookUrl, statusUpdateOf(entry, contractGaps, content));
    },
    deliveries: (id) => webhooks.log().filter(({ payment }) => id === undefined || payment === id),
    async repeat(number) {
      const delivery = webhooks.log().find((one) => one.number === number);
      if (!delivery) throw new ControlError('unknown_delivery', `there is no delivery ${number}`);
      return webhooks.repeat(delivery);
    },
    beforeNextAnswer(status) {
      early.status = status;
    },
    script: (id) => (id === undefined ? scripts.common() : (found(id).script ?? {})),
    setScript(script, id) {
      if (id === undefined) scripts.setCommon(script);
      else found(id).script = script;
    },
    faults: faults.list,
    addFault: (fault) => faults.add({ times: 1, ...fault }),
    clearFaults: faults.clear,
    chain: parts.chain,
    profile: parts.profile,
    useProfile: parts.useProfile,
    account: () => ({ ...account.usage(), user: account.user() }),
    now: virtualClock.now,
    async advance(ms) {
      await webhooks.settled(); // webhooks that are being sent belong to the time before
      await virtualClock.advance(ms);
    },
    settled: webhooks.settled,
  };
}
