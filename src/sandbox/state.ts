import { readJson, writeJson } from './exact-json.ts';
import type { ApiFault } from './faults/faults.ts';
import type { SavedRecords } from './contract/payment-records.ts';
import type { Profile } from './contract/profiles.ts';
import type { WebhookScript } from './webhooks/webhook-script.ts';
import type { Delivery } from './webhooks/webhooks.ts';

/** All that a sandbox remembers, so that a restart forgets nothing. */
export interface SandboxState extends SavedRecords {
  readonly apiKey: string;
  readonly storeApiKey: string;
  /** What ids, notes, codes and addresses are made from. */
  readonly seed: string;
  readonly profile?: Profile;
  /** What happens to all webhooks. */
  readonly script?: WebhookScript;
  /** What is still to go wrong. */
  readonly faults?: readonly ApiFault[];
  /** How far the clock was turned, in ms. */
  readonly ahead: number;
  readonly account: AccountState;
  readonly deliveries: readonly Delivery[];
}

export interface AccountState {
  readonly createdAt: number;
  readonly ids: readonly [user: string, store: string];
  readonly used: number;
  readonly lastReset: number;
}

/**
 * The state as JSON. `meta` is free-form, and a double might lose digits of its numbers, so it stands as JSON text
 * of its own inside: nothing that a request holds can be taken for a mark of ours.
 */
export function writeState(state: SandboxState): string {
  return JSON.stringify(state, (key, value: unknown) =>
    key === 'meta' && value !== undefined ? writeJson(value) : value,
  );
}

/** @throws {SyntaxError} when the text is not what `writeState` wrote */
export function readState(text: string): SandboxState {
  const state = JSON.parse(text, (key, value: unknown) =>
    key === 'meta' && typeof value === 'string' ? readJson(value) : value,
  ) as Partial<SandboxState> | null;
  if (!state?.seed || !state.account || !Array.isArray(state.payments)) throw new SyntaxError('no state of a sandbox');
  return state as SandboxState;
}
