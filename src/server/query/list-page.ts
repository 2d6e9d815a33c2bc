/** How the rows of a page of a list are found: among kept rows, near where the page begins, in the ledgers of a key, or anywhere. */
import type { KeyOfKinds } from '../../lake/narrow/key-ledgers.ts';
import type { RowsOf } from '../../lake/relations/single-rows.ts';
import type { Cursor } from './cursor.ts';
import type { Row } from './fields.ts';
import { areFew, ofLedgers } from './ledger-rows.ts';
import { pageOfKept } from './kept-pages.ts';
import { compareKeys, keptKey, type KeptRows } from './kept-rows.ts';
import type { Common, ListSpec } from './list-spec.ts';
import type { Parameters, Values } from './parameters.ts';
import type { Key, Scan, Window } from './scan.ts';
import { conditionsOf } from './range.ts';
import { rowsWith, singly } from './single-rows.ts';
import { join, raw, sql, type Sql } from './sql.ts';
import { areHashesApart } from './transaction-hashes.ts';
import { keyedIn, testIn, type Keyed } from './where.ts';
import {
  areScattered,
  boundsOf,
  hullOf,
  ledgersOf,
  powerOfTwo,
  rangesOf,
  widthOf,
  windowOf,
  windowOfRows,
} from './window.ts';

/** Returns the rows of a page, and one more where there are more. */
export async function readPage<P extends Parameters>(
  spec: ListSpec<P>,
  values: Values<P> & Common,
  scan: Scan,
  prepared: string | null,
): Promise<Row[]> {
  const { where = {}, ofKeys, unfilled, rowsOf } = spec;
  const key = spec.key(values);
  const keyed = keyedIn(where, values);
  const test = testIn(where, values);
  const filtered = (part: Scan, given?: string): Scan => {
    return { ...part, filters: conditionsOf(where, values, { key, scan: part, given }) };
  };
  const nearOf = ({ window }: Scan, ledgers = window?.ledgers) => window && rangesOf({ ...window, ledgers });
  const read: Looking['read'] = async (part, ledgers) => {
    const given = spec.page ? undefined : await readGiven(part, ledgers, (scan) => spec.rows(values, scan, prepared));
    if (given) return given;
    // The page is given as a range: binding the list of its ledgers again takes 8 ms of processor.
    const told = spec.page && part.window ? { ...part, window: hullOf([part.window.first, part.window.last]) } : part;
    const page = pageOf(spec, spec.rows(values, filtered(told), prepared), key, values, part);
    const keptRows = spec.keptRowsOfKey?.(values, part, prepared);
    if (keptRows) return scan.view.keyed(page, keptRows);
    return scan.view.rows(page, nearOf(part, ledgers), lessOf(part, ledgers));
  };
  // Others of these ledgers are of other keys.
  const lessOf = (part: Scan, ledgers?: readonly number[]) => {
    return { rowsOf: ledgers && singly(scan.view, hullOf(ledgers), rowsOfKey(keyed, part)) };
  };
  // A statement without parameters is not planned again: for a page that takes as long as all else.
  const readGiven = async (part: Scan, ledgers: readonly number[] | undefined, rows: (scan: Scan) => Sql) => {
    if (!ledgers) return undefined;
    const { rowsOf } = lessOf(part, ledgers);
    const near = nearOf(part, ledgers) ?? [];
    const asks = () => filtered({ ...part, areGiven: true }, keyed?.name);
    const given = rowsOf && (await scan.view.given(rows(asks()), near, rowsOf));
    return given && pageAmong(key, given, part);
  };
  const columns = [...key.map(({ column }) => column), ...(unfilled ? [unfilled.by] : [])];
  const readKeys: Looking['read'] = async (part, ledgers) => {
    const keysIn = (scan: Scan) => sql`select ${join(columns.map(raw))} from (${spec.rows(values, scan, prepared)})`;
    const given = await readGiven(part, ledgers, keysIn);
    if (given) return given;
    const keys = keysOf(spec.rows(values, filtered(part), prepared), columns, key, part);
    return scan.view.rows(keys, nearOf(part, ledgers), lessOf(part, ledgers));
  };
  const kept =
    spec.kept && !scan.view.explained && areFew(scan.view, spec.kept, scan.limit + 1) ? spec.kept : undefined;
  const ofKept = test && (await readKept(spec, values, scan, { keyed, test, areFew: kept !== undefined }));
  if (ofKept) return ofKept;
  const isDear = spec.isDear === true || kept !== undefined;
  const isDense = keyed?.isAlone === true && !(kept && test);
  const looking: Looking = { values, key, scan, read, readKeys, ofKeys, unfilled, rowsOf, isDear, kept, isDense };
  // The index tells the ledgers of a key, and of a transaction.
  const isAnywhere = keyed === undefined && values.tx_hash === undefined;
  const areAll = !isFiltered(values, ledgerRange);
  const near = areAll || isAnywhere ? await readNear(spec.table, looking, areAll) : undefined;
  if (near) return near;
  const ofKey = await readOfKey(keyed, looking);
  if (ofKey) return ofKey;
  if (!isDear && (spec.table === undefined || !isFiltered(values))) return read(scan);
  // Few columns suffice to find the ledgers of the rows; the others are read from these ledgers only.
  return readRows(await readKeys(scan), looking);
}

