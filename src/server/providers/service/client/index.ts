/** A client of the payment service's five calls. */
export { ServiceClient } from './service-client.ts';
export { ServiceError, type ServiceErrorCode } from './errors.ts';
export { TransportError, type Transport, type TransportFault } from '../transport/transport.ts';
export type { TransportRequest, TransportResponse } from '../transport/transport.ts';
export type { CallOptions, CryptoInfoRequest, LimitOptions, ServiceClientOptions } from './options.ts';
export type { Refused } from './refusal.ts';
export type { CryptoFields, LocalcodeFields, WalletFields } from './fields.ts';
export type { NotificationFlags, NotificationPreferences, ServicePlan, ServiceStore, ServiceUser } from './account.ts';
export type { CryptoAnswer, CryptoInfo, LocalcodeAnswer, WalletAnswer } from './answers.ts';
