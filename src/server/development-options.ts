import type { CheckoutOptions } from './checkout-options.ts';
import type { DevelopmentOption } from './observability/events.ts';
import { isLocal } from './read-options.ts';
import { isMemoryStore } from './stores/memory.ts';

/**
 * Finds options that are only for development, where `publicUrl` is not an address of this machine: a memory store, which
 * is also the default, and `allowTestPayments`.
 */
export function findDevelopmentOptions(
  { store, allowTestPayments }: Pick<CheckoutOptions, 'store' | 'allowTestPayments'>,
  publicUrl: string,
): readonly DevelopmentOption[] {
  if (isLocal(publicUrl)) return [];
  return [
    ...(store === undefined || isMemoryStore(store) ? (['store'] as const) : []),
    ...(allowTestPayments ? (['allowTestPayments'] as const) : []),
  ];
}
