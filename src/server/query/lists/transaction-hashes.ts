/**
 * Hashes of transactions, read apart from the rows of a page. They do not compress, so DuckDB reads a whole row group for
 * each of them. 101 hashes of as many ledgers take 44 ms of processor with the rows, and 6 to 9 ms read one by one. If that
 * is not possible, the hashes of all of their ledgers are kept in memory, 17 kB a ledger.
 */
import type { Row } from '../json.ts';
import { ofLedgers, rowsOfLedger, type OfLedgers } from './ledger-rows.ts';
import { inLedgers, transactionOf } from './range.ts';
import { singly } from './single-rows.ts';
import { sql } from '../sql.ts';
import type { View } from '../view.ts';
import { hullOf, windowRanges, windowOfLedgers } from './window.ts';

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

/** Whether rows of so many ledgers get their hashes by `withHashes` at less cost. */
export function areHashesApart(view: View, ledgers: number): boolean {
  if (ledgers < LEAST_LEDGERS || ledgers > MOST_LEDGERS) return false;
  return rowsOfLedger(view, hashes) >= LEAST_TRANSACTIONS;
}

/**
 * Adds the hashes of their transactions to rows that have none in the column. Each row has `ledger_sequence`, and
 * `transaction_id` or `operation_id`.
 */
export async function withHashes(rows: readonly Row[], view: View, column = 'transaction_hash'): Promise<Row[]> {
  const others = rows.filter((row) => row[column] === undefined);
  if (others.length === 0) return [...rows];
  const hashOf = await hashesOf(others, view);
  return rows.map((row) => {
    if (row[column] !== undefined) return row;
    const hash = hashOf(transactionIdOf(row));
    if (hash === undefined) throw new Error(`the lake lacks transaction ${transactionIdOf(row)}`);
    return { ...row, [column]: hash };
  });
}

/** Returns a function from the TOID of a transaction to its hash. */
async function hashesOf(rows: readonly Row[], view: View): Promise<(id: bigint) => string | undefined> {
  const ledgers = [...new Set(rows.map((row) => Number(row['ledger_sequence'])))];
  const ids = [...new Set(rows.map(transactionIdOf))];
  const rowsOf = singly(view, hullOf(ledgers), new Map([['history_transactions', { ids }]]));
  if (rowsOf) {
    const ofIds = sql`select ledger_sequence, id, transaction_hash from bronze.history_transactions_raw_v1`;
    const found = await view.rows(ofIds, windowRanges(windowOfLedgers(ledgers)), { rowsOf });
    const byId = new Map(found.map(({ id, transaction_hash: hash }) => [BigInt(String(id)), String(hash)]));
    return (id) => byId.get(id);
  }
  const found = await ofLedgers(view, hashes, ledgers);
  return (id) => {
    const order = Number((id >> 12n) & 0xfffffn);
    return found.get(Number(id >> 32n))?.text.slice((order - 1) * HASH, order * HASH) || undefined;
  };
}

const transactionIdOf = ({ transaction_id: id, operation_id: operation }: Row) =>
  id === undefined ? transactionOf(BigInt(String(operation))) : BigInt(String(id));
