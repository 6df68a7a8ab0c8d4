import { createLimits } from './limits.ts';
import { holdsChoice, phasesBefore } from './rules.ts';
import type { Change, Facts, PaymentCursor, PaymentRow, PaymentStore } from './store.ts';
import { createWatchers } from './watchers.ts';

const isOpen = (row: PaymentRow) => row.stage !== 'released' && holdsChoice(row.knownPhase);

/** What was said replaces what was known; what was left unsaid does not. */
const heard = (facts: Facts) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

const byAge = (a: PaymentCursor, b: PaymentCursor) =>
  a.created - b.created || (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0);

const byVersion = (a: Change, b: Change) => (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : a.version - b.version);

/** Which payments go by a name, in the order in which they came. */
type Index = Map<string, Set<string>>;

const enter = (index: Index, name: string, ref: string) =>
  void index.set(name, (index.get(name) ?? new Set()).add(ref));

/**
 * Keeps payments in this process, and loses them with it: for tests, stories and trying things out. A shop
 * that takes money keeps them in a database.
 */
export function memoryStore(): PaymentStore {
  const payments = new Map<string, PaymentRow>();
  const refsByToken = new Map<string, string>();
  const refsByOrder: Index = new Map();
  const refsByServiceId: Index = new Map();
  const openRefs = new Set<string>();
  /** What the shop was not told of, by payment and then in order. */
  const changes = new Map<string, Change[]>();
  const limits = new Map<string, { readonly log: string; readonly until: number }>();
  const watchers = createWatchers();

  // Nobody outside may hold a row that changes, or change one that is kept.
  const copy = (row: PaymentRow | undefined) => row && structuredClone(row);
  const write = (row: PaymentRow) => {
    const { ref, token, order, serviceId } = row;
    payments.set(ref, structuredClone(row));
    refsByToken.set(token, ref);
    enter(refsByOrder, order, ref);
    if (serviceId !== null) enter(refsByServiceId, serviceId, ref);
    if (isOpen(row)) openRefs.add(ref);
    else openRefs.delete(ref);
    watchers.wake(token);
    return copy(row);
  };
  const rowsOf = (refs: Iterable<string> = []) => [...refs].map((ref) => payments.get(ref)!);
  const copies = (rows: readonly PaymentRow[]) => rows.map((row) => structuredClone(row));

  return {
    async insert({ at, ...choice }) {
      const taken = (row: PaymentRow) => isOpen(row) && row.method === choice.method && row.coin === choice.coin;
      if (payments.has(choice.ref) || refsByToken.has(choice.token)) return false;
      if (rowsOf(refsByOrder.get(choice.order)).some(taken)) return false;
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
    async attach(ref, { serviceId, status, data, at }) {
      const row = payments.get(ref);
      if (!row || (row.serviceId !== null && row.serviceId !== serviceId)) return undefined;
      const stage = row.stage === 'creating' ? 'ready' : row.stage;
      return write({ ...row, serviceId, stage, status: row.status || status, data, updated: at });
    },
    async release(ref, { stage, data, at }) {
      const row = payments.get(ref);
      if (!row || row.stage !== stage || row.stage === 'released') return undefined;
      return write({ ...row, stage: 'released', data, updated: at });
    },
    async move(ref, { phase, status, serviceId, facts, at }) {
      const row = payments.get(ref);
      if (!row || !phasesBefore(phase).includes(row.knownPhase)) return undefined;
      if (serviceId !== undefined && row.serviceId !== null && row.serviceId !== serviceId) return undefined;
      if (phase === 'unknown' && row.phase === 'unknown' && row.status === status) return undefined;
      const version = row.version + 1;
      const change = { ref, version, from: row.phase, to: phase, status, at };
      changes.set(ref, [...(changes.get(ref) ?? []), change]);
      return write({
        ...row,
        ...heard(facts),
        phase,
        knownPhase: phase === 'unknown' ? row.knownPhase : phase,
        status,
        serviceId: row.serviceId ?? serviceId ?? null,
        version,
        updated: at,
      });
    },
    async note(ref, version, facts, at) {
      const row = payments.get(ref);
      if (!row || row.version !== version) return undefined;
      return write({ ...row, ...heard(facts), version: version + 1, updated: at });
    },
    byRef: async (ref) => copy(payments.get(ref)),
    byToken: async (token) => copy(payments.get(refsByToken.get(token) ?? '')),
    byServiceId: async (serviceId) => copies(rowsOf(refsByServiceId.get(serviceId))),
    ofOrder: async (order) => copies(rowsOf(refsByOrder.get(order))),
    open: async (after, limit) =>
      copies(
        rowsOf(openRefs)
          .filter((row) => !after || byAge(row, after) > 0)
          .sort(byAge)
          .slice(0, limit),
      ),
    countOpen: async () => openRefs.size,
    // The one that looks at all there are: nobody lists a shop's payments from its own memory.
    latest: async (after, limit) =>
      copies(
        [...payments.values()]
          .filter((row) => !after || byAge(row, after) < 0)
          .sort((a, b) => byAge(b, a))
          .slice(0, limit),
      ),
    unhandled: async (after, limit) =>
      [...changes.values()]
        .flat()
        .filter((change) => !after || byVersion(change, { ...change, ...after }) > 0)
        .sort(byVersion)
        .slice(0, limit),
    unhandledOf: async (ref) => [...(changes.get(ref) ?? [])],
    async markHandled(ref, version) {
      const left = (changes.get(ref) ?? []).filter((change) => change.version !== version);
      if (left.length > 0) changes.set(ref, left);
      else changes.delete(ref);
    },
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
    watch: (token, look) => watchers.watch(token, look),
    wake: (token) => watchers.wake(token),
    migrate: async () => {},
    check: async () => {},
    close: () => {},
  };
}
