import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readState, writeState, type SandboxState } from '../state.ts';

/** How often what happened by itself (confirmations, webhooks) is written down, in ms. */
const KEEP_EVERY_MS = 250;

/** What an earlier sandbox wrote, or undefined when there is no such file yet. */
export function savedIn(file: string): SandboxState | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readState(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`${file}: cannot be read as the data of a sandbox. Name another file, or remove it.`, { cause });
  }
}

export interface Persistence {
  /** Writes the state, if it has changed. @throws Error that names the file */
  readonly keep: () => void;
  /** Writes it for the last time. */
  readonly end: () => void;
}

/** Writes the state to a file when it has changed: at the start, on request, and on an interval. @throws Error that names the file */
export function keepIn(file: string, save: () => SandboxState): Persistence {
  let last = '';
  function keep() {
    const text = writeState(save());
    if (text === last) return;
    last = text;
    // A crash in the middle of writing leaves the old file whole.
    try {
      writeFileSync(`${file}.part`, text, { mode: 0o600 });
      renameSync(`${file}.part`, file);
    } catch (cause) {
      last = ''; // tried again next time
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
      // Said once: a full disk must not end the process, nor fill the screen.
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
