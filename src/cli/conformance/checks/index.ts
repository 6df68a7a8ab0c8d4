import type { Check } from '../check.ts';
import { moneyChecks } from './money.ts';
import { orderChecks } from './orders.ts';
import { paymentChecks } from './payments.ts';
import { processChecks } from './processes.ts';
import { limitChecks, safetyChecks } from './safety.ts';
import { statusChecks } from './status.ts';
import { webhookChecks } from './webhooks.ts';

/** All checks, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  ...orderChecks,
  ...paymentChecks,
  ...statusChecks,
  ...webhookChecks,
  ...moneyChecks,
  ...processChecks,
  ...safetyChecks,
  ...limitChecks,
];
