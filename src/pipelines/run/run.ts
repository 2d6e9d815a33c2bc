/** Runs a pipeline: ledgers in order, records made in workers, batches written with their checkpoints. */
import { hash } from 'node:crypto';
import { PipelineError } from '../../core/errors.ts';
import type { Store } from '../../datastore/store.ts';
import type { LedgerRange } from '../../datastore/keys.ts';
import { networks, type Definition } from '../definition/definition.ts';
import { joinedFindings, type Finding } from '../yaml/findings.ts';
import type { LedgerMark } from '../sink.ts';
import { storeWithLedgers } from './store-ledgers.ts';
import { boundedReading, firstLedger, followReading } from './ledgers.ts';
import { lockPipeline } from './lock.ts';
import { openSinks } from './open-sinks.ts';
import { openPipelineSource } from './open-source.ts';
import { MOST_SKIPPED, type RunOptions, type RunProgress, type RunResult, type Skipped } from './options.ts';
import { pipelineFolder } from './places.ts';
import { consumersOf, processorsOf, type Made } from './progress.ts';
import { withProcessorValues } from './resolved.ts';
import { sharePool, type SharedPool } from './shared-pool.ts';
import { Reader } from './sharing.ts';
import { Joining } from './joining.ts';
import {
  batchOf,
  checkChain,
  commitAll,
  lastRead,
  outputsOf,
  rowsWritten,
  toldOfJsonb,
  writeAll,
  type OpenSink,
} from './sinks.ts';
import { extracted, type Reading, type TaskSettings } from './source.ts';
import { wire, type Wiring } from './wiring.ts';

/**
 * Runs a validated definition until its last ledger, or until the signal, and returns a report. Each consumer continues after
 * its checkpoint. Throws PipelineError, and errors of the store.
 */
export async function runPipeline(definition: Definition, options: RunOptions): Promise<RunResult> {
  const { name } = definition.metadata;
  const folder = pipelineFolder(options.dataDir, name);
  const unlock = await lockPipeline(folder, name);
  try {
    const store = await openPipelineSource(options);
    try {
      return await new PipelineRun(definition, { ...options, folder }, store).run();
    } finally {
      store.close?.();
    }
  } finally {
    await unlock();
  }
}

function isUnreachable(error: unknown): error is PipelineError {
  return error instanceof PipelineError && error.fields['code'] === 'sink_unreachable';
}

