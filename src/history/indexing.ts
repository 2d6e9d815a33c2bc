/** Indexing what is served: the ledgers of the window that the index lacks, behind the scenes. */
import type { LedgerRange } from '../datastore/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Lookup } from './lookup.ts';
import { runOf, type Run } from './run.ts';

export interface IndexingOptions {
  lookup: Lookup;
  window: () => LedgerRange | undefined;
  /** Returns a ledger with its envelopes paired; undefined for one that cannot be indexed. */
  read: (sequence: number, signal: AbortSignal) => Promise<Ledger | undefined>;
  /** Adds a ledger to the index; throws nothing. */
  add: (run: Run, ledger: Ledger) => Promise<void>;
  /** Takes why a ledger could not be indexed, once for each reason; it is passed over. */
  onError?: (error: unknown) => void;
}

/** The indexing of a window. */
export class Indexing {
  readonly #options: IndexingOptions;
  #first: Promise<void> = Promise.resolve();
  /** Another attempt at what could not be indexed. */
  #again?: Promise<void>;
  readonly #ending = new AbortController();
  /** Why ledgers could not be indexed, by sequence: each attempt would tell it anew. */
  readonly #told = new Map<number, string>();

  constructor(options: IndexingOptions) {
    this.#options = options;
  }

  start(): void {
    this.#first = this.#run();
  }

  /** Resolves when every ledger of the window that can be read is in the index; those that could not be are tried again. */
  async done(): Promise<void> {
    await this.#first;
    const { lookup, window } = this.#options;
    const range = window();
    if (!range || lookup.missing(range).length === 0) return;
    this.#again ??= this.#run().finally(() => (this.#again = undefined));
    await this.#again;
  }

  /** Ends it; resolves when nothing is added any more. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#first;
    await this.#again;
  }

  async #run(): Promise<void> {
    const { lookup, window } = this.#options;
    const range = window();
    if (!range) return;
    const { signal } = this.#ending;
    for (const { first, last } of lookup.missing(range)) {
      for (let sequence = first; sequence <= last && !signal.aborted; sequence++) {
        await this.#index(sequence, signal);
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }

  async #index(sequence: number, signal: AbortSignal): Promise<void> {
    const { lookup, read, add } = this.#options;
    try {
      const ledger = await read(sequence, signal);
      if (ledger && !lookup.has(sequence)) await add(runOf(ledger), ledger);
      this.#told.delete(sequence);
    } catch (error) {
      if (!signal.aborted) this.#tell(sequence, error);
    }
  }

  #tell(sequence: number, error: unknown): void {
    const why = String(error);
    if (this.#told.get(sequence) !== why) this.#options.onError?.(error);
    this.#told.set(sequence, why);
  }
}
