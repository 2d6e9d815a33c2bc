/**
 * Scrubbing: `verify` in the background, again and again, at a bounded rate. It finds damage before a query asks for the file.
 * One process scrubs a lake at a time, and a restart goes on where the last one ended (`scrub.json`).
 */
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { checkIndexFile, listIndexFiles } from '../history/check-files.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { repairAdvice } from '../lake/disk/file-checks.ts';
import { lockFile, type FileLock } from '../lake/disk/locks/file-lock.ts';
import { LOCKS } from '../lake/disk/locks/writer-lock.ts';
import {
  readScrubState,
  writeScrubState,
  type ScrubbedDamage,
  type ScrubPosition,
  type ScrubState,
} from '../lake/disk/scrub-state.ts';
import type { Snapshot } from '../lake/disk/snapshot/snapshot.ts';
import {
  emptyReport,
  otherFiles,
  verifyFile,
  verifySealedFiles,
  verifySegment,
  type Verifying,
  type VerifyReport,
} from '../lake/repair/verify.ts';
import { messageOf } from '../core/system-errors.ts';
import { addIndexFile } from './soundness.ts';

/** Bytes a second: a terabyte takes three days, and one core 2% of its time. */
const SCRUB_RATE = 4e6;
/** A pass begins this long after the one before began, or when that has ended. */
const EVERY_MS = 24 * 60 * 60 * 1000;
/** How long to wait where another process scrubs the lake, or an error ended a pass. */
const AGAIN_MS = 10 * 60 * 1000;
/** The state is written after so many bytes: what a kill makes the next process read again, 16 s at the default rate. */
const KEEP_BYTES = 64e6;

/** How a lake is scrubbed. */
export interface ScrubOptions {
  /** Bytes a second; default: 4 MB. */
  rate?: number;
  /** Takes damage when it is first found, and what to do about it. */
  onDamage: (damage: ScrubbedDamage, advice: string) => void;
  /** Takes in words what keeps a lake from being scrubbed, or a state from being written. */
  onTrouble: (message: string) => void;
  /** The clock: milliseconds of now, and a wait that rejects at the signal; by default that of the system. */
  clock?: ScrubClock;
}

/** A clock. */
export interface ScrubClock {
  now(): number;
  wait(milliseconds: number, signal: AbortSignal): Promise<unknown>;
}

const systemClock: ScrubClock = {
  now: () => Date.now(),
  // A process need not go on for it.
  wait: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal, ref: false }),
};

/** A running scrub. */
export interface Scrub {
  /** Bytes that this process has verified. */
  readonly bytes: number;
  /** Ends it, and keeps how far it has come. */
  stop(): Promise<void>;
}