/** Returns the row selection of a key; undefined if its rows have hashes that are read with them. */
function rowsOfKey(keyed: Keyed | undefined, { view, window }: Scan): RowsOf | undefined {
  if (!keyed?.rows) return undefined;
  return keyed.hasHash === true && !areHashesApart(view, widthOf(window)) ? undefined : rowsWith(keyed.rows, keyed.key);
}

/** Returns the rows of a page that is cut from kept rows; undefined where it is not, or `pageOfKept` does not find it. */
async function readKept<P extends Parameters>(
  spec: ListSpec<P>,
  values: Values<P> & Common,
  scan: Scan,
  { keyed, test, areFew: hasFew }: { keyed: Keyed | undefined; test: (row: Row) => boolean; areFew: boolean },
): Promise<Row[] | undefined> {
  const { kept, path } = spec;
  if (!kept || scan.view.explained) return undefined;
  if (!hasFew && (kept.isDear === true || !areFew(scan.view, kept, 1))) return undefined;
  const others = Object.entries(filtersOf(values)).filter(
    ([name]) => !ledgerRange.includes(name) && name !== keyed?.name,
  );
  return pageOfKept(scan, {
    name: `${path} ${keyed?.kinds ?? 0} ${others.join()}`,
    kept,
    areFew: hasFew,
    key: spec.key(values),
    keyed,
    start: values.start_ledger,
    isListed: test,
  });
}

/** What a page is looked for with. */
interface Looking extends Pick<ListSpec<Parameters>, 'ofKeys' | 'unfilled' | 'rowsOf'> {
  values: Common;
  key: readonly Key[];
  scan: Scan;
  /** Returns the rows of a window, of files with some ledgers in it where they are named. */
  read: (part: Scan, ledgers?: readonly number[]) => Promise<Row[]>;
  /** Returns their key alone. */
  readKeys: Looking['read'];
  isDear: boolean;
  kept: KeptRows | undefined;
  /** Whether each ledger of the key may have a row. */
  isDense: boolean;
}

/** What says where a page begins and ends, not which rows it has. */
const ledgerRange = ['start_ledger', 'end_ledger'];

/** Lists may leave out most rows of the table that tells how many there are: among so many a row is looked for, where few columns tell it then among more. */
const ROWS_FOR_ONE = [16, 128];

