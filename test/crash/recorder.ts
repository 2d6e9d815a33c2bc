/**
 * Imported before a program: records what it does to files below `RECORD_ROOT` that a crash may undo, in the order in which it
 * happened. Contents are kept when they are synced, named or closed, so that files which DuckDB writes are seen, too.
 *
 * `RECORD_TO` is a folder for `log`, a line of JSON for each event, and `objects`, contents by their hash.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, resolve, sep } from 'node:path';
import type { Event } from './disk.ts';

const { RECORD_ROOT: root = '', RECORD_TO: to = '' } = process.env;
const { fstatSync, openSync, readFileSync, readlinkSync, statSync, writeFileSync, writeSync } = fs;

type Call = (...args: unknown[]) => unknown;
type Calls = Record<string, Call>;

let log = -1;

function tell(event: Event): void {
  writeSync(log, `${JSON.stringify(event)}\n`);
}

/** Returns a path from the root; undefined for one that is not in it. */
function inRoot(path: unknown): string | undefined {
  const whole = resolve(path instanceof URL ? path.pathname : String(path));
  if (whole === root) return '';
  return whole.startsWith(root + sep) ? whole.slice(root.length + 1) : undefined;
}

function pathOf(fd: unknown): string | undefined {
  try {
    return inRoot(readlinkSync(`/proc/self/fd/${Number(fd)}`));
  } catch {
    return undefined;
  }
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

function named(kind: 'rename' | 'link', from: string | undefined, path: string | undefined): void {
  if (path !== undefined) tell({ kind, from, path, hash: keep(path) ?? '' });
}

function synced(fd: unknown): void {
  const path = pathOf(fd);
  if (path === undefined) return;
  if (fstatSync(Number(fd)).isDirectory()) return tell({ kind: 'folder', path });
  content(path);
  tell({ kind: 'sync', path });
}

/** What a call is to be recorded as, once it has succeeded. */
const paths: Record<string, (...args: unknown[]) => void> = {
  rename(from, target) {
    named('rename', inRoot(from), inRoot(target));
  },
  link(from, target) {
    named('link', inRoot(from), inRoot(target));
  },
  copyFile(_, target) {
    content(inRoot(target));
  },
  writeFile(path) {
    content(typeof path === 'number' ? pathOf(path) : typeof path === 'object' && path ? undefined : inRoot(path));
  },
  appendFile(path) {
    paths['writeFile'](path);
  },
  truncate(path) {
    content(inRoot(path));
  },
  rm(path) {
    const gone = inRoot(path);
    if (gone !== undefined && !statSync(join(root, gone), { throwIfNoEntry: false })) tell({ kind: 'rm', path: gone });
  },
  mkdir(path) {
    const made = inRoot(path);
    if (made !== undefined) tell({ kind: 'mkdir', path: made });
  },
  fsync: synced,
};
Object.assign(paths, { unlink: paths['rm'], rmdir: paths['rm'], fdatasync: synced });

function patchAll(): void {
  const promises = fs.promises as unknown as Calls;
  const all = fs as unknown as Calls;
  for (const [name, record] of Object.entries(paths)) {
    const [promised, sync, called] = [promises[name], all[`${name}Sync`], all[name]];
    if (promised) {
      promises[name] = async (...args) => {
        const answer = await promised(...args);
        record(...args);
        return answer;
      };
    }
    if (sync) {
      all[`${name}Sync`] = (...args) => {
        const answer = sync(...args);
        record(...args);
        return answer;
      };
    }
    all[name] = (...args) => {
      const then = args.pop() as Call;
      return called(...args, (error: unknown, ...rest: unknown[]) => {
        if (!error) record(...args);
        then(error, ...rest);
      });
    };
  }
}

async function patchHandles(): Promise<void> {
  const file = await fs.promises.open(import.meta.filename);
  const handles = Object.getPrototypeOf(file) as Calls;
  await file.close();
  for (const name of ['sync', 'datasync', 'writeFile', 'truncate', 'close']) {
    const call = handles[name];
    handles[name] = async function (this: { fd: number }, ...args: unknown[]) {
      if (name === 'close') content(this.fd < 0 ? undefined : writtenPath(this.fd));
      const answer = await call.apply(this, args);
      if (name.endsWith('sync')) synced(this.fd);
      else if (name !== 'close') content(pathOf(this.fd));
      return answer;
    };
  }
}

/** Returns the path of a descriptor that may have been written by. */
function writtenPath(fd: number): string | undefined {
  const path = pathOf(fd);
  if (path === undefined || fstatSync(fd).isDirectory()) return undefined;
  return /flags:\s*\d*[12]$/m.test(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ? path : undefined;
}

if (to !== '') {
  log = openSync(join(to, 'log'), 'a');
  await patchHandles();
  patchAll();
  syncBuiltinESMExports();
}
