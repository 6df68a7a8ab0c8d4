import type { Account } from '../contract/account.ts';
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
  readonly id: string;
  readonly kind: Kind;
  readonly state: State;
  readonly version: number;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly createdAt: number;
  readonly amount: string;
  readonly hostedUrl: string;
  /** Upper case. Absent for a local mobile-code payment. */
  readonly currency?: string;
  readonly coin?: string;
  readonly address?: string;
  readonly expected?: string;
  readonly minimum?: string;
  readonly received?: string;
  readonly confirmations?: number;
  readonly confirmationsRequired?: number;
  readonly unconfirmable?: boolean;
  readonly note?: string;
  readonly playedNote?: string;
  readonly code?: string;
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
  readonly payment: PaymentView;
}

/** The content of a webhook that is sent by hand: any status, with optional values. */
export type ManualWebhook = Pick<StatusUpdate, 'status'> & Partial<Omit<StatusUpdate, 'status' | 'idKey'>>;

/**
 * The control calls: everything that can be done to the sandbox outside the contract. They do not count as requests of
 * the account.
 */
export interface SandboxControl {
  readonly payments: () => PaymentView[];
  readonly payment: (id: string) => PaymentView;
  readonly pay: (id: string) => PayerActionResult;
  readonly under: (id: string, amount?: string) => PayerActionResult;
  readonly over: (id: string, amount?: string) => PayerActionResult;
  readonly belowMinimum: (id: string, amount?: string) => PayerActionResult;
  /** A wallet transfer with this note, correct or wrong. */
  readonly note: (id: string, note: string) => PayerActionResult;
  /** Enters the payer's code, correct or wrong. */
  readonly code: (id: string, code: string) => PayerActionResult;
  readonly expire: (id: string) => PayerActionResult;
  readonly refund: (id: string) => PayerActionResult;
  readonly fail: (id: string) => PayerActionResult;
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
  readonly addFault: (fault: Omit<ApiFault, 'times'> & Partial<Pick<ApiFault, 'times'>>) => void;
  readonly clearFaults: () => void;
  /** The simulated chains of the nine coins. The actions of the payer send on them, too. */
  readonly chain: SandboxChain;
  /** The profile, and the value of each setting. */
  readonly profile: () => ProfileView;
  /** Changes the profile from the next request on. Settings that were set individually keep their values. */
  readonly useProfile: (profile: Profile) => void;
  readonly account: () => ReturnType<Account['usage']> & { readonly user: object };
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
    if (!entry) throw new ControlError('unknown_payment', 'there is no such payment');
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
