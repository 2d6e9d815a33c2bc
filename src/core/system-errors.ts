/** What errors say, and what the system says of files, in words. */

/** Returns an error's message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the system's code of an error, such as ENOENT, or nothing. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Returns undefined for the error of what is not there; throws any other, which does not say that. */
export function ifMissing(error: unknown): undefined {
  const code = errorCode(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  return undefined;
}

const forbidden = 'permission denied: allow it to this user, or give another path';
const inTheWay = 'a part of the path is a file: give another folder';

const UNMAKEABLE = 'the system lets nobody make a folder there: give another folder';

/** What is wrong and what to do, by the system's code. */
export const systemReasons = {
  ENOENT: 'no such file or folder: check the path',
  ENOTDIR: inTheWay,
  EEXIST: inTheWay,
  EISDIR: 'it is a folder: give the path of a file',
  ENOTEMPTY: 'the folder is not empty: give another one',
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: 'the file system is read-only: give another folder',
  ENOSPC: 'the disk is full: free some space and repeat the command',
  EDQUOT: 'the disk quota is used up: free some space and repeat the command',
  EMFILE: 'too many files are open: raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine: close some',
  ENAMETOOLONG: 'the name is too long: give a shorter path',
  ELOOP: 'its links lead back to themselves: check the path',
  EIO: 'the disk failed: check it',
  EINTR: 'a signal interrupted the system: repeat the command',
} as const satisfies Record<string, string>;

/** Returns what is wrong and what to do, for an error of the system that concerns files; nothing for any other. */
export function systemReason(error: unknown): string | undefined {
  const code = errorCode(error) ?? '';
  // Folders are made with those above them: what is missing is not the user's doing.
  if (code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'mkdir') return UNMAKEABLE;
  const known: Record<string, string> = systemReasons;
  return known[code];
}
