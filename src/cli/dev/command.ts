import { resolve } from 'node:path';
import { isLocal, readPublicUrl } from '../../server/read-options.ts';
import { CommandError, UsageError, type Command } from '../command.ts';
import { readSandboxOptions, SANDBOX_OPTIONS, startLocalSandbox } from '../local-sandbox.ts';
import { ENV_FILE_OPTION, loadEnvironment } from '../settings.ts';
import { localPayUrl, shopEnvironment } from '../shop-environment.ts';
import { openDataFolder } from './data-folder.ts';
import { isTaken } from './is-taken.ts';
import { runProgram } from './run-program.ts';

/** Where payments and keys are kept, below the working directory. */
const DEFAULT_FOLDER = '.pay-elements';

/** A fixed seed: the sandbox then has the same keys on every machine and at every start. */
const DEFAULT_SEED = 'pay-elements dev';

/** The command `pay-elements dev`. Runs as long as the shop's command does. */
export const dev: Command = {
  name: 'dev',
  words: '-- <command>',
  about: `Starts the sandbox and then the shop's command, with the environment that the
shop needs:

  SERVICE_URL, SERVICE_KEY   the sandbox, whatever they were set to before
  PAY_SECRET                 as it is set, else one kept in the data folder
  PAY_URL, PUBLIC_URL        --pay-url, else as PAY_URL is set, else
                             ${localPayUrl()}, or the port in PORT
  ALLOW_TEST_PAYMENTS        yes

Variables that are set win over those in a .env file that the shop reads.
Payments, keys and the secret are kept in the folder ${DEFAULT_FOLDER}/: delete it
to start anew.

Ctrl-C ends both, at once when pressed twice. Exit code: that of the shop's
command, 127 when there is no such command, 1 when a port is taken, 2 usage
error.`,
  options: {
    ...SANDBOX_OPTIONS,
    seed: { ...SANDBOX_OPTIONS.seed, description: `${SANDBOX_OPTIONS.seed.description} (default: '${DEFAULT_SEED}')` },
    data: { value: '<folder>', description: `keeps payments, keys and the secret here (default: ${DEFAULT_FOLDER})` },
    'env-file': ENV_FILE_OPTION,
    'pay-url': {
      value: '<url>',
      description: 'where the checkout can be reached; a server that passes requests on may listen there already',
    },
  },
  async run(given) {
    const [program, ...args] = given.words;
    if (program === undefined)
      throw new UsageError("The shop's command is missing: pay-elements dev -- node shop.mjs, for example.");
    const envFile = given.text('env-file');
    if (envFile !== undefined) loadEnvironment(envFile);
    const { PAY_SECRET, PAY_URL, PORT } = process.env;
    const named = given.text('pay-url');
    const payUrl = readPayUrl(named ?? (PAY_URL || localPayUrl(PORT || undefined)));
    const options = { seed: DEFAULT_SEED, ...readSandboxOptions(given) };
    const taken = await isTaken(payUrl);
    if (taken && named === undefined)
      throw new CommandError(
        `${new URL(payUrl).host} is taken: another program would receive the webhooks for ${payUrl}.\n` +
          'End that program. If it passes requests on to this shop, name the address with --pay-url.',
      );

    const folder = openDataFolder(resolve(given.text('data') ?? DEFAULT_FOLDER));
    const sandbox = await startLocalSandbox({ ...options, data: folder.sandboxFile });
    try {
      const environment = shopEnvironment(sandbox, { PAY_SECRET: PAY_SECRET || folder.secret(), PAY_URL: payUrl });
      process.stderr.write(`Sandbox of the payment service. No real money.

  Control panel   ${sandbox.panelUrl}
  PAY_URL         ${payUrl}
  Kept in         ${folder.path}
${taken ? `\nA program listens at ${new URL(payUrl).host} already. It has to pass requests below ${payUrl} on to this shop.\n` : ''}
$ ${given.words.join(' ')}
`);
      return await runProgram(program, args, { ...process.env, ...environment, PUBLIC_URL: payUrl });
    } finally {
      await sandbox.close();
    }
  },
};

/** @throws UsageError unless the sandbox can send webhooks there */
function readPayUrl(text: string): string {
  let payUrl: string;
  try {
    payUrl = readPublicUrl(text);
  } catch (error) {
    throw new UsageError(
      `The address of the handler, ${text}: ${(error as Error).message.replace('publicUrl: ', '')}.`,
    );
  }
  if (!isLocal(payUrl))
    throw new UsageError(`${payUrl}: the sandbox sends webhooks to this machine alone. See --pay-url.`);
  return payUrl;
}
