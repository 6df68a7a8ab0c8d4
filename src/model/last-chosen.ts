import type { PagePorts } from './ports.ts';

/**
 * The key of an order in the memory of the tab. It stores which payment of the order this tab showed last, so that a
 * reload shows the same one. A server knows which payment was started last, but not that the payer went back to an
 * earlier one.
 */
const keyOf = (order: string) => `pay-elements ${order}`;

/** The `tid`, `pid` or `bid`; `undefined` when none was shown. @param order - The URL of the order. */
export const lastChosen = (order: string, { memory }: PagePorts): string | undefined => memory.get(keyOf(order));

/** @param order - The URL of the order. */
export const rememberChosen = (order: string, id: string, { memory }: PagePorts): void => memory.set(keyOf(order), id);
