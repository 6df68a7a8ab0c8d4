/** Who waits for news of which payment, in this process. */
export interface Watchers {
  watch(token: string, look: () => void): () => void;
  wake(token: string): void;
  /** For news of unknown origin: everyone looks again. */
  wakeAll(): void;
  readonly size: number;
  /** Which payments are watched. */
  tokens(): string[];
}

/** `onFirst` and `onLast` tell when there is someone to watch for, and when there is nobody any more. */
export function createWatchers(onFirst: () => void = () => {}, onLast: () => void = () => {}): Watchers {
  const byToken = new Map<string, Set<() => void>>();
  return {
    watch(token, look) {
      const entry = () => look(); // its own identity, so that one function may watch twice
      const looks = byToken.get(token) ?? new Set();
      if (byToken.size === 0) onFirst();
      byToken.set(token, looks.add(entry));
      return () => {
        if (!looks.delete(entry) || looks.size > 0) return;
        byToken.delete(token);
        if (byToken.size === 0) onLast();
      };
    },
    wake(token) {
      for (const look of [...(byToken.get(token) ?? [])]) look();
    },
    wakeAll() {
      for (const looks of [...byToken.values()]) for (const look of [...looks]) look();
    },
    get size() {
      return byToken.size;
    },
    tokens: () => [...byToken.keys()],
  };
}
