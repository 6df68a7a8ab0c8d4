/** Why a file cannot be read or written, by the code of the system. The system's own messages name no reason, but the call. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user has no permission',
  EISDIR: 'it is a folder, and a file is needed',
  ENOENT: 'its folder does not exist',
  ENOSPC: 'the disk is full',
};

/** The error of a data file that cannot be read or written. */
export function fileError(file: string, what: 'read' | 'written', cause: unknown): Error {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  const reason = Object.hasOwn(REASONS, code) ? `${REASONS[code]} (${code})` : message;
  return new Error(`${file}: cannot be ${what}: ${reason}. Correct this, or use another file.`, { cause });
}
