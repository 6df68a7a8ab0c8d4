import { checkContractGaps } from '../sandbox/check-options.ts';
import { profiles, isProfile } from '../sandbox/contract/profiles.ts';
import { isRecord } from '../core/json.ts';
import {
  startBtcpaySandboxWith,
  type BtcpaySandbox,
  type BtcpaySandboxInternals,
  type BtcpaySandboxOptions,
} from '../sandbox/btcpay/start-btcpay-sandbox.ts';
import { startSandboxWith, type RunningSandbox, type StartOptions } from '../sandbox/node/start-sandbox.ts';
import type { SandboxInternals } from '../sandbox/service.ts';
import { CommandError, UsageError, type Given, type Option } from './command.ts';
import { findFreePort } from './free-port.ts';
import { createPrompter } from './prompter.ts';
import { printable } from './text.ts';

/** The default port of the sandbox. */
export const DEFAULT_SANDBOX_PORT = 4242;

/** Options of the commands that start a sandbox. */
export const SANDBOX_OPTIONS: Readonly<Record<'port' | 'profile' | 'contract-gaps' | 'seed', Option>> = {
  port: {
    value: '<number>',
    description: `the port of the sandbox, up to 65535; 0 chooses a free port (default: ${DEFAULT_SANDBOX_PORT})`,
  },
  profile: {
    value: '<name>',
    description: `${Object.keys(profiles).join(', ')}: the behaviour that the contract does not define (default: strict)`,
  },
  'contract-gaps': {
    value: '<json>',
    description: 'single settings that override the profile: \'{"webhookBody":"form"}\'. docs/sandbox.md lists them',
  },
  seed: {
    value: '<text>',
    description: 'the same seed and the same calls produce the same ids, notes, codes and addresses',
  },
};

/** The options that only the sandbox of the payment service has. */
export const SERVICE_ONLY = ['profile', 'contract-gaps', 'seed'] as const;

/** @throws UsageError */
export function readSandboxOptions({ text }: Given): Pick<StartOptions, 'port' | 'profile' | 'contractGaps' | 'seed'> {
  const [port, profile, gaps, seed] = ['port', 'profile', 'contract-gaps', 'seed'].map(text);
  if (port !== undefined && !isPort(port))
    throw new UsageError(`--port must be a number from 0 to 65535, not '${printable(port)}'.`);
  if (profile !== undefined && !isProfile(profile))
    throw new UsageError(`--profile must be one of ${Object.keys(profiles).join(', ')}, not '${printable(profile)}'.`);
  return {
    ...(port !== undefined && { port: Number(port) }),
    ...(profile !== undefined && { profile }),
    ...(gaps !== undefined && { contractGaps: readContractGaps(gaps) }),
    ...(seed !== undefined && { seed }),
  };
}

/** Whether a text is the number of a port, or 0. */
export const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

/** @throws UsageError when it is no JSON object of settings */
function readContractGaps(text: string): NonNullable<StartOptions['contractGaps']> {
  const wrong = (what: string) => new UsageError(`--contract-gaps ${what}`);
  let contractGaps: unknown;
  try {
    contractGaps = JSON.parse(text);
  } catch {} // undefined is refused below
  if (!isRecord(contractGaps)) throw wrong(`must be a JSON object such as '{"webhookBody":"form"}'.`);
  try {
    checkContractGaps(contractGaps);
  } catch (error) {
    const { message } = error as Error;
    throw wrong(
      message.includes('no such option') ? `names a setting that does not exist: ${message}` : `is wrong: ${message}.`,
    );
  }
  return contractGaps;
}

/** Starts the sandbox of the payment service. @throws CommandError with a recommended action */
export const startLocalSandbox = (options: StartOptions & SandboxInternals): Promise<RunningSandbox> =>
  onPort(options.port, (port) => startSandboxWith({ ...options, port }));

/** Starts the sandbox of BTCPay Server. @throws CommandError with a recommended action */
export const startLocalBtcpaySandbox = (
  options: BtcpaySandboxOptions & Pick<BtcpaySandboxInternals, 'onExchange'>,
): Promise<BtcpaySandbox> => onPort(options.port, (port) => startBtcpaySandboxWith({ ...options, port }));

/**
 * Starts a sandbox at a port. When it is in use, the next free one is offered: as a question at a terminal, otherwise in the
 * error.
 *
 * @param port - undefined for the default port, or the next free one without a question
 */
async function onPort<T>(port: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  const wanted = port ?? DEFAULT_SANDBOX_PORT;
  const failed = (error: unknown) => {
    const { message, code, syscall } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' || syscall !== 'listen') return new CommandError(message);
    return new CommandError(
      `Port ${wanted} needs a permission that you do not have. Use --port with a port from 1024 on.`,
    );
  };
  try {
    return await start(wanted);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw failed(error);
  }
  const other = await otherPort(wanted, port !== undefined);
  return start(other).catch((error: unknown) => {
    throw failed(error);
  });
}

/** @throws CommandError when no other port is free, or the user does not take it */
async function otherPort(taken: number, isAsked: boolean): Promise<number> {
  const inUse = `Port ${taken} is in use, perhaps by another sandbox.`;
  const free = await findFreePort(taken);
  if (free === undefined) throw new CommandError(`${inUse} Choose another port with --port.`);
  if (!isAsked) return free;
  const prompter = createPrompter();
  try {
    if (prompter.isInteractive && (await prompter.confirm(`${inUse} Use ${free} instead?`))) return free;
  } finally {
    prompter.close();
  }
  throw new CommandError(`${inUse} Port ${free} is free: use --port ${free}.`);
}
