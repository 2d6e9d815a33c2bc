/** Compares rows as multisets over the columns that both sides have, modulo the list of divergences. */
import { openDatabase, selectRows } from '../../../src/lake/duckdb/duckdb.ts';
import { placesOf } from '../../divergences.ts';
import { DIVERGENCES, type Row } from './rows.ts';

/** What is different: nothing when `lines` is empty. */
export interface Difference {
  missingColumns: string[];
  lines: string[];
}

/**
 * Returns what differs between the golden rows and ours, but for the divergences that are listed for the relation. `ignored` columns
 * are not compared. A golden row is first sought among rows that equal it whole, then among rows that may differ in listed columns.
 */
export async function compareRows(
  relation: string,
  golden: Row[],
  ours: Row[],
  ignored: string[] = [],
): Promise<Difference> {
  const columns = [...new Set(golden.flatMap((row) => [...row.keys()]))]
    .filter((name) => !ignored.includes(name))
    .sort();
  const known = ours[0] ? [...ours[0].keys()] : columns;
  const missingColumns = columns.filter((name) => !known.includes(name));
  const text = (row: Row) => JSON.stringify(columns.map((name) => row.get(name) ?? null));
  const left = new Map<string, Row[]>();
  for (const row of ours) left.set(text(row), [...(left.get(text(row)) ?? []), row]);
  let unmatched = golden.filter((row) => !left.get(text(row))?.pop());
  let extra = [...left.values()].flat();
  [unmatched, extra] = withoutListed(relation, unmatched, extra, text);
  unmatched = await withoutTheirs(relation, unmatched);
  return { missingColumns, lines: describe(unmatched, extra, columns) };
}

/** Takes out pairs of rows that differ in listed columns only, and rows that only we have. */
function withoutListed(relation: string, golden: Row[], ours: Row[], text: (row: Row) => string): [Row[], Row[]] {
  const places = new Map(placesOf(relation).map((place) => [place.id, place]));
  const listedOf = (row: Row) => (row.get(DIVERGENCES) || undefined)?.split(',').map((id) => places.get(id)!) ?? [];
  const isOnlyOurs = (row: Row) => listedOf(row).some(({ only }) => only === 'ours');
  const pathsOf = (row: Row) =>
    [...new Set(listedOf(row).flatMap(({ columns, only }) => (only ? [] : columns)))].sort();
  let unmatched = golden;
  const extra: Row[] = [];
  for (const [names, rows] of Map.groupBy(ours, (row) => pathsOf(row).join())) {
    const paths = names === '' ? [] : names.split(',');
    const theirs = Map.groupBy(unmatched, (row) => text(without(row, paths)));
    for (const row of rows) {
      const isFound = paths.length > 0 && theirs.get(text(without(row, paths)))?.pop() !== undefined;
      if (!isFound && !isOnlyOurs(row)) extra.push(row);
    }
    unmatched = [...theirs.values()].flat();
  }
  return [unmatched, extra];
}

/** Returns the row without the columns, and without the members of JSON columns, that the paths name. */
function without(row: Row, paths: readonly string[]): Row {
  const rest = new Map(row);
  for (const path of paths) {
    const [column, ...members] = path.split('.');
    const value = rest.get(column);
    if (members.length === 0) rest.delete(column);
    else if (value) rest.set(column, JSON.stringify(withoutMember(JSON.parse(value), members)));
  }
  return rest;
}

function withoutMember(value: unknown, [name, ...rest]: string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutMember(one, [name, ...rest]));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    if (key !== name) return [[key, member]];
    return rest.length === 0 ? [] : [[key, withoutMember(member, rest)]];
  });
  return Object.fromEntries(members);
}

/** Returns the golden rows without those that the list says only the reference has. */
async function withoutTheirs(relation: string, golden: Row[]): Promise<Row[]> {
  const places = placesOf(relation).filter(({ only }) => only === 'theirs');
  if (places.length === 0 || golden.length === 0) return golden;
  const database = await openDatabase();
  const connection = await database.connect();
  const names = [...new Set(golden.flatMap((row) => [...row.keys()]))];
  const texts = golden.map((row) => JSON.stringify(Object.fromEntries(row)).replaceAll("'", "''"));
  const rows = texts.map((json, i) => `(${i}, '${json}')`).join(', ');
  const columns = names.map((name) => `json ->> '$."${name}"' as "${name}"`).join(', ');
  await connection.run(`create view golden as select i, ${columns} from (values ${rows}) as v (i, json)`);
  const condition = places.map(({ rows: met }) => `(${met ?? 'true'})`).join(' or ');
  const found = await selectRows(connection, `select i from golden where ${condition}`);
  connection.closeSync();
  database.closeSync();
  const listed = new Set(found.map(({ i }) => Number(i)));
  return golden.filter((_, i) => !listed.has(i));
}

function describe(unmatched: Row[], extra: Row[], columns: string[]): string[] {
  if (unmatched.length === 0 && extra.length === 0) return [];
  const values = (row: Row) => columns.map((name) => row.get(name) ?? null);
  const rest = extra.map(values);
  const lines = unmatched.slice(0, 5).map((row) => {
    const golden = values(row);
    const differing = (other: (string | null)[]) => columns.filter((_, i) => other[i] !== golden[i]);
    const nearest = rest.toSorted((a, b) => differing(a).length - differing(b).length)[0];
    if (!nearest) return `only in the golden: ${JSON.stringify(golden)}`;
    return differing(nearest)
      .map((name) => `${name}: golden ${golden[columns.indexOf(name)]}, ours ${nearest[columns.indexOf(name)]}`)
      .join('\n    ');
  });
  return [`${unmatched.length} golden rows unmatched, ${extra.length} of ours left over`, ...lines];
}
