/** Which ledgers and times of a history a request asks for. */
import type { Scan, Window } from './scan.ts';
import { raw, sql, when, type Sql } from './sql.ts';

interface Range {
  start_ledger?: number;
  end_ledger?: number;
  start_time?: string;
  end_time?: string;
}

/** Returns the conditions, on columns `ledger_sequence` and `closed_at` unless they are called otherwise; of given rows no ledger is asked for. */
export function inRange(values: Range, { ceiling, window, areGiven }: Scan, closedAt: Sql = sql`closed_at`): Sql[] {
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

/** Returns the condition that leaves out ledgers that come before the page, where pages are in the order of TOIDs. */
export function afterToid({ after, areGiven }: Scan, column: string, isDescending: boolean): Sql | undefined {
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
export function andWithin(window: Window | undefined, column = 'ledger_sequence'): Sql | undefined {
  return when(window, (near) => sql`and ${inLedgers(near, column)}`);
}

/** Returns the condition that a column is one of the ledgers of a window: one text, however many there are. */
export function inLedgers({ first, last, ledgers }: Window, column = 'ledger_sequence'): Sql {
  const range = sql`${raw(column)} between ${first} and ${last}`;
  if (ledgers === undefined) return range;
  return sql`${range} and list_contains(cast(string_split(${ledgers.join()}, ',') as integer []), ${raw(column)})`;
}
