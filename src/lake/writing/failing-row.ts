/** Which row a part fails for: DuckDB says what is wrong with a value, and not of which row it is. */
import { quoteName, quoteText, selectRows, type DuckDBConnection } from '../duckdb/duckdb.ts';
import { partQuery, type Materialised } from '../meaning/kept.ts';

/** What a part is made of. */
interface Part {
  first: number;
  last: number;
  kept: Materialised;
}

/** Keys of more rows than that are not looked through. */
const MOST_KEYS = 100_000;

/**
 * Returns the ledger and key of a row for which the SQL of a part fails, such as `ledger 14, account GA`, if the SQL fails
 * for that ledger and key alone.
 */
export async function failingRow(
  connection: DuckDBConnection,
  { kept, first, last }: Part,
): Promise<string | undefined> {
  const rowsWhere = (where: string) => `select * from (\n${kept.changes}\n) where ${where}`;
  const fails = async (where: string): Promise<boolean> => {
    // The hash of a whole row needs every column of it.
    const sql = `select bit_xor(hash(part)) from (\n${partQuery(kept, rowsWhere(where))}\n) as part`;
    return selectRows(connection, sql).then(
      () => false,
      () => true,
    );
  };
  if (await fails('false')) return undefined;
  const found: string[] = [];
  let where = 'true';
  const ledgers = Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
  const isWithin = (some: readonly string[]) => `ledger_sequence between ${some[0]} and ${some.at(-1)}`;
  const hasLedger = !(await fails('ledger_sequence < 0'));
  const ledger = hasLedger ? await failingOne(ledgers, (some) => fails(isWithin(some))) : undefined;
  if (ledger !== undefined) {
    found.push(`ledger ${ledger}`);
    where = `ledger_sequence = ${ledger}`;
  }
  for (const column of kept.sortedBy) {
    const name = quoteName(column);
    const list = `select distinct ${name}::varchar as value from (${rowsWhere(where)}) where ${name} is not null limit ${MOST_KEYS}`;
    const rows = await selectRows(connection, list).catch(() => []);
    const values = rows.map(({ value }) => String(value));
    const isOneOf = (some: readonly string[]) => `${where} and ${name}::varchar in (${some.map(quoteText).join(', ')})`;
    const value = await failingOne(values, (some) => fails(isOneOf(some)));
    if (value === undefined) continue;
    found.push(`${column} ${value}`);
    where = isOneOf([value]);
  }
  return found.length > 0 ? found.join(', ') : undefined;
}

/** Returns the one of which it fails, by halves; undefined when it fails for none alone. */
async function failingOne(
  all: readonly string[],
  fails: (some: readonly string[]) => Promise<boolean>,
): Promise<string | undefined> {
  if (all.length === 0 || !(await fails(all))) return undefined;
  let some = all;
  while (some.length > 1) {
    const half = some.length >> 1;
    const [left, right] = [some.slice(0, half), some.slice(half)];
    if (await fails(left)) some = left;
    else if (await fails(right)) some = right;
    else return undefined;
  }
  return some[0];
}
