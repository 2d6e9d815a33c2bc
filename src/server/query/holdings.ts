/** What is held of an asset, and moved of it. */

/** Trust lines by whether they are authorized, or to maintain liabilities only; of lumens accounts, which need no authorisation. */
export const LINES = ['authorized', 'maintained', 'unauthorized'] as const;

export type Kind = (typeof LINES)[number] | 'claimable_balance' | 'liquidity_pool' | 'contract';

/** What an entry holds of an asset. */
interface Holding {
  kind: Kind;
  stroops: bigint;
}

/** What is held, by what tells an entry from others. */
export type Holdings = ReadonlyMap<string, Holding>;

/** Of so many assets it is kept. */
export const MOST_ASSETS = 16;

/** What moved of an asset in a day. */
export interface DayMoved {
  /** The first hour that is whole in it, as DuckDB writes it: what moved from then on need not be told apart. */
  hour: string;
  byLedger: ReadonlyMap<number, { transfers: number; stroops: bigint }>;
  /** The ledgers in which addresses gave or got some last. */
  addresses: ReadonlyMap<string, number>;
}
