import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { ProfileView } from '../sandbox/contract/profile-settings.ts';
import { fetchSender } from '../sandbox/webhooks/sender.ts';
import { refuseOptions, type Command } from './command.ts';
import { dataOption, DEFAULT_FOLDER, openDataFolder, type DataFolder } from './data-folder.ts';
import { reportFailures } from './dev/report-failures.ts';
import { reportInvoices, reportPayments } from './dev/report-payments.ts';
import { onParentEnd } from './on-parent-end.ts';
import { readProviderName } from './provider-name.ts';
import {
  DEFAULT_SANDBOX_PORT,
  readSandboxOptions,
  SANDBOX_OPTIONS,
  SERVICE_ONLY,
  startLocalBtcpaySandbox,
  startLocalSandbox,
} from './local-sandbox.ts';
import {
  btcpayEnvironment,
  btcpayWebhookUrl,
  localPayUrl,
  readPayUrl,
  shopEnvironment,
  toEnvFile,
  type OwnEnvironment,
} from './shop-environment.ts';

/** The command `pay-elements sandbox`. Runs until SIGINT or SIGTERM. */
export const sandbox: Command = {
  name: 'sandbox',
  about: `Simulates the payment service on this machine: the complete interface, the
payer, and a control panel. Prints a .env block for a shop that uses it.
With --provider btcpay it simulates BTCPay Server instead.

Runs until Ctrl-C or SIGTERM. Exit code: 0 ended by a signal, 1 it cannot start,
2 a wrong command line.`,
  examples: [
    ['sandbox', 'starts it; nothing is kept'],
    [`sandbox --data ${DEFAULT_FOLDER}`, 'continues with the payments of pay-elements dev'],
    ['sandbox --profile weird --seed test', 'unusual answers, the same at every start'],
    [`sandbox --pay-url ${localPayUrl('3000')}`, 'prints the lines of .env for a shop at port 3000'],
    [`sandbox --provider btcpay --pay-url ${localPayUrl()}`, 'BTCPay Server, with webhooks to this shop'],
  ],
  options: {
    ...SANDBOX_OPTIONS,
    data: dataOption('nothing is kept'),
    provider: { value: '<name>', description: 'service or btcpay: the payment server to simulate (default: service)' },
    'pay-url': {
      value: '<url>',
      description: `the URL of the shop's checkout: PAY_URL, and for the webhooks of btcpay (default: ${localPayUrl()})`,
    },
  },
  async run(given) {
    // Its address is in the .env file of a shop, so it does not change by itself.
    const options = { port: DEFAULT_SANDBOX_PORT, ...readSandboxOptions(given) };
    const provider = readProviderName(given);
    if (provider === 'btcpay') refuseOptions(given, SERVICE_ONLY, 'is for --provider service.');
    const payUrl = readPayUrl(given.text('pay-url') ?? localPayUrl(), '--pay-url', { isLocal: true });
    const data = given.text('data');
    const folder = data === undefined ? undefined : openDataFolder(resolve(data));
    const own = { PAY_SECRET: folder?.secret() ?? randomBytes(32).toString('hex'), PAY_URL: payUrl };
    const ended = signal();
    const { text, close } = await (provider === 'btcpay' ? startBtcpay : startService)(options, folder, own);
    process.stdout.write(`${text}
Press Ctrl-C to stop.
`);
    await ended;
    await close();
    return 0;
  },
};

const ENV_TITLE = `For the shop's .env file. --pay-url names another PAY_URL, the address at which
the shop mounts its checkout handler:`;

type SandboxCommandOptions = ReturnType<typeof readSandboxOptions> & { readonly port: number };

const print = (text: string) => void process.stderr.write(text);

/** Starts the sandbox of the payment service. Returns the text that is printed, and a function that ends the sandbox. */
async function startService(options: SandboxCommandOptions, folder: DataFolder | undefined, own: OwnEnvironment) {
  const running = await startLocalSandbox({
    ...options,
    ...(folder && { data: folder.sandboxFile }),
    send: reportFailures(fetchSender, print, 'service'),
    onCreated: reportPayments(print, own.PAY_URL),
  });
  const { payUrl, walletPayUrl, panelUrl, storeApiKey, control, close } = running;
  const text = `Sandbox of the payment service. No real money.

  Control panel   ${panelUrl}
  Hosted pages    ${payUrl}/<tid|bid>, ${walletPayUrl}/<pid>
  Store key       ${storeApiKey} (not SERVICE_KEY)
  Profile         ${profileText(control.profile())}

${ENV_TITLE}

${toEnvFile(shopEnvironment(running, own))}
${persistenceText(options.seed, folder?.path)}`;
  return { text, close };
}

/** The same for the sandbox of BTCPay Server. */
async function startBtcpay({ port }: SandboxCommandOptions, folder: DataFolder | undefined, own: OwnEnvironment) {
  const send = reportFailures(fetchSender, print, 'btcpay', own.PAY_URL);
  const running = await startLocalBtcpaySandbox({
    port,
    send,
    onExchange: reportInvoices(print),
    ...(folder && { data: folder.btcpayFile }),
  });
  const webhook = btcpayWebhookUrl(own.PAY_URL);
  running.setWebhook(webhook);
  const text = `Sandbox of BTCPay Server. No real money.

  Invoices   ${running.url}/
  Webhook    ${webhook}

${ENV_TITLE}

${toEnvFile(btcpayEnvironment(running, own))}
${
  folder
    ? `Invoices, keys and PAY_SECRET are kept in ${folder.path}.`
    : 'After a restart, there are no invoices and the keys are different. --data keeps both.'
}`;
  return { text, close: running.close };
}

const profileText = ({ profile, own }: ProfileView) =>
  own.length === 0 ? profile : `${profile}, but for ${own.join(', ')}`;

/** Describes what the next start keeps. */
function persistenceText(seed: string | undefined, data: string | undefined): string {
  if (data !== undefined) return `Payments, keys and PAY_SECRET are kept in ${data}.`;
  return seed === undefined
    ? 'After a restart, there are no payments and the key is different. --seed keeps\nthe key, --data keeps both.'
    : 'A restart with this seed keeps the key, but not the payments. --data keeps both.';
}

/** Resolves on a signal that ends the process, or when its parent has ended. */
function signal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
    onParentEnd(resolve);
  });
}
