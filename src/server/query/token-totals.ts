/**
 * What holders of a token got and sent in all loaded ledgers, kept in memory and advanced by ledgers that were loaded since: to read all
 * movements of a token again takes as long as there are.
 */
import type { LedgerRange } from '../../datastore/keys.ts';

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

/** Of which ledgers totals are asked for. */
export interface OfLedgers {
  /** Changes where rows of ledgers may be others than before. */
  generation: number;
  /** The loaded ledgers in runs, in order. */
  ranges: readonly LedgerRange[];
}

/** Returns totals of the ledgers of a range, or all; undefined where there are too many addresses to be kept. */
export type ReadTotals = (range?: LedgerRange) => Promise<Totals | undefined>;

interface KeptTotals extends OfLedgers {
  /** Undefined where there are too many addresses. */
  totals: Totals | undefined;
}

/** Of so many addresses a token's totals are kept, */
export const MOST_ADDRESSES = 20_000;
/** and of so many tokens. */
const MOST_TOKENS = 16;

export class TokenTotals {
  /** By contract, the one that rested longest first. */
  readonly #tokens = new Map<string, KeptTotals>();

  /**
   * Returns the totals of a token in ledgers, which `read` reads as far as they are not known; undefined where there are too many, or of
   * ledgers before those that were asked for last. Throws what `read` throws.
   */
  async of(contract: string, ledgers: OfLedgers, read: ReadTotals): Promise<Totals | undefined> {
    const known = this.#tokens.get(contract);
    const since =
      known && known.generation === ledgers.generation ? rangeSince(known.ranges, ledgers.ranges) : undefined;
    if (known && since) {
      const totals = known.totals && since.first <= since.last ? added(known.totals, await read(since)) : known.totals;
      return this.#keep(contract, { ...ledgers, totals });
    }
    // What was loaded meanwhile is not in a list that goes on: of it nothing is kept.
    if (known && known.generation >= ledgers.generation && lastOf(known.ranges) > lastOf(ledgers.ranges))
      return undefined;
    return this.#keep(contract, { ...ledgers, totals: await read() });
  }

  #keep(contract: string, kept: KeptTotals): Totals | undefined {
    this.#tokens.delete(contract);
    this.#tokens.set(contract, kept);
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > MOST_TOKENS) this.#tokens.delete(oldest);
    return kept.totals;
  }
}

const lastOf = (ranges: readonly LedgerRange[]) => ranges.at(-1)?.last ?? 0;

/** Returns the ledgers that came after all of those that are known; undefined where others came, too, or some left. */
function rangeSince(known: readonly LedgerRange[], now: readonly LedgerRange[]): LedgerRange | undefined {
  const last = lastOf(known);
  const before = now
    .filter(({ first }) => first <= last)
    .map((range) => ({ first: range.first, last: Math.min(range.last, last) }));
  return JSON.stringify(before) === JSON.stringify(known) ? { first: last + 1, last: lastOf(now) } : undefined;
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
