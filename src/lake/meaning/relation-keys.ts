/** Reads `sql/keys.json`: the columns of relations that hold ledgers, transaction hashes and keys of tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { existsNow } from '../../core/folders.ts';
import type { TableShape } from '../duckdb/bridge.ts';
import { ledgerColumn } from '../disk/table-files.ts';

/** Columns of a relation. A condition on one holds for each row of the table that the relation reads. */
export interface TableKeys {
  /** Columns with the ledger of the table's row. */
  ledger?: readonly string[];
  /** Columns with the hash of its transaction. */
  hash?: readonly string[];
  /**
   * The possible sources of each column: `address`, a column of the table; `:asset_key`, the issuer in such a column;
   * `=native`, a constant.
   */
  keys?: Readonly<Record<string, readonly string[]>>;
  /** Whether the relation omits the rows of `RowsApart`. */
  isWithoutApart?: true;
}

/** What is known of a relation. */
export interface RelationKeys {
  tables: Readonly<Record<string, TableKeys>>;
  /** Tables whose rows of one ledger suffice for its rows of that ledger. */
  together?: readonly string[];
}

/** The column of a transaction's hash. */
export const HASH = 'transaction_hash';

const ASSET_KEY = 'asset_key';
/** Columns of assets as `code:issuer`. */
const WHOLE_ASSETS = ['operation_asset', ASSET_KEY];
const ISSUER = 'asset_issuer';
const CONTRACT = 'contract_id';

/** Returns the keys of the relations of a folder, by schema and name. */
export function readRelationKeys(folder: string): Map<string, RelationKeys> {
  const file = join(folder, 'keys.json');
  if (!existsNow(file)) return new Map();
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, RelationKeys>));
}

/** Returns the keys of `bronze.<table>_raw_v1`. `columns` are the key columns of the table. */
export function keysOfTable(table: TableShape, columns: Iterable<string>): RelationKeys {
  const ledger = ledgerColumn(table);
  const keys = new Map([...columns].map((column) => [column, [column]]));
  const whole = [ISSUER, ASSET_KEY].find((column) => keys.has(column));
  const others = keys.has(ISSUER) ? [] : ['=native', ...(keys.has(CONTRACT) ? [CONTRACT] : [])];
  if (whole !== undefined) for (const column of WHOLE_ASSETS) keys.set(column, [`:${whole}`, ...others]);
  const hash = HASH in table.columns ? [HASH] : [];
  return { tables: { [table.name]: { ledger: [ledger], hash, keys: Object.fromEntries(keys) } } };
}
