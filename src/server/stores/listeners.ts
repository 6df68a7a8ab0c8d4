/** The listeners of payments in this process, by token. */
export interface Listeners {
  subscribe(token: string, listener: () => void): () => void;
  notify(token: string): void;
  /** Notifies all listeners. It is called when the changed payments are unknown. */
  notifyAll(): void;
  readonly size: number;
  has(token: string): boolean;
  /** The payments that have listeners. */
  tokens(): string[];
}

/** `onFirst` is called with the first subscription, `onLast` when the last subscription has ended. */
export function createListeners(onFirst: () => void = () => {}, onLast: () => void = () => {}): Listeners {
  const byToken = new Map<string, Set<() => void>>();
  return {
    subscribe(token, listener) {
      const entry = () => listener(); // a new function each time, so that one listener may subscribe twice
      const ofToken = byToken.get(token) ?? new Set();
      if (byToken.size === 0) onFirst();
      byToken.set(token, ofToken.add(entry));
      return () => {
        if (!ofToken.delete(entry) || ofToken.size > 0) return;
        byToken.delete(token);
        if (byToken.size === 0) onLast();
      };
    },
    notify(token) {
      for (const listener of [...(byToken.get(token) ?? [])]) listener();
    },
    notifyAll() {
      for (const ofToken of [...byToken.values()]) for (const listener of [...ofToken]) listener();
    },
    get size() {
      return byToken.size;
    },
    has: (token) => byToken.has(token),
    tokens: () => [...byToken.keys()],
  };
}
