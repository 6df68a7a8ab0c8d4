import type { Shop } from './shop.ts';

/** One rule of docs/any-backend.md, and the requests that show whether a backend follows it. */
export interface Check {
  /** A stable name, for `--only` and programs: `one-payment-per-choice`. */
  readonly name: string;
  /** The rule, as one sentence. */
  readonly rule: string;
  /** The paragraph of docs/any-backend.md: `#a-payment`. */
  readonly section: string;
  /** @throws Failure when the backend does not follow the rule, Skip when this cannot be checked here */
  readonly run: (shop: Shop) => Promise<void>;
}
