/** A module that is loaded when it is needed, once. */
export interface LazyModule<T> {
  /** `undefined` until it is loaded. */
  readonly value: T | undefined;
  /** Loads it. A load that failed is tried again with the next call. */
  load(): Promise<T>;
}

/** Loads a module on demand: `lazyModule(() => import('./share-menu.ts'))`. */
export function lazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  let value: T | undefined;
  let loading: Promise<T> | undefined;
  return {
    get value() {
      return value;
    },
    load: () =>
      (loading ??= load().then(
        (module) => (value = module),
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      )),
  };
}
