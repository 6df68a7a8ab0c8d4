import { spawnSync } from 'node:child_process';

/** Returns the child processes of a process, and theirs. None where there is no `ps`, as on Windows. */
export function descendantsOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const processes = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found)
    for (const [child, itsParent] of processes) if (itsParent === parent && child !== undefined) found.push(child);
  return found.slice(1);
}
