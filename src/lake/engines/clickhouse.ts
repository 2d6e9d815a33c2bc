/** ClickHouse 26: https://clickhouse.com/docs/sql-reference. */
import { clickhouseFunctions } from './clickhouse-functions.ts';
import { clickhouseCast, clickhouseElement, clickhouseSlice, clickhouseType } from './clickhouse-types.ts';
import type { Dialect, Says } from './dialect.ts';
import { template } from './functions.ts';
import type { Expr } from './tree.ts';

const quote = (name: string) => `\`${name.replace(/[\\`]/g, '\\$&')}\``;
const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** A view keeps these: nulls of joins as in SQL, columns before aliases of the same name, no rows make null. */
const settings =
  'settings join_use_nulls = 1, prefer_column_name_to_alias = 1, aggregate_functions_null_for_empty = 1, ' +
  'output_format_json_escape_forward_slashes = 0, output_format_json_quote_64bit_integers = 0';

export const clickhouse: Dialect = {
  settings: () => [],
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
  table: (root, path) => {
    const call = root.startsWith('/') ? 'icebergLocal' : 'icebergS3';
    return `${call}(${text(`${root.replace(/^gcs:/, 'gs:')}/iceberg/${path}`)})`;
  },
  schema: (name) => `create database if not exists ${quote(name)}`,
  view: (name, query) => `create or replace view ${name} as\n${query}\n${settings}`,
  hasFilter: false,
  // VALUES names no columns.
  rows: (says, rows, alias, columns) => {
    const lists = rows.map(
      (row) => `select ${row.map((value, i) => `${says(value)} as ${quote(columns[i])}`).join(', ')}`,
    );
    return `(${lists.join(' union all ')}) as ${quote(alias)}`;
  },
};

function wide(sign: string): (says: Says, _: Expr, args: readonly Expr[]) => string {
  return (says, _, [one, other]) =>
    `accurateCastOrNull(toInt256(${says(one)}) ${sign} toInt256(${says(other)}), 'Int128')`;
}
