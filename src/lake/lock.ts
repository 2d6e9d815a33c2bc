/**
 * Who holds a lake for writing. DuckDB's own lock on the catalog keeps other processes out, but not a second opener in the
 * same process, who would lose writes: for that, and to name the holder, there is `lake.lock`.
 */
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { LakeError } from '../errors.ts';
import { errorCode } from './files.ts';

interface Holder {
  /** The lake's path: a copy of a lake has a copy of its lock, which holds nothing. */
  lake?: string;
  pid: number;
  host: string;
  command: string;
  started: string;
}

/** Reserves the lake for this process; throws a LakeError when it holds it already. */
export async function lockLake(lake: string): Promise<void> {
  try {
    await writeFile(join(lake, 'lake.lock'), signature(lake), { flag: 'wx' });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    await checkNotHeldHere(lake);
  }
}

/** Writes this process into the lock, once DuckDB has let it in: what was there was left by one that died. */
export async function signLock(lake: string): Promise<void> {
  await writeFile(join(lake, 'lake.lock'), signature(lake));
}

/** Gives the lock back if it is this process's. */
export async function unlockLake(lake: string): Promise<void> {
  const holder = await readHolder(lake);
  if (holder && isHere(lake, holder)) await rm(join(lake, 'lake.lock'), { force: true });
}

/** Throws a LakeError when this process holds the lake for writing. */
export async function checkNotHeldHere(lake: string): Promise<void> {
  const holder = await readHolder(lake);
  if (holder && isHere(lake, holder)) throw heldError(lake, holder, 'this process');
}

/** Returns the error DuckDB met when it opened the catalog, as a LakeError that names who holds the lake if that is the cause. */
export async function asHeldError(lake: string, error: unknown): Promise<unknown> {
  const message = error instanceof Error ? error.message : String(error);
  if (!/Could not set lock on file/.test(message)) return error;
  const pid = Number(/\(PID (\d+)\)/.exec(message)?.[1]);
  const signed = await readHolder(lake);
  const holder = signed && (signed.pid === pid || Number.isNaN(pid)) ? signed : pid ? describeProcess(pid) : signed;
  return holder ? heldError(lake, holder, 'another process', error) : new LakeError(message, { lake }, error);
}

function heldError(lake: string, { pid, host, command, started }: Holder, who: string, cause?: unknown): LakeError {
  const message = `lake ${lake} is held by ${who}: pid ${pid} on ${host}, ${command}, since ${started}`;
  return new LakeError(message, { lake, pid, host, command, started }, cause);
}

async function readHolder(lake: string): Promise<Holder | undefined> {
  try {
    const {
      pid,
      host,
      command,
      started,
      lake: path,
    } = JSON.parse(await readFile(join(lake, 'lake.lock'), 'utf8')) as Holder;
    return { pid, host, command, started, lake: path };
  } catch {
    return undefined;
  }
}

function isHere(lake: string, { lake: path, pid, host, started }: Holder): boolean {
  const self = thisProcess();
  return path === lake && pid === self.pid && host === self.host && started === self.started;
}

function signature(lake: string): string {
  return JSON.stringify({ lake, ...thisProcess() }) + '\n';
}

function thisProcess(): Holder {
  const command = process.argv.map((part) => basename(part)).join(' ');
  const started = startOf(process.pid) ?? new Date(performance.timeOrigin).toISOString();
  return { pid: process.pid, host: hostname(), command, started };
}

/** Returns what Linux knows about a process of this machine, or what little is certain. */
function describeProcess(pid: number): Holder {
  const holder = { pid, host: hostname(), command: 'unknown command', started: startOf(pid) ?? 'unknown time' };
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    return { ...holder, command: words.map((word) => basename(word)).join(' ') };
  } catch {
    return holder;
  }
}

/** Returns when a process started, the same for each of its threads, where the system tells it in /proc. */
function startOf(pid: number): string | undefined {
  try {
    const boot = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
    return new Date((boot + ticks / 100) * 1000).toISOString();
  } catch {
    return undefined;
  }
}
