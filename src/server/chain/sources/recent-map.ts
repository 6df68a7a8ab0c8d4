/** How long an entry is kept after its last use. Longer than any interval between two looks at a payment. Milliseconds. */
const KEPT_MS = 24 * 60 * 60_000;

/** A map by text that forgets what was not used for a day: what a source remembers must not grow with each payment. */
export interface RecentMap<Value> {
  /** Counts as a use. */
  readonly get: (key: string) => Value | undefined;
  /** Does not count as a use. */
  readonly peek: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly clear: () => void;
}

export function createRecentMap<Value>(): RecentMap<Value> {
  /** In the order of their last use. */
  const entries = new Map<string, { readonly value: Value; readonly usedAt: number }>();

  function set(key: string, value: Value): void {
    const now = Date.now();
    entries.delete(key);
    entries.set(key, { value, usedAt: now });
    for (const [old, { usedAt }] of entries) {
      if (now - usedAt < KEPT_MS) break;
      entries.delete(old);
    }
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry) set(key, entry.value);
      return entry?.value;
    },
    peek: (key) => entries.get(key)?.value,
    set,
    clear: () => entries.clear(),
  };
}
