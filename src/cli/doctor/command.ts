import type { Command, Given } from '../command.ts';
import { readSettings, SETTINGS_OPTIONS } from '../settings.ts';
import { STORE_OPTIONS } from '../store.ts';
import { checkAccount, checkUsage } from './account.ts';
import { checkConfiguration } from './configuration.ts';
import type { Finding } from './finding.ts';
import { checkKeys } from './keys.ts';
import { reportOf } from './report.ts';
import { requestAccount } from './service.ts';
import { checkStore } from './store.ts';
import { checkWebhooks } from './webhooks.ts';

/** The command `pay-elements doctor`. */
export const doctor: Command = {
  name: 'doctor',
  about: `Says in plain words whether a shop can take payments, and what to do where it
cannot. Reads the configuration from --config, else from the environment
(SERVICE_URL, SERVICE_KEY, PAY_SECRET, PAY_URL or PUBLIC_URL, DATABASE_URL),
asks the service once for the account, looks into the store, and sends a test
webhook, for no payment, through the public address of the running shop. No
payment is touched.

Exit code: 0 all is well or only warnings, 1 a problem, 2 usage error.`,
  options: {
    ...SETTINGS_OPTIONS,
    ...STORE_OPTIONS,
    json: { description: 'one JSON object for programs: { ok, findings: [{ name, state, says, fix, facts }] }' },
  },
  async run(given) {
    const findings = await runChecks(given);
    const isOk = findings.every(({ state }) => state !== 'problem');
    const text = given.has('json') ? `${JSON.stringify({ ok: isOk, findings }, null, 2)}\n` : reportOf(findings);
    process.stdout.write(text);
    return isOk ? 0 : 1;
  },
};

async function runChecks(given: Given): Promise<Finding[]> {
  const settings = await readSettings(given);
  const { finding, usable } = checkConfiguration(settings);
  const findings = [finding];
  if (usable.service) {
    const { finding: service, user } = await requestAccount(settings);
    findings.push(service);
    if (user) findings.push(checkAccount(user, Date.now()), checkUsage(user), ...checkKeys(settings, user));
  } else findings.push({ name: 'service', state: 'skipped', says: 'Without address and key it cannot be asked.' });
  findings.push(...(await checkStore(given, settings)));
  const { baseUrl } = finding.facts as { readonly baseUrl?: string };
  findings.push(await checkWebhooks(usable, baseUrl));
  return findings;
}
