/**
 * The account as the response of contract 4.1 describes it. Every field except the id may be missing or null; unknown
 * fields are kept.
 */

/** Contract 2.2. */
export interface ServiceUser {
  /** UUID. */
  readonly id: string;
  readonly username?: string | null;
  readonly email?: string | null;
  /** Contract 2.2 shows `user`; other roles are not shown. */
  readonly role?: 'user' | (string & {}) | null;
  readonly agreedTOS?: boolean | null;
  /** The user's own API key. A secret: it must not leave the backend. */
  readonly apiKey?: string | null;
  readonly twoFAEnabled?: boolean | null;
  /** ISO 8601, UTC, with milliseconds. */
  readonly createdAt?: string | null;
  readonly currentPlan?: ServicePlan | null;
  readonly stores?: readonly ServiceStore[] | null;
  readonly [field: string]: unknown;
}

/** Contract 2.3. */
export interface ServicePlan {
  readonly name?: string | null;
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
  readonly codeEditor?: boolean | null;
  readonly visualEditor?: boolean | null;
  readonly customDomain?: boolean | null;
  readonly advancedAnalytics?: boolean | null;
  readonly globalCurrencySupport?: boolean | null;
  readonly multiLanguageSupport?: boolean | null;
  readonly couponSystem?: boolean | null;
  readonly customWebhookIntegration?: boolean | null;
  readonly [field: string]: unknown;
}

/** Contract 2.4. */
export interface ServiceStore {
  /** UUID. */
  readonly id?: string | null;
  readonly name?: string | null;
  /** The number of requests in the current period. The length of a period is not shown. */
  readonly currentApiUsage?: number | null;
  readonly maxApiRequests?: number | null;
  /** The time when the counter was last reset. */
  readonly lastApiReset?: string | null;
  /** The store's API key. A secret: it must not leave the backend. */
  readonly apiKey?: string | null;
  readonly antiFraudEnabled?: boolean | null;
  readonly allowVPNProxy?: boolean | null;
  readonly notificationPreferences?: NotificationPreferences | null;
  readonly subdomain?: string | null;
  /** The domain name that `subdomain` belongs to. */
  readonly selectedSubDomain?: string | null;
  /** Address of the logo. */
  readonly logoPath?: string | null;
  readonly customDomain?: string | null;
  readonly createdAt?: string | null;
  readonly updatedAt?: string | null;
  readonly [field: string]: unknown;
}

/** Contract 2.5: the five flags of every channel. */
export interface NotificationFlags {
  readonly orderCreated?: boolean | null;
  readonly ticketCreated?: boolean | null;
  readonly ticketMessage?: boolean | null;
  readonly orderCompleted?: boolean | null;
  readonly feedbackReceived?: boolean | null;
  readonly [field: string]: unknown;
}

/** Contract 2.5: the four channels. */
export interface NotificationPreferences {
  readonly email?: NotificationFlags | null;
  readonly chatroom?: (NotificationFlags & { readonly webhookUrl?: string | null }) | null;
  readonly webhook?: (NotificationFlags & { readonly url?: string | null }) | null;
  /** `botToken` is a secret. */
  readonly messenger?:
    (NotificationFlags & { readonly chatId?: string | null; readonly botToken?: string | null }) | null;
  readonly [field: string]: unknown;
}
