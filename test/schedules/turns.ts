/**
 * Lets one step of one actor run at a time, and a seed choose which: a step ends at the next call of `node:fs`, or wait, of the actor.
 * The next is chosen once nothing of the last one is under way: no call of files, none of DuckDB. The clock is the schedule's own.
 */
import * as duckdb from '@duckdb/node-api';
import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import zlib from 'node:zlib';
import type { Random } from '../fuzz/mutate.ts';

type Call = (...args: unknown[]) => unknown;
type Calls = Record<string, Call>;

/** A step that waits to be chosen. */
interface Step {
  what: string;
  /** By the clock of the schedule. */
  from: number;
  go: () => void;
}

const AsyncFunction = (async () => {}).constructor;

/** Turns of the event loop without anything under way, after which all that a step led to has happened. */
const QUIET_TURNS = 4;

/** What an actor has that is killed: how many calls it makes before. */
interface Life {
  left: number;
}

interface Actor {
  name: string;
  waiting: Step[];
  life?: Life;
}

const { setImmediate: passed } = timers;
const actorNow = new AsyncLocalStorage<Actor>();
let waiting: Step[] = [];
/** Each step takes a millisecond, and where all wait the clock goes on to the first of them. */
let now = 0;
let underWay = 0;
let onEnded: (() => void) | undefined;

/** Runs the actors together, in the order that the numbers say; returns who was chosen for what. Throws what the first one throws. */
export async function inTurns(actors: Record<string, () => Promise<void>>, random: Random): Promise<string[]> {
  [waiting, now] = [[], 0];
  let left = 0;
  const all = Object.entries(actors).map(([name, act]) => {
    left++;
    return actorNow.run({ name, waiting }, async () => {
      try {
        await turn('begins');
        await act();
      } finally {
        left--;
      }
    });
  });
  const ended = Promise.allSettled(all);
  const trace: string[] = [];
  while ((await quiet(), left > 0)) {
    const step = chosen(random);
    if (step) trace.push(step.what);
    step?.go();
  }
  for (const one of await ended) if (one.status === 'rejected') throw one.reason;
  return trace;
}

/**
 * Runs a part of an actor until it has made so many calls of files and DuckDB: all later ones fail and change nothing, as if its
 * process had been killed. Returns whether it came to that.
 */
export async function untilKilled(calls: number, act: () => Promise<void>): Promise<boolean> {
  const life = { left: calls };
  try {
    await actorNow.run({ ...actorNow.getStore()!, life }, act);
  } catch (error) {
    if (life.left >= 0) throw error;
  }
  return life.left < 0;
}

/** Takes out the step to run next; undefined where none waits. Steps come in an order of their own: the seed alone decides. */
function chosen(random: Random): Step | undefined {
  if (waiting.length === 0) return undefined;
  waiting.sort((a, b) => (a.what < b.what ? -1 : a.what > b.what ? 1 : 0));
  now = Math.max(now + 1, Math.min(...waiting.map(({ from }) => from)));
  const ready = waiting.filter(({ from }) => from <= now);
  const step = ready[random(ready.length)];
  waiting.splice(waiting.indexOf(step), 1);
  return step;
}

/** Returns when nothing is under way and nothing more comes of what was. */
async function quiet(): Promise<void> {
  for (let turns = 0; turns < QUIET_TURNS; turns++) {
    await passed();
    if (underWay === 0) continue;
    turns = -1;
    await new Promise<void>((resolve) => (onEnded = resolve));
  }
}

/** Waits for a turn of the actor that calls; who is none goes on. */
async function turn(what: string, wait = 0): Promise<void> {
  const actor = actorNow.getStore();
  // What a schedule that has ended left to do, such as giving back a lease, is no step of this one.
  if (actor?.waiting !== waiting) return;
  if (actor.life && actor.life.left < 0) throw new Error('killed');
  await new Promise<void>((go) => waiting.push({ what: `${actor.name} ${what}`, from: now + wait, go }));
}

/** Returns whether the actor has made its last call. That locks are given back is none: the system does so for a killed process. */
function isDead(call: Call, [sql]: unknown[]): boolean {
  const life = actorNow.getStore()?.life;
  if (!life || !(call instanceof AsyncFunction)) return false;
  if (typeof sql === 'string' && sql.startsWith('detach lock_')) return false;
  return --life.left < 0;
}

