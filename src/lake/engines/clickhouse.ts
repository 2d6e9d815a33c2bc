/** ClickHouse 26: https://clickhouse.com/docs/sql-reference. */
import { clickhouseFunctions } from './clickhouse-functions.ts';
import { clickhouseCast, clickhouseElement, clickhouseSlice, clickhouseType } from './clickhouse-types.ts';
import type { Dialect, FileTable, Says } from './dialect.ts';
import { onePath } from './file-paths.ts';
import { template } from './functions.ts';
import type { Expr } from './tree.ts';

const quote = (name: string) => `\`${name.replace(/[\\`]/g, '\\$&')}\``;
const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** A view keeps these: nulls of joins as in SQL, columns before aliases of the same name, no rows make null. */
const settings =
  'settings join_use_nulls = 1, prefer_column_name_to_alias = 1, aggregate_functions_null_for_empty = 1, ' +
  'output_format_json_escape_forward_slashes = 0, output_format_json_quote_64bit_integers = 0';

export const clickhouse: Dialect = {
  // The paths of many files are longer than statements may be by default.
  settings: ['set max_query_size = 100000000'],
  notes: [
    'a list that is null is empty',
    'a time outside of 1900 to 2299 is shown as the next one inside',
    'stroops have 128 bits, since sums have no more than what is summed: in bronze.*_raw_v1 64, as files have them',
  ],
  quote,
  text,
  exact: (digits, scale) => (scale === undefined ? `toInt128('${digits}')` : `toDecimal128('${digits}', ${scale})`),
  type: clickhouseType,
  stroops: 'Nullable(Int128)',
  functions: clickhouseFunctions,
  // Sums and products of 64 bits have 256 here, of which only what fits in 128 is cast.
  tried: {
    '+': wide('+'),
    '*': wide('*'),
    url_decode: template('case when isValidUTF8(decodeURLComponent($1)) then decodeURLComponent($1) end'),
  },
  cast: clickhouseCast,
  noList: '[]',
  castsNested: true,
  element: clickhouseElement,
  slice: clickhouseSlice,
  lambda: (variables, body) => `(${variables.join(', ')}) -> ${body}`,
  files: (table) => ({ statements: [], relation: filesOf(table) }),
  path: '_path',
  schema: (name) => `create database if not exists ${quote(name)}`,
  view: (name, query) => `create or replace view ${name} as\n${query}\n${settings}`,
  hasFilter: false,
  inline: (says, list, fields) =>
    fields
      .map((field) => `tupleElement(arrayJoin(${says(list)}), ${fields.indexOf(field) + 1}) as ${quote(field)}`)
      .join(', '),
  // VALUES names no columns.
  rows: (says, rows, alias, columns) => {
    const lists = rows.map(
      (row) => `select ${row.map((value, i) => `${says(value)} as ${quote(columns[i])}`).join(', ')}`,
    );
    return `(${lists.join(' union all ')}) as ${quote(alias)}`;
  },
  range: (says, args, alias, columns) => {
    const list = `range(${args.map((arg: Expr) => `toInt64(${says(arg)})`).join(', ')})`;
    return `(select arrayJoin(${list}) as ${quote(columns[0])}) as ${quote(alias)}`;
  },
};

function wide(sign: string): (says: Says, _: Expr, args: readonly Expr[]) => string {
  return (says, _, [one, other]) =>
    `accurateCastOrNull(toInt256(${says(one)}) ${sign} toInt256(${says(other)}), 'Int128')`;
}

/** A function that reads exactly the files: names in braces are no pattern that lists the folder. */
function filesOf({ columns, paths, root }: FileTable): string {
  const list = columns.map(({ name, type }) => `${quote(name)} ${clickhouseType(type)}`).join(', ');
  const call = root.startsWith('/') || root.startsWith('file:') ? 'file' : 's3';
  const base = root.replace(/^file:\/\//, '').replace(/^gcs:/, 'gs:');
  return `${call}(${text(`${base}/${onePath(paths)}`)}, 'Parquet', ${text(list)})`;
}
