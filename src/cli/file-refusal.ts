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
export const whyRefused = ({ code = '' }: NodeJS.ErrnoException): string | undefined =>
  Object.hasOwn(REASONS, code) ? `${REASONS[code]} (${code})` : undefined;
