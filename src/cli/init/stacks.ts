import type { ProviderName } from '../provider-name.ts';
import { readSource } from './sources.ts';

/** The stores that a new shop can use for its orders and payments. */
export const STORES = {
  sqlite: 'SQLite, one file',
  postgres: 'PostgreSQL, for many machines',
  durable: 'a Durable Object of Cloudflare',
} as const;

export type StoreName = keyof typeof STORES;

/** The parts of an example. */
export interface Stack {
  /** The name to display. */
  readonly title: string;
  /** The language of its modules, of which `--typescript` changes the first. Absent where it has no modules. */
  readonly language?: 'javascript' | 'typescript';
  /** The supported stores; the first one is the default. */
  readonly stores: readonly [StoreName, ...StoreName[]];
  /** The target path of the module that opens the store. Its source is `examples/shared/stores/<store>.ts`. */
  readonly database?: string;
  /** Folders of the shop, each with the files of `examples/shared` that are copied to it. */
  readonly shared: Readonly<Record<string, readonly string[]>>;
  /** What its programs write, as lines of a `.gitignore`. */
  readonly ignored?: readonly string[];
  /**
   * Folders of the shop, each with the folder of the package that is copied to it. The example's own files take
   * precedence.
   */
  readonly folders?: Readonly<Record<string, string>>;
}

/** Returns all stacks by name, in the order of `examples/stacks.json`. */
export const readStacks = (): Readonly<Record<string, Stack>> =>
  JSON.parse(readSource('examples/stacks.json')) as Record<string, Stack>;

/** The folder of an example with the checkout. */
export function moduleFolder({ shared, folders = {} }: Stack): string {
  const [folder] = Object.entries(shared).find(([, files]) => files.includes('shop.ts')) ?? Object.entries(folders)[0]!;
  return folder;
}

/**
 * Returns the providers that a stack can use. The backends in other languages speak to the payment service alone, and a
 * Worker has no timer that reads payments whose webhook was lost.
 */
export const providersOf = ({ folders, stores }: Stack): readonly ProviderName[] =>
  folders === undefined && stores[0] !== 'durable' ? ['service', 'btcpay'] : ['service'];
