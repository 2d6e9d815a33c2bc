/**
 * From accounts, contracts, pools, balances and issuers to ledgers that have rows with them, by the kept relation `silver.key_ledgers`: which
 * columns it knows is read from its SQL, and which ledgers from its parts.
 */
import type { LedgerRange } from '../datastore/keys.ts';
import { intersectRanges, mergeRanges } from '../datastore/spans.ts';
import { quotePath, quoteText, type DuckDBConnection } from './duckdb.ts';
import type { KeptVersion } from './kept.ts';
import { joined, type KnownFile, type Snapshot } from './snapshot.ts';

/** The relation's name, with its schema. */
export const KEY_LEDGERS = 'silver.key_ledgers';

/** Ledgers of a row of its parts. */
const BLOCK_LEDGERS = 32;
/** A key of more runs of ledgers than that is looked for in gaps between them, too. */
const MOST_RANGES = 256;

/** Returns, of each table, the columns whose values the relation has; `changes` is the query that the relation is made of. */
export function keyColumns(changes: string): Map<string, Set<string>> {
  const found = changes.matchAll(/unnest\(\[([^\]]*)\]\)[^;]*?\bfrom bronze\.(\w+)_raw_v1\b/g);
  return new Map(
    Array.from(found, ([, columns, table]) => [table, new Set([...columns.matchAll(/\w+/g)].map(([name]) => name))]),
  );
}

/** Of so many questions it is remembered what was found. */
const MOST_FOUND = 100;
/** Keys that are everywhere are remembered, up to so many, and not looked for again. */
const MOST_REMEMBERED = 10_000;

/** What is asked of the ledgers of keys of one snapshot. */
export interface KeyQuestion {
  lake: string;
  snapshot: Snapshot;
  /** The relation, with the version that its parts need to have. */
  kept: KeptVersion;
}

/** Ledgers of a key that are asked for: the first or the last ones of a range. */
export interface KeyRun extends LedgerRange {
  key: string;
  isDescending: boolean;
  /** So many at most. */
  count: number;
}

/** Ledgers of a key, in the order that was asked for. */
export interface FoundLedgers {
  ledgers: readonly number[];
  /** Whether the range has no others. */
  isAll: boolean;
}

/** So many answers about runs are kept of a snapshot: lists of one account ask for the same. */
const MOST_RUNS = 1000;

/** The ledgers of keys, in the parts of a lake. */
export class KeyLedgers {
  readonly #everywhere = new Set<string>();
  /** What was found last of one snapshot: a page asks for its keys twice. */
  #found: { snapshot: Snapshot; ranges: Map<string, LedgerRange[] | undefined> } | undefined;
  readonly #runs = new Map<string, FoundLedgers>();
  #runsOf: Snapshot | undefined;

