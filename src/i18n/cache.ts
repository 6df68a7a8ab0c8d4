/** A server may be asked for any language, currency and amount: what is remembered has an end. */
const MAX = 200;

/** Remembers values by their key: what `Intl` makes takes milliseconds. */
export class Cache<T> {
  readonly #values = new Map<string, T>();

  /** The value of a key, made where it is not there. */
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
