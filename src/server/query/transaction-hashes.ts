/**
 * Hashes of transactions, kept in memory of whole ledgers: where the rows of a page lie far apart, hashes are a quarter to a half of what it takes, since
 * nothing makes them shorter and DuckDB reads all of a row group for one of them. 101 hashes of as many ledgers of pubnet's size take 44 ms of
 * processor with the rows, all of their ledgers 50, and none of these the next time: 17 kB a ledger.
 */
import type { Row } from './json.ts';
import { ofLedgers, rowsOfLedger, type OfLedgers } from './ledger-rows.ts';
import { inLedgers } from './range.ts';
import { sql } from './sql.ts';
import type { View } from './view.ts';

/** Letters of a hash. */
const HASH = 64;
/** Fewer ledgers are of few row groups, more than that have too many hashes to read them all for a page. */
const [LEAST_LEDGERS, MOST_LEDGERS] = [16, 256];
/** Ledgers with fewer transactions have so short row groups that hashes are read with the rows. */
const LEAST_TRANSACTIONS = 64;

/** The hashes of a ledger, one behind another in the order of its transactions. */
interface Hashes {
  text: string;
}

const hashes: OfLedgers<Hashes> = {
  name: 'hashes',
  table: 'history_transactions',
  rows: (window) => sql`
    select ledger_sequence, string_agg(transaction_hash, '' order by id) as hashes
    from bronze.history_transactions_raw_v1
    where ${inLedgers(window)}
    group by ledger_sequence`,
  make: (names, rows) => ({ text: String(rows[0]?.[names.indexOf('hashes')] ?? '') }),
};

/** Whether rows of these ledgers, each once, get their hashes by `withHashes` at less cost. */
export function areHashesApart(view: View, ledgers: readonly number[] = []): boolean {
  if (ledgers.length < LEAST_LEDGERS || ledgers.length > MOST_LEDGERS) return false;
  return rowsOfLedger(view, hashes) >= LEAST_TRANSACTIONS;
}

/** Returns rows with the hashes of their transactions in a column, where they have none; all have `ledger_sequence` and `operation_id`. */
export async function withHashes(rows: readonly Row[], view: View, column = 'transaction_hash'): Promise<Row[]> {
  const others = rows.filter((row) => row[column] === undefined);
  if (others.length === 0) return [...rows];
  const ledgers = new Set(others.map(ledgerOf));
  const found = await ofLedgers(view, hashes, [...ledgers]);
  return rows.map((row) => {
    if (row[column] !== undefined) return row;
    const order = Number((BigInt(String(row['operation_id'])) >> 12n) & 0xfffffn);
    const hash = found.get(ledgerOf(row))?.text.slice((order - 1) * HASH, order * HASH) ?? '';
    if (hash === '') throw new Error(`ledger ${ledgerOf(row)} lacks its transaction ${order}`);
    return { ...row, [column]: hash };
  });
}

const ledgerOf = (row: Row) => Number(row['ledger_sequence']);
