/** The index alone: the ledgers of a store are read once and become findable, and nothing else is kept of them. */
import { FIRST_LEDGER, type LedgerRange } from '../datastore/keys.ts';
import { intersectRanges, mergeRanges, subtractRanges } from '../datastore/spans.ts';
import type { LedgerObject, Store } from '../datastore/store.ts';
import type { AskedRange } from '../datastore/range.ts';
import { networkId } from '../ledger/network.ts';
import type { Lookup } from './lookup.ts';
import { StoredLedgers } from './stored-ledgers.ts';
import { paired } from './paired.ts';
import { runOf } from './run.ts';

export interface IndexOptions {
  passphrase: string;
  lookup: Lookup;
  range?: AskedRange;
  signal?: AbortSignal;
  /** Called after every ledger. */
  onLedger?: (sequence: number) => void;
}

/** What was indexed, and what of the store was in the index before. */
export interface IndexReport {
  ledgers: number;
  ranges: LedgerRange[];
  skipped: LedgerRange[];
}

/**
 * Adds the ledgers of a store, in order, to the index; those it has are passed over, when their files are as they were written.
 * Ends early when the signal says so. Throws StoreError and DecodeError as reading does, and StoreError when the index cannot be
 * put into its folder.
 */
export async function indexStore(store: Store, options: IndexOptions): Promise<IndexReport> {
  const { lookup, range = {}, signal } = options;
  const { objects, files } = await store.list({ range, signal });
  const asked = { first: Math.max(range.first ?? 0, FIRST_LEDGER), last: range.last ?? Infinity };
  lookup.verify(asked);
  const skipped = objects.flatMap((object) => intersectRanges(clip(object, asked), lookup.ranges()));
  const run = new IndexRun(store, options, asked);
  for (const object of objects) {
    if (signal?.aborted) break;
    if (subtractRanges(clip(object, asked), lookup.ranges()).length > 0) await run.add(object.key, object);
  }
  for (const { key } of files) if (!signal?.aborted) await run.add(key);
  await lookup.settled();
  await lookup.flush();
  return { ledgers: run.ledgers, ranges: mergeRanges(run.ranges), skipped: mergeRanges(skipped) };
}

function clip({ first, last }: LedgerRange, asked: LedgerRange): LedgerRange {
  return { first: Math.max(first, asked.first), last: Math.min(last, asked.last) };
}

class IndexRun {
  readonly ranges: LedgerRange[] = [];
  ledgers = 0;
  readonly #store: Store;
  readonly #options: IndexOptions;
  readonly #asked: LedgerRange;
  readonly #networkId: Uint8Array;

  constructor(store: Store, options: IndexOptions, asked: LedgerRange) {
    this.#store = store;
    this.#options = options;
    this.#asked = asked;
    this.#networkId = networkId(options.passphrase);
  }

  async add(key: string, named?: LedgerObject): Promise<void> {
    const { lookup, signal, onLedger } = this.#options;
    const object = new StoredLedgers(await this.#store.get(key, { signal }), key, named);
    for (const ledger of object.ledgers()) {
      const { sequence } = ledger;
      if (sequence < this.#asked.first || sequence > this.#asked.last || lookup.has(sequence)) continue;
      await lookup.add(runOf(paired(ledger, this.#networkId)));
      this.ranges.push({ first: sequence, last: sequence });
      this.ledgers++;
      onLedger?.(sequence);
    }
  }
}
