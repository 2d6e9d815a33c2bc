/** Who writes a lake: one process at a time, which `locks/writer.json` names. */
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { ifMissing } from '../../../core/system-errors.ts';
import { LakeError } from '../../../core/errors.ts';
import { exists, makeDurableFolder } from '../../../core/folders.ts';
import { lockOwnFile } from './file-lock.ts';

/** The folder of the locks, in the lake. */
export const LOCKS = 'locks';

interface Holder {
  /** The lake's path: a copy of a lake has a copy of this file, which says nothing about the copy. */
  lake?: string;
  pid: number;
  host: string;
  command: string;
  started: string;
  /** Tells the process from any other of its number, also where the clock was set: the boot, and the tick of it that it began in. */
  process?: string;
  thread?: number;
}

export interface WriterLock {
  /** Whether the last writer ended without giving the lake back. */
  readonly wasCut: boolean;
  /** Gives the lake back. `isCut` has the next writer remove what this one left half done. */
  release(isCut?: boolean): Promise<void>;
}

/** Lakes that this thread writes: the system's lock keeps out other processes only. */
const held = new Set<string>();

/** Takes the lake for writing; throws a LakeError that names who holds it. `lake` is its real path. */
export async function lockForWriting(lake: string): Promise<WriterLock> {
  if (held.has(lake)) throw heldError(lake, thisProcess(), 'this process');
  held.add(lake);
  try {
    await makeDurableFolder(join(lake, LOCKS));
    await checkThreads(lake);
    const lock = await lockOwnFile(join(lake, LOCKS, 'writer.lock'));
    if ('heldBy' in lock) throw await heldByOther(lake, lock.heldBy);
    let wasCut: boolean;
    try {
      await checkThreads(lake);
      wasCut = await exists(holderPath(lake));
      await writeFile(holderPath(lake), JSON.stringify({ lake, ...thisProcess() }) + '\n');
    } catch (error) {
      // Were the lock given back after another thread came first, that one's would be gone with it.
      if (!(error instanceof LakeError)) await lock.release();
      throw error;
    }
    let released: Promise<void> | undefined;
    const release = async (isCut: boolean) => {
      try {
        // Where locks do not hold, another process may have put its name there.
        const holder = await readHolder(lake);
        if (!isCut && (!holder?.process || isHere(lake, holder))) await rm(holderPath(lake), { force: true });
      } finally {
        held.delete(lake);
        await lock.release();
      }
    };
    return { wasCut, release: (isCut = false) => (released ??= release(isCut)) };
  } catch (error) {
    held.delete(lake);
    throw error;
  }
}

/** Throws a LakeError when another thread of this process writes the lake: the system lets it in. */
async function checkThreads(lake: string): Promise<void> {
  const holder = await readHolder(lake);
  // This thread's own is left of a lake that it gave back: `held` says which ones it writes.
  if (holder && isHere(lake, holder) && holder.thread !== threadId) throw heldError(lake, holder, 'this process');
}

function holderPath(lake: string): string {
  return join(lake, LOCKS, 'writer.json');
}

async function heldByOther(lake: string, pid: number | undefined): Promise<LakeError> {
  const signed = await readHolder(lake).catch(() => undefined);
  const isSigned = signed && (signed.pid === pid || pid === undefined);
  return heldError(lake, isSigned ? signed : describeProcess(pid), 'another process');
}

function heldError(lake: string, { pid, host, command, started }: Holder, who: string): LakeError {
  const message = `lake ${lake} is held for writing by ${who}: pid ${pid} on ${host}, ${command}, since ${started}`;
  return new LakeError(message, { lake, pid, host, command, started });
}

async function readHolder(lake: string): Promise<Holder | undefined> {
  const text = await readFile(holderPath(lake), 'utf8').catch(ifMissing);
  if (text === undefined) return undefined;
  try {
    const { pid, host, command, started, process, thread, lake: path } = JSON.parse(text) as Holder;
    return { pid, host, command, started, process, thread, lake: path };
  } catch {
    // Cut off while it was written: somebody was there, and is not any more.
    return { pid: 0, host: 'unknown host', command: 'unknown command', started: 'unknown time' };
  }
}

function isHere(lake: string, { lake: path, pid, host, process }: Holder): boolean {
  const self = thisProcess();
  return path === lake && pid === self.pid && host === self.host && process === self.process;
}

function thisProcess(): Holder {
  const command = process.argv.map((part) => basename(part)).join(' ');
  const { pid } = process;
  const ticks = ticksOf(pid);
  const started = ticks === undefined ? new Date(performance.timeOrigin).toISOString() : startOf(ticks);
  return {
    pid,
    host: hostname(),
    command,
    started,
    process: ticks === undefined ? started : `${bootId()} ${ticks}`,
    thread: threadId,
  };
}

/** Returns what Linux knows about a process of this machine, or what little is certain. */
function describeProcess(pid = 0): Holder {
  const ticks = ticksOf(pid);
  const started = ticks === undefined ? 'unknown time' : startOf(ticks);
  const holder = { pid, host: hostname(), command: 'unknown command', started };
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    return { ...holder, command: words.map((word) => basename(word)).join(' ') };
  } catch {
    return holder;
  }
}

/** Returns in which tick since the start of the machine a process began, where the system tells it in /proc. */
function ticksOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  } catch {
    return undefined;
  }
}

function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}

/** Returns when that was by the clock as it is set now. */
function startOf(ticks: number): string {
  const boot = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
  return new Date((boot + ticks / 100) * 1000).toISOString();
}
