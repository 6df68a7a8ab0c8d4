import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readState, writeState, type SandboxState } from '../state.ts';

/** The interval at which automatic changes (confirmations, webhooks) are saved, in ms. */
const KEEP_EVERY_MS = 250;

/** Reads the state of an earlier sandbox, or returns undefined when the file does not exist. */
export function savedIn(file: string): SandboxState | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readState(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file}: is not a data file of the sandbox. Use another file, or delete it.`, { cause });
  }
}

export interface Persistence {
  /** Saves the state, if it has changed. @throws Error that names the file */
  readonly keep: () => void;
  /** Saves the state for the last time. */
  readonly end: () => void;
}

/**
 * Saves the state to a file when it has changed: at the start, on request, and on an interval. @throws Error that names
 * the file
 */
export function keepIn(file: string, save: () => SandboxState): Persistence {
  let last = '';
  function keep() {
    const text = writeState(save());
    if (text === last) return;
    last = text;
    // A crash during the write leaves the old file intact.
    try {
      writeFileSync(`${file}.part`, text, { mode: 0o600 });
      renameSync(`${file}.part`, file);
    } catch (cause) {
      last = ''; // the next call tries again
      throw new Error(`${file}: cannot be written.`, { cause });
    }
  }
  keep();
  let failing = false;
  const timer = setInterval(() => {
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
  return {
    keep,
    end() {
      clearInterval(timer);
      keep();
    },
  };
}
