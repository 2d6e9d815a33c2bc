/** Puts code around the calls of `node:fs` of this thread: plain ones, those of promises, and those of open files. */
import fs from 'node:fs';
import { readlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** A call by its name without `Sync`; calls of an open file have its descriptor as first argument. */
export interface FileCall {
  name: string;
  args: unknown[];
}

export interface Around {
  /** Runs before the call: may change its arguments, and throws what the call is to fail with. */
  before?: (call: FileCall) => void;
  /** Runs once the call has succeeded; may throw, too. */
  after?: (call: FileCall) => void;
}

type Call = (...args: unknown[]) => unknown;
type Calls = Record<string, Call>;

const CALLS = [
  ...[
    'access',
    'appendFile',
    'chmod',
    'close',
    'copyFile',
    'exists',
    'fdatasync',
    'fstat',
    'fsync',
    'ftruncate',
    'link',
  ],
  ...[
    'lstat',
    'mkdir',
    'mkdtemp',
    'open',
    'opendir',
    'read',
    'readFile',
    'readdir',
    'readlink',
    'realpath',
    'rename',
    'rm',
  ],
  ...['rmdir', 'stat', 'symlink', 'truncate', 'unlink', 'utimes', 'write', 'writeFile'],
];
/** Calls of an open file, by the names of those that take a descriptor. */
const ofHandles: Record<string, string> = {
  ...{ read: 'read', write: 'write', readFile: 'readFile', writeFile: 'writeFile', appendFile: 'appendFile' },
  ...{ stat: 'fstat', sync: 'fsync', datasync: 'fdatasync', truncate: 'ftruncate', close: 'close' },
};

/** Returns the path of an open file; undefined where there is none. */
export function pathOfDescriptor(fd: unknown): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${Number(fd)}`);
  } catch {
    return undefined;
  }
}

/** Begins to run code around all calls from here on. */
export async function watchFileCalls({ before = () => undefined, after = () => undefined }: Around): Promise<void> {
  const all = fs as unknown as Calls;
  for (const name of CALLS) {
    put(fs.promises as unknown as Calls, name, (call) => async (...args) => {
      before({ name, args });
      const answer = await call(...args);
      after({ name, args });
      return answer;
    });
    put(all, `${name}Sync`, (call) => (...args) => {
      try {
        before({ name, args });
      } catch (error) {
        if (name === 'exists') return false;
        throw error;
      }
      const answer = call(...args);
      after({ name, args });
      return answer;
    });
    put(
      all,
      name,
      (call) =>
        (...args) =>
          called(call, { name, args }, { before, after }),
    );
  }
  const file = await fs.promises.open(import.meta.filename);
  const handles = Object.getPrototypeOf(file) as Calls;
  await file.close();
  for (const [method, name] of Object.entries(ofHandles)) {
    const call = handles[method];
    handles[method] = async function (this: { fd: number }, ...given) {
      const args = [this.fd, ...given];
      before({ name, args });
      const answer = await call.apply(this, args.slice(1));
      after({ name, args });
      return answer;
    };
  }
  syncBuiltinESMExports();
}

/** Puts a call in the place of another, with what that one carries, such as `realpath.native`. */
function put(calls: Calls, name: string, around: (call: Call) => Call): void {
  const call = calls[name];
  if (call) calls[name] = Object.defineProperties(around(call), Object.getOwnPropertyDescriptors(call));
}

function called(call: Call, { name, args }: FileCall, { before, after }: Required<Around>): void {
  const then = args.pop() as Call;
  try {
    before({ name, args });
  } catch (error) {
    return void process.nextTick(then, error);
  }
  call(...args, (error: unknown, ...rest: unknown[]) => {
    if (error) return then(error, ...rest);
    try {
      after({ name, args });
    } catch (failed) {
      return then(failed);
    }
    then(error, ...rest);
  });
}
