/** Objects of a store that grows, as they appear. */
import { listGrowing } from '../datastore/listing/growing.ts';
import { objectKey, parseKey, type Layout } from '../datastore/keys.ts';
import { layoutOf } from '../datastore/layout.ts';
import type { AskedRange } from '../datastore/range.ts';
import type { LedgerObject, Store } from '../datastore/store.ts';
import { isNothingYet, waitingFor } from './beginning.ts';
import { pause, type OutageOptions } from './outage.ts';
import type { Pace } from './pace.ts';

/** Objects that are taken together when the store is ahead. */
const AT_ONCE = 64;
/** After waiting so long for an object, the one after it is looked for. */
const SKIP_LOOK_MS = 15_000;

export interface AppearingOptions extends OutageOptions {
  range?: AskedRange;
  allowGaps?: boolean;
  /** Called once, when all that was there is loaded, with the ledger that is waited for. */
  onWaiting?: (ledger: number) => void;
}

/** What appears in one store. */
export class Appearing {
  readonly #store: Store;
  readonly #options: AppearingOptions;
  readonly #pace: Pace;
  /** Of the newest object that was listed. */
  #extension: string | undefined;
  /** Whether it was said that the store holds nothing yet. */
  #isWaiting = false;
  /** Whether it was said which ledger is waited for. */
  #isAtEnd = false;

  constructor(store: Store, options: AppearingOptions, pace: Pace) {
    this.#store = store;
    this.#options = options;
    this.#pace = pace;
  }

  /** Returns the listing; undefined while the store is empty. */
  async list(): Promise<readonly LedgerObject[] | undefined> {
    try {
      const objects = await listGrowing(this.#store, this.#options);
      const newest = objects.at(-1);
      if (newest) this.#extension = layoutOf(newest.key)?.extension;
      return objects;
    } catch (error) {
      if (!isNothingYet(error)) throw error;
      if (!this.#isWaiting) this.#options.onTrouble?.(waitingFor(error));
      this.#isWaiting = true;
      return undefined;
    }
  }

  /** Waits for the object of a ledger, and returns it with the following ones; undefined when stopped. */
  async from(ledger: number): Promise<LedgerObject[] | undefined> {
    const { signal } = this.#options;
    const said = await this.#store.layout({ signal });
    const layout = { ...said, extension: this.#extension ?? said.extension };
    const skip = this.#skipOf(ledger, layout);
    await pause(this.#pace.untilDue(), signal);
    for (let misses = 0; !signal?.aborted; misses++) {
      const objects = await this.#objectsFrom(ledger, layout);
      if (objects.length > 0) {
        this.#pace.appeared();
        return objects;
      }
      if (!this.#isAtEnd) this.#options.onWaiting?.(ledger);
      this.#isAtEnd = true;
      await skip();
      await pause(this.#pace.untilNext(misses), signal);
    }
    return undefined;
  }

  async #objectsFrom(ledger: number, layout: Layout): Promise<LedgerObject[]> {
    const { range, signal } = this.#options;
    const objects: LedgerObject[] = [];
    for (let at = ledger; objects.length < AT_ONCE && at <= (range?.last ?? Infinity);) {
      const key = objectKey(at, layout, layout.extension);
      if (!(await this.#store.exists(key, { signal }))) break;
      const { bytes } = await this.#store.metadata(key, { signal });
      const { first, last } = parseKey(key)!;
      objects.push({ key, bytes, first, last });
      at = last + 1;
    }
    return objects;
  }

  /** Returns what tells once, after a while, that an object is missing which has one after it. */
  #skipOf(ledger: number, layout: Layout): () => Promise<void> {
    const since = performance.now();
    const key = objectKey(ledger, layout, layout.extension);
    const after = objectKey(parseKey(key)!.last + 1, layout, layout.extension);
    let isTold = false;
    return async () => {
      if (isTold || performance.now() - since <= SKIP_LOOK_MS) return;
      isTold = await this.#store.exists(after, { signal: this.#options.signal });
      if (!isTold) return;
      this.#options.onTrouble?.(`the store has no object of ledger ${ledger}, but one after it; waiting for ${key}`);
    };
  }
}

/** Returns the objects from the one that holds a ledger up to the first gap. */
export function startingAt(objects: readonly LedgerObject[], ledger: number): LedgerObject[] {
  const found: LedgerObject[] = [];
  let next = ledger;
  for (const object of objects) {
    if (object.last < next) continue;
    if (object.first > next) break;
    found.push(object);
    next = object.last + 1;
  }
  return found;
}
