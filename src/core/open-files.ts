/** Open files: system errors name the file, and reads go on where the system returns part of the bytes. */
import { readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** How to open a file: for reading by default; `mode` is the permissions of a new one. */
interface Opening {
  flags?: 'r' | 'r+' | 'w' | 'wx';
  mode?: number | undefined;
}

/** Opens a file, runs `use` with it, and closes it. System errors name the file, which those of open files do not. */
export async function withFile<T>(
  path: string,
  use: (file: FileHandle) => Promise<T>,
  { flags = 'r', mode }: Opening = {},
): Promise<T> {
  try {
    const file = await open(path, flags, mode);
    return await use(file).finally(() => file.close());
  } catch (error) {
    throw namingFile(error, path);
  }
}

/** Returns the error; one of the system that names no file names this one from here on. */
export function namingFile(error: unknown, path: string): unknown {
  if (error instanceof Error && 'syscall' in error && !('path' in error)) Object.assign(error, { path });
  return error;
}

/** Fills a buffer from a place of a file; returns how many bytes there were. The system may return fewer at a time. */
export async function readFully(file: FileHandle, into: Uint8Array, start: number): Promise<number> {
  for (let at = 0; at < into.length;) {
    const { bytesRead } = await file.read(into, at, into.length - at, start + at);
    if (bytesRead === 0) return at;
    at += bytesRead;
  }
  return into.length;
}

/** Fills a buffer as `readFully` does, at once. */
export function readFullySync(file: number, into: Uint8Array, start: number): number {
  for (let at = 0; at < into.length;) {
    const read = readSync(file, into, at, into.length - at, start + at);
    if (read === 0) return at;
    at += read;
  }
  return into.length;
}
