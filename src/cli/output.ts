/** Where data goes: standard output, or a file that gets its name when it is whole. */
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { LedgerlakeError, UsageError } from '../errors.ts';

/** Writes text to standard output, and waits when the reader is slower. */
export async function print(text: string): Promise<void> {
  const { stdout } = process;
  if (stdout.errored) throw stdout.errored;
  if (!stdout.write(text)) await once(stdout, 'drain');
}

/** Prints a value as one line of JSON. */
export function printJson(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value)}\n`);
}

/** Writes words to standard error. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Runs `write` with the output at the path, or standard output; a file that cannot be finished leaves what was there. */
export async function withOutput<T>(path: string | undefined, write: (output: Writable) => Promise<T>): Promise<T> {
  if (path === undefined) return write(process.stdout);
  const target = (await isSpecial(path)) ? path : `${path}.partial`;
  const output = createWriteStream(target).on('error', () => undefined);
  try {
    await once(output, 'open');
    const result = await write(output);
    output.end();
    await finished(output);
    if (target !== path) await rename(target, path);
    return result;
  } catch (error) {
    output.destroy();
    if (target !== path) await rm(target, { force: true });
    throw asOutputError(path, error);
  }
}

/** Returns the format asked for, or the one that the name of the file ends with, or undefined. */
export function chooseFormat<F extends string>(
  formats: readonly F[],
  { format, output }: { format?: string; output?: string },
): F | undefined {
  const ending = output === undefined ? undefined : extname(output).slice(1);
  const wanted = format ?? ending;
  const known = formats.find((name) => name === wanted);
  if (known || wanted === undefined) return known;
  const list = formats.join(', ');
  throw new UsageError(
    format === undefined
      ? `the name ${output} says no format; give --format, one of ${list}`
      : `--format is "${format}", expected one of ${list}`,
  );
}

/** Throws UsageError when bytes would go to a terminal. */
export function checkNotTerminal(format: string, output: string | undefined): void {
  if (output !== undefined || !process.stdout.isTTY || (format !== 'parquet' && format !== 'arrow')) return;
  throw new UsageError(`${format} is not for a terminal; give --output FILE`);
}

/** A pipe or device cannot be renamed over. */
async function isSpecial(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isFile(),
    () => false,
  );
}

const reasons: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
};

function asOutputError(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = error instanceof LedgerlakeError ? undefined : reasons[code];
  return reason ? new LedgerlakeError(`${path} cannot be written: ${reason}`, { file: path }, error) : error;
}
