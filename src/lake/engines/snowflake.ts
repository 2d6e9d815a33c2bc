/** Snowflake: https://docs.snowflake.com/en/sql-reference. */
import type { Dialect, FileTable, SaysCall } from './dialect.ts';
import { byFolder, commonFolder } from './file-paths.ts';
import { aggregated, called, commonFunctions, extreme, formatted, leftLetters, template } from './functions.ts';
import { jsonPath } from './json-paths.ts';
import { scalarType, typeName } from './shapes.ts';
import { partOfText, unitedRows, withoutLists } from './shared-parts.ts';
import { Unsayable, type Type } from './tree.ts';

/** Names that are not quoted are in capitals there. */
const quote = (name: string) => `"${name.toUpperCase().replaceAll('"', '""')}"`;
const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

const functions: Readonly<Record<string, SaysCall>> = {
  ...commonFunctions,
  '&': called('bitand'),
  '~': called('bitnot'),
  '/': template('(cast($1 as double) / cast($2 as double))'),
  // A quotient has six decimals, which are rounded.
  '//': template('cast(($1 - mod($1, $2)) / $2 as number(38, 0))'),
  '<<': called('bitshiftleft'),
  '>>': called('bitshiftright'),
  '->>': (says, _, [value, path]) =>
    `cast(get_path(try_parse_json(${says(value)}), ${text(pathOf(jsonPath(path).steps))}) as varchar)`,
  any_value: (says, _, [value]) => `min_by(${says(value)}, case when ${says(value)} is not null then 0 end)`,
  arg_max: extreme('max_by($1, $2)'),
  arg_min: extreme('min_by($1, $2)'),
  avg: (says, _, [value]) => `avg(cast(${says(value)} as double))`,
  bit_or: aggregated('bitor_agg'),
  bool_or: aggregated('boolor_agg'),
  contains: called('contains'),
  count_if: aggregated('count_if'),
  date_trunc: called('date_trunc'),
  ends_with: called('endswith'),
  format: formatted({
    plain: (value) => `cast(${value} as varchar)`,
    padded: (value, width) => `lpad(cast(${value} as varchar), ${width}, '0')`,
    hex: (value, width) => `lpad(ltrim(to_char(${value}, 'xxxxxxxxxxxxxxxx')), ${width}, '0')`,
    thousands: (value) => `ltrim(to_char(${value}, '999,999,999,999,999,999,999'))`,
    concat: (parts) => parts.join(' || '),
  }),
  greatest: called('greatest_ignore_nulls'),
  json_extract: (says, _, [value, path]) => {
    const { steps, isEach } = jsonPath(path);
    if (isEach) throw new Unsayable('it reads each element of a list in JSON');
    return `to_json(get_path(try_parse_json(${says(value)}), ${text(pathOf(steps))}))`;
  },
  least: called('least_ignore_nulls'),
  left: leftLetters('left($1, $2)'),
  ltrim: called('ltrim'),
  regexp_extract: (says, _, [value, pattern, group]) => {
    const found = `regexp_substr(${says(value)}, ${says(pattern)}, 1, 1, 'e', ${group ? says(group) : '0'})`;
    return `case when ${says(value)} is not null then coalesce(${found}, '') end`;
  },
  regexp_matches: template('(regexp_instr($1, $2) > 0)'),
  regexp_replace: called('regexp_replace'),
  rtrim: called('rtrim'),
  sha256: template('sha2($1, 256)'),
  sign: called('sign'),
  starts_with: called('startswith'),
  trunc: called('trunc'),
  xor: called('bitxor'),
};

export const snowflake: Dialect = {
  settings: [],
  notes: [
    'what reads lists or structs is not there',
    'names are in capitals, as unquoted names are',
    'the stage files.lake is made without keys: give it a storage integration, then run the statements',
    'parts of JSON have their members in another order',
  ],
  remote: /^(s3|gcs|gs|azure):\/\//,
  quote,
  text,
  type: snowflakeType,
  functions,
  cast: (says, { child, cast_type: type = { id: '' }, try_cast: isTried }) => {
    if (!child) return undefined;
    if (typeName(type) === 'JSON') return says(child);
    // It is for texts alone.
    return isTried ? `try_cast(cast(${says(child)} as varchar) as ${snowflakeType(type)})` : undefined;
  },
  // A part that is not there is an empty text.
  element: partOfText((value, separator, n) => `nullif(split_part(${value}, ${separator}, ${n}), '')`),
  ...withoutLists,
  files: filesOf,
  path: 'metadata$filename',
  schema: (name) => `create schema if not exists ${quote(name)}`,
  view: (name, query) => `create or replace view ${name} as\n${query}`,
  hasQualify: true,
  hasFilter: false,
  groupByAll: 'group by all',
  rows: unitedRows,
};

const scalars: Readonly<Record<string, string | undefined>> = {
  VARCHAR: 'varchar',
  JSON: 'varchar',
  BOOLEAN: 'boolean',
  TINYINT: 'number(3, 0)',
  SMALLINT: 'number(5, 0)',
  INTEGER: 'number(10, 0)',
  UINTEGER: 'number(10, 0)',
  BIGINT: 'number(19, 0)',
  UBIGINT: 'number(20, 0)',
  HUGEINT: 'number(38, 0)',
  DOUBLE: 'double',
  FLOAT: 'double',
  DATE: 'date',
  TIMESTAMP: 'timestamp_ntz(6)',
  'TIMESTAMP WITH TIME ZONE': 'timestamp_tz(6)',
  BLOB: 'binary',
};

function snowflakeType(type: Type): string {
  const { child_type: item, child_types: fields } = type.type_info ?? {};
  if (item ?? fields) throw new Unsayable('it has a list or a struct');
  return scalarType(type, scalars, 'number');
}

function pathOf(steps: readonly (string | number)[]): string {
  return steps.map((step) => (typeof step === 'number' ? `[${step}]` : `["${step}"]`)).join('');
}

/** The files that are there under one of these names when the statement runs: others that come later are not taken in. */
function filesOf({ name, columns, paths, root }: FileTable): { statements: string[]; relation: string } {
  const relation = `${quote('files')}.${quote(name)}`;
  const stage = `${quote('files')}.${quote('lake')}`;
  const url = text(`${root.replace(/^gs:/, 'gcs:')}/`);
  const list = columns.map((column) => {
    const type = snowflakeType(column.type);
    return `${quote(column.name)} ${type} as (cast(value:"${column.name}" as ${type}))`;
  });
  const folders = [...byFolder(paths)].map(([folder, names]) => `${escaped(folder)}(${names.map(escaped).join('|')})`);
  const made = [
    `create or replace external table ${relation} (${list.join(', ')})`,
    `with location = @${stage}/${commonFolder(paths)} auto_refresh = false`,
    `pattern = ${text(`.*/(${folders.join('|')})`)} file_format = (type = parquet use_logical_type = true)`,
  ].join('\n');
  return { statements: [`create stage if not exists ${stage} url = ${url}`, made], relation };
}

function escaped(path: string): string {
  return path.replaceAll('.', '[.]');
}
