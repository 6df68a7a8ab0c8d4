import { randomBytes } from 'node:crypto';
import type { Command } from './command.ts';
import { onParentEnd } from './on-parent-end.ts';
import { readSandboxOptions, SANDBOX_OPTIONS, startLocalSandbox } from './local-sandbox.ts';
import { localPayUrl, shopEnvironment, toEnvFile } from './shop-environment.ts';

/** The command `pay-elements sandbox`. Runs until SIGINT or SIGTERM. */
export const sandbox: Command = {
  name: 'sandbox',
  about: `Simulates the payment service on this machine: the complete interface, the
payer, and a control panel. Prints a .env block for a shop that uses it.`,
  options: {
    ...SANDBOX_OPTIONS,
    data: { value: '<file>', description: 'keeps payments and keys in this file across restarts' },
  },
  async run(given) {
    const options = readSandboxOptions(given);
    const data = given.text('data');
    const ended = signal();
    const running = await startLocalSandbox({ ...options, ...(data !== undefined && { data }) });
    const { payUrl, walletPayUrl, panelUrl, storeApiKey, control, close } = running;
    const own = { PAY_SECRET: randomBytes(32).toString('hex'), PAY_URL: localPayUrl() };
    process.stdout.write(`Sandbox of the payment service. No real money.

  Control panel   ${panelUrl}
  Hosted pages    ${payUrl}/<tid|bid>, ${walletPayUrl}/<pid>
  Store key       ${storeApiKey} (not SERVICE_KEY)
  Profile         ${control.profile().profile}

For the shop's .env file (PAY_URL is where the shop mounts its checkout handler):

${toEnvFile(shopEnvironment(running, own))}
${persistenceText(options.seed, data)}
Press Ctrl-C to stop.
`);
    await ended;
    await close();
    return 0;
  },
};

/** Describes what the next start keeps. */
function persistenceText(seed: string | undefined, data: string | undefined): string {
  if (data !== undefined) return `Payments and keys are kept in ${data}.`;
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
