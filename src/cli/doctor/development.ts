import type { DevelopmentOption } from '../../server/observability/events.ts';
import { findDevelopmentOptions } from '../../server/options.ts';
import type { ProbeReport } from '../../server/http/probe.ts';
import type { Settings } from '../settings.ts';
import type { Usable } from './configuration.ts';
import type { Finding } from './finding.ts';

/** A placeholder as the secret is found with the configuration. */
const FINDINGS: Readonly<Partial<Record<DevelopmentOption, Omit<Finding, 'name'>>>> = {
  store: {
    state: 'problem',
    message:
      'The shop keeps its payments in memory: all of them are lost when its process ends.\nWebhooks of lost payments are rejected.',
    fix: 'Set store: sqliteStore(database) or postgresStore(pool).',
  },
  allowTestPayments: {
    state: 'warning',
    message: 'allowTestPayments is true: payments of a sandbox, without money, pay orders.',
    fix: 'Remove it (ALLOW_TEST_PAYMENTS), unless the shop sends no real goods.',
  },
};

/**
 * Reports options that are only for development, where the public URL is not an address of this machine.
 *
 * @param report the report of the running shop. Without it, the settings are checked.
 */
export function checkDevelopmentOptions(
  { options, from }: Settings,
  { publicUrl }: Usable,
  report: ProbeReport | undefined,
): Finding[] {
  // The environment does not contain the store.
  const isStoreKnown = options.store !== undefined || from !== 'the environment';
  const configured =
    publicUrl === undefined
      ? []
      : findDevelopmentOptions(options, publicUrl).filter((option) => option !== 'store' || isStoreKnown);
  const found = report?.developmentOptions ?? configured;
  return found.flatMap((option) => {
    const finding = FINDINGS[option];
    return finding ? [{ name: 'development', ...finding }] : [];
  });
}
