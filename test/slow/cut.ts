/**
 * Imported before a program: ends its process at the n-th change that it makes to files, as `kill -9` at that moment does. The
 * moments are the same in every run of the same work. A file that is being written then has the first half of its bytes.
 *
 * `CUT_AT` is n. Without it `CUT_COUNT` is a file into which the number of changes goes when the process ends.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { CUT_AT, CUT_COUNT } = process.env;
const at = Number(CUT_AT ?? Infinity);
const write = fs.writeSync;
let changes = 0;

/** Counts a change, and ends the process in place of the one that is asked for. */
function count(half: () => void = () => undefined): void {
  if (++changes !== at) return;
  half();
  process.kill(process.pid, 'SIGKILL');
  // The signal comes when the kernel sees fit; nothing else happens before.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

type Call = (...args: unknown[]) => unknown;

function counted(of: object, names: readonly string[]): void {
  const calls = of as Record<string, Call>;
  for (const name of names) {
    const call = calls[name];
    calls[name] = function (this: unknown, ...args: unknown[]) {
      count(() => name.startsWith('writeFile') && writeHalf(args));
      return call.apply(this, args);
    };
  }
}

function writeHalf([path, data]: unknown[]): void {
  if (typeof path !== 'string' || (typeof data !== 'string' && !(data instanceof Uint8Array))) return;
  const bytes = Buffer.from(data as string);
  const file = fs.openSync(path, 'w');
  write(file, bytes, 0, bytes.length >> 1);
}

if (isMainThread && (CUT_AT !== undefined || CUT_COUNT !== undefined)) {
  const file = await fs.promises.open(import.meta.filename);
  counted(Object.getPrototypeOf(file) as object, ['writeFile', 'sync', 'write', 'truncate']);
  await file.close();
  counted(fs.promises, ['rename', 'writeFile', 'copyFile', 'link', 'rm', 'rmdir', 'mkdir']);
  counted(fs, ['renameSync', 'writeFileSync', 'copyFileSync', 'linkSync', 'rmSync', 'mkdirSync', 'writeSync']);
  counted(fs, ['fsyncSync', 'fdatasyncSync', 'fsync']);
  syncBuiltinESMExports();
  if (CUT_COUNT !== undefined) process.on('exit', () => fs.appendFileSync(CUT_COUNT, `${changes}\n`));
}
