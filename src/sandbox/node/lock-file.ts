import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** The locks of this process. A file with its number may also be that of an earlier process with the same number. */
const own = new Set<string>();

/**
 * Keeps a data file for one sandbox: two of them would replace what the other has saved. The lock is a file beside it with the
 * number of the process, and ends with that process.
 *
 * @returns a function that releases it
 * @throws Error that names the file, when a sandbox has it
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  const owner = ownerOf(lock);
  if (owner !== undefined)
    throw new Error(
      `${file}: is in use by another sandbox (process ${owner}). Stop that one first. If it has ended, delete ${lock}.`,
    );
  try {
    writeFileSync(lock, String(process.pid), { mode: 0o600 });
  } catch (cause) {
    throw new Error(`${file}: cannot be written.`, { cause });
  }
  own.add(lock);
  return () => {
    if (own.delete(lock)) rmSync(lock, { force: true });
  };
}

/** The running process that has a lock. */
function ownerOf(lock: string): number | undefined {
  let owner: number;
  try {
    owner = Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined;
  }
  if (owner === process.pid) return own.has(lock) ? owner : undefined;
  return Number.isSafeInteger(owner) && owner > 0 && isRunning(owner) ? owner : undefined;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // a process of another user
  }
}