/** Returns the id of a pipeline that has only a name: the same for each run of it. */
function pipelineIdOf(name: string): string {
  const hex = hash('sha256', `ledgerlake pipeline ${name}`, 'hex');
  // The form of a UUID of version 8, whose bits the program chooses (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A run's options, and the folder of its pipeline. */
export type Settings = RunOptions & { folder: string };

class PipelineRun {
  readonly #definition: Definition;
  readonly #options: Settings;
  readonly #store: Store;
  readonly #shared: SharedPool;
  #sinks: OpenSink[] = [];
  #running: Wiring['processors'] = [];
  readonly #made: Made = { ledgers: 0, bytesRead: 0, records: 0, recordsOf: [] };
  readonly #skipped: Skipped[] = [];
  /** How often each component left something out. */
  readonly #skips = new Map<string, number>();
  #warnings: Finding[] = [];
  /** The last ledger that was written. */
  #last: LedgerMark | undefined;
  /** Memory of results that consumers may still read, and the last ledger of each. */
  readonly #unread: { last: number; memory: ArrayBuffer[] }[] = [];

  constructor(definition: Definition, options: Settings, store: Store) {
    this.#definition = definition;
    this.#options = options;
    this.#store = store;
    this.#shared = sharePool();
  }

  async run(): Promise<RunResult> {
    const { signal } = this.#options;
    try {
      const passphrase = await this.#passphrase();
      const wiring = await wire(withProcessorValues(this.#definition, this.#options.secret), passphrase);
      const pipeline = { id: this.#options.pipelineId ?? pipelineIdOf(this.#definition.metadata.name) };
      const pathOf = new Map(wiring.consumers.map(({ name, path }) => [name, path]));
      const onSkip = (skipped: Skipped) => this.#skip(skipped, pathOf.get(skipped.component)!);
      this.#running = wiring.processors;
      const onRetry = (consumer: string, error: string) => this.#retries(consumer, error);
      const onWarning = (warning: Finding) => this.#warn(warning);
      const told = { ...this.#options, pipelineId: pipeline.id, onSkip, onRetry, onWarning };
      this.#sinks = await openSinks(this.#definition, wiring, told);
      // What the checkpoints say, and where it is written.
      this.#tell();
      await this.#write(wiring, passphrase);
      return this.#result(signal?.aborted === true && !this.#isComplete() ? 'stopped' : 'completed');
    } catch (error) {
      if (!signal?.aborted || !isUnreachable(error)) throw error;
      // A server that did not answer could have come back: the stop did not let it.
      this.#options.onLog?.({ level: 'warning', code: 'sink_unreachable', message: error.message });
      return this.#result('stopped');
    } finally {
      await Promise.allSettled(this.#sinks.map(({ sink }) => sink.close()));
      await this.#shared.release();
    }
  }

  /** A store of a network of its own, such as a simulated one, says its passphrase; the definition knows two. */
  async #passphrase(): Promise<string> {
    const { network } = this.#definition.spec;
    const manifest = await this.#store.manifest({ signal: this.#options.signal });
    const found = manifest?.networkPassphrase;
    if (found === undefined || found === networks[network]) return networks[network];
    if (Object.values<string>(networks).includes(found)) {
      const what = `the definition is for ${network}, and ${this.#store.name} is of "${found}"`;
      throw new PipelineError(what, { code: 'network_passphrase_mismatch' });
    }
    const message = `the definition is for ${network}, and ${this.#store.name} is of "${found}"; hashes and contract ids follow the store`;
    this.#options.onLog?.({ level: 'warning', message });
    return found;
  }

  async #write(wiring: Wiring, passphrase: string): Promise<void> {
    const skip = wiring.consumers.every(({ entry }) => entry.config['on_error'] === 'skip');
    const { store, lake, signal } = this.#options;
    const source = JSON.stringify([store, lake, this.#store.name, passphrase, skip]);
    const processors = toldOfJsonb(wiring.processors, this.#sinks);
    const reader = new Reader(source, { processors, mostWaiting: this.#shared.pool.size + 2 });
    const leave = () => reader.leave();
    signal?.addEventListener('abort', leave, { once: true });
    try {
      for await (const reading of this.#readings())
        await this.#writeReading(reading, wiring, reader, { passphrase, skip });
    } finally {
      signal?.removeEventListener('abort', leave);
      leave();
    }
  }

  async #writeReading(...what: [Reading, Wiring, Reader, TaskSettings]): Promise<void> {
    try {
      await this.#writeParts(...what);
    } catch (error) {
      // What came before stays; a sink that failed has taken it back, and the first error is the one to be told.
      await commitAll(this.#sinks).catch(() => undefined);
      this.#tell();
      throw error;
    }
    await commitAll(this.#sinks);
    this.#giveBack();
    this.#tell();
  }

  async #writeParts(reading: Reading, wiring: Wiring, reader: Reader, settings: TaskSettings): Promise<void> {
    const { signal } = this.#options;
    const joining = new Joining();
    for await (const result of extracted(this.#store, this.#shared, reading, settings, reader, signal)) {
      this.#made.bytesRead += result.bytesRead;
      for (const skipped of result.skipped) this.#skip({ component: 'source', ...skipped }, 'spec');
      for (const part of result.parts) {
        if (signal?.aborted) return;
        checkChain(this.#last, part);
        const batch = batchOf(part, wiring);
        const records = rowsWritten(batch);
        await writeAll(this.#sinks, batch, joining.add({ ledgers: part.ledgers, records }));
        this.#last = part.last;
        this.#made.ledgers += part.ledgers;
        this.#made.records += records;
        for (const { processor, length } of part.rows)
          this.#made.recordsOf[processor] = (this.#made.recordsOf[processor] ?? 0) + length;
        this.#tell();
      }
      this.#unread.push({ last: this.#last?.ledger ?? 0, memory: result.memory });
      this.#giveBack();
    }
  }

  /** Gives back the memory of what all consumers have read. */
  #giveBack(): void {
    const last = lastRead(this.#sinks);
    while (this.#unread.length > 0 && this.#unread[0].last <= last)
      this.#shared.spare.giveBack(this.#unread.shift()!.memory);
  }

  /** Yields the ranges to read, from the lowest checkpoint on. It cuts them at the checkpoints of other consumers. */
  async *#readings(): AsyncGenerator<Reading> {
    const { signal } = this.#options;
    const end = this.#definition.spec.endLedger;
    const last = end === undefined ? Infinity : Number(end);
    const marks = this.#sinks.map(({ sink }) => sink.checkpoint);
    const known = marks.flatMap((mark) => mark ?? []).sort((a, b) => a.ledger - b.ledger);
    const isNew = known.length < marks.length || known.length === 0;
    const first = isNew ? await firstLedger(this.#definition, this.#store, signal) : known[0].ledger + 1;
    if (!isNew) this.#last = known[0];
    const cuts = [...new Set(known.map(({ ledger }) => ledger))].filter((ledger) => ledger >= first && ledger < last);
    let next = first;
    for (const cut of cuts) {
      yield boundedReading(this.#store, { first: next, last: cut }, signal);
      next = cut + 1;
    }
    if (next > last) return;
    if (end !== undefined && this.#definition.spec.startLedger !== 'latest') {
      yield boundedReading(this.#store, { first: next, last }, signal);
    } else yield* this.#follow({ first: next, last });
  }

  #follow(range: LedgerRange): AsyncGenerator<Reading> {
    const { signal, onLog } = this.#options;
    return followReading(this.#store, {
      ...range,
      signal,
      onTrouble: (message) => onLog?.({ level: 'warning', message }),
      onWaiting: (ledger) => void this.#tellWaiting(ledger),
    });
  }

  /** Says what the store has, too: a ledger before all that may never come. */
  async #tellWaiting(ledger: number): Promise<void> {
    const { signal, onLog } = this.#options;
    const held = await storeWithLedgers(this.#store, signal);
    if (!signal?.aborted) onLog?.({ level: 'info', message: `waiting for ledger ${ledger} of ${held}` });
  }

  #isComplete(): boolean {
    const { endLedger } = this.#definition.spec;
    return endLedger !== undefined && this.#currentLedger() === Number(endLedger);
  }

  #currentLedger(): number | undefined {
    const ledgers = this.#sinks.map(({ sink }) => sink.checkpoint?.ledger ?? this.#last?.ledger);
    const least = Math.min(...ledgers.map((ledger) => ledger ?? 0));
    return least > 0 ? least : undefined;
  }

  #tell(): void {
    this.#options.onProgress?.(this.#progress());
  }

  #warn(warning: Finding): void {
    this.#warnings = joinedFindings(this.#warnings, [warning]);
  }

  /** Records a skipped ledger, and warns once for each component. */
  #skip(skipped: Skipped, path: string): void {
    this.#skipped.push(skipped);
    if (this.#skipped.length > MOST_SKIPPED) this.#skipped.shift();
    const { component, ledger } = skipped;
    const count = (this.#skips.get(component) ?? 0) + 1;
    this.#skips.set(component, count);
    const times = count === 1 ? 'once' : `${count} times, the last time`;
    const what = `${component}: left out what could not be used ${times} of ledger ${ledger}`;
    this.#warn({ code: 'ledger_skipped', path, message: `${what}; skipped_ledgers lists why` });
  }

  /** While a consumer tries again what failed, it says so. */
  #retries(consumer: string, error: string): void {
    const open = this.#sinks.find(({ consumer: { name } }) => name === consumer);
    if (!open) return;
    open.lastError = error;
    this.#tell();
  }

  #progress(): RunProgress {
    const { ledgers, bytesRead, records } = this.#made;
    return {
      currentLedger: this.#currentLedger(),
      ledgers,
      bytesRead,
      recordsIn: records,
      recordsOut: this.#sinks.reduce((sum, { rows }) => sum + rows, 0),
      recordsSkipped: this.#skips.values().reduce((sum, count) => sum + count, 0),
      skipped: [...this.#skipped],
      components: [...processorsOf(this.#definition, this.#running, this.#made), ...consumersOf(this.#sinks)],
      outputs: outputsOf(this.#sinks),
      warnings: this.#warnings,
    };
  }

  #result(status: RunResult['status']): RunResult {
    return { ...this.#progress(), status };
  }
}
