/**
 * What holders of a token got and sent in all loaded ledgers, kept in memory and advanced by ledgers that were loaded since: to read all
 * movements of a token again takes as long as there are.
 */
import type { LedgerRange } from '../../datastore/keys.ts';
import { IncrementalValues, type OfLedgers } from './incremental-values.ts';

/** What moved to and from an address. */
export interface Moved {
  /** In the smallest unit. */
  received: bigint;
  sent: bigint;
  /** In so many transactions. */
  transactions: number;
  /** The last ledger in which it moved. */
  ledger: number;
  /** When that closed, as DuckDB writes it. */
  closedAt: string;
}

export type Totals = ReadonlyMap<string, Moved>;

/** Returns totals of the ledgers of a range, or all; undefined where there are too many addresses to be kept. */
export type ReadTotals = (range?: LedgerRange) => Promise<Totals | undefined>;

/** Of so many addresses a token's totals are kept, */
export const MOST_ADDRESSES = 20_000;
/** and of so many tokens. */
const MOST_TOKENS = 16;

export class TokenTotals {
  /** By contract. */
  readonly #tokens = new IncrementalValues<Totals | undefined>(MOST_TOKENS);

  /**
   * Returns the totals of a token in ledgers, which `read` reads as far as they are not known; undefined where there are too many, or of
   * ledgers before those that were asked for last. Throws what `read` throws.
   */
  of(contract: string, ledgers: OfLedgers, read: ReadTotals): Promise<Totals | undefined> {
    const advance = async (known: Totals | undefined, since: LedgerRange) => known && added(known, await read(since));
    return this.#tokens.of(contract, ledgers, { read, advance });
  }
}

/** Returns totals with those of later ledgers: a transaction is in one ledger. */
function added(totals: Totals, more: Totals | undefined): Totals | undefined {
  if (!more) return undefined;
  const all = new Map(totals);
  for (const [address, moved] of more) {
    const { received = 0n, sent = 0n, transactions = 0 } = all.get(address) ?? {};
    all.set(address, {
      ...moved,
      received: received + moved.received,
      sent: sent + moved.sent,
      transactions: transactions + moved.transactions,
    });
  }
  return all.size > MOST_ADDRESSES ? undefined : all;
}
