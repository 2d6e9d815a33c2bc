/**
 * Imported before a program: records what it does to files below `RECORD_ROOT` that a crash may undo, in the order in which it
 * happened. Contents are kept when they are synced, named or closed, so that files which DuckDB writes are seen, too.
 *
 * `RECORD_TO` is a folder for `log`, a line of JSON for each event, and `objects`, contents by their hash.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Event } from './disk.ts';
import { pathOfDescriptor, watchFileCalls } from './file-calls.ts';

const { RECORD_ROOT: root = '', RECORD_TO: to = '' } = process.env;
const { fstatSync, openSync, readFileSync, statSync, writeFileSync, writeSync } = fs;

let log = -1;

function tell(event: Event): void {
  writeSync(log, `${JSON.stringify(event)}\n`);
}

/** Returns a path from the root; undefined for one that is not in it. */
function inRoot(path: unknown): string | undefined {
  const whole = typeof path === 'number' ? pathOfDescriptor(path) : wholePath(path);
  if (whole === root) return '';
  return whole?.startsWith(root + sep) ? whole.slice(root.length + 1) : undefined;
}

/** A file that is open as an object is recorded by its descriptor. */
function wholePath(path: unknown): string | undefined {
  if (typeof path === 'object' && !(path instanceof URL)) return undefined;
  return resolve(path instanceof URL ? path.pathname : String(path));
}

/** Keeps the content of a file, and returns its hash; undefined where there is none. */
function keep(path: string): string | undefined {
  try {
    const bytes = readFileSync(join(root, path));
    const hash = createHash('sha1').update(bytes).digest('hex');
    writeFileSync(join(to, 'objects', hash), bytes);
    return hash;
  } catch {
    return undefined;
  }
}

function content(path: string | undefined): void {
  const hash = path === undefined ? undefined : keep(path);
  if (path !== undefined && hash !== undefined) tell({ kind: 'content', path, hash });
}

function named(kind: 'rename' | 'link', from: unknown, target: unknown): void {
  const path = inRoot(target);
  if (path !== undefined) tell({ kind, from: inRoot(from), path, hash: keep(path) ?? '' });
}

function written(file: unknown): void {
  content(inRoot(file));
}

function removed(path: unknown): void {
  const gone = inRoot(path);
  if (gone !== undefined && !statSync(join(root, gone), { throwIfNoEntry: false })) tell({ kind: 'rm', path: gone });
}

function made(folder: unknown): void {
  const path = inRoot(folder);
  if (path !== undefined) tell({ kind: 'mkdir', path });
}

function synced(fd: unknown): void {
  const path = inRoot(fd);
  if (path === undefined) return;
  if (fstatSync(Number(fd)).isDirectory()) return tell({ kind: 'folder', path });
  content(path);
  tell({ kind: 'sync', path });
}

/** What a call is recorded as, once it has succeeded. */
const records: Record<string, (...args: unknown[]) => void> = {
  rename: (from, target) => named('rename', from, target),
  link: (from, target) => named('link', from, target),
  copyFile: (_, target) => written(target),
  ...{ writeFile: written, appendFile: written, truncate: written, ftruncate: written },
  ...{ rm: removed, unlink: removed, rmdir: removed, mkdir: made, fsync: synced, fdatasync: synced },
};

/** Records the content of a descriptor that may have been written by. */
function closing(fd: unknown): void {
  const path = inRoot(fd);
  if (path === undefined || fstatSync(Number(fd)).isDirectory()) return;
  if (/flags:\s*\d*[12]$/m.test(readFileSync(`/proc/self/fdinfo/${Number(fd)}`, 'utf8'))) content(path);
}

if (to !== '') {
  log = openSync(join(to, 'log'), 'a');
  await watchFileCalls({
    before: ({ name, args }) => name === 'close' && closing(args[0]),
    after: ({ name, args }) => records[name]?.(...args),
  });
}
