import type { Account } from './account.ts';
import type { Agenda } from './agenda.ts';
import { hostedUrl, newsOf, paymentData } from './answers.ts';
import type { PageUrls } from './answers.ts';
import { ControlError } from './control-error.ts';
import { writeJson } from './exact-json.ts';
import type { ApiFault, Faults } from './faults.ts';
import type { Ledger, PaymentEntry } from './ledger.ts';
import type { NotShown } from './not-shown.ts';
import type { Outcome, Plays } from './plays.ts';
import type { ProfileView } from './profile-switch.ts';
import type { Profile } from './profiles.ts';
import type { WebhookScript } from './script.ts';
import type { Scripts } from './scripts.ts';
import type { Delivery, Webhooks } from './webhooks.ts';
import type { Kind, News, State } from './vocabulary.ts';

/** A payment as the control calls show it: all of it, also what no payer may see. Amounts are decimal text. */
export interface PaymentView {
  readonly id: string;
  readonly kind: Kind;
  readonly state: State;
  readonly version: number;
  /** Since 1970, in ms of the sandbox's clock. */
  readonly createdAt: number;
  readonly amount: string;
  readonly hostedUrl: string;
  /** Upper case; a local mobile-code payment has none. */
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
  /** What happens to its webhooks, where the payment has a script of its own. */
  readonly script?: WebhookScript;
  /** How many of the steps it asked for are done, and why the last that could not be done was not. */
  readonly steps?: { readonly done: number; readonly of: number; readonly fault?: string };
  /** The contract's `data` of this payment now; its numbers are doubles. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What came of a play, and the payment after it. */
export interface PlayResult extends Outcome {
  readonly payment: PaymentView;
}

/** A word of any kind for a webhook by hand, with the figures that may go with it. */
export type HandNews = Pick<News, 'status'> & Partial<Omit<News, 'status' | 'idKey'>>;

/** Everything that can be done to the sandbox from outside the contract. Nothing of it counts as a request. */
export interface SandboxControl {
  readonly payments: () => PaymentView[];
  readonly payment: (id: string) => PaymentView;
  readonly pay: (id: string) => PlayResult;
  readonly under: (id: string, amount?: string) => PlayResult;
  readonly over: (id: string, amount?: string) => PlayResult;
  readonly belowMinimum: (id: string, amount?: string) => PlayResult;
  /** A wallet transfer with this note, right or wrong. */
  readonly note: (id: string, note: string) => PlayResult;
  /** The payer's code, right or wrong. */
  readonly code: (id: string, code: string) => PlayResult;
  readonly expire: (id: string) => PlayResult;
  readonly refund: (id: string) => PlayResult;
  readonly fail: (id: string) => PlayResult;
  readonly cancel: (id: string) => PlayResult;
  /** Sends a webhook of any word at once, past the queue. The payment itself does not change. */
  readonly webhook: (id: string, news: HandNews) => Promise<Delivery>;
  /** The youngest first. */
  readonly deliveries: (id?: string) => Delivery[];
  /** Sends the n-th delivery again, past the queue. */
  readonly repeat: (number: number) => Promise<Delivery>;
  /** The next creation sends a webhook of this word, and waits for it, before it answers. */
  readonly beforeNextAnswer: (status: string) => void;
  /** What happens to the webhooks of a payment, or to all. */
  readonly script: (id?: string) => WebhookScript;
  /** Sets it, instead of what was set before. An empty one ends it. */
  readonly setScript: (script: WebhookScript, id?: string) => void;
  /** What will go wrong with the next requests, in this order. */
  readonly faults: () => readonly ApiFault[];
  readonly addFault: (fault: Omit<ApiFault, 'times'> & Partial<Pick<ApiFault, 'times'>>) => void;
  readonly clearFaults: () => void;
  /** The profile, and what each switch stands at. */
  readonly profile: () => ProfileView;
  /** Goes on with another profile, from the next request on. Switches that were set one by one stay. */
  readonly useProfile: (profile: Profile) => void;
  readonly account: () => ReturnType<Account['usage']> & { readonly user: object };
  readonly now: () => number;
  /** Turns the clock on; what falls due on the way is done in its order. */
  readonly advance: (ms: number) => Promise<void>;
  /** Waits until no webhook is being sent. */
  readonly settled: () => Promise<void>;
}

/** The word that the next creation sends before its answer. */
export interface EarlyNews {
  status: string | undefined;
}

export function createControl(parts: {
  readonly ledger: Ledger;
  readonly plays: Plays;
  readonly webhooks: Webhooks;
  readonly account: Account;
  readonly agenda: Agenda;
  readonly early: EarlyNews;
  readonly urls: PageUrls;
  readonly scripts: Scripts;
  readonly faults: Faults;
  readonly profile: SandboxControl['profile'];
  readonly useProfile: SandboxControl['useProfile'];
  readonly notShown: NotShown;
}): SandboxControl {
  const { ledger, plays, webhooks, account, agenda, early, urls, scripts, faults, notShown } = parts;

  function found(id: string): PaymentEntry {
    const entry = ledger.find(id);
    if (!entry) throw new ControlError('unknown_payment', 'there is no such payment');
    return entry;
  }

  function view(entry: PaymentEntry): PaymentView {
    const { id, kind, state, version, createdAt, order } = entry;
    const data = JSON.parse(writeJson(paymentData(entry, urls, notShown))) as PaymentView['data'];
    const { steps = [] } = order.wishes ?? {};
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

  const play =
    <Rest extends unknown[]>(does: (entry: PaymentEntry, ...rest: Rest) => Outcome) =>
    (id: string, ...rest: Rest): PlayResult => {
      const entry = found(id);
      return { ...does(entry, ...rest), payment: view(entry) };
    };

  return {
    payments: () => ledger.all().map(view),
    payment: (id) => view(found(id)),
    pay: play(plays.pay),
    under: play(plays.under),
    over: play(plays.over),
    belowMinimum: play(plays.belowMinimum),
    note: play(plays.note),
    code: play(plays.code),
    expire: play(plays.expire),
    refund: play(plays.refund),
    fail: play(plays.fail),
    cancel: play(plays.cancel),
    async webhook(id, news) {
      const entry = found(id);
      if (entry.order.webhookUrl === undefined) {
        throw new ControlError('no_webhook_url', 'the payment was made without a webhook_url');
      }
      return webhooks.sendNow(entry.order.webhookUrl, newsOf(entry, notShown, news));
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
    profile: parts.profile,
    useProfile: parts.useProfile,
    account: () => ({ ...account.usage(), user: account.user() }),
    now: agenda.now,
    async advance(ms) {
      await webhooks.settled(); // what is on its way belongs to the time before
      await agenda.advance(ms);
    },
    settled: webhooks.settled,
  };
}
