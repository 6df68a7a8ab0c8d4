export interface LazyModule<T> {
  /** `undefined` until it is loaded. */
  readonly value: T | undefined;
  /** Loads the module. After a failure, the next call tries again. */
  load(): Promise<T>;
}

/** Loads a module on demand: `lazyModule(() => import('../menu/share-menu.ts'))`. */
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
