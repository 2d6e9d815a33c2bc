/** Which ledgers and times of a history a request asks for. */
import type { ScanKey, Scan, ScanWindow } from './scan.ts';
import { raw, sql, when, type Sql } from '../sql.ts';
import { conditionsIn } from './where.ts';
import { toLedger } from './window.ts';

interface Range {
  start_ledger?: number;
  end_ledger?: number;
  start_time?: string;
  end_time?: string;
}

/** Returns conditions on `ledger_sequence` and `closed_at`, or another column for that; given rows need none on ledgers. */
export function inRange(
  values: Range,
  { ceiling, window, areGiven }: Omit<Scan, 'filters'>,
  closedAt: Sql = sql`closed_at`,
): Sql[] {
  const { start_ledger: first, start_time: start, end_time: end } = values;
  const ofLedgers = () => [
    sql`ledger_sequence <= ${ceiling}`,
    when(window, (near) => inLedgers(near)),
    when(first, (ledger) => sql`ledger_sequence >= ${ledger}`),
  ];
  return [
    ...(areGiven === true ? [] : ofLedgers()),
    when(start, (time) => sql`${closedAt} >= cast(${time} as timestamp)`),
    when(end, (time) => sql`${closedAt} < cast(${time} as timestamp)`),
  ].filter((condition) => condition !== undefined);
}

/** First columns of orders in which rows are in the order of ledgers, as tables with `ledger_sequence` have them. */
const LEDGER_ORDER = new Set(['ledger_sequence', 'operation_id', 'transaction_id']);

/** Returns the conditions of a scan: its ledgers and the filters of the request; of given rows the filters besides their key. */
export function conditionsOf(
  where: object,
  values: Range,
  { key: [first], scan, given }: { key: readonly ScanKey[]; scan: Omit<Scan, 'filters'>; given?: string | undefined },
): Sql[] {
  const begin = first && LEDGER_ORDER.has(first.column) ? scan.after?.get(first.column) : undefined;
  const from = when(begin, (value) => {
    const ledger = toLedger(first.column, value);
    return first.descending ? sql`ledger_sequence <= ${ledger}` : sql`ledger_sequence >= ${ledger}`;
  });
  const { start_ledger } = values;
  const ledgers = scan.areGiven === true ? [] : [...inRange({ start_ledger }, scan), from];
  return [...ledgers, ...conditionsIn(where, values, given)].filter((condition) => condition !== undefined);
}

/** Returns the condition that leaves out ledgers that come before the page, where pages are in the order of TOIDs. */
export function afterToid(
  { after, areGiven }: Omit<Scan, 'filters'>,
  column: string,
  isDescending: boolean,
): Sql | undefined {
  if (areGiven === true) return undefined;
  return when(after?.get(column), (toid) => {
    const ledger = Number(BigInt(toid) >> 32n);
    return isDescending ? sql`ledger_sequence <= ${ledger}` : sql`ledger_sequence >= ${ledger}`;
  });
}

/** Returns the condition that rows are of a key, where there is one and they are not given. */
export function ofKey<T>(scan: Scan, key: T | undefined, condition: (key: T) => Sql): Sql | undefined {
  return scan.areGiven === true ? undefined : when(key, condition);
}

/** Returns the TOID of the transaction of an operation (SEP-35). */
export function transactionOf(operation: bigint): bigint {
  return operation & ~0xfffn;
}

/** Returns the ledgers of operations, each once. */
export function ledgersOfToids(toids: readonly string[]): number[] {
  return [...new Set(toids.map((toid) => Number(BigInt(toid) >> 32n)))];
}

/** Returns the condition that ledgers of a column are of a window, to stand after others; nothing where there is none. */
export function andWithin(window: ScanWindow | undefined, column = 'ledger_sequence'): Sql | undefined {
  return when(window, (near) => sql`and ${inLedgers(near, column)}`);
}

/** Returns the condition that a column is one of the ledgers of a window: one text, however many there are. */
export function inLedgers({ first, last, ledgers }: ScanWindow, column = 'ledger_sequence'): Sql {
  const range = sql`${raw(column)} between ${first} and ${last}`;
  if (ledgers === undefined) return range;
  return sql`${range} and list_contains(cast(string_split(${ledgers.join()}, ',') as integer []), ${raw(column)})`;
}