/** Starts to scrub an open lake until `stop`, which must come before the lake is closed. */
export function startScrub(lake: Lake, options: ScrubOptions): Scrub {
  const stopping = new AbortController();
  const scrubber = new Scrubber(lake, options, stopping.signal);
  const done = scrubber.run();
  return {
    get bytes() {
      return scrubber.bytes;
    },
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

/** What a check of the scrub works with. */
type Verified = Verifying & { snapshot: Snapshot };

/** A repair removed the state, having compared all files. */
class RepairedMeanwhile extends Error {}

class Scrubber {
  bytes = 0;
  readonly #lake: Lake;
  readonly #options: ScrubOptions;
  readonly #signal: AbortSignal;
  readonly #clock: ScrubClock;
  /** When the next byte may be read. */
  #due = 0;
  #state: ScrubState | undefined;
  /** Bytes of the state when it was last written. */
  #keptBytes = 0;
  #trouble = '';
  /** False if the lake cannot be written: the state is then kept in memory. */
  #isKept = true;

  constructor(lake: Lake, options: ScrubOptions, signal: AbortSignal) {
    this.#lake = lake;
    this.#options = options;
    this.#signal = signal;
    this.#clock = options.clock ?? systemClock;
  }

  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        await this.#clock.wait(await this.#passWhenDue(), this.#signal);
      } catch (error) {
        if (this.#signal.aborted) return;
        if (error instanceof RepairedMeanwhile) continue;
        this.#tell(`cannot verify ${this.#lake.path} in the background: ${messageOf(error)}`);
        await this.#clock.wait(AGAIN_MS, this.#signal).catch(() => undefined);
      }
    }
  }

  /** Runs a pass if one is due. Returns how long to wait for the next one, in milliseconds. */
  async #passWhenDue(): Promise<number> {
    const lock = await this.#lock();
    if (lock === 'held') return AGAIN_MS;
    try {
      if (this.#isKept) this.#state = await readScrubState(this.#lake.path);
      const untilDue = () => Date.parse(this.#state!.started) + EVERY_MS - this.#clock.now();
      // A clock that was set back must not keep the lake from being verified.
      if (this.#state && !this.#state.position && untilDue() > 0) return Math.min(untilDue(), EVERY_MS);
      await this.#pass();
      return Math.max(0, untilDue());
    } finally {
      if (this.#signal.aborted && this.#state?.position) await this.#keep().catch(() => undefined);
      await lock?.release();
    }
  }

  /** Returns undefined where the lake cannot be locked: then it cannot be written either. */
  async #lock(): Promise<FileLock | 'held' | undefined> {
    const lock = await lockFile(join(this.#lake.path, LOCKS, 'scrub.lock'), 'write').catch(() => undefined);
    return lock && 'heldBy' in lock ? 'held' : lock;
  }

  async #pass(): Promise<void> {
    if (!this.#state?.position) {
      const { damaged = [], finished } = this.#state ?? {};
      const started = new Date(this.#clock.now()).toISOString();
      // Before another state takes the place of one that is damaged.
      const report = emptyReport();
      await verifySealedFiles({ lake: this.#lake, report, pace: this.#pace });
      this.#state = {
        started,
        position: { ledger: 0 },
        bytes: 0,
        damaged,
        ...(finished !== undefined && { finished }),
      };
      await this.#keep();
      await this.#take(report);
    }
    while (await this.#step());
    const { started, bytes, damaged } = this.#state;
    const finished = new Date(this.#clock.now()).toISOString();
    this.#state = { started, bytes, finished, damaged: damaged.filter(({ at }) => at >= started) };
    await this.#keep();
  }

  /** Verifies the next segment or other file; returns false after the last one. */
  async #step(): Promise<boolean> {
    const report = emptyReport();
    const state = this.#state!;
    const position = await this.#verify((verifying) => this.#next(verifying, state.position!), report);
    if (!position) return false;
    // Where locks do not hold, a merge may have removed files that were read.
    const isGone = report.problems.length > 0 && !(await this.#isCurrent(state.position!, position));
    if (!isGone) await this.#take(report);
    state.position = position;
    state.bytes += report.bytes;
    this.bytes += report.bytes;
    if (state.bytes - this.#keptBytes >= KEEP_BYTES) await this.#keep();
    return true;
  }

  /** Runs one check on a session of its own, so that merged files do not wait for the pass to end. */
  async #verify<T>(run: (verifying: Verified) => Promise<T>, report: VerifyReport): Promise<T> {
    const lake = this.#lake;
    const { connection, snapshot, release } = await lake.session();
    try {
      return await run({ connection, snapshot, lake, report, signal: this.#signal, pace: this.#pace });
    } finally {
      await release();
    }
  }

  async #next(verifying: Verified, { ledger, hash, path }: ScrubPosition): Promise<ScrubPosition | undefined> {
    const { snapshot } = verifying;
    const known = path === undefined ? snapshot.segments.find(({ last }) => last > ledger) : undefined;
    if (known) {
      const before = hash === undefined ? undefined : { sequence: ledger, hash, previousHash: '' };
      const segment = await verifySegment(verifying, known, before);
      const last = segment?.ledgers.at(-1)?.hash;
      return { ledger: known.last, ...(last !== undefined && { hash: last }) };
    }
    const others = new Map(otherFiles(snapshot).map((file) => [file.path, file]));
    const paths = [...others.keys(), ...(await listIndexFiles(this.#lake.path))].sort();
    const next = paths.find((one) => one > (path ?? ''));
    if (next === undefined) return undefined;
    const file = others.get(next);
    if (file) await verifyFile(verifying, file);
    else {
      const checked = await checkIndexFile(this.#lake.path, next, verifying);
      if (checked) addIndexFile(verifying.report, checked);
    }
    return { ledger, path: next };
  }

  /** Returns whether the newest snapshot has what was verified between two positions. */
  async #isCurrent(from: ScrubPosition, to: ScrubPosition): Promise<boolean> {
    const snapshot = await this.#lake.snapshot();
    if (to.path === undefined) {
      const known = snapshot.segments.find(({ last }) => last > from.ledger);
      return known?.last === to.ledger;
    }
    return to.path.startsWith('lookup/') || otherFiles(snapshot).some(({ path }) => path === to.path);
  }

  /** Adds what was found, and tells what was not known before. */
  async #take({ problems }: VerifyReport): Promise<void> {
    if (problems.length === 0) return;
    const state = this.#state!;
    const at = new Date(this.#clock.now()).toISOString();
    for (const problem of problems) {
      const known = state.damaged.find(({ where, check }) => where === problem.where && check === problem.check);
      if (known) known.at = at;
      else {
        state.damaged.push({ ...problem, at });
        this.#options.onDamage({ ...problem, at }, repairAdvice(this.#lake.path, problem.where));
      }
    }
    this.#lake.suspectFiles(state.damaged.map(({ where }) => where));
    await this.#keep();
  }

  async #keep(): Promise<void> {
    const state = this.#state!;
    if (!this.#isKept) return;
    const isBegun = this.#keptBytes > 0 || state.bytes > 0;
    if (isBegun && !(await readScrubState(this.#lake.path))) {
      this.#keptBytes = 0;
      throw new RepairedMeanwhile();
    }
    try {
      await writeScrubState(this.#lake.path, state);
      this.#keptBytes = state.bytes;
    } catch (error) {
      this.#isKept = false;
      this.#tell(
        `${this.#lake.path} cannot be written (${messageOf(error)}): after a restart, its verification begins anew`,
      );
    }
  }

  /** Tells of trouble, once while it is the same. */
  #tell(trouble: string): void {
    if (trouble !== this.#trouble) this.#options.onTrouble(trouble);
    this.#trouble = trouble;
  }

  /** Waits until so many bytes more may be read. */
  readonly #pace = async (bytes: number): Promise<void> => {
    const { rate = SCRUB_RATE } = this.#options;
    const now = this.#clock.now();
    this.#due = Math.max(this.#due, now) + (bytes / rate) * 1000;
    if (this.#due - now > 1) await this.#clock.wait(this.#due - now, this.#signal);
    else await setImmediate();
    this.#signal.throwIfAborted();
  };
}
