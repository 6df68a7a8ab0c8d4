import { isRecord } from '../../core/json.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { kindOf, refusePromise } from '../read-options.ts';
import { limitTime } from '../with-timeout.ts';
import type { PermitLog } from '../permits.ts';
import type { PaymentRow, PaymentStore } from './store.ts';

/** Returns what is wrong with a result of a method; undefined when it can be used. */
type ResultCheck = (result: unknown) => string | undefined;

const listFault: ResultCheck = (result) =>
  Array.isArray(result) ? undefined : `a list is needed, not ${kindOf(result)}`;

/** What a method resolves with. */
const RESULTS = {
  boolean: (result) => (typeof result === 'boolean' ? undefined : `true or false is needed, not ${kindOf(result)}`),
  number: (result) => (typeof result === 'number' ? undefined : `a number is needed, not ${kindOf(result)}`),
  list: listFault,
  row: (result) => (result === undefined || result === null ? undefined : rowFault(result)),
  rows: (result) => listFault(result) ?? (result as unknown[]).map(rowFault).find((fault) => fault !== undefined),
} as const satisfies Record<string, ResultCheck>;

/** What is wrong with a row. A row of a database as it is has other names, and its JSON is text. */
function rowFault(row: unknown): string | undefined {
  const { paymentRef, version, data } = Object(row) as Partial<Record<keyof PaymentRow, unknown>>;
  const fault = (field: keyof PaymentRow, type: string, value: unknown) =>
    `a PaymentRow is needed: its ${field} must be ${type}, not ${kindOf(value)}`;
  if (typeof paymentRef !== 'string') return fault('paymentRef', 'text', paymentRef);
  if (typeof version !== 'number') return fault('version', 'a number', version);
  return isRecord(data) ? undefined : fault('data', 'an object', data);
}

/**
 * The methods of a store. `waits` and the names of `RESULTS` mean that the method returns a promise, which may never settle;
 * a name of `RESULTS` says what it resolves with.
 */
const METHODS = {
  insert: 'boolean',
  setResponse: 'row',
  release: 'row',
  transition: 'row',
  updateFacts: 'row',
  byPaymentRef: 'row',
  byToken: 'row',
  byServiceId: 'rows',
  ofOrder: 'rows',
  ofOrderByToken: 'rows',
  open: 'rows',
  countOpen: 'number',
  latest: 'rows',
  unhandled: 'list',
  unhandledOf: 'list',
  markHandled: 'waits',
  leaseChange: 'boolean',
  setCheck: 'boolean',
  addChecks: 'waits',
  dueChecks: 'list',
  consumeRateLimit: 'number',
  check: 'waits',
  permitLog: 'log',
  subscribe: 'at once',
  // Both may take as long as they need, because no request waits for them.
  migrate: 'at once',
  close: 'at once',
} as const satisfies Record<keyof PaymentStore, 'waits' | keyof typeof RESULTS | 'at once' | 'log'>;

const names = Object.keys(METHODS) as (keyof PaymentStore)[];

/**
 * Checks that a store has all methods.
 *
 * @throws ConfigurationError that says how to create a store, or which method is missing
 */
export function checkStoreMethods(store: unknown): void {
  const hint = 'pass sqliteStore(new DatabaseSync(file)), postgresStore(pool) or memoryStore()';
  refusePromise(store, 'store');
  if (typeof store !== 'object' || store === null)
    throw new ConfigurationError('store', `${hint}, not ${kindOf(store)}`);
  const methods = store as Partial<Record<keyof PaymentStore, unknown>>;
  const missing = names.filter((name) => typeof methods[name] !== 'function');
  if (missing.length > names.length / 2)
    throw new ConfigurationError('store', `${hint}; a database or a pool alone is not a store`);
  if (missing[0] !== undefined) throw new ConfigurationError(`store.${missing[0]}`, `a function is needed`);
}

/**
 * Wraps a store so that every wait ends: a method that throws rejects, and one that does not settle rejects after `ms`. A
 * method rejects, too, when it resolves with another type: without a value, an `insert` would look like a row that exists.
 */
export function withTimeouts(store: PaymentStore, ms: number): PaymentStore {
  type Method = (...args: unknown[]) => unknown;
  // The method is read at each call, so that tests can replace a method of the store.
  const call =
    (name: keyof PaymentStore): Method =>
    (...args) =>
      (store[name] as Method)(...args);
  const limited = names.map((name) => {
    const kind = METHODS[name];
    if (kind === 'at once' || kind === 'log') return [name, call(name)] as const;
    return [
      name,
      limitTime(ms, `store.${name}()`, kind === 'waits' ? call(name) : checked(name, kind, call(name))),
    ] as const;
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
  };
}

/** Wraps a method so that it rejects when it resolves with another type. */
function checked(name: string, kind: keyof typeof RESULTS, call: (...args: unknown[]) => unknown) {
  return async (...args: unknown[]) => {
    const result = await call(...args);
    const fault = RESULTS[kind](result);
    if (fault === undefined) return result;
    throw new TypeError(`store.${name}(): ${fault}`);
  };
}

/**
 * Ignores a rejection: a method that should not return a promise may return one, and an unhandled rejection would end the
 * process.
 */
function ignoreErrors(given: unknown): void {
  Promise.resolve(given).catch(() => {});
}

function limitLog(log: PermitLog, ms: number): PermitLog {
  if (typeof (Object(log) as Partial<PermitLog>).reserve !== 'function')
    throw new TypeError('store.permitLog(): an object with reserve() and block() is needed');
  return {
    reserve: limitTime(ms, 'store.permitLog().reserve()', (wanted: number) => log.reserve(wanted)),
    block: limitTime(ms, 'store.permitLog().block()', (span: number) => log.block(span)),
    ...(log.free && { free: limitTime(ms, 'store.permitLog().free()', () => log.free!()) }),
  };
}
