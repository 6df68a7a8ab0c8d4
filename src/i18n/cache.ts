/** Maximum number of entries: a server may get requests with any language, currency and amount. */
const MAX = 200;

/** Caches values by key: creating an `Intl` object takes milliseconds. */
export class Cache<T> {
  readonly #values = new Map<string, T>();

  get size(): number {
    return this.#values.size;
  }

  get(key: string, make: () => T): T {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    if (this.#values.size >= MAX) this.#values.clear();
    const made = make();
    this.#values.set(key, made);
    return made;
  }

  clear(): void {
    this.#values.clear();
  }
}
