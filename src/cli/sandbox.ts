import { startSandbox } from '../sandbox/node.ts';
import { isProfile, profiles } from '../sandbox/profiles.ts';
import { Failure, Misuse, type Command } from './command.ts';

/** Where the sandbox is found when nobody says where. */
const DEFAULT_PORT = 4242;

/** The command `pay-elements sandbox`. Runs until it is told to end. */
export const sandbox: Command = {
  name: 'sandbox',
  about: `Plays the payment service on this machine: the whole interface, the payer, and a
control panel.`,
  options: {
    port: { value: '<number>', says: `where to listen; 0 takes any port that is free (default: ${DEFAULT_PORT})` },
    profile: {
      value: '<name>',
      says: `${Object.keys(profiles).join(', ')}: the choices where the contract is silent (default: strict)`,
    },
    seed: { value: '<text>', says: 'the same seed and the same calls give the same ids, notes, codes and addresses' },
    data: { value: '<file>', says: 'remembers everything in this file, over restarts' },
  },
  async run({ text }) {
    const [port = String(DEFAULT_PORT), profile, seed, data] = ['port', 'profile', 'seed', 'data'].map(text);
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Misuse('--port must be a number from 0 to 65535.');
    if (profile !== undefined && !isProfile(profile))
      throw new Misuse(`--profile must be one of ${Object.keys(profiles).join(', ')}.`);

    const told = signal();
    const running = await startSandbox({
      port: Number(port),
      ...(profile !== undefined && { profile }),
      ...(seed !== undefined && { seed }),
      ...(data !== undefined && { data }),
    }).catch(({ message, code }: NodeJS.ErrnoException) => {
      throw new Failure(code === 'EADDRINUSE' ? `Port ${port} is taken. Choose another with --port.` : message);
    });
    const { url, payUrl, walletPayUrl, panelUrl, apiKey, storeApiKey, control, close } = running;
    process.stdout.write(`Sandbox of the payment service. No real money.

  Control panel   ${panelUrl}
  Base URL        ${url}
  Hosted pages    ${payUrl}/<tid|bid>, ${walletPayUrl}/<pid>
  User key        ${apiKey}
  Store key       ${storeApiKey}
  Profile         ${control.profile().profile}

Ctrl-C ends it${data === undefined ? ', and it forgets everything' : ''}.
`);
    await told;
    await close();
    return 0;
  },
};

/** Resolves when the process is asked to end. */
function signal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  });
}
