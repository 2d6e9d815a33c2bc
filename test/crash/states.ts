/** Records what a command does to files below a folder, and makes the states in which a crash may leave them. */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { filesBelow } from '../folder.ts';
import { main } from '../main.ts';
import { Disk, EMPTY, type Event, type Left, type State } from './disk.ts';
import { randomOf } from './lake-state.ts';

/** Power cuts that are tried after each step. */
export const CUTS = Number(process.env.LEDGERLAKE_CUTS ?? 6);
const PAGE = 4096;

const recorder = ['--import', join(import.meta.dirname, 'recorder.ts')];

/** A state after a step of the command; `kind` is what ended it there. */
export interface Crash {
  kind: 'kill' | 'least' | 'cut';
  step: number;
  steps: number;
  event: string;
  state: State;
}

/** Runs the command line, and expects it to succeed. */
export function run(args: readonly string[], env: Record<string, string> = {}, options: readonly string[] = []): void {
  const { status, stderr } = spawnSync(process.execPath, [...options, main, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' });
}

/** The files of one command at a time. */
export class Recording {
  /** What the command changes; states name files from here. */
  readonly root: string;
  readonly #to: string;
  readonly #objects: string;
  #disk = new Disk(new Map(), []);

  constructor(folder: string) {
    this.root = join(folder, 'recorded');
    this.#to = join(folder, 'record');
    this.#objects = join(this.#to, 'objects');
  }

  /** Begins with empty folders, and with what `prepare` puts there. */
  async begin(prepare: () => unknown): Promise<void> {
    for (const path of [this.root, this.#to]) rmSync(path, { recursive: true, force: true });
    for (const path of [this.root, this.#objects]) mkdirSync(path, { recursive: true });
    await prepare();
    const folders = readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name).slice(this.root.length + 1));
    this.#disk = new Disk(this.files(), folders);
  }

  /** Runs a command and records what it does. */
  run(args: readonly string[], env: Record<string, string> = {}): void {
    run(args, { ...env, ...this.#environment }, recorder);
  }

  /** Runs a command and records what it does, while this process goes on. */
  async runBeside(args: readonly string[]): Promise<void> {
    const env = { ...process.env, ...this.#environment };
    await promisify(execFile)(process.execPath, [...recorder, main, ...args], { env });
  }

  get #environment(): Record<string, string> {
    return { RECORD_ROOT: this.root, RECORD_TO: this.#to };
  }

  /** Returns the files that are there with the hashes of what they hold, which is kept. */
  files(): Map<string, string> {
    return new Map(
      filesBelow(this.root, this.root).map((path) => {
        const bytes = readFileSync(join(this.root, path));
        const hash = createHash('sha1').update(bytes).digest('hex');
        writeFileSync(join(this.#objects, hash), bytes);
        return [path, hash];
      }),
    );
  }

  /** Yields the states after each step that changes any. */
  *crashes(seed: number): Generator<Crash> {
    const random = randomOf(seed);
    const events = readFileSync(join(this.#to, 'log'), 'utf8').split('\n').filter(Boolean);
    for (const [step, event] of events.entries()) {
      if (!this.#disk.apply(JSON.parse(event) as Event)) continue;
      const at = { step, steps: events.length, event };
      yield { ...at, kind: 'kill', state: this.#disk.killed() };
      yield { ...at, kind: 'least', state: this.#disk.least() };
      for (let i = 0; i < CUTS; i++) yield { ...at, kind: 'cut', state: this.#disk.cut(random) };
    }
  }

  /** Returns what is sure on the disk by now. */
  sure(): State {
    return this.#disk.least();
  }

  /** Makes a state, for its owner alone; files that are never written over are linked. */
  make(state: State, to: string): void {
    rmSync(to, { recursive: true, force: true });
    for (const [path, left] of state) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      if (typeof left === 'string' && left !== EMPTY && path.endsWith('.parquet'))
        linkSync(join(this.#objects, left), join(to, path));
      else writeFileSync(join(to, path), this.#bytesOf(left), { mode: 0o600 });
    }
  }

  #bytesOf(left: Left): Uint8Array {
    if (left === EMPTY) return new Uint8Array();
    if (typeof left === 'string') return readFileSync(join(this.#objects, left));
    const [bytes, before] = [this.#bytesOf(left.of ?? EMPTY), this.#bytesOf(left.over ?? EMPTY)];
    const random = randomOf(left.seed);
    // Of a file that grew, what was synced stays.
    const least = Buffer.from(before).equals(bytes.subarray(0, before.length)) ? before.length : 0;
    const torn = Buffer.alloc(least + Math.floor(random() * (bytes.length - least + 1)));
    for (let page = 0; page < torn.length; page += PAGE)
      torn.set((random() < 0.5 ? bytes : before).subarray(page, Math.min(page + PAGE, torn.length)), page);
    return torn;
  }
}

/** Names a state for those of its files that matter. */
export function keyOf(state: State, isVisible: (path: string) => boolean): string {
  const files = [...state].filter(([path]) => isVisible(path));
  return createHash('sha1')
    .update(JSON.stringify(files.sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');
}
