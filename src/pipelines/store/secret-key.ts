/** The key of secrets: of an option, of the environment, or of a file that is made when it is missing. */
import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { UsageError } from '../../core/errors.ts';
import { removeDrafts, writeOnce } from '../../lake/disk/files.ts';
import { errorCode, messageOf, systemReason } from '../../core/system-errors.ts';

const KEY_BYTES = 32;

/** Parses a key: 64 hexadecimal digits, or 32 bytes in base64. Throws UsageError, which never contains the text. */
export function parseSecretKey(text: string, whose: string): Uint8Array {
  const given = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(given) ? Buffer.from(given, 'hex') : Buffer.from(given, 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new UsageError(`${whose} is not a key of secrets: expected 32 bytes as 64 hexadecimal digits or base64`);
}

/** Returns the key in a file; a file that is not there is made, for its owner alone. Throws UsageError. */
export async function readSecretKey(path: string): Promise<Uint8Array> {
  await removeDrafts(path);
  try {
    return parseSecretKey(await readOwn(path), path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (errorCode(error) !== 'ENOENT') throw unreadable(path, error);
  }
  try {
    await writeOnce(path, `${randomBytes(KEY_BYTES).toString('hex')}\n`);
    // Another process may have made it at that moment.
    return parseSecretKey(await readOwn(path), path);
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(path, error);
  }
}

async function readOwn(path: string): Promise<string> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0 && process.platform !== 'win32') {
    throw new UsageError(`${path} holds the key of secrets and is readable by others: run chmod 600 ${path}`);
  }
  return readFile(path, 'utf8');
}

function unreadable(path: string, error: unknown): UsageError {
  return new UsageError(`the key of secrets in ${path}: ${systemReason(error) ?? messageOf(error)}`, {}, error);
}
