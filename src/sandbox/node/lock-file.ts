import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileError } from './file-error.ts';

/** How often a lock is renewed, and after which time one that is not renewed has no owner any more. Milliseconds. */
const RENEWED_EVERY_MS = 2_000;
const STALE_AFTER_MS = 10_000;

/** The locks of this process. A file with its number may also be that of an earlier process with the same number. */
const own = new Set<string>();

/**
 * Keeps a data file for one sandbox: two of them would replace what the other has saved. The lock is a file beside it with the
 * number of the process. It ends with that process, or when it is no longer renewed: another program may have its number.
 *
 * @returns a function that releases it
 * @throws Error that names the file, when a sandbox has it
 */
export function lockFile(file: string): () => void {
  const lock = `${resolve(file)}.lock`;
  if (!create(lock, file)) {
    const owner = ownerOf(lock);
    if (owner !== undefined)
      throw new Error(
        `${file}: is in use by another sandbox (process ${owner}). Stop that one first, or use it: ` +
          'npm run dev of a shop from init starts pay-elements dev by itself.',
      );
    rmSync(lock, { force: true });
    if (!create(lock, file)) throw new Error(`${file}: is in use by another sandbox, which has just started.`);
  }
  own.add(lock);
  const timer = setInterval(() => {
    try {
      utimesSync(lock, new Date(), new Date());
    } catch {} // its folder was removed: what is saved next says so
  }, RENEWED_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (own.delete(lock) && readOwner(lock) === process.pid) rmSync(lock, { force: true });
  };
}

/** Creates a lock. False when there is one. @throws Error that names the file */
function create(lock: string, file: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fileError(file, 'written', cause);
  }
}

/** The running process that has a lock. */
function ownerOf(lock: string): number | undefined {
  const owner = readOwner(lock);
  if (owner === process.pid) return own.has(lock) ? owner : undefined;
  const renewed = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return owner !== undefined && Date.now() - renewed < STALE_AFTER_MS && isRunning(owner) ? owner : undefined;
}

function readOwner(lock: string): number | undefined {
  try {
    const owner = Number(readFileSync(lock, 'utf8'));
    return Number.isSafeInteger(owner) && owner > 0 ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // a process of another user
  }
}
