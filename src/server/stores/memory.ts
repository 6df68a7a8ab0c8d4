import { freezeDeep } from '../freeze-deep.ts';
import { createLimits } from './limits.ts';
import { isOpen, isUnseen, mayTransition, mergeFacts } from './rules.ts';
import type { Change, CheckKind, Facts, PaymentCursor, PaymentRow, PaymentStore } from './store.ts';
import { createListeners } from './listeners.ts';

/** What is stored about the money, removed when it has gone again. */
const NO_MONEY: Facts = {
  cryptoAmountReceived: undefined,
  highestReceived: undefined,
  confirmations: undefined,
  seenAt: undefined,
  fullAmountAt: undefined,
  due: undefined,
  transactions: undefined,
};

const byAge = (a: PaymentCursor, b: PaymentCursor) =>
  a.created - b.created || (a.paymentRef < b.paymentRef ? -1 : a.paymentRef > b.paymentRef ? 1 : 0);

const byVersion = (a: Change, b: Change) =>
  a.paymentRef < b.paymentRef ? -1 : a.paymentRef > b.paymentRef ? 1 : a.version - b.version;

/** Payments by a name, in the order of their creation. A write replaces the list, so reads return it without a copy. */
type Index = Map<string, readonly PaymentRow[]>;

/** Replaces the earlier version of a row in the list of a name, or appends the row. */
function enter(index: Index, name: string, row: PaymentRow): void {
  const rows = index.get(name) ?? [];
  const isHere = rows.some(({ paymentRef }) => paymentRef === row.paymentRef);
  const written = isHere ? rows.map((each) => (each.paymentRef === row.paymentRef ? row : each)) : [...rows, row];
  index.set(name, Object.freeze(written));
}

const NONE: readonly PaymentRow[] = Object.freeze([]);

const memoryStores = new WeakSet<PaymentStore>();

/** True for a store of `memoryStore()`. */
export const isMemoryStore = (store: PaymentStore): boolean => memoryStores.has(store);

/**
 * Keeps payments in the memory of this process, and loses them when it ends. For tests, stories and trials. A shop that
 * takes money must use a database.
 */
