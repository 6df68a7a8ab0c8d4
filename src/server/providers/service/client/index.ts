/** A client of the payment service's five calls. */
export { ServiceClient } from './service-client.ts';
export { ServiceError, type ServiceErrorCode } from './errors.ts';
export { TransportError, type Transport, type TransportFault } from '../transport/transport.ts';
export type { TransportRequest, TransportResponse } from '../transport/transport.ts';
export type { CallOptions, CryptoInfoRequest, Given, LimitOptions, Raw, ServiceClientOptions } from './options.ts';
export type {
  RequestStarted,
  RequestCompleted,
  CallName,
  RequestAttempted,
  ClientEvent,
  OfCall,
} from './client-event.ts';
export type { Refused } from './refusal.ts';
export { createPermitLog } from '../transport/permit-log.ts';
export type { PermitLog } from '../../../permits.ts';
export type { CryptoFields, LocalcodeFields, WalletFields } from './fields.ts';
export type {
  CryptoAnswer,
  CryptoInfo,
  LocalcodeAnswer,
  NotificationFlags,
  NotificationPreferences,
  Plan,
  Store,
  User,
  WalletAnswer,
} from './answers.ts';
