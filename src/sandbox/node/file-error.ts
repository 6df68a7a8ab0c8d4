/** Why the system refuses to read or write a file, by its code. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission',
  EPERM: 'the system does not permit it',
  EROFS: 'its file system can only be read',
  ENOSPC: 'the disk is full',
  ENOENT: 'it does not exist, or a folder above it does not',
  EISDIR: 'it is a folder, and a file is needed',
  ENOTDIR: 'a part of this path is a file, and a folder is needed',
  ENAMETOOLONG: 'a name in this path is too long',
};

/** Returns why the system refused a file, with its code. Undefined for any other error. */
export function whyRefused({ code = '' }: NodeJS.ErrnoException): string | undefined {
  return Object.hasOwn(REASONS, code) ? `${REASONS[code]} (${code})` : undefined;
}

/** The error of a file that cannot be read or written. */
export function fileError(file: string, what: 'read' | 'written', cause: unknown): Error {
  const reason = whyRefused(cause as NodeJS.ErrnoException) ?? (cause as Error).message;
  return new Error(`${file}: cannot be ${what}: ${reason}. Correct this, or use another file.`, { cause });
}
