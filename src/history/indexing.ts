/** Indexing what is served: the ledgers of the window that the index lacks, behind the scenes. */
import type { LedgerRange } from '../datastore/keys.ts';
import type { LedgerParts } from '../ledger/parts.ts';
import type { Lookup } from './lookup.ts';
import { runOf } from './run.ts';

export interface IndexingOptions {
  lookup: Lookup;
  window: () => LedgerRange | undefined;
  /** Returns a ledger with its envelopes paired. */
  read: (sequence: number) => Promise<LedgerParts>;
  /** Takes why a ledger could not be indexed; it is passed over. */
  onError?: (error: unknown) => void;
}

/** The indexing of a window. */
export class Indexing {
  readonly #options: IndexingOptions;
  #first: Promise<void> = Promise.resolve();
  /** Another attempt at what could not be indexed. */
  #again?: Promise<void>;
  #stopped = false;

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
    this.#stopped = true;
    await this.#first;
    await this.#again;
  }

  async #run(): Promise<void> {
    const { lookup, window, read, onError } = this.#options;
    const range = window();
    if (!range) return;
    for (const { first, last } of lookup.missing(range)) {
      for (let sequence = first; sequence <= last && !this.#stopped; sequence++) {
        try {
          await lookup.add(runOf(await read(sequence)));
        } catch (error) {
          onError?.(error);
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }
}
