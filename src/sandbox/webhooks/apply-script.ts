import type { VirtualClock } from '../actions/virtual-clock.ts';
import type { Sending } from './deliveries.ts';
import type { PaymentEntry } from '../contract/payment-records.ts';
import type { WebhookScript } from './webhook-script.ts';
import { FINAL } from '../contract/status-words.ts';

/** What is to become of one webhook. */
export interface Plan {
  readonly dropped: boolean;
  /** So many copies follow it. */
  readonly copies: number;
  /** It is gathered until there are so many; 1 or less gathers nothing. */
  readonly gather: number;
  /** Nothing more is expected of the payment: who gathers, need not wait. */
  readonly last: boolean;
  readonly sending: Sending;
}

/** Keeps the common script, and makes of it and a payment's own a plan for each webhook. */
export interface WebhookScripts {
  readonly common: () => WebhookScript;
  readonly setCommon: (script: WebhookScript) => void;
  /** The plan for the webhook of a payment's present state; a number of webhooks to drop goes down with it. */
  readonly plan: (entry: PaymentEntry) => Plan;
}

export function createWebhookScripts(virtualClock: VirtualClock, begin: WebhookScript): WebhookScripts {
  let common = begin;

  /** Whether the webhook is dropped, and the script as it is after that. */
  function drop(script: WebhookScript, { state }: PaymentEntry): [boolean, WebhookScript] {
    const { drop: wanted = 0 } = script;
    if (typeof wanted !== 'number') return [wanted.includes(state), script];
    return wanted > 0 ? [true, { ...script, drop: wanted - 1 }] : [false, script];
  }

  return {
    common: () => common,
    setCommon(script) {
      common = script;
    },
    plan(entry) {
      const { duplicate = 0, reorder = 0, delayMs = 0, slowMs = 0, retriesMs } = { ...common, ...entry.script };
      let dropped: boolean;
      if (entry.script?.drop !== undefined) [dropped, entry.script] = drop(entry.script, entry);
      else [dropped, common] = drop(common, entry);
      return {
        dropped,
        copies: duplicate,
        gather: reorder,
        last: FINAL.includes(entry.state),
        sending: {
          ...(delayMs > 0 ? { notBefore: virtualClock.now() + delayMs } : {}),
          ...(slowMs > 0 ? { slowMs } : {}),
          ...(retriesMs ? { retriesMs } : {}),
        },
      };
    },
  };
}
