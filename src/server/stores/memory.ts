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

/**
 * Keeps payments in this process, and loses them with it: for tests, stories and trying things out. A shop
 * that takes money keeps them in a database.
 */
export function memoryStore(): PaymentStore {
  const payments = new Map<string, PaymentRow>();
  const changes = new Map<string, Change>();
  const limits = new Map<string, { readonly log: string; readonly until: number }>();
  const watchers = createWatchers();

  // Nobody outside may hold a row that changes, or change one that is kept.
  const copy = (row: PaymentRow | undefined) => row && structuredClone(row);
  const write = (row: PaymentRow) => {
    payments.set(row.ref, structuredClone(row));
    watchers.wake(row.token);
    return copy(row);
  };
  const find = (test: (row: PaymentRow) => boolean) =>
    [...payments.values()].filter(test).map((row) => structuredClone(row));
  const waiting = () => [...changes.values()].sort(byVersion);

  return {
    async insert({ at, ...choice }) {
      const taken = (row: PaymentRow) =>
        row.token === choice.token ||
        (isOpen(row) && row.order === choice.order && row.method === choice.method && row.coin === choice.coin);
      if (payments.has(choice.ref) || [...payments.values()].some(taken)) return false;
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
      changes.set(`${ref} ${version}`, { ref, version, from: row.phase, to: phase, status, at });
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
    byToken: async (token) => find((row) => row.token === token)[0],
    byServiceId: async (serviceId) => find((row) => row.serviceId === serviceId),
    ofOrder: async (order) => find((row) => row.order === order),
    open: async (after, limit) =>
      find((row) => isOpen(row) && (!after || byAge(row, after) > 0))
        .sort(byAge)
        .slice(0, limit),
    countOpen: async () => [...payments.values()].filter(isOpen).length,
    latest: async (after, limit) =>
      find((row) => !after || byAge(row, after) < 0)
        .sort((a, b) => byAge(b, a))
        .slice(0, limit),
    unhandled: async (after, limit) =>
      waiting()
        .filter((change) => !after || byVersion(change, { ...change, ...after }) > 0)
        .slice(0, limit),
    unhandledOf: async (ref) => waiting().filter((change) => change.ref === ref),
    markHandled: async (ref, version) => void changes.delete(`${ref} ${version}`),
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
