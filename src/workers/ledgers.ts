/** The ledgers of a store, one after another in the calling thread. */
import type { AskedRange } from '../datastore/range.ts';
import type { Store } from '../datastore/store.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { networkId } from '../ledger/network.ts';
import { checkLedger, verifyError, type LedgerFacts } from '../ledger/verify.ts';
import { ledgersOf, readObject } from './read.ts';

export interface ReadOptions {
  passphrase: string;
  range?: AskedRange;
  /** Whether hashes are checked; envelopes are paired with results by hash in any case. */
  verify?: boolean;
  signal?: AbortSignal;
}

/**
 * Yields the ledgers of the store, checked, in the order of its objects. Each shares memory with its object. Throws
 * DecodeError, VerifyError and StoreError as their reading does, and the signal's reason.
 */
export async function* readLedgers(
  store: Store,
  { passphrase, range, verify = true, signal }: ReadOptions,
): AsyncGenerator<Ledger> {
  const id = networkId(passphrase);
  const { objects, files } = await store.list({ range, signal });
  let previous: LedgerFacts | undefined;
  for (const named of [...objects, ...files.map(({ key }) => ({ key }))]) {
    signal?.throwIfAborted();
    const object = await readObject(store, named.key, signal);
    for (const ledger of ledgersOf(object, named)) {
      if (ledger.sequence < (range?.first ?? 0) || ledger.sequence > (range?.last ?? Infinity)) continue;
      const facts = checkLedger(ledger, id, { verify });
      if (verify && previous?.sequence === facts.sequence - 1 && previous.hash !== facts.previousHash) {
        throw verifyError(ledger, 'previousLedgerHash', facts.previousHash, previous.hash);
      }
      previous = facts;
      yield ledger;
    }
  }
}
