/**
 * Finds the rows of a page in three steps. Ledgers: by the index of a key, or from the cursor on. Rows: from memory, from the
 * row reader or by SQL. Cut: the limit. A list that is not in the order of ledgers is one statement.
 */
import type { Cursor } from '../cursor.ts';
import type { Row } from '../fields.ts';
import type { KeptRows } from './kept-rows.ts';
import { compareRowKeys } from './kept-rows.ts';
import { areFew, isInMemory, ofLedgers } from './ledger-rows.ts';
import { nextLedgers, type Ledgers, type Walking } from './ledgers-of-page.ts';
import type { Common, ListSpec, Records } from './list-spec.ts';
import { sortKeysOf, pageOf } from './page-sql.ts';
import type { Parameters, Values } from '../parameters.ts';
import { conditionsOf } from './range.ts';
import type { ScanKey, Scan } from './scan.ts';
import { singly } from './single-rows.ts';
import { join, raw, sql, type Sql } from '../sql.ts';
import { areHashesApart } from './transaction-hashes.ts';
import { keyedIn, testIn, type Keyed } from './where.ts';
import { areScattered, hullOf, windowRanges, widthOf, windowOfRows } from './window.ts';

/** What a page is read with. */
interface Plan {
  key: readonly ScanKey[];
  scan: Scan;
  keyed: Keyed | undefined;
  /** Tests kept rows, where these tell all that is asked for. */
  test: ((row: Row) => boolean) | undefined;
  kept: KeptRows | undefined;
  records: Records | undefined;
  /** Returns the SQL of all rows of a scan. */
  rows(part: Scan): Sql;
  /** Makes of these the SQL of the page. */
  page(body: Sql, part: Scan): Sql;
  /** True if keys of other rows than those of named ledgers are found before their rows. */
  areKeysFirst: boolean;
}

/** Rows of a part of a page; or their keys alone. */
interface Found {
  rows: readonly Row[];
  areKeys: boolean;
}

/** Returns the rows of a page, and one more where there are more. */
export async function readPage<P extends Parameters>(
  spec: ListSpec<P>,
  values: Values<P> & Common,
  scan: Scan,
  prepared: string | null,
): Promise<Row[]> {
  const plan = planOf(spec, values, scan, prepared);
  const { of, page: making } = spec;
  const table = typeof of === 'string' ? of : of?.table;
  // A hash of a transaction tells its ledger to DuckDB.
  const isWalked = plan.keyed !== undefined || (table !== undefined && values.tx_hash === undefined);
  const walking: Walking = {
    ...plan,
    table,
    start: values.start_ledger,
    isMemory: plan.kept !== undefined && !plan.records,
  };
  let next: Ledgers | undefined = isWalked ? await nextLedgers(walking) : { isLast: true };
  while (next) {
    const { rows, areKeys } = await read(plan, next.window ? { ...scan, window: next.window } : scan, next);
    if (next.isLast || rows.length > scan.limit)
      return areKeys ? rowsOfKeys(plan, rows, typeof making === 'function') : [...rows];
    next = await nextLedgers(walking, next, rows.length);
  }
  return [];
}

function planOf<P extends Parameters>(
  spec: ListSpec<P>,
  values: Values<P> & Common,
  scan: Scan,
  prepared: string | null,
): Plan {
  const { where = {}, of, page: making } = spec;
  const key = spec.key(values);
  const keyed = keyedIn(where, values);
  const records = typeof making === 'object' ? making : undefined;
  return {
    key,
    scan,
    keyed,
    test: testIn(where, values),
    kept: typeof of === 'object' && !scan.view.explained ? of : undefined,
    records,
    rows(part) {
      const given = part.areGiven === true ? keyed?.name : undefined;
      return spec.rows(values, { ...part, filters: conditionsOf(where, values, { key, scan: part, given }) }, prepared);
    },
    page: (body, part) => pageOf(key, body, part, typeof making === 'function' ? making(values, part) : undefined),
    areKeysFirst: of !== undefined && isFiltered(values),
  };
}

/** Returns rows of ledgers: from memory, else from the row reader, else from SQL. */
async function read(plan: Plan, part: Scan, ledgers: Ledgers): Promise<Found> {
  const rows = await readKept(plan, part, ledgers);
  if (rows) return { rows, areKeys: false };
  const areKeys = plan.records !== undefined || (plan.areKeysFirst && ledgers.named === undefined);
  return { rows: await readBySql(plan, part, { named: ledgers.named, areKeys }), areKeys };
}

