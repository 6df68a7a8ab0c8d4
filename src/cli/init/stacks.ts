import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where a shop keeps its orders and payments. */
export const STORES = {
  sqlite: 'SQLite, one file',
  postgres: 'PostgreSQL, for many machines',
  durable: 'a Durable Object of Cloudflare',
} as const;

export type StoreName = keyof typeof STORES;

/** How the files of an example are put together. */
export interface Stack {
  /** For people. */
  readonly title: string;
  /** What it can keep its data in; the first is the default. */
  readonly stores: readonly [StoreName, ...StoreName[]];
  /** Where the module that opens the store goes to: `examples/shared/stores/<store>.js`. */
  readonly database?: string;
  /** Folders of the shop, and the files of `examples/shared` that are copied to each. */
  readonly shared: Readonly<Record<string, readonly string[]>>;
  /** Folders of the shop, and the folder of the package that is copied to each. The example's own files win over these. */
  readonly folders?: Readonly<Record<string, string>>;
}

/** The root of this package: the same number of folders above `src` and above `dist`. */
export const packageRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** All stacks by name, in the order of `examples/stacks.json`. */
export const readStacks = (): Readonly<Record<string, Stack>> =>
  JSON.parse(readFileSync(`${packageRoot}examples/stacks.json`, 'utf8')) as Record<string, Stack>;
