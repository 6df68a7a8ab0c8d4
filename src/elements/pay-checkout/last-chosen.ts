/**
 * The session storage key of an order. It stores which payment of the order this tab showed last, so that a reload
 * shows the same one. A server knows which payment was started last, but not that the payer went back to an earlier
 * one.
 */
const keyOf = (order: string) => `pay-elements ${order}`;

/** The `tid`, `pid` or `bid`; `undefined` when none was shown, or the page may not use its storage. */
export function lastChosen(order: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(order)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param order - The URL of the order. */
export function rememberChosen(order: string, id: string): void {
  try {
    sessionStorage.setItem(keyOf(order), id);
  } catch {
    // Without storage, a reload shows the payment that was started last.
  }
}
