/** The ledgers of one stored object: decompressed and checked. */
import type { LedgerRange } from '../datastore/keys.ts';
import { DecodeError } from '../core/errors.ts';
import { decompress } from '../ledger/compression.ts';
import type { OnFault } from '../ledger/frames.ts';
import { ledgersIn, newerLedger, type Ledger } from '../ledger/ledger.ts';

/** Memory of a transaction's objects beside its bytes (1.0 to 1.4 kB in pubnet-p26). */
const TRANSACTION_BYTES = 1200;

/** The ledgers of one object, in order. A ledger of a newer protocol must be the last of its batch or alone. */
export class StoredLedgers {
  /** What they take of the memory, about. */
  readonly bytes: number;
  readonly #ledgers = new Map<number, Ledger>();

  /** Throws DecodeError when the bytes are no ledgers, or are others than their batch or the object's name says. */
  constructor(stored: Uint8Array, key: string, named?: LedgerRange) {
    const bytes = decompress(stored, { file: key });
    let size = bytes.length;
    let faulty: DecodeError | undefined;
    const keep = (ledger: Ledger, sequence: number | undefined) => {
      const isNamed = !named || (ledger.sequence >= named.first && ledger.sequence <= named.last);
      if ((sequence ?? ledger.sequence) !== ledger.sequence || !isNamed) {
        throw misplaced(key, ledger.sequence, sequence, named);
      }
      this.#ledgers.set(ledger.sequence, ledger);
      size += ledger.transactions.length * TRANSACTION_BYTES;
    };
    // XDR does not say where a ledger ends that is not understood: its batch or record has to.
    const keepNewer: OnFault = (fault, lost, at) => {
      const isLast = at !== undefined && lost?.first === lost?.last;
      const ledger = isLast ? newerLedger(bytes.subarray(at.start, at.end), fault, key) : undefined;
      if (ledger) keep(ledger, lost?.first);
      else faulty ??= fault;
    };
    for (const { ledger, sequence } of ledgersIn(bytes, key, { onFault: keepNewer })) keep(ledger, sequence);
    if (faulty) throw faulty;
    this.bytes = size;
  }

  ledgers(): IterableIterator<Ledger> {
    return this.#ledgers.values();
  }

  ledger(sequence: number): Ledger | undefined {
    return this.#ledgers.get(sequence);
  }
}

function misplaced(file: string, ledger: number, batch?: number, named?: LedgerRange): DecodeError {
  const expected = batch !== undefined && batch !== ledger ? `${batch}, as the batch says` : nameOf(named);
  return new DecodeError(`${file}: the header says ledger ${ledger}, expected ${expected}`, { file, ledger });
}

function nameOf(named?: LedgerRange): string {
  return named ? `one of ${named.first} to ${named.last}, as the name says` : 'the one of the batch';
}
