import type { SavedChain } from './chain/sandbox-chain.ts';
import { readJson, writeJson } from './exact-json.ts';
import type { ApiFault } from './faults/faults.ts';
import type { SavedRecords } from './contract/payment-records.ts';
import type { Profile } from './contract/profiles.ts';
import type { WebhookScript } from './webhooks/webhook-script.ts';
import type { Delivery } from './webhooks/webhooks.ts';

/**
 * The whole state of a sandbox, from which a restart continues. Pass it on as it is: `JSON.stringify` loses the numbers in
 * `meta`, which are kept with all their digits. `startSandbox({ data })` keeps the state in a file.
 */
export interface SandboxState {
  /** @internal */
  readonly apiKey: string;
  /** @internal */
  readonly storeApiKey: string;
  /** The seed of ids, notes, codes and addresses. */
  readonly seed: string;
  /** The profile when the state was saved. The common script belongs to it. */
  readonly profile?: Profile;
  /** The common webhook script. */
  readonly script?: WebhookScript;
  /** The faults that are still pending. */
  readonly faults?: readonly ApiFault[];
  /** How far the clock was moved forward, in ms. */
  readonly ahead: number;
  /** @internal */
  readonly account: AccountState;
  /** @internal */
  readonly payments: SavedRecords['payments'];
  /** @internal */
  readonly counts: SavedRecords['counts'];
  /** @internal */
  readonly deliveries: readonly Delivery[];
  /** @internal */
  readonly chain?: SavedChain;
}

export interface AccountState {
  readonly createdAt: number;
  readonly ids: readonly [user: string, store: string];
  readonly used: number;
  readonly lastReset: number;
}

/**
 * Serializes the state as JSON. `meta` is free-form, and its numbers may have more digits than a double can hold. So it
 * is stored as JSON text in a string, which no content of a request can imitate.
 */
export function writeState(state: SandboxState): string {
  return JSON.stringify(state, (key, value: unknown) =>
    key === 'meta' && value !== undefined ? writeJson(value) : value,
  );
}

/** @throws {SyntaxError} when the text was not written by `writeState` */
export function readState(text: string): SandboxState {
  const state = JSON.parse(text, (key, value: unknown) =>
    key === 'meta' && typeof value === 'string' ? readJson(value) : value,
  ) as (Partial<SandboxState> & { readonly webhookSecret?: unknown }) | null;
  if (state?.webhookSecret !== undefined) throw new SyntaxError('it belongs to a sandbox of BTCPay Server');
  if (!state?.seed || !state.account || !Array.isArray(state.payments))
    throw new SyntaxError('it has no state of a sandbox');
  return state as SandboxState;
}