/** Returns rows of whole ledgers that are in memory, or few enough to be read; undefined otherwise. */
async function readKept(
  { kept, test, keyed, key, scan }: Plan,
  { view, after, limit }: Scan,
  { all }: Ledgers,
): Promise<Row[] | undefined> {
  if (!kept || !test || !all) return undefined;
  const ledgers = all();
  const lacking = ledgers.filter((ledger) => !isInMemory(view, kept, ledger));
  if (lacking.length > 0) {
    const isFew = kept.isDear === true || keyed ? areFew(view, kept, scan.limit + 1) : areFew(view, kept, 1);
    if (!isFew || !areFew(view, kept, lacking.length / 2)) return undefined;
    if (kept.isDear === true && areScattered(lacking)) return undefined;
  }
  const found = await ofLedgers(view, kept, ledgers, { isFirst: after === undefined });
  const isDescending = key[0].descending === true;
  const columns = key.map(({ column }) => column);
  const last = after && (Object.fromEntries(after) as Row);
  const isAfter = (row: Row) => last === undefined || compareRowKeys(columns, row, last) * (isDescending ? -1 : 1) > 0;
  const rows: Row[] = [];
  for (const ledger of [...ledgers].sort((one, other) => (isDescending ? other - one : one - other))) {
    const own = [...(found.get(ledger) ?? [])];
    for (const row of isDescending ? own.reverse() : own) {
      if (test(row) && isAfter(row)) rows.push(row);
      if (rows.length > limit) return rows;
    }
  }
  return rows;
}

/** Returns rows by SQL, or their keys; of named ledgers of a key, if these can be read singly, those alone are shown to it. */
async function readBySql(
  plan: Plan,
  part: Scan,
  { named, areKeys }: { named: readonly number[] | undefined; areKeys: boolean },
): Promise<Row[]> {
  const { key, records } = plan;
  const { view, window } = part;
  const near = window && windowRanges({ ...window, ledgers: named ?? window.ledgers });
  const columns = [...key.map(({ column }) => column), ...(records ? [records.unfilled.by] : [])];
  const rowsOf = named && singly(view, hullOf(named), rowsOfKey(plan, part));
  if (rowsOf && near) {
    // A statement without parameters is not planned again: for a page that takes as long as all else.
    const given = plan.rows({ ...part, areGiven: true });
    const shown = areKeys ? sql`select ${join(columns.map(raw))} from (${given})` : given;
    const found = await view.given(shown, near, rowsOf);
    if (found) return pageAmong(key, found, part);
  }
  if (areKeys) return view.rows(sortKeysOf(plan.rows(part), columns, key, part), near);
  return view.rows(plan.page(plan.rows(part), part), near);
}

/** Returns the row selection of a key; undefined if its rows have hashes that are read with them. */
function rowsOfKey({ keyed }: Plan, { view, window }: Scan) {
  if (!keyed?.rows || (keyed.hasHash === true && !areHashesApart(view, widthOf(window)))) return undefined;
  return new Map(Object.entries(keyed.rows).map(([table, columns]) => [table, { value: keyed.key, in: columns }]));
}

/** Returns the rows of keys, in their order. */
async function rowsOfKeys(plan: Plan, keys: readonly Row[], isMade: boolean): Promise<Row[]> {
  if (keys.length === 0) return [];
  const { key, scan, records } = plan;
  const { view } = scan;
  const window = windowOfRows(key, keys);
  // Of what `page` makes the window is a range: binding the list of its ledgers again takes 8 ms of processor.
  const told = isMade ? hullOf([window.first, window.last]) : window;
  if (!records) return readBySql(plan, { ...scan, window: told }, { named: undefined, areKeys: false });
  const [{ column }] = key;
  const values = keys.map((row) => String(row[column]));
  const { unfilled } = records;
  const rowsOf = records.rowsOf(values, window, view);
  const less = { unfilled: unfilled.of([...new Set(keys.map((row) => row[unfilled.by]))]), rowsOf };
  const found = records.ofKeys(values, { window, view, isAlone: rowsOf !== undefined });
  const rows = await view.rows(found, windowRanges(window), less);
  const byKey = new Map(rows.map((row) => [String(row[column]), row]));
  return values.map((value) => byKey.get(value)).filter((row) => row !== undefined);
}

/** True if a request has a filter besides a range of ledgers. */
function isFiltered(values: object): boolean {
  return Object.keys(filtersOf(values)).some((name) => !['order', 'start_ledger', 'end_ledger'].includes(name));
}

/** Parameters that must be equal on every page. */
export function filtersOf(values: object): Cursor['f'] {
  const filters = Object.entries(values).filter(([name]) => !['limit', 'cursor', 'explain'].includes(name));
  return Object.fromEntries(filters.map(([name, value]) => [name, String(value)]));
}

/** Returns the page of rows whose keys are integers in one direction; DuckDB takes a millisecond more to sort a hundred. */
function pageAmong(key: readonly ScanKey[], rows: readonly Row[], { after, limit }: Scan): Row[] {
  const columns = key.map(({ column }) => column);
  const sign = key[0].descending === true ? -1 : 1;
  const last = after && (Object.fromEntries(after) as Row);
  return rows
    .filter((row) => last === undefined || sign * compareRowKeys(columns, row, last) > 0)
    .sort((one, other) => sign * compareRowKeys(columns, one, other))
    .slice(0, limit + 1);
}