  /**
   * Returns ranges that hold every ledger of a snapshot with rows of one of the keys, those of which there is no part among them;
   * undefined where that is not worth while: where there is no part at all, or a key is in most segments. Throws what DuckDB says of a
   * part that cannot be read.
   */
  async find(
    connection: DuckDBConnection,
    question: KeyQuestion,
    keys: readonly string[],
  ): Promise<LedgerRange[] | undefined> {
    const { snapshot } = question;
    if (this.#found?.snapshot !== snapshot) this.#found = { snapshot, ranges: new Map() };
    const { ranges } = this.#found;
    const name = keys.join(' ');
    if (ranges.has(name)) return ranges.get(name);
    const found = await this.#read(connection, question, keys);
    if (ranges.size >= MOST_FOUND) ranges.clear();
    ranges.set(name, found);
    return found;
  }

  async #read(
    connection: DuckDBConnection,
    { lake, snapshot, kept: { kept, version } }: KeyQuestion,
    keys: readonly string[],
  ): Promise<LedgerRange[] | undefined> {
    const files = snapshot.partsOf(kept.id, version);
    if (files.length === 0 || keys.some((key) => this.#everywhere.has(key))) return undefined;
    const paths = files.map(({ path }) => quotePath(`${lake}/${path}`)).join(', ');
    const numbers = keys.map((key) => `(md5_number(${quoteText(key)}) >> 80)::bigint`).join(', ');
    const result = await connection.runAndReadAll(
      `select block::integer from read_parquet([${paths}], hive_partitioning = false) where key_number in (${numbers})`,
    );
    const found = Int32Array.from(new Set(result.getColumns()[0]), Number).sort();
    const blocks = fewer(Array.from(found, blockRange));
    if (isInMost(snapshot.segments, blocks)) {
      this.#remember(keys);
      return undefined;
    }
    const lacking = snapshot.lacking(kept.id, version).map(({ first, last }) => ({ first, last }));
    return mergeRanges([...lacking, ...blocks]);
  }

  /**
   * Returns the first or the last ledgers of a range that have a row with a key in one of the columns that the relation knows; undefined
   * where parts are lacking. Throws what DuckDB says of a part that cannot be read.
   */
  async run(
    connection: DuckDBConnection,
    { lake, snapshot, kept: { kept, version } }: KeyQuestion,
    run: KeyRun,
  ): Promise<FoundLedgers | undefined> {
    const parts = snapshot.partsOf(kept.id, version);
    if (parts.length === 0 || snapshot.lacking(kept.id, version).length > 0) return undefined;
    if (this.#runsOf !== snapshot || this.#runs.size >= MOST_RUNS) this.#runs.clear();
    this.#runsOf = snapshot;
    const name = JSON.stringify(run);
    const known = this.#runs.get(name);
    if (known) return known;
    const files = parts.filter(({ first, last }) => first <= run.last && last >= run.first);
    const found = files.length === 0 ? { ledgers: [], isAll: true } : await readRun(connection, lake, files, run);
    if (this.#runsOf === snapshot) this.#runs.set(name, found);
    return found;
  }

  #remember(keys: readonly string[]): void {
    // Which of several it is that is everywhere is not known.
    if (keys.length > 1) return;
    if (this.#everywhere.size >= MOST_REMEMBERED) this.#everywhere.clear();
    this.#everywhere.add(keys[0]);
  }
}

async function readRun(
  connection: DuckDBConnection,
  lake: string,
  files: readonly KnownFile[],
  { key, first, last, isDescending, count }: KeyRun,
): Promise<FoundLedgers> {
  const sorted = isDescending ? files.toReversed() : files;
  const paths = sorted.map(({ path }) => quotePath(`${lake}/${path}`)).join(', ');
  const [low, high] = [first, last].map((ledger) => Math.floor(ledger / BLOCK_LEDGERS));
  const result = await connection.runAndReadAll(
    `select block::integer, ledgers::bigint from read_parquet([${paths}], hive_partitioning = false)
    where key_number = (md5_number(${quoteText(key)}) >> 80)::bigint and block between ${low} and ${high}
    order by block ${isDescending ? 'desc' : ''} limit ${count}`,
  );
  const rows = result.getRows().map(([block, ledgers]) => ({ block: Number(block), ledgers: Number(ledgers) }));
  // Of a block several parts have rows, each of other ledgers: of the last one some may have been cut off.
  const isCut = rows.length === count;
  const whole = isCut ? rows.filter(({ block }) => block !== rows[rows.length - 1].block) : rows;
  const found = whole.flatMap(ledgersOf).filter((ledger) => first <= ledger && ledger <= last);
  found.sort((a, b) => (isDescending ? b - a : a - b));
  return { ledgers: found.slice(0, count), isAll: !isCut && found.length <= count };
}

function ledgersOf({ block, ledgers }: { block: number; ledgers: number }): number[] {
  const places = Array.from({ length: BLOCK_LEDGERS }, (_, place) => place);
  return places.filter((place) => (ledgers >>> place) & 1).map((place) => block * BLOCK_LEDGERS + place);
}

function isInMost(segments: readonly LedgerRange[], blocks: readonly LedgerRange[]): boolean {
  const read = segments.filter((segment) => intersectRanges(segment, blocks).length > 0);
  return segments.length > 1 && read.length > segments.length / 2;
}

function blockRange(block: number): LedgerRange {
  return { first: block * BLOCK_LEDGERS, last: (block + 1) * BLOCK_LEDGERS - 1 };
}

/** Ranges in order become few by joining those that are near each other. */
function fewer(ranges: readonly LedgerRange[]): LedgerRange[] {
  let runs = joined(ranges);
  for (let gap = BLOCK_LEDGERS; runs.length > MOST_RANGES; gap *= 2) runs = bridged(runs, gap);
  return runs;
}

function bridged(ranges: readonly LedgerRange[], gap: number): LedgerRange[] {
  const runs: LedgerRange[] = [];
  for (const { first, last } of ranges) {
    const run = runs.at(-1);
    if (run && first - run.last <= gap) run.last = last;
    else runs.push({ first, last });
  }
  return runs;
}
