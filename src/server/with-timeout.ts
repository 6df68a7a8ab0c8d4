import { unref } from './timer.ts';

/** The work did not end in time. It may still be running. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

interface TimeoutOptions {
  /** False lets a process exit while it waits for the work. */
  readonly keepsProcess?: boolean;
}

/**
 * Resolves with the result of the work. A rejection after the time limit is ignored.
 *
 * @param what the name of the work in the error: `order()`
 * @throws TimeoutError after `ms` milliseconds, or any error of the work
 */
export function withTimeout<T>(
  ms: number,
  what: string,
  work: () => T | Promise<T>,
  { keepsProcess = true }: TimeoutOptions = {},
): Promise<T> {
  // One promise instead of `race` and `finally`, because each call of a store uses this function.
  return new Promise((resolve, reject) => {
    const working = Promise.resolve(work());
    const timer = setTimeout(() => reject(new TimeoutError(`${what}: not done after ${ms} ms`)), ms);
    if (!keepsProcess) unref(timer);
    const settle = () => clearTimeout(timer);
    working.then(
      (value) => (settle(), resolve(value)),
      (error: Error) => (settle(), reject(error)),
    );
  });
}

/** Wraps a function of the shop: it is called as before, and rejects when it does not end in time. */
export function limitTime<Args extends readonly unknown[], T>(
  ms: number,
  what: string,
  call: (...args: Args) => T | Promise<T>,
  options?: TimeoutOptions,
): (...args: Args) => Promise<T> {
  return (...args) => withTimeout(ms, what, () => call(...args), options);
}

/** A function of the shop has failed. An event names it, and has its `cause`. */
export class CallbackError extends Error {
  override readonly name = 'CallbackError';
  /** The name of the function: `verifyPayment()`. */
  readonly callback: string;

  constructor(callback: string, cause: unknown) {
    super(`${callback} failed`, { cause });
    this.callback = callback;
  }
}

/** Wraps a function of the shop like `limitTime`. @throws CallbackError that names it */
export function limitCallback<Args extends readonly unknown[], T>(
  ms: number,
  what: string,
  call: (...args: Args) => T | Promise<T>,
): (...args: Args) => Promise<T> {
  const limited = limitTime(ms, what, call);
  return (...args) =>
    limited(...args).catch((cause: unknown) => {
      throw new CallbackError(what, cause);
    });
}
