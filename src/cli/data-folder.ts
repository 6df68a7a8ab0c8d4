import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whyRefused } from './file-refusal.ts';
import { CommandError, type Option } from './command.ts';

/** Where `pay-elements dev` keeps its data, below the working directory. */
export const DEFAULT_FOLDER = '.pay-elements';

/** The option `--data` of every command that starts a sandbox. @param fallback - what happens without it */
export const dataOption = (fallback: string): Option => ({
  value: '<folder>',
  description: `keeps payments, keys and PAY_SECRET in this folder for the next start (default: ${fallback})`,
});

/** The data that a sandbox and its shop keep between two runs. */
export interface DataFolder {
  readonly path: string;
  /** The state of the sandbox of the payment service. */
  readonly sandboxFile: string;
  /** The state of the sandbox of BTCPay Server. */
  readonly btcpayFile: string;
  /** Signs webhook addresses: another one would make those of open payments invalid. Created at the first call. */
  readonly secret: () => string;
}

/** The shortest PAY_SECRET, in characters. */
const SECRET_MIN = 32;

/** The state of the sandbox, in the folder. */
const STATE_FILE = 'sandbox.json';

/** Creates the folder, with a .gitignore for all of it. @throws CommandError when it cannot be written to */
export function openDataFolder(path: string): DataFolder {
  const secretFile = join(path, 'secret');
  if (statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new CommandError(
      `--data is a folder, and ${path} is a file.\nTo continue with a file of an older release, move it to <folder>/${STATE_FILE}.`,
    );
  try {
    mkdirSync(path, { recursive: true });
    writeNew(join(path, '.gitignore'), '*\n');
  } catch (error) {
    throw refused(path, error);
  }
  return {
    path,
    sandboxFile: join(path, STATE_FILE),
    btcpayFile: join(path, 'btcpay.json'),
    secret() {
      let secret: string;
      try {
        writeNew(secretFile, randomBytes(32).toString('hex'));
        secret = readFileSync(secretFile, 'utf8').trim();
      } catch (error) {
        throw refused(secretFile, error);
      }
      if (secret.length >= SECRET_MIN) return secret;
      throw new CommandError(
        `${secretFile} contains no secret of at least ${SECRET_MIN} characters. Delete it: then another one is created.`,
      );
    },
  };
}

/** The error of a file or folder that cannot be used. */
function refused(path: string, error: unknown): CommandError {
  const reason = whyRefused(error as NodeJS.ErrnoException) ?? (error as Error).message;
  return new CommandError(`The data folder cannot be used. ${path}: ${reason}.\nChoose another folder with --data.`);
}

/** Writes a file that does not exist yet. An existing file is not changed. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
