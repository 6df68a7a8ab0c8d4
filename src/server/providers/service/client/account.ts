/**
 * The account as the response of contract 4.1 describes it. Every field except the id may be missing or null; unknown
 * fields are kept.
 */

/** Contract 2.2. */
export interface ServiceUser {
  /** UUID. */
  readonly id: string;
  /** The name of the account. */
  readonly username?: string | null;
  /** The e-mail address of the account. */
  readonly email?: string | null;
  /** Contract 2.2 shows `user`; other roles are not shown. */
  readonly role?: 'user' | (string & {}) | null;
  /** Whether the terms of service were accepted. */
  readonly agreedTOS?: boolean | null;
  /** The user's own API key. A secret: it must not leave the backend. */
  readonly apiKey?: string | null;
  /** Whether a second factor is needed to sign in. */
  readonly twoFAEnabled?: boolean | null;
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt?: string | null;
  /** The plan of the account. */
  readonly currentPlan?: ServicePlan | null;
  /** The stores of the account. */
  readonly stores?: readonly ServiceStore[] | null;
  /** Fields that the contract does not name are kept. */
  readonly [field: string]: unknown;
}

/** Contract 2.3. */
export interface ServicePlan {
  /** The name. */
  readonly name?: string | null;
  /** The time of its start. */
  readonly startedAt?: string | null;
  /** Null when the plan does not expire. */
  readonly expiresAt?: string | null;
  /** A text to display; `Unlimited` when `expiresAt` is null. */
  readonly remainingTime?: 'Unlimited' | (string & {}) | null;
  /** Fee for cryptocurrency payments. Its unit is not shown. */
  readonly feeCrypto?: number | null;
  /** Fee for local mobile-code and card payments. Its unit is not shown. */
  readonly feeLocalcodeKarty?: number | null;
  /** The number of requests that the plan allows; 850 on the base plan (contract 8). */
  readonly apiRequestLimit?: number | null;
  /** The number of stores that the plan allows; 1 on the base plan (contract 8). */
  readonly maxShops?: number | null;
  /** A feature of the plan. */
  readonly codeEditor?: boolean | null;
  /** A feature of the plan. */
  readonly visualEditor?: boolean | null;
  /** A feature of the plan. */
  readonly customDomain?: boolean | null;
  /** A feature of the plan. */
  readonly advancedAnalytics?: boolean | null;
  /** A feature of the plan. */
  readonly globalCurrencySupport?: boolean | null;
  /** A feature of the plan. */
  readonly multiLanguageSupport?: boolean | null;
  /** A feature of the plan. */
  readonly couponSystem?: boolean | null;
  /** A feature of the plan. */
  readonly customWebhookIntegration?: boolean | null;
  /** Fields that the contract does not name are kept. */
  readonly [field: string]: unknown;
}

/** Contract 2.4. */
export interface ServiceStore {
  /** UUID. */
  readonly id?: string | null;
  /** The name. */
  readonly name?: string | null;
  /** The number of requests in the current period. The length of a period is not shown. */
  readonly currentApiUsage?: number | null;
  /** The number of requests that are allowed in a period. */
  readonly maxApiRequests?: number | null;
  /** The time when the counter was last reset. */
  readonly lastApiReset?: string | null;
  /** The store's API key. A secret: it must not leave the backend. */
  readonly apiKey?: string | null;
  /** A setting of the store. */
  readonly antiFraudEnabled?: boolean | null;
  /** A setting of the store. */
  readonly allowVPNProxy?: boolean | null;
  /** Contract 2.5. */
  readonly notificationPreferences?: NotificationPreferences | null;
  /** The subdomain of the store. */
  readonly subdomain?: string | null;
  /** The domain name that `subdomain` belongs to. */
  readonly selectedSubDomain?: string | null;
  /** Address of the logo. */
  readonly logoPath?: string | null;
  /** The domain of the store. */
  readonly customDomain?: string | null;
  /** ISO 8601. */
  readonly createdAt?: string | null;
  /** ISO 8601. */
  readonly updatedAt?: string | null;
  /** Fields that the contract does not name are kept. */
  readonly [field: string]: unknown;
}

/** Contract 2.5: the five flags of every channel. */
export interface NotificationFlags {
  /** Notifies of a new order. */
  readonly orderCreated?: boolean | null;
  /** Notifies of a new ticket. */
  readonly ticketCreated?: boolean | null;
  /** Notifies of a message in a ticket. */
  readonly ticketMessage?: boolean | null;
  /** Notifies of a completed order. */
  readonly orderCompleted?: boolean | null;
  /** Notifies of feedback. */
  readonly feedbackReceived?: boolean | null;
  /** Fields that the contract does not name are kept. */
  readonly [field: string]: unknown;
}

/** Contract 2.5: the four channels. */
export interface NotificationPreferences {
  /** By e-mail. */
  readonly email?: NotificationFlags | null;
  /** In a chat room; `webhookUrl` is a secret. */
  readonly chatroom?: (NotificationFlags & { readonly webhookUrl?: string | null }) | null;
  /** By a webhook. */
  readonly webhook?: (NotificationFlags & { readonly url?: string | null }) | null;
  /** `botToken` is a secret. */
  readonly messenger?:
    (NotificationFlags & { readonly chatId?: string | null; readonly botToken?: string | null }) | null;
  /** Fields that the contract does not name are kept. */
  readonly [field: string]: unknown;
}
