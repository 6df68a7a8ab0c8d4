import type { VirtualClock } from '../actions/virtual-clock.ts';
import type { Sending } from './deliveries.ts';
import type { PaymentEntry } from '../contract/payment-records.ts';
import type { WebhookScript } from './webhook-script.ts';
import { FINAL } from '../contract/status-words.ts';

/** The handling of one webhook. */
export interface Plan {
  readonly dropped: boolean;
  /** The number of copies that follow it. */
  readonly copies: number;
  /** The number of webhooks that are gathered before they are sent; with 1 or less they are sent at once. */
  readonly gather: number;
  /** True when no further webhook of the payment is expected, so gathered webhooks need not wait. */
  readonly last: boolean;
  readonly sending: Sending;
}

/** Keeps the common script, and combines it with a payment's own script to a plan for each webhook. */
export interface WebhookScripts {
  readonly common: () => WebhookScript;
  readonly setCommon: (script: WebhookScript) => void;
  /** Returns the plan for the webhook of a payment's present state. It decrements the number of webhooks to drop. */
  readonly plan: (entry: PaymentEntry) => Plan;
}

export function createWebhookScripts(virtualClock: VirtualClock, begin: WebhookScript): WebhookScripts {
  let common = begin;

  /** Returns whether the webhook is dropped, and the script after that. */
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
