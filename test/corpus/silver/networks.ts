/** The networks of the corpus, one after the other in tables in memory, beside their golden rows as objects. */
import { afterAll } from 'vitest';
import { selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { openChecked, type Checked } from '../../lake/checked.ts';
import { goldenFile, goldenLines, goldenSets, readSet, type GoldenSet } from '../golden/sets.ts';

/** A row of a golden file; numbers past 2^53 are bigints. */
export type GoldenRow = Record<string, unknown>;
export type OurRow = Record<string, unknown>;

/** One network whose rows are in the tables. */
export interface Network {
  /** The capture it is, in a set of many. */
  capture?: string;
  select(sql: string): Promise<OurRow[]>;
  /** Returns its golden rows of a table, none where the set has no file of it. */
  golden(table: string): GoldenRow[];
}

/** Opens tables for the tests of a file, and closes them after it. */
export function useNetworks(): (set: GoldenSet) => AsyncGenerator<Network> {
  const opened = new Map<boolean, Promise<Checked>>();
  afterAll(async () => {
    for (const checked of opened.values()) await (await checked).close();
  });
  return async function* (set) {
    const isPlannedOnce = set.captures === true;
    const checked = opened.get(isPlannedOnce) ?? openChecked({ isPlannedOnce });
    opened.set(isPlannedOnce, checked);
    yield* networksOf(await checked, set);
  };
}

export const setNamed = (name: string): GoldenSet => goldenSets.find((set) => set.name === name)!;

async function* networksOf(checked: Checked, set: GoldenSet): AsyncGenerator<Network> {
  const files = new Map<string, Map<string | undefined, GoldenRow[]>>();
  const golden = (table: string, capture: string | undefined) => {
    if (!files.has(table)) files.set(table, readGolden(set, table));
    return files.get(table)!.get(capture) ?? [];
  };
  for (const [capture, ledgers] of ledgersOf(set)) {
    await checked.fill(ledgers, set.network);
    yield {
      capture,
      select: (sql) => selectRows(checked.connection, sql),
      golden: (table) => golden(table, capture),
    };
  }
}

/** Returns the ledgers by capture, all together where the files are of one network. */
function ledgersOf(set: GoldenSet): Map<string | undefined, Ledger[]> {
  const found = new Map<string | undefined, Ledger[]>();
  for (const { capture, ledger } of readSet(set)) {
    const key = set.captures && capture;
    if (!found.has(key)) found.set(key, []);
    found.get(key)!.push(ledger);
  }
  return found;
}

function readGolden(set: GoldenSet, table: string): Map<string | undefined, GoldenRow[]> {
  const path = goldenFile(set, table);
  const rows = (path ? goldenLines(path) : []).map((line) => JSON.parse(line, exact as Reviver) as GoldenRow);
  return Map.groupBy(rows, ({ capture }) => capture as string | undefined);
}

type Reviver = Parameters<typeof JSON.parse>[1];

/** Keeps the digits of integers that a double has not. */
function exact(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(context.source!)) return value;
  return BigInt(context.source!);
}

/** Returns the TOID of the transaction of an operation. */
export const transactionOf = (operation: unknown): bigint => BigInt(operation as number) & ~4095n;

/** Returns rows as sorted texts, bigints as their digits, so that those of two sides compare as multisets. */
export function sorted(rows: readonly unknown[]): string[] {
  const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  return rows.map((row) => JSON.stringify(row, text)).sort();
}
