import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command.ts';

/** The data that `pay-elements dev` stores between two runs. */
export interface DataFolder {
  readonly path: string;
  /** The state of the sandbox. */
  readonly sandboxFile: string;
  /** Signs webhook addresses: another one would make those of open payments invalid. Created at the first call. */
  readonly secret: () => string;
}

/** Creates the folder, with a .gitignore for all of it. @throws CommandError when it cannot be written to */
export function openDataFolder(path: string): DataFolder {
  const secretFile = join(path, 'secret');
  try {
    mkdirSync(path, { recursive: true });
    writeNew(join(path, '.gitignore'), '*\n');
  } catch (error) {
    throw new CommandError(`The data folder cannot be written to: ${(error as Error).message}`);
  }
  return {
    path,
    sandboxFile: join(path, 'sandbox.json'),
    secret() {
      writeNew(secretFile, randomBytes(32).toString('hex'));
      return readFileSync(secretFile, 'utf8');
    },
  };
}

/** Writes a file that does not exist yet. An existing file is not changed. */
function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
