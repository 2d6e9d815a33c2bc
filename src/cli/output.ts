/** Where data goes: standard output, or a file that gets its name when it is whole. */
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { exists, makeFolder, syncFolder } from '../core/folders.ts';
import { withFile } from '../core/open-files.ts';
import { lakeAround, LedgerlakeError, UsageError } from '../light.ts';
import { errorCode, ifMissing, systemReason } from '../core/system-errors.ts';

/** What the system said of standard output, which Node keeps of no file. */
let outputError: Error | undefined;

/** Has standard output's errors kept for who prints next, and for `written`: a reader such as `head` may leave early. */
export function watchOutput(): void {
  process.stdout.on('error', (error) => (outputError ??= error));
}

/** Throws the system error of the last write, such as a full disk: Node reports it one turn later. */
export async function written(): Promise<void> {
  await setImmediate();
  if (outputError) throw outputError;
}

/** Writes text to standard output, and waits when the reader is slower. */
export async function print(text: string): Promise<void> {
  const { stdout } = process;
  if (outputError) throw outputError;
  if (!stdout.write(text)) await once(stdout, 'drain');
}

/** Returns how many characters a printed line may have: what COLUMNS says, else the terminal; Infinity for a pipe or file. */
export function outputWidth(): number {
  const asked = Number(process.env['COLUMNS']);
  return Number.isInteger(asked) && asked > 0 ? asked : (process.stdout.columns ?? Infinity);
}

/** Prints a value as one line of JSON. */
export function printJson(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value)}\n`);
}

/** Writes words to standard error. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** What `--force` says. */
export const FORCE = 'overwrite an existing file';

/**
 * Runs `write` with a file, or standard output. A file replaces the earlier one when it is complete. Throws as `checkFree` does.
 */
export async function withOutput<T>(
  path: string | undefined,
  options: { force?: boolean },
  write: (output: Writable) => Promise<T>,
): Promise<T> {
  if (path === undefined) return write(process.stdout);
  const isFile = !(await isSpecial(path));
  await checkFree(path, options);
  const target = isFile ? `${path}.${crypto.randomUUID().slice(0, 8)}.partial` : path;
  const output = createWriteStream(target, { flags: isFile ? 'wx' : 'w' }).on('error', () => undefined);
  try {
    await once(output, 'open');
    const result = await write(output);
    output.end();
    await finished(output);
    if (isFile) await publish(target, path);
    return result;
  } catch (error) {
    output.destroy();
    if (isFile) await rm(target, { force: true }).catch(() => undefined);
    throw asOutputError(path, error);
  }
}

/** Makes the folder that the output goes to, unless it is there; throws a LedgerlakeError when it cannot be made. */
export async function makeOutputFolder(path: string): Promise<void> {
  try {
    await makeFolder(path);
  } catch (error) {
    throw asOutputError(path, error);
  }
}

/** Throws UsageError for a path inside a lake, and for a file that is there unless `force` is set; a pipe or device is free. */
export async function checkFree(path: string | undefined, { force = false }: { force?: boolean }): Promise<void> {
  if (path === undefined || (await isSpecial(path))) return;
  const found = await lakeAround(path);
  if (found) {
    throw new UsageError(`${path} is inside the lake ${found.lake}, which holds its own files only; give another path`);
  }
  if (!force && (await exists(path))) throw new UsageError(`${path} exists; give --force to overwrite it`);
}

/** The file's bytes are on disk before its name says that they are, and the name when this ends. */
async function publish(temporary: string, path: string): Promise<void> {
  await withFile(temporary, (file) => file.sync());
  await rename(temporary, path);
  await syncFolder(dirname(path));
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
      ? `the name ${output} has an unknown extension; give --format, one of ${list}`
      : `unknown format "${format}", expected one of ${list}`,
  );
}

/** Throws UsageError when bytes would go to a terminal. */
export function checkNotTerminal(format: string, output: string | undefined): void {
  if (output !== undefined || !process.stdout.isTTY || !['parquet', 'arrow', 'arrows'].includes(format)) return;
  throw new UsageError(`${format} is not for a terminal; give --output FILE`);
}

/** A pipe or device cannot be renamed over. */
async function isSpecial(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => !found.isFile(),
    (error: unknown) => ifMissing(error) ?? false,
  );
}

function asOutputError(path: string, error: unknown): unknown {
  if (error instanceof LedgerlakeError) return error;
  const reason = errorCode(error) === 'ENOENT' ? 'its folder does not exist: make it first' : systemReason(error);
  return reason ? new LedgerlakeError(`${path} cannot be written: ${reason}`, { file: path }, error) : error;
}
