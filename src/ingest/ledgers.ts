/** The ledgers of a store, one after another in the calling thread. */
import { checkStore } from '../datastore/check-store.ts';
import type { LedgerRange } from '../datastore/keys.ts';
import { checkLayout } from '../datastore/layout.ts';
import { missingLedger, planUnits } from '../datastore/plan.ts';
import { askedRange } from '../datastore/listing/newest.ts';
import type { AskedRange, RangeOption } from '../datastore/range.ts';
import { mergeRanges, subtractRanges } from '../datastore/spans.ts';
import type { Store } from '../datastore/store.ts';
import { knownOptions } from '../options/known-options.ts';
import type { Omission } from '../lake/disk/snapshot/manifest.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { networkId, passphraseOf, type Network } from '../ledger/network.ts';
import { checkFollows, checkLedger, type LedgerFacts } from '../ledger/verify.ts';
import type { TaskObject } from '../workers/messages.ts';
import { ledgersOf, readObjects } from '../workers/read.ts';
import * as kind from '../options/kinds.ts';

/** Options of `readLedgers`. */
export interface ReadLedgersOptions {
  /** Needed to check hashes of transactions. */
  network: Network;
  /** The ledgers to read; by default all. */
  range?: RangeOption;
  /** Ledgers of `range` that the store lacks are passed over instead of an error. */
  allowGaps?: boolean;
  /** Whether hashes are checked; envelopes are paired with results by hash in any case. */
  verify?: boolean;
  /** Takes what is passed over because it is not as the schema says; without it that is an error. */
  onOmitted?: (omission: Omission) => void;
  /** Ends the reading with its reason. */
  signal?: AbortSignal;
}

/**
 * Yields the ledgers of the store, checked, in the order of its objects. Each shares memory with its object. Throws
 * DecodeError, VerifyError and StoreError as their reading does, StoreError for a ledger of an explicit range that is not
 * there, UsageError for options that are wrong, and the signal's reason.
 */
export async function* readLedgers(store: Store, options: ReadLedgersOptions): AsyncGenerator<Ledger> {
  checkStore('readLedgers', store);
  const {
    network,
    range: asked,
    allowGaps = false,
    verify = true,
    onOmitted,
    signal,
  } = knownOptions('readLedgers', options, {
    network: kind.network,
    range: kind.range,
    allowGaps: kind.flag,
    verify: kind.flag,
    onOmitted: kind.call,
    signal: kind.signal,
  });
  const id = networkId(passphraseOf(network));
  const range = await askedRange(store, asked, { signal });
  const listing = await store.list({ range, signal });
  const { objects, files } = listing;
  const schema = await store.manifest({ signal });
  checkLayout(store.name, objects, { manifest: schema });
  planUnits({ listing, range, allowGaps, schema, unitLedgers: Infinity });
  const seen: LedgerRange[] = [];
  let previous: LedgerFacts | undefined;
  const omit = (omission: Omission) => {
    const { first, last } = omission;
    if (first !== undefined && last !== undefined) seen.push({ first, last });
    if (overlaps(omission, range)) onOmitted?.(omission);
  };
  const names = new Map<string, TaskObject>(objects.map((object) => [object.key, object]));
  for await (const object of readObjects(store, [...objects, ...files], signal)) {
    signal?.throwIfAborted();
    for (const ledger of ledgersOf(object, names.get(object.key) ?? { key: object.key }, onOmitted && omit)) {
      if (ledger.sequence < (range?.first ?? 0) || ledger.sequence > (range?.last ?? Infinity)) continue;
      const facts = checkLedger(ledger, id, { verify });
      if (verify) checkFollows(previous, ledger, facts);
      previous = facts;
      note(seen, ledger.sequence);
      yield ledger;
    }
  }
  const first = missingIn(range, seen);
  if (first !== undefined && !allowGaps) throw missingLedger(first, { listing, schema });
}

/** Whether some of what was passed over was asked for; what is not known may have been. */
function overlaps({ first = 0, last = Infinity }: Omission, range: AskedRange | undefined): boolean {
  return last >= (range?.first ?? 0) && first <= (range?.last ?? Infinity);
}

function note(seen: LedgerRange[], sequence: number): void {
  const last = seen.at(-1);
  if (last?.last === sequence - 1) last.last = sequence;
  else seen.push({ first: sequence, last: sequence });
}

/** Returns the first ledger of a range with two ends that was not seen: files say what they hold only when they are read. */
function missingIn(range: AskedRange | undefined, seen: LedgerRange[]): number | undefined {
  if (range?.first === undefined || range.last === undefined) return undefined;
  return subtractRanges({ first: range.first, last: range.last }, mergeRanges(seen))[0]?.first;
}
