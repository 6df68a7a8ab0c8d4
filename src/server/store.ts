/**
 * The interface of a store of payments, for a store of your own: its methods, its rows, and the rules that its conditional
 * writes need. The stores of this package are `memoryStore`, `sqliteStore` and `postgresStore`.
 */
export type {
  Change,
  ChangeCursor,
  Check,
  CheckKind,
  CreationResponse,
  Facts,
  FactsUpdate,
  Migration,
  NewPayment,
  PaymentCursor,
  PaymentData,
  PaymentRow,
  PaymentStore,
  PermitLogOptions,
  Release,
  Stage,
  Transition,
  Verification,
} from './stores/store.ts';
export type { PermitLog } from './permits.ts';
export { blocksNewPayment, isUnseen, mayTransition, phasesBefore } from './stores/rules.ts';
