import { ConfigurationError } from '../configuration-error.ts';
import { kindOf, PROMISE } from '../read-options.ts';
import { limitTime } from '../with-timeout.ts';
import type { PermitLog } from '../permits.ts';
import type { PaymentStore } from './store.ts';

/** The methods of a store. `waits` means that the method returns a promise, which may never settle. */
const METHODS = {
  insert: 'waits',
  setResponse: 'waits',
  release: 'waits',
  transition: 'waits',
  updateFacts: 'waits',
  byPaymentRef: 'waits',
  byToken: 'waits',
  byServiceId: 'waits',
  ofOrder: 'waits',
  ofOrderByToken: 'waits',
  open: 'waits',
  countOpen: 'waits',
  latest: 'waits',
  unhandled: 'waits',
  unhandledOf: 'waits',
  markHandled: 'waits',
  leaseChange: 'waits',
  setCheck: 'waits',
  addChecks: 'waits',
  dueChecks: 'waits',
  consumeRateLimit: 'waits',
  check: 'waits',
  permitLog: 'log',
  subscribe: 'at once',
  notify: 'at once',
  // Both may take as long as they need, because no request waits for them.
  migrate: 'at once',
  close: 'at once',
} as const satisfies Record<keyof PaymentStore, 'waits' | 'at once' | 'log'>;

const names = Object.keys(METHODS) as (keyof PaymentStore)[];

/**
 * Checks that a store has all methods.
 *
 * @throws ConfigurationError that says how to create a store, or which method is missing
 */
export function checkStore(store: unknown): void {
  const hint = 'pass sqliteStore(new DatabaseSync(file)), postgresStore(pool) or memoryStore()';
  if (store instanceof Promise) throw new ConfigurationError('store', PROMISE);
  if (typeof store !== 'object' || store === null)
    throw new ConfigurationError('store', `${hint}, not ${kindOf(store)}`);
  const methods = store as Partial<Record<keyof PaymentStore, unknown>>;
  const missing = names.filter((name) => typeof methods[name] !== 'function');
  if (missing.length > names.length / 2)
    throw new ConfigurationError('store', `${hint}; a database or a pool alone is not a store`);
  if (missing[0] !== undefined) throw new ConfigurationError(`store.${missing[0]}`, `a function is needed`);
}

/**
 * Wraps a store so that every wait ends: a method that throws rejects, and one that does not settle rejects after `ms`.
 */
export function withTimeouts(store: PaymentStore, ms: number): PaymentStore {
  type Method = (...args: unknown[]) => unknown;
  // The method is read at each call, so that tests can replace a method of the store.
  const call =
    (name: keyof PaymentStore): Method =>
    (...args) =>
      (store[name] as Method)(...args);
  const limited = names.map((name) => {
    const isWait = METHODS[name] === 'waits';
    return [name, isWait ? limitTime(ms, `store.${name}()`, call(name)) : call(name)] as const;
  });
  return {
    ...(Object.fromEntries(limited) as unknown as PaymentStore),
    permitLog: (options) => limitLog(store.permitLog(options), ms),
    subscribe(token, listener) {
      const stop: unknown = store.subscribe(token, listener);
      if (typeof stop === 'function') return stop as () => void;
      ignoreErrors(stop);
      throw new TypeError('store.subscribe(): a function that ends the subscription is needed');
    },
    notify(token) {
      ignoreErrors(store.notify(token));
    },
  };
}

/**
 * Ignores a rejection: a method that should return nothing may return a promise, and an unhandled rejection would end
 * the process.
 */
function ignoreErrors(given: unknown): void {
  Promise.resolve(given).catch(() => {});
}

function limitLog(log: PermitLog, ms: number): PermitLog {
  return {
    reserve: limitTime(ms, 'store.permitLog().reserve()', (wanted: number) => log.reserve(wanted)),
    block: limitTime(ms, 'store.permitLog().block()', (span: number) => log.block(span)),
    ...(log.free && { free: limitTime(ms, 'store.permitLog().free()', () => log.free!()) }),
  };
}
