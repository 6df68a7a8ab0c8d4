import { digitsOf, exactNumber } from './exact-json.ts';
import type { CoinSymbol } from './coins.ts';
import type { PaymentEntry } from './ledger.ts';
import type { Delivery } from './webhooks.ts';

/** All that a sandbox remembers, so that a restart forgets nothing. */
export interface SandboxState {
  readonly apiKey: string;
  readonly storeApiKey: string;
  /** What deposit addresses are made from. */
  readonly seed: string;
  /** How far the clock was turned, in ms. */
  readonly ahead: number;
  readonly account: AccountState;
  readonly payments: readonly PaymentEntry[];
  /** How many addresses of each coin were given out. */
  readonly counts: readonly (readonly [CoinSymbol, number])[];
  readonly deliveries: readonly Delivery[];
}

export interface AccountState {
  readonly createdAt: number;
  readonly ids: readonly [user: string, store: string];
  readonly used: number;
  readonly lastReset: number;
}

/** Marks a number of `meta` whose digits a double might lose. No request can hold this key's NUL unescaped. */
const DIGITS = '\0digits';

export function writeState(state: SandboxState): string {
  return JSON.stringify(state, (_key, value: unknown) => {
    const digits = digitsOf(value);
    return digits === undefined ? value : { [DIGITS]: digits };
  });
}

/** @throws {SyntaxError} when the text is not what `writeState` wrote */
export function readState(text: string): SandboxState {
  const state = JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && DIGITS in value ? exactNumber(String(value[DIGITS])) : value,
  ) as Partial<SandboxState> | null;
  if (!state?.seed || !state.account || !Array.isArray(state.payments)) throw new SyntaxError('no state of a sandbox');
  return state as SandboxState;
}
