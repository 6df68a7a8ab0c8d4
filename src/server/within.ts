/** The work was not done in time. It may still be going on. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

interface WithinOptions {
  /** Whether a process that has nothing else to do waits for the work. */
  readonly keepsProcess?: boolean;
}

/**
 * What the work resolves with. What it rejects with after its time is dropped.
 *
 * @param what names the work in the error: `order()`
 * @throws OutOfTime after so many ms, or what the work throws
 */
export function within<T>(
  ms: number,
  what: string,
  work: () => T | Promise<T>,
  { keepsProcess = true }: WithinOptions = {},
): Promise<T> {
  // One promise instead of `race` and `finally`, because each call of a store goes through here.
  return new Promise((resolve, reject) => {
    const working = Promise.resolve(work());
    const timer = setTimeout(() => reject(new OutOfTime(`${what}: not done after ${ms} ms`)), ms);
    if (!keepsProcess) (timer as { unref?(): void }).unref?.();
    const settle = () => clearTimeout(timer);
    working.then(
      (value) => (settle(), resolve(value)),
      (error: Error) => (settle(), reject(error)),
    );
  });
}

/** The same for a function of the shop's: called as before, and rejecting when it is not done in time. */
export function limitTime<Args extends readonly unknown[], T>(
  ms: number,
  what: string,
  call: (...args: Args) => T | Promise<T>,
  options?: WithinOptions,
): (...args: Args) => Promise<T> {
  return (...args) => within(ms, what, () => call(...args), options);
}
