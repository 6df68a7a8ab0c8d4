import { parseArgs } from 'node:util';
import { startSandbox } from './node.ts';
import { isProfile, profiles } from './profiles.ts';

/** Where the sandbox is found when nobody says where. */
const DEFAULT_PORT = 4242;

export const sandboxUsage = `Usage: pay-elements sandbox [--port <number>] [--profile <name>] [--seed <text>] [--data <file>]

Plays the payment service on this machine: the whole interface, the payer, and a control panel.

  --port <number>   where to listen; 0 takes any port that is free (default: ${DEFAULT_PORT})
  --profile <name>  strict, lenient or weird: the choices where the contract is silent (default: strict)
  --seed <text>     the same seed and the same calls give the same ids, notes, codes and addresses
  --data <file>     remembers everything in this file, over restarts
  --help            says this
`;

/** The command `pay-elements sandbox`. Runs until it is told to end, and gives the process's exit code. */
export async function runSandbox(argv: readonly string[]): Promise<number> {
  let values: { port?: string; profile?: string; seed?: string; data?: string; help?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        profile: { type: 'string' },
        seed: { type: 'string' },
        data: { type: 'string' },
        help: { type: 'boolean' },
      },
    }));
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error));
  }
  if (values.help) {
    process.stdout.write(sandboxUsage);
    return 0;
  }
  const { port = String(DEFAULT_PORT) } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return misused(`--port must be a number from 0 to 65535`);

  const { profile, seed, data } = values;
  if (profile !== undefined && !isProfile(profile)) {
    return misused(`--profile must be one of ${Object.keys(profiles).join(', ')}`);
  }

  const told = signal();
  try {
    const { url, payUrl, walletPayUrl, panelUrl, apiKey, storeApiKey, control, close } = await startSandbox({
      port: Number(port),
      ...(profile === undefined ? {} : { profile }),
      ...(seed === undefined ? {} : { seed }),
      ...(data === undefined ? {} : { data }),
    });
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
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    process.stderr.write(`${code === 'EADDRINUSE' ? `Port ${port} is taken. Choose another with --port.` : message}\n`);
    return 1;
  }
}

/** Resolves when the process is asked to end. */
function signal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  });
}

function misused(why: string): number {
  process.stderr.write(`${why}\n\n${sandboxUsage}`);
  return 2;
}