/**
 * Returns the rows of a page from ledgers near where it begins; undefined where that is not known to help, or these have too few. Where not all rows
 * are asked for, their keys are found first: of 2,000 ledgers of pubnet's size classic events take 105 ms in place of 2,160.
 */
async function readNear(table: string | undefined, looking: Looking, areAll: boolean): Promise<Row[] | undefined> {
  const { values, key, scan, read, readKeys, ofKeys } = looking;
  const areKeysFirst = ofKeys !== undefined || !areAll;
  for (const rowsForOne of areKeysFirst ? ROWS_FOR_ONE : [ROWS_FOR_ONE[0]]) {
    const near = windowOf(table, key, scan, { rowsForOne, start: values.start_ledger });
    if (!near) return undefined;
    const { isAll, ...window } = near;
    const rows = await (areKeysFirst ? readKeys : read)({ ...scan, window });
    if (isAll || rows.length > scan.limit) return areKeysFirst ? readRows(rows, looking) : rows;
  }
  return undefined;
}

/** A row of the page is looked for among so many ledgers of a key, then among more: at once where the first of them have none. */
const LEDGERS_FOR_ONE = [4, 32];

/** The ledgers of a key are named where so many stand for one of them, */
const SPARSE = 2;
/** and they are not too many: each is looked for among them. */
const MOST_NAMED = 256;

/** Returns the rows of a page among the ledgers of a key; undefined where these are not known, or too few of them have any. */
async function readOfKey(keyed: KeyOfKinds | undefined, looking: Looking): Promise<Row[] | undefined> {
  if (keyed === undefined) return undefined;
  const { values, key, scan, read, readKeys, isDear, isDense } = looking;
  const run = { ...keyed, ...boundsOf(key, scan, values.start_ledger), isDescending: key[0].descending === true };
  // The first may have no row after the page before.
  const enough = scan.limit + (scan.after ? 2 : 1);
  let isBarren = false;
  for (const times of isDense ? [1, ...LEDGERS_FOR_ONE] : LEDGERS_FOR_ONE) {
    if (isBarren && times !== LEDGERS_FOR_ONE.at(-1)) continue;
    const found = await scan.view.ledgersOfKey({ ...run, count: times * powerOfTwo(enough) });
    if (!found) return undefined;
    const ledgers = times === 1 ? found.ledgers.slice(0, enough + (found.unknown ?? 0)) : found.ledgers;
    const isAll = found.isAll && ledgers.length === found.ledgers.length;
    if (ledgers.length === 0) return isAll ? [] : undefined;
    const window = isDear ? hullOf(ledgers) : windowOfKey(ledgers);
    const rows = await (isDear ? readKeys : read)({ ...scan, window }, ledgers);
    isBarren = rows.length === 0;
    if (!isAll && rows.length <= scan.limit) continue;
    return isDear ? readRows(rows, looking) : rows;
  }
  return undefined;
}

/** Returns ledgers of a key, of which there is one at least. */
function windowOfKey(ledgers: readonly number[]): Window {
  const hull = hullOf(ledgers);
  const isSparse = hull.last - hull.first >= SPARSE * ledgers.length && ledgers.length <= MOST_NAMED;
  return isSparse ? { ...hull, ledgers } : hull;
}

/** Returns the rows of the page whose keys are known. */
async function readRows(
  keys: readonly Row[],
  { key, scan, read, ofKeys, unfilled, rowsOf, kept: spec }: Looking,
): Promise<Row[]> {
  if (keys.length === 0) return [];
  if (!spec || (spec.isDear === true && areScattered(ledgersOf(key, keys)))) {
    const window = windowOfRows(key, keys);
    if (!ofKeys) return read({ ...scan, window });
    const [{ column }] = key;
    const values = keys.map((row) => String(row[column]));
    const single = rowsOf?.(values, window, scan.view);
    const less = { unfilled: unfilled?.of([...new Set(keys.map((row) => row[unfilled.by]))]), rowsOf: single };
    const found = ofKeys(values, { window, view: scan.view, isAlone: single !== undefined });
    const rows = await scan.view.rows(found, rangesOf(window), less);
    const byKey = new Map(rows.map((row) => [String(row[column]), row]));
    return values.map((value) => byKey.get(value)).filter((row) => row !== undefined);
  }
  const isFirst = scan.after === undefined;
  const found = await ofLedgers(scan.view, spec, ledgersOf(key, keys), { isFirst });
  return keys.map((row) => {
    const kept = found.get(ledgersOf(key, [row])[0])?.get(keptKey(key, row));
    if (!kept) throw new Error(`the rows that are kept of a ledger lack that of ${keptKey(key, row)}`);
    return kept;
  });
}