/** Counts a call as under way until it ends. */
function counted(call: Call, self: unknown, args: unknown[]): unknown {
  if (isDead(call, args)) return Promise.reject(new Error('killed'));
  const result = call.apply(self, args);
  if (!(result instanceof Promise)) return result;
  underWay++;
  const end = () => {
    underWay--;
    onEnded?.();
  };
  result.then(end, end);
  return result;
}

/** Returns a path without what differs between runs: random names, and the number of the process. */
function placeOf(path: string): string {
  const ids = new RegExp(`-\\w{6}\\b|[0-9a-f]{64}|\\b${process.pid}\\b|[0-9a-f]{8}-[0-9a-f-]{27}|\\d{13}`, 'g');
  return path.replaceAll(ids, '');
}

/** Has calls counted, and those of a list wait for a turn before; a step is told from others of its actor by the path. */
function watch(calls: Calls, isStep: (name: string) => boolean): void {
  for (const name of Object.getOwnPropertyNames(calls)) {
    const { value: call, writable } = Object.getOwnPropertyDescriptor(calls, name)! as {
      value?: Call;
      writable?: boolean;
    };
    if (typeof call !== 'function' || !writable || name === 'constructor') continue;
    calls[name] = function (this: unknown, ...args) {
      if (!isStep(name) || actorNow.getStore() === undefined) return counted(call, this, args);
      return turn(`${name} ${placeOf(String(args[0]))}`).then(() => counted(call, this, args));
    };
  }
}

const steps = [
  'access',
  'copyFile',
  'link',
  'mkdir',
  'open',
  'readFile',
  'readdir',
  'rename',
  'rm',
  'stat',
  'unlink',
  'utimes',
  'writeFile',
];
const file = await fs.promises.open(import.meta.filename);
const handles = Object.getPrototypeOf(file) as Calls;
await file.close();
for (const name of [
  'read',
  'write',
  'writev',
  'readFile',
  'writeFile',
  'appendFile',
  'stat',
  'sync',
  'datasync',
  'truncate',
  'chmod',
  'utimes',
]) {
  const method = handles[name];
  const call = async function (this: unknown, ...args: unknown[]) {
    return method.apply(this, args);
  };
  handles[name] = function (this: unknown, ...args) {
    return counted(call, this, args);
  };
}
/** Has calls with a callback counted, and keeps what else they carry, such as their form for promises. */
function watchCallbacks(calls: Calls, names: readonly string[]): void {
  for (const name of names) {
    const call = calls[name];
    const around = function (this: unknown, ...args: unknown[]) {
      const then = args.pop() as Call;
      const ended = () =>
        new Promise((resolve) => call.call(this, ...args, (...found: unknown[]) => resolve(then(...found))));
      void counted(ended, this, []);
    };
    const own = Object.getOwnPropertyDescriptors(call);
    calls[name] = Object.defineProperties<Call>(around, own);
  }
}

watchCallbacks(fs as unknown as Calls, ['open', 'read', 'write', 'fsync', 'close']);
watchCallbacks(zlib as unknown as Calls, ['zstdCompress', 'zstdDecompress', 'gzip']);
// Each open file has a `close` of its own.
const { open } = fs.promises;
fs.promises.open = async (...args) => {
  const opened = await open(...args);
  const { close } = opened;
  opened.close = () => counted(close, opened, []) as Promise<void>;
  return opened;
};
watch(fs.promises as unknown as Calls, (name) => steps.includes(name));
for (const of of Object.values(duckdb)) {
  if (typeof of !== 'function' || !('prototype' in of)) continue;
  watch(of.prototype, () => false);
  if (of === duckdb.DuckDBInstance) watch(of as unknown as Calls, () => false);
}
const waits = timers as unknown as Calls;
for (const [name, value] of [
  ['setTimeout', 1],
  ['setImmediate', 0],
] as const) {
  const call = waits[name];
  waits[name] = (...args) => {
    if (actorNow.getStore() === undefined) return call(...args);
    return turn(name, value === 1 ? Math.ceil(Number(args[0] ?? 1)) : 0).then(() => args[value]);
  };
}
const { now: machineNow } = performance;
performance.now = () => (actorNow.getStore() ? now : machineNow.call(performance));
syncBuiltinESMExports();
