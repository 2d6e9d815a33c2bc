/** How the objects of a load reach the workers: read there when they are files, downloaded here when they are not. */
import { hash } from 'node:crypto';
import { Downloads } from '../datastore/transfer/buffer.ts';
import type { Store, StoreObject } from '../datastore/store.ts';
import { DecodeError, VerifyError } from '../core/errors.ts';
import { feed } from './feed.ts';
import type { Result, SeenObject, Task, TaskInput } from './messages.ts';
import type { Pool } from './pool.ts';
import { settingsFor } from './read.ts';

type Outcome<T extends Task> = Extract<Result, { kind: T['kind'] }> | undefined;

/** Runs tasks over objects of one store. */
export class Fetcher {
  readonly #store: Store;
  readonly #pool: Pool;
  readonly #downloads: Downloads | undefined;
  readonly #stop = new AbortController();

  constructor(store: Store, pool: Pool, objects: readonly StoreObject[]) {
    this.#store = store;
    this.#pool = pool;
    if (store.remote) this.#downloads = new Downloads(store, settingsFor(store, objects), this.#stop.signal);
  }

  /** Ends all downloads. */
  stop(): void {
    this.#stop.abort();
  }

  /**
   * Returns what the worker made of the objects. Bytes that do not decode or verify are fetched once more on their own: when
   * they are others by then, they were changed on their way, and the task runs again; else they are what the store holds, and
   * the error stands.
   */
  async run<T extends Task>(make: (input: TaskInput) => T, objects: readonly StoreObject[]): Promise<Outcome<T>> {
    if (!this.#downloads) return this.#pool.run(make({ kind: 'paths', sources: this.#store.paths ?? [] }));
    for (let changed = 0; ; changed++) {
      let seen: SeenObject | undefined;
      const { port, close } = feed(this.#downloads.reader(objects, this.#pool.tasks + 1));
      try {
        return await this.#pool.run(make({ kind: 'port', port }), (object) => (seen = object));
      } catch (error) {
        const isOfBytes = error instanceof DecodeError || error instanceof VerifyError;
        if (!isOfBytes || !seen || changed >= MOST_CHANGES || !(await this.#isChanged(seen))) throw error;
        this.#store.remote!.metrics.retries++;
      } finally {
        close();
      }
    }
  }

  /** Fetches undecodable objects once more and returns whether one changed. Files of a folder are not read again. */
  async isAnyChanged(objects: readonly SeenObject[]): Promise<boolean> {
    if (!this.#downloads) return false;
    for (const object of objects) if (await this.#isChanged(object)) return true;
    return false;
  }

  async #isChanged({ key, sha256 }: SeenObject): Promise<boolean> {
    const bytes = await this.#store.get(key, { signal: this.#stop.signal, fresh: true });
    return hash('sha256', bytes, 'hex') !== sha256;
  }
}

/** So often an object may come changed before what came last counts. */
export const MOST_CHANGES = 5;
