import type { Command, Given } from '../command.ts';
import type { PaymentProvider } from '../../server/providers/provider.ts';
import { readSettings, SETTINGS_OPTIONS } from '../settings.ts';
import { STORE_OPTIONS } from '../store.ts';
import { checkAccount, checkUsage } from './account.ts';
import { checkChainSources } from './chain.ts';
import { checkConfiguration } from './configuration.ts';
import { checkDevelopmentOptions } from './development.ts';
import type { Finding } from './finding.ts';
import { checkKeys } from './keys.ts';
import { checkOrder, skippedOrder } from './order.ts';
import { checkProvider } from './provider.ts';
import { reportOf } from './report.ts';
import { requestAccount } from './service.ts';
import { checkStore } from './store.ts';
import { judgeForgedHeader } from './visitors.ts';
import { checkForms, checkWebhooks, sendForgedHeader } from './webhooks.ts';

/** The command `pay-elements doctor`. */
export const doctor: Command = {
  name: 'doctor',
  about: `Checks whether a shop can take payments, and prints how to solve each problem.
Reads the configuration from --config, otherwise from the environment
(SERVICE_URL, SERVICE_KEY, or BTCPAY_URL, BTCPAY_STORE_ID, BTCPAY_API_KEY,
BTCPAY_WEBHOOK_SECRET; PAY_SECRET, PAY_SECRET_PREVIOUS, PAY_URL,
ALLOW_TEST_PAYMENTS, DATABASE_URL).
It requests the account from the service once, or server, key, store and webhook
from BTCPay Server, asks each chain source of --config
for its newest block, reads the store, and sends three test webhooks through the
public URL of the running shop, one of them as a form, and one with a forged
X-Forwarded-For. They belong to no payment, and no payment is changed.

Exit code: 0 no problem (warnings are possible), 1 a problem, 2 a wrong command
line.`,
  examples: [
    ['doctor --env-file .env', 'checks the settings of a file'],
    ['doctor --config pay.config.mjs --order 1001', 'checks what order() returns, too'],
  ],
  options: {
    ...SETTINGS_OPTIONS,
    ...STORE_OPTIONS,
    order: {
      value: '<ref>',
      description: 'calls order() of --config for this order, without a request, and prints what it offers',
    },
    json: {
      description: 'prints one JSON object, for programs: { ok, findings: [{ name, state, message, fix, facts }] }',
    },
  },
  async run(given) {
    const findings = await runChecks(given);
    const isOk = findings.every(({ state }) => state !== 'problem');
    const text = given.has('json') ? `${JSON.stringify({ ok: isOk, findings }, null, 2)}\n` : reportOf(findings);
    process.stdout.write(text);
    return isOk ? 0 : 1;
  },
};

/** The test webhook does not come from the server, so it does not show whether both have the same secret. */
function withSecretNote(webhooks: Finding, provider: PaymentProvider | undefined): Finding {
  if (webhooks.state !== 'ok' || !provider?.readAccountWebhook) return webhooks;
  const note =
    'Whether the server signs with the same secret is not seen from here: send a test webhook from its settings.';
  return { ...webhooks, message: `${webhooks.message}\n${note}` };
}

async function runChecks(given: Given): Promise<Finding[]> {
  const settings = await readSettings(given);
  const { finding, usable } = checkConfiguration(settings);
  const findings = [finding];
  const { provider } = settings.options;
  if (provider) findings.push(...(await checkProvider(provider, usable.publicUrl)));
  else if (usable.service) {
    const { finding: service, user } = await requestAccount(settings);
    findings.push(service);
    if (user) findings.push(checkAccount(user, Date.now()), checkUsage(user), ...checkKeys(settings, user));
  } else
    findings.push({
      name: 'service',
      state: 'skipped',
      message: 'Not checked, because its address or its key is missing or wrong.',
    });
  findings.push(...(await checkChainSources(settings.options.chain)));
  findings.push(...(await checkStore(given, settings)));
  const orderRef = given.text('order');
  findings.push(orderRef === undefined ? skippedOrder(settings) : await checkOrder(orderRef, settings));
  const { baseUrl } = finding.facts as { readonly baseUrl?: string };
  const { finding: webhooks, report } = await checkWebhooks(usable, baseUrl);
  findings.push(withSecretNote(webhooks, provider), ...checkDevelopmentOptions(settings, usable, report));
  if (report && !provider) findings.push(...(await checkForms(usable)));
  if (report && usable.publicUrl !== undefined)
    findings.push(judgeForgedHeader(usable.publicUrl, await sendForgedHeader(usable)));
  return findings;
}
