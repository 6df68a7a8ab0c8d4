import type { Timers } from './actions/virtual-clock.ts';
import type { ContractGaps } from './contract/contract-gaps.ts';
import type { Profile } from './contract/profiles.ts';
import type { WebhookSender } from './webhooks/sender.ts';
import type { SandboxState } from './state.ts';

/** What the sandbox is made with. All of it can be left out. */
export interface SandboxOptions {
  /** Where the sandbox is reached: the contract's {base_url}. Default: 'http://localhost'. */
  readonly url?: string;
  /** The time in ms since 1970. Default: the system's clock. */
  readonly clock?: () => number;
  /** Waits on that clock. Default: the system's timers. */
  readonly timers?: Timers;
  /**
   * What ids, notes, codes, addresses and keys are made from: the same seed and the same calls give the same ones.
   * Default: random.
   */
  readonly seed?: string;
  /** Sends a webhook. Default: by `fetch`. */
  readonly send?: WebhookSender;
  /** Where webhooks may go. Anywhere else is written down and not sent. Default: 'loopback'. */
  readonly webhookTargets?: 'loopback' | 'any';
  /** The user's key, the contract's <global_api_key>. Default: random. */
  readonly apiKey?: string;
  /** The store's key. Default: random. */
  readonly storeApiKey?: string;
  /** Contract 8. Default: 35. */
  readonly requestsPerMinute?: number;
  /** Contract 8, of the plan and of the store. Default: 850. */
  readonly quota?: number;
  /** What an earlier sandbox remembered: also its keys, seed, clock, profile, scripts and faults. Default: nothing. */
  readonly saved?: SandboxState | undefined;
  /** The choices where the contract is silent. Default: those of the earlier sandbox, else 'strict'. */
  readonly profile?: Profile;
  /** Single choices instead of the profile's. */
  readonly contractGaps?: Partial<ContractGaps>;
  /** The script that defines the tags, for the hosted pages; undefined when it is not built. */
  readonly elementsScript?: () => Promise<string | undefined>;
}
