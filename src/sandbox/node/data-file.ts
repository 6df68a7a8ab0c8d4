import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileError } from './file-error.ts';
import { lockFile } from './lock-file.ts';

/** The interval at which automatic changes (confirmations, webhooks) are saved, in ms. */
const KEEP_EVERY_MS = 250;

/** A file with the state of one sandbox, which has it for itself. */
export interface DataFile<State> {
  /** The state of an earlier sandbox; undefined when the file did not exist. */
  readonly saved: State | undefined;
  /** Saves what `write` returns, when it has changed: now, at each `keep`, and on an interval. @throws Error that names the file */
  readonly begin: (write: () => string) => void;
  /** Saves the state, if it has changed. @throws Error that names the file */
  readonly keep: () => void;
  /** Saves the state for the last time, and releases the file. */
  readonly close: () => void;
  /** Releases the file as it is. */
  readonly release: () => void;
}

/**
 * Opens a data file.
 *
 * @param read - reads the content of an existing file, and throws an error with the reason when it is of another program
 * @throws Error that names the file, when it is no data file or in use by another sandbox
 */
export function openDataFile<State>(file: string, read: (text: string) => State): DataFile<State> {
  const unlock = lockFile(file);
  let saved: State | undefined;
  try {
    if (existsSync(file)) saved = readContent(file, read);
  } catch (error) {
    unlock();
    throw error;
  }
  let write: (() => string) | undefined;
  let timer: NodeJS.Timeout | undefined;
  let last = '';

  function keep() {
    const text = write?.() ?? last;
    if (text === last) return;
    last = text;
    // A crash during the write leaves the old file intact.
    try {
      writeFileSync(`${file}.part`, text, { mode: 0o600 });
      renameSync(`${file}.part`, file);
    } catch (cause) {
      last = ''; // the next call tries again
      throw fileError(file, 'written', cause);
    }
  }

  function release() {
    clearInterval(timer);
    unlock();
  }

  return {
    saved,
    begin(to) {
      write = to;
      keep();
      let failing = false;
      timer = setInterval(() => {
        try {
          keep();
          failing = false;
        } catch (error) {
          // The error is printed once: a full disk must neither end the process nor fill the console.
          if (!failing) console.error('pay-elements sandbox:', error);
          failing = true;
        }
      }, KEEP_EVERY_MS);
      timer.unref();
    },
    keep,
    close() {
      try {
        keep();
      } finally {
        release();
      }
    },
    release,
  };
}

/** @throws Error that names the file */
function readContent<State>(file: string, read: (text: string) => State): State {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw fileError(file, 'read', cause);
  }
  try {
    return read(text);
  } catch (cause) {
    throw notDataFile(file, cause);
  }
}

/** The error of a file with other content. @param cause - its message is the reason */
export const notDataFile = (file: string, cause: unknown): Error =>
  new Error(
    `${file}: is not a data file of the sandbox: ${(cause as Error).message}. Use another file, or delete it.`,
    { cause },
  );
