/** Builds the key index from bronze rows where a load did not, or where a file was damaged. */
import type { RecordBatch } from 'apache-arrow';
import type { LedgerRange } from '../datastore/keys.ts';
import { countLedgers } from '../datastore/spans.ts';
import { plainError } from '../core/errors.ts';
import { Index } from '../history/index-files.ts';
import { ASSET_KEY, KEY_COLUMNS, ROWS_APART, type KeyColumns } from '../history/key-columns.ts';
import { KeyRows } from '../history/key-rows.ts';
import { keyRun } from '../history/run.ts';
import { quoteName, quoteText } from '../lake/duckdb/duckdb.ts';
import type { Lake } from '../lake/asking/lake.ts';
import { stream } from '../lake/asking/query/query.ts';

export interface IndexKeysOptions {
  signal?: AbortSignal | undefined;
  /** Takes in words what went wrong and does not end it. */
  onTrouble?: ((message: string) => void) | undefined;
}

/** Rows of so many ledgers are read at a time. */
const PIECE_LEDGERS = 1000;

/**
 * Adds missing keys of loaded ledgers to the index and returns the number of ledgers. After an interruption, the same call
 * continues. Throws LakeError for damaged bronze, StoreError if the index cannot be written.
 */
export async function indexKeys(lake: Lake, options: IndexKeysOptions = {}): Promise<number> {
  const { signal, onTrouble } = options;
  const onFault = (error: unknown, what: string) => onTrouble?.(`cannot ${what}: ${plainError(error).message}`);
  const index = new Index(lake.path, onFault);
  try {
    const lacking = await lackingKeys(lake, index);
    await addKeys(lake, index, lacking, signal);
    await index.settled();
    await index.flush();
    return countLedgers(lacking);
  } finally {
    index.close();
  }
}

/** Most ledgers without keys after a killed load, which ended between commit and index. More were loaded without an index. */
const MOST_OF_LOAD = 10_000;

/** Adds the keys that a killed load left out to the open index. Throws as `indexKeys` does. */
export async function indexLeftOut(lake: Lake, index: Index): Promise<void> {
  const lacking = await lackingKeys(lake, index);
  if (countLedgers(lacking) <= MOST_OF_LOAD) await addKeys(lake, index, lacking);
}

async function lackingKeys(lake: Lake, index: Index): Promise<LedgerRange[]> {
  return (await lake.loaded()).flatMap((range) => index.keys.missing(range));
}

async function addKeys(lake: Lake, index: Index, lacking: readonly LedgerRange[], signal?: AbortSignal): Promise<void> {
  const columns = lake.index?.columns ?? KEY_COLUMNS;
  for (const piece of lacking.flatMap(piecesOf)) {
    signal?.throwIfAborted();
    await index.keys.add(keyRun({ ...piece, rows: await keysIn(lake, piece, columns) }));
  }
}

/** Returns ranges in pieces whose rows are read together. */
export function piecesOf({ first, last }: LedgerRange): LedgerRange[] {
  const count = Math.ceil((last - first + 1) / PIECE_LEDGERS);
  return Array.from({ length: count }, (_, i) => {
    const start = first + i * PIECE_LEDGERS;
    return { first: start, last: Math.min(last, start + PIECE_LEDGERS - 1) };
  });
}

/** Returns the rows of the keys that bronze has of a range. */
async function keysIn(lake: Lake, range: LedgerRange, columns: KeyColumns): Promise<Uint8Array> {
  const rows = new KeyRows();
  for await (const { data } of keysOf(lake, range, columns)) {
    const [keys, ledgers, kinds] = data.children;
    rows.addColumn(keys, ledgers.values as Int32Array, kinds.values as Int32Array);
  }
  return rows.take();
}

/** Yields the keys of a range: key, ledger and row kinds in three columns. */
export function keysOf(lake: Lake, range: LedgerRange, columns: KeyColumns): AsyncGenerator<RecordBatch> {
  const within = `ledger_sequence between ${range.first} and ${range.last}`;
  const named = Array.from(columns, ([table, kinds]) => {
    const keys = Array.from(kinds.keys(), keyIn).join(', ');
    const bits = Array.from(kinds.values(), (one) => kindsIn(table, one)).join(', ');
    return `select unnest([${keys}]) as key, unnest([${bits}]) as kind, ledger_sequence
      from bronze.${quoteName(`${table}_raw_v1`)} where ${within}`;
  });
  const sql = `select key, ledger_sequence::integer, bit_or(kind)::integer
    from (${named.join(' union all ')}) where key != '' group by key, ledger_sequence`;
  return stream({ spool: lake.spool, session: () => lake.session({ sql, ledgers: [range] }) }, sql);
}

/** Returns the key in a column, as SQL. */
function keyIn(column: string): string {
  return column === ASSET_KEY ? `bronze.key_issuer(${ASSET_KEY})` : quoteName(column);
}

/** Returns the kinds of a column in a row of a table, as SQL. */
function kindsIn(table: string, kinds: number): string {
  const apart = ROWS_APART.get(table);
  if (!apart || (kinds & apart.kind) === 0) return String(kinds);
  const { column, value, kind } = apart;
  return `if(${quoteName(column)} = ${quoteText(value)}, ${kind}, ${kinds & ~kind})`;
}
