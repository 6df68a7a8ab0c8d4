import type { Timers } from './actions/virtual-clock.ts';
import type { ContractGaps } from './contract/contract-gaps.ts';
import type { Profile } from './contract/profiles.ts';
import type { WebhookSender } from './webhooks/sender.ts';
import type { SandboxState } from './state.ts';

/** The options of the sandbox. All of them are optional. */
export interface SandboxOptions {
  /** The URL of the sandbox: the contract's {base_url}. Default: 'http://localhost'. */
  readonly url?: string;
  /** Returns the time in ms since 1970. Default: the system's clock. */
  readonly clock?: () => number;
  /** The timers of that clock. Default: the system's timers. */
  readonly timers?: Timers;
  /**
   * The seed of ids, notes, codes, addresses and keys: the same seed and the same calls give the same values. Default:
   * random.
   */
  readonly seed?: string;
  /** Sends a webhook. Default: with `fetch`. */
  readonly send?: WebhookSender;
  /** The allowed targets of webhooks. A webhook to another target is recorded and not sent. Default: 'loopback'. */
  readonly webhookTargets?: 'loopback' | 'any';
  /** The user's key, the contract's <global_api_key>. Default: random. */
  readonly apiKey?: string;
  /** The store's key. Default: random. */
  readonly storeApiKey?: string;
  /** The rate limit (contract 8). Default: 35. */
  readonly requestsPerMinute?: number;
  /** The request quota of the plan and of the store (contract 8). Default: 850. */
  readonly quota?: number;
  /** The saved state of an earlier sandbox, with its keys, seed, clock, profile, scripts and faults. Default: none. */
  readonly saved?: SandboxState | undefined;
  /**
   * The profile: the choices for everything that the contract does not show. Default: that of `saved`, otherwise
   * 'strict'.
   */
  readonly profile?: Profile;
  /** Individual settings that override the profile. */
  readonly contractGaps?: Partial<ContractGaps>;
  /** Returns the script that defines the tags, for the hosted pages; undefined when it is not built. */
  readonly elementsScript?: () => Promise<string | undefined>;
}