export function memoryStore(): PaymentStore {
  const payments = new Map<string, PaymentRow>();
  const byToken = new Map<string, PaymentRow>();
  const byOrder: Index = new Map();
  const byServiceId: Index = new Map();
  const openRefs = new Set<string>();
  /** Unhandled changes of each payment, in order. */
  const changes = new Map<string, Change[]>();
  /** The lease on the first unhandled change of each payment. */
  const leases = new Map<string, { readonly version: number; readonly owner: string; readonly until: number }>();
  /** The time of each check, by kind and payment. */
  const checks = new Map<CheckKind, Map<string, number>>();
  const checksOf = (kind: CheckKind) => checks.get(kind) ?? checks.set(kind, new Map()).get(kind)!;
  const limits = new Map<string, { readonly log: string; readonly until: number }>();
  const listeners = createListeners();

  const write = (given: PaymentRow): PaymentRow => {
    // A frozen copy: callers cannot change a row, nor see it change. So reads need no copy.
    const row = freezeDeep(structuredClone(given));
    const { paymentRef, token, orderRef, serviceId } = row;
    payments.set(paymentRef, row);
    byToken.set(token, row);
    enter(byOrder, orderRef, row);
    if (serviceId !== null) enter(byServiceId, serviceId, row);
    if (isOpen(row)) openRefs.add(paymentRef);
    else openRefs.delete(paymentRef);
    listeners.notify(token);
    return row;
  };

  const store: PaymentStore = {
    async insert({ at, ...choice }) {
      const taken = (row: PaymentRow) => isOpen(row) && row.method === choice.method && row.coin === choice.coin;
      if (payments.has(choice.paymentRef) || byToken.has(choice.token)) return false;
      if (byOrder.get(choice.orderRef)?.some(taken)) return false;
      write({
        ...choice,
        serviceId: null,
        stage: 'creating',
        phase: 'awaiting',
        knownPhase: 'awaiting',
        status: '',
        version: 1,
        created: at,
        updated: at,
      });
      return true;
    },
    async setResponse(paymentRef, { serviceId, status, data, at }) {
      const row = payments.get(paymentRef);
      if (!row || (row.serviceId !== null && row.serviceId !== serviceId)) return undefined;
      const stage = row.stage === 'creating' ? 'ready' : row.stage;
      return write({ ...row, serviceId, stage, status: row.status || status, data, updated: at });
    },
    async release(paymentRef, { stage, data, at, onlyUnseen = false }) {
      const row = payments.get(paymentRef);
      if (!row || row.stage !== stage || row.stage === 'released') return undefined;
      if (onlyUnseen && !isUnseen(row)) return undefined;
      return write({ ...row, stage: 'released', data, updated: at });
    },
    async transition(paymentRef, { phase: next, status, source, serviceId, facts, at, version: seenVersion }) {
      const row = payments.get(paymentRef);
      if (!row || (next && !mayTransition(row.knownPhase, next))) return undefined;
      const phase = next ?? row.knownPhase;
      if (row.version !== seenVersion) return undefined;
      if (serviceId !== undefined && row.serviceId !== null && row.serviceId !== serviceId) return undefined;
      if (phase === 'unknown' && row.phase === 'unknown' && row.status === status) return undefined;
      const version = row.version + 1;
      const change = { paymentRef, version, from: row.phase, to: phase, status, at };
      changes.set(paymentRef, [...(changes.get(paymentRef) ?? []), change]);
      return write({
        ...row,
        ...(next === 'awaiting'
          ? { ...NO_MONEY, verification: facts.verification ?? undefined, test: row.test ?? facts.test }
          : mergeFacts(row, facts)),
        phase,
        knownPhase: phase === 'unknown' ? row.knownPhase : phase,
        status,
        source: source ?? row.source,
        serviceId: row.serviceId ?? serviceId ?? null,
        version,
        updated: at,
      });
    },
    async updateFacts(paymentRef, version, facts, at) {
      const row = payments.get(paymentRef);
      if (!row || row.version !== version) return undefined;
      return write({ ...row, ...mergeFacts(row, facts), version: version + 1, updated: at });
    },
    byPaymentRef: async (paymentRef) => payments.get(paymentRef),
    byToken: async (token) => byToken.get(token),
    byServiceId: async (serviceId) => byServiceId.get(serviceId) ?? NONE,
    ofOrder: async (orderRef) => byOrder.get(orderRef) ?? NONE,
    async ofOrderByToken(token) {
      const row = byToken.get(token);
      return row ? byOrder.get(row.orderRef)! : NONE;
    },
    open: async (after, limit) =>
      [...openRefs]
        .map((paymentRef) => payments.get(paymentRef)!)
        .filter((row) => !after || byAge(row, after) > 0)
        .sort(byAge)
        .slice(0, limit),
    countOpen: async () => openRefs.size,
    // This is the only query that reads all payments: a memory store holds few.
    latest: async (after, limit) =>
      [...payments.values()]
        .filter((row) => !after || byAge(row, after) < 0)
        .sort((a, b) => byAge(b, a))
        .slice(0, limit),
    unhandled: async (after, limit) =>
      [...changes.values()]
        .flat()
        .filter((change) => !after || byVersion(change, { ...change, ...after }) > 0)
        .sort(byVersion)
        .slice(0, limit),
    unhandledOf: async (paymentRef) => [...(changes.get(paymentRef) ?? [])],
    async markHandled(paymentRef, version) {
      const left = (changes.get(paymentRef) ?? []).filter((change) => change.version !== version);
      if (left.length > 0) changes.set(paymentRef, left);
      else changes.delete(paymentRef);
      if (leases.get(paymentRef)?.version === version) leases.delete(paymentRef);
    },
    async leaseChange(paymentRef, version, owner, ms) {
      const lease = leases.get(paymentRef);
      if (changes.get(paymentRef)?.[0]?.version !== version) return false;
      if (lease && lease.owner !== owner && lease.until > Date.now()) return false;
      leases.set(paymentRef, { version, owner, until: Date.now() + ms });
      return true;
    },
    async setCheck(paymentRef, kind, at, before) {
      const times = checksOf(kind);
      if (before !== undefined && times.get(paymentRef) !== before) return false;
      if (at === null) return times.delete(paymentRef);
      times.set(paymentRef, at);
      return true;
    },
    async addChecks(kind, at, since) {
      const times = checksOf(kind);
      for (const paymentRef of openRefs)
        if (payments.get(paymentRef)!.created > since && !times.has(paymentRef)) times.set(paymentRef, at);
    },
    dueChecks: async (kind, at, limit) =>
      [...checksOf(kind)]
        .map(([paymentRef, due]) => ({ paymentRef, at: due }))
        .filter((check) => check.at <= at)
        .sort((a, b) => a.at - b.at || (a.paymentRef < b.paymentRef ? -1 : 1))
        .slice(0, limit),
    ...createLimits({
      read: (name) => ({ log: limits.get(name)?.log ?? '' }),
      swap(name, before, log, until) {
        if ((limits.get(name)?.log ?? '') !== before) return false;
        limits.set(name, { log, until });
        return true;
      },
      forget(at) {
        for (const [name, { until }] of limits) if (until < at) limits.delete(name);
      },
    }),
    subscribe: (token, listener) => listeners.subscribe(token, listener),
    migrate: async () => {},
    check: async () => {},
    close: () => {},
  };
  memoryStores.add(store);
  return store;
}