/** Whether a list is asked for less than all of its rows, some filters aside. */
function isFiltered(values: object, aside: readonly string[] = []): boolean {
  return Object.keys(filtersOf(values)).some((name) => name !== 'order' && !aside.includes(name));
}

/** Parameters of which another page must have the same. */
export function filtersOf(values: object): Cursor['f'] {
  const filters = Object.entries(values).filter(([name]) => !['limit', 'cursor', 'explain'].includes(name));
  return Object.fromEntries(filters.map(([name, value]) => [name, String(value)]));
}

function pageOf<P extends Parameters>(
  { page }: ListSpec<P>,
  body: Sql,
  key: readonly Key[],
  values: Values<P>,
  scan: Scan,
): Sql {
  const order = orderOf(key);
  const rows = sql`from (${body}) ${cut(key, scan)}`;
  if (!page) return rows;
  return sql`with page as materialized (${rows}) from (${page(values, scan)}) order by ${order}`;
}

/**
 * Some columns of the rows of a page, among them the key. Of a few ledgers all keys are found first: to look for the largest DuckDB goes to the files
 * twice, as it would for many columns, which takes 52 ms of processor in place of 33.
 */
function keysOf(body: Sql, columns: readonly string[], key: readonly Key[], scan: Scan): Sql {
  const names = join(columns.map(raw));
  if (!scan.window) return sql`select ${names} from (${body}) ${cut(key, scan)}`;
  return sql`with found as materialized (select ${names} from (${body})) from found ${cut(key, scan)}`;
}

/** What makes a page of rows. */
function cut(key: readonly Key[], scan: Scan): Sql {
  const after = scan.after ? sql`where ${afterKey(key, scan.after)}` : undefined;
  return sql`${after} order by ${orderOf(key)} limit ${scan.limit + 1}`;
}

/** Returns the page of rows whose keys are whole numbers in one direction: to have DuckDB put a hundred in order takes a millisecond more. */
function pageAmong(key: readonly Key[], rows: readonly Row[], { after, limit }: Scan): Row[] {
  const columns = key.map(({ column }) => column);
  const sign = key[0].descending === true ? -1 : 1;
  const last = after && (Object.fromEntries(after) as Row);
  return rows
    .filter((row) => last === undefined || sign * compareKeys(columns, row, last) > 0)
    .sort((one, other) => sign * compareKeys(columns, one, other))
    .slice(0, limit + 1);
}

function orderOf(key: readonly Key[]): Sql {
  return join(key.map(({ column, descending }) => raw(`${column}${descending ? ' desc' : ''}`)));
}

/** The rows that come after one: `a < 1 or a = 1 and (b > 2 or …)`. */
function afterKey([key, ...rest]: readonly Key[], after: ReadonlyMap<string, string>): Sql {
  if (!key) return raw('false');
  const { column, descending, type = 'bigint' } = key;
  const value = sql`cast(${after.get(column)} as ${raw(type)})`;
  const beyond = sql`${raw(column)} ${raw(descending ? '<' : '>')} ${value}`;
  return rest.length === 0 ? beyond : sql`(${beyond} or ${raw(column)} = ${value} and ${afterKey(rest, after)})`;
}
