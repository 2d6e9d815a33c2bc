/** What an object must be before a mirror gives it its name. */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { LedgerObject, Store } from '../datastore/store.ts';
import { DecodeError, restoreError, VerifyError } from '../core/errors.ts';
import { checkHead } from '../ledger/peek.ts';
import type { Checked, UnhashedObject } from '../workers/check-object.ts';

/** Objects of a store, fetched and checked; workers are started for the first that the store keeps no hash of. */
export class CheckedObjects {
  readonly #store: Store;
  readonly #passphrase: string | undefined;
  /** Whether the ledgers of an object, hash or not, are still to be held against the network that was asked for. */
  #isOpen: boolean;
  #workers: Piscina | undefined;
  /** How many objects were not verified: this version does not read the protocol of their ledgers. */
  newer = 0;

  /** `said` is the passphrase that the store itself tells; any other is only what somebody takes it for. */
  constructor(store: Store, passphrase: string | undefined, said?: string) {
    this.#store = store;
    this.#passphrase = passphrase;
    this.#isOpen = passphrase !== said;
  }

  /**
   * Returns the verified bytes of an object. If the store keeps a hash, only frames and head are checked; otherwise all
   * ledgers. Wrong bytes are fetched once more. Throws StoreError, DecodeError and VerifyError.
   */
  async get(object: LedgerObject, signal: AbortSignal): Promise<Uint8Array> {
    try {
      return await this.#getOnce(object, signal, false);
    } catch (error) {
      if (!(error instanceof DecodeError || error instanceof VerifyError)) throw error;
    }
    if (this.#store.remote) this.#store.remote.metrics.retries++;
    return this.#getOnce(object, signal, true);
  }

  async close(): Promise<void> {
    await this.#workers?.close();
  }

  async #getOnce(object: LedgerObject, signal: AbortSignal, fresh: boolean): Promise<Uint8Array> {
    let isHashed = false;
    const bytes = await this.#store.get(object.key, { signal, fresh, onHash: () => (isHashed = true) });
    checkHead(bytes, object.key, object);
    if (isHashed && !this.#isOpen) return bytes;
    await this.#verify(object, bytes);
    this.#isOpen = false;
    return bytes;
  }

  /** In another thread: decompressing, walking and hashing an object takes longer than fetching one from nearby. */
  async #verify({ key, first, last }: LedgerObject, bytes: Uint8Array): Promise<void> {
    this.#workers ??= startWorkers();
    const task: UnhashedObject = { key, first, last, bytes, passphrase: this.#passphrase };
    const { wrong, newer }: Checked = await this.#workers.run(task);
    if (wrong) throw restoreError(wrong);
    if (newer !== undefined) this.newer++;
  }
}

const entry = new URL(
  import.meta.url.endsWith('.ts') ? '../workers/check-object.ts' : '../workers/check-object.js',
  import.meta.url,
);

function startWorkers(): Piscina {
  return new Piscina({ filename: entry.href, name: 'checkObject', maxThreads: availableParallelism() });
}
