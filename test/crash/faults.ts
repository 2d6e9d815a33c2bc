/**
 * Imported before a program: makes one call of `node:fs` fail, in the main thread or a worker. A call is named by what it does, its
 * path from `FAULT_ROOT`, and how many such calls the thread made before, so that it is the same one in every run.
 *
 * `FAULT` is the fault as JSON. `FAULT_LOG` is a file that takes a line for each call: its name, or `met` for the one that failed.
 */
import fs from 'node:fs';
import { relative, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { pathOfDescriptor, watchFileCalls, type FileCall } from './file-calls.ts';

/** How a call fails: by an error of the system, or with part of its bytes. */
export type Failure = 'EACCES' | 'EINTR' | 'EIO' | 'EMFILE' | 'ENOSPC' | 'short';

export interface Fault {
  call: string;
  failure: Failure;
  /** Calls of the main thread that fail in this way from then on, by their names. */
  lasting?: readonly string[];
}

const { FAULT_ROOT: root = '/', FAULT_LOG } = process.env;
const { closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } = fs;
const log = FAULT_LOG === undefined ? undefined : openSync(FAULT_LOG, 'a');
const { fromEntries } = Object;

let counts = new Map<string, number>();
let fault: Fault | undefined;
let isMet = false;
let isPaused = false;

/** Has the calls of this thread counted from here, and those of workers that begin later; one of them fails. */
export function setFault(next: Fault | undefined): void {
  counts = new Map();
  [fault, isMet, isPaused] = [next, false, false];
  process.env['FAULT'] = next === undefined ? '' : JSON.stringify(next);
}

/** Has calls of the main thread neither fail nor count while work is done. A fault that was met before stays away after it, too. */
export async function withoutFault<T>(work: () => Promise<T>): Promise<T> {
  isPaused = true;
  process.env['FAULT'] = '';
  try {
    return await work();
  } finally {
    isPaused = false;
    if (isMet) fault = undefined;
    if (fault !== undefined) process.env['FAULT'] = JSON.stringify(fault);
  }
}

/** Waits until a file matches, by calls that neither fail nor count; not where the fault was met, which may keep the file away. */
export async function matched(path: string, text: RegExp): Promise<void> {
  while (!isMet && !(existsSync(path) && text.test(readFileSync(path, 'utf8')))) await setImmediate();
}

const errors = fromEntries(
  [
    ['EACCES', -13, 'permission denied'],
    ['EINTR', -4, 'interrupted system call'],
    ['EIO', -5, 'i/o error'],
    ['EMFILE', -24, 'too many open files'],
    ['ENOSPC', -28, 'no space left on device'],
  ].map(([code, errno, text]) => [code, { code, errno, text }]),
);

function systemError(failure: Failure, name: string, path: string | undefined): Error {
  const { text, code, errno } = errors[failure];
  const place = path === undefined ? '' : ` '${path}'`;
  return Object.assign(new Error(`${code}: ${text}, ${name}${place}`), {
    ...{ code, errno, syscall: name },
    ...(path !== undefined && { path }),
  });
}

/** Returns the place of a call from the root, without what differs between runs; undefined for one elsewhere. */
function placeOf({ args: [file] }: FileCall): string | undefined {
  const path = typeof file === 'number' ? pathOfDescriptor(file) : file instanceof URL ? file.pathname : file;
  if (typeof path !== 'string') return undefined;
  const place = relative(root, resolve(path));
  if (place.startsWith('..')) return undefined;
  return place
    .replaceAll(new RegExp(`(?<![0-9])${process.pid}(?![0-9])`, 'g'), 'PID')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]+/g, 'UUID')
    .replaceAll(/[0-9a-f]{64}/g, 'HASH')
    .replaceAll(/PID\.\d+/g, 'PID.TIME')
    .replaceAll(/-[0-9a-f]{8}\.events/g, '-RANDOM.events')
    .replaceAll(/\.[0-9a-f]{8}\.partial/g, '.RANDOM.partial')
    .replaceAll(/-(link|lock|query)-\w{6}\b/g, '-$1-RANDOM');
}

function isHit(key: string, name: string): boolean {
  if (fault === undefined) return false;
  if (fault.call === key) isMet = true;
  return fault.call === key || (isMet && isMainThread && fault.lasting?.includes(name) === true);
}

function beforeCall(call: FileCall): void {
  if (isPaused) return;
  const place = placeOf(call);
  if (place === undefined) return;
  const what = `${call.name} ${place}`;
  const nth = (counts.get(what) ?? 0) + 1;
  counts.set(what, nth);
  const key = `${what} ${nth}`;
  const isFailing = isHit(key, call.name);
  if (log !== undefined) writeSync(log, `${isFailing ? 'met' : key}\n`);
  if (!isFailing) return;
  if (fault!.failure === 'short') return shorten(call);
  const { args, name } = call;
  // The descriptor is gone also where its closing fails.
  if (name === 'close') closeSync(Number(args[0]));
  if (name === 'writeFile') writeHalf(args);
  throw systemError(fault!.failure, name, typeof args[0] === 'string' ? args[0] : undefined);
}

/** Has a call read or write half of the bytes. */
function shorten({ args }: FileCall): void {
  const [, data, offset] = args;
  if (typeof data === 'string') {
    const bytes = Buffer.from(data);
    return void args.splice(1, 1, bytes.subarray(0, (bytes.length + 1) >> 1));
  }
  if (!ArrayBuffer.isView(data)) return;
  const options = typeof offset === 'object' && offset !== null ? (offset as Record<string, number>) : undefined;
  const start = options?.offset ?? (typeof offset === 'number' ? offset : 0);
  const length = options?.length ?? (typeof args[3] === 'number' ? args[3] : data.byteLength - start);
  const position = options ? options.position : args[4];
  args.splice(2, 3, start, Math.ceil(length / 2), position ?? null);
}

function writeHalf([file, data]: unknown[]): void {
  if (typeof file !== 'string' || (typeof data !== 'string' && !(data instanceof Uint8Array))) return;
  const bytes = Buffer.from(data as string);
  writeFileSync(file, bytes.subarray(0, bytes.length >> 1));
}

if (process.env['FAULT']) fault = JSON.parse(process.env['FAULT']) as Fault;
await watchFileCalls({ before: beforeCall });
