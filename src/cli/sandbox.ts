import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { ProfileView } from '../sandbox/contract/profile-settings.ts';
import type { Command } from './command.ts';
import { dataOption, DEFAULT_FOLDER, openDataFolder } from './data-folder.ts';
import { onParentEnd } from './on-parent-end.ts';
import { readSandboxOptions, SANDBOX_OPTIONS, startLocalSandbox } from './local-sandbox.ts';
import { localPayUrl, shopEnvironment, toEnvFile } from './shop-environment.ts';

/** The command `pay-elements sandbox`. Runs until SIGINT or SIGTERM. */
export const sandbox: Command = {
  name: 'sandbox',
  about: `Simulates the payment service on this machine: the complete interface, the
payer, and a control panel. Prints a .env block for a shop that uses it.

Runs until Ctrl-C or SIGTERM. Exit code: 0 ended by a signal, 1 it cannot start,
2 a wrong command line.`,
  examples: [
    ['sandbox', 'starts it; nothing is kept'],
    [`sandbox --data ${DEFAULT_FOLDER}`, 'continues with the payments of pay-elements dev'],
    ['sandbox --profile weird --seed test', 'unusual answers, the same at every start'],
  ],
  options: { ...SANDBOX_OPTIONS, data: dataOption('nothing is kept') },
  async run(given) {
    const options = readSandboxOptions(given);
    const data = given.text('data');
    const folder = data === undefined ? undefined : openDataFolder(resolve(data));
    const ended = signal();
    const running = await startLocalSandbox({ ...options, ...(folder && { data: folder.sandboxFile }) });
    const { payUrl, walletPayUrl, panelUrl, storeApiKey, control, close } = running;
    const own = { PAY_SECRET: folder?.secret() ?? randomBytes(32).toString('hex'), PAY_URL: localPayUrl() };
    process.stdout.write(`Sandbox of the payment service. No real money.

  Control panel   ${panelUrl}
  Hosted pages    ${payUrl}/<tid|bid>, ${walletPayUrl}/<pid>
  Store key       ${storeApiKey} (not SERVICE_KEY)
  Profile         ${profileText(control.profile())}

For the shop's .env file (PAY_URL is where the shop mounts its checkout handler):

${toEnvFile(shopEnvironment(running, own))}
${persistenceText(options.seed, folder?.path)}
Press Ctrl-C to stop.
`);
    await ended;
    await close();
    return 0;
  },
};

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
