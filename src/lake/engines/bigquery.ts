/** BigQuery: https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax. */
import type { Dialect, FileTable, SaysCall } from './dialect.ts';
import { aggregated, called, commonFunctions, extreme, formatted, leftLetters, template } from './functions.ts';
import { jsonPath } from './json-paths.ts';
import { scalarType, typeName } from './shapes.ts';
import { partOfText, refuse, unitedRows, withoutLists } from './shared-parts.ts';
import { textConstant, Unsayable, type Type } from './tree.ts';

const quote = (name: string) => `\`${name}\``;
const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

const functions: Readonly<Record<string, SaysCall>> = {
  ...commonFunctions,
  '%': called('mod'),
  '&': template('($1 & $2)'),
  '~': template('(~$1)'),
  '/': template('(cast($1 as float64) / cast($2 as float64))'),
  '//': called('div'),
  '<<': template('($1 << $2)'),
  '>>': template('($1 >> $2)'),
  '->>': (says, _, [value, path]) => {
    const part = `${says(value)}, ${says.dialect.text(pathOf(jsonPath(path).steps))}`;
    return `coalesce(json_value(${part}), nullif(json_query(${part}), 'null'))`;
  },
  any_value: aggregated('any_value'),
  arg_max: extreme('max_by($1, $2)'),
  arg_min: extreme('min_by($1, $2)'),
  avg: (says, _, [value]) => `avg(cast(${says(value)} as float64))`,
  bit_or: aggregated('bit_or'),
  bool_or: aggregated('logical_or'),
  concat: (says, _, args) => `array_to_string([${args.map((arg) => `cast(${says(arg)} as string)`).join(', ')}], '')`,
  concat_ws: (says, _, [separator, ...args]) =>
    `array_to_string([${args.map((arg) => `cast(${says(arg)} as string)`).join(', ')}], ${says(separator)})`,
  contains: template('(strpos($1, $2) > 0)'),
  count_if: aggregated('countif'),
  date_trunc: (says, _, [unit, value]) => {
    return `datetime_trunc(cast(${says(value)} as datetime), ${(textConstant(unit) ?? '').replace(/\W/g, '')})`;
  },
  ends_with: called('ends_with'),
  format: formatted({
    plain: (value) => `cast(${value} as string)`,
    padded: (value, width) => `lpad(cast(${value} as string), ${width}, '0')`,
    hex: (value, width) => `format('%0${width}x', ${value})`,
    thousands: (value) => `format("%'d", ${value})`,
    concat: (parts) => `concat(${parts.join(', ')})`,
  }),
  greatest: refuse('it has the greatest of what may be null'),
  json_extract: (says, _, [value, path]) => {
    const { steps, isEach } = jsonPath(path);
    if (isEach) throw new Unsayable('it reads each element of a list in JSON');
    return `json_query(${says(value)}, ${says.dialect.text(pathOf(steps))})`;
  },
  least: refuse('it has the least of what may be null'),
  left: leftLetters('left($1, $2)'),
  ltrim: called('ltrim'),
  regexp_extract: (says, _, [value, pattern, group]) => {
    // What it gives is the only group, or all where there is none.
    const groups = (textConstant(pattern) ?? '(').replaceAll('\\(', '').split(/\((?!\?)/).length - 1;
    if (groups !== Number(group?.value?.value ?? 0)) throw new Unsayable('it has one group of several in a pattern');
    const found = `regexp_extract(${says(value)}, ${says(pattern)})`;
    return `case when ${says(value)} is not null then coalesce(${found}, '') end`;
  },
  regexp_matches: called('regexp_contains'),
  regexp_replace: called('regexp_replace'),
  rtrim: called('rtrim'),
  sha256: template('to_hex(sha256($1))'),
  sign: called('sign'),
  starts_with: called('starts_with'),
  to_json: template('to_json_string($1)'),
  trunc: called('trunc'),
  xor: template('($1 ^ $2)'),
};

export const bigquery: Dialect = {
  settings: [],
  notes: [
    'what reads lists or structs is not there',
    'schemas are datasets, which are made where the project has its default location',
  ],
  remote: /^gs:\/\//,
  quote,
  text,
  exact: (digits) => `bignumeric '${digits}'`,
  type: bigqueryType,
  functions,
  cast: (says, { child, cast_type: type = { id: '' }, try_cast: isTried }) => {
    if (!child) return undefined;
    if (typeName(type) === 'JSON') return says(child);
    return isTried ? `safe_cast(${says(child)} as ${bigqueryType(type)})` : undefined;
  },
  element: partOfText((value, separator, n) => {
    const parts = `split(${value}, ${separator})`;
    return n > 0 ? `${parts}[safe_offset(${n - 1})]` : `array_reverse(${parts})[safe_offset(${-n - 1})]`;
  }),
  ...withoutLists,
  files: filesOf,
  path: '_FILE_NAME',
  schema: (name) => `create schema if not exists ${quote(name)}`,
  view: (name, query) => `create or replace view ${name} as\n${query}`,
  hasQualify: false,
  hasFilter: false,
  groupByAll: 'group by all',
  rows: unitedRows,
};

const scalars: Readonly<Record<string, string | undefined>> = {
  VARCHAR: 'string',
  JSON: 'string',
  BOOLEAN: 'bool',
  TINYINT: 'int64',
  SMALLINT: 'int64',
  INTEGER: 'int64',
  UINTEGER: 'int64',
  BIGINT: 'int64',
  UBIGINT: 'numeric(20, 0)',
  HUGEINT: 'bignumeric(38, 0)',
  DOUBLE: 'float64',
  FLOAT: 'float64',
  DATE: 'date',
  TIMESTAMP: 'datetime',
  'TIMESTAMP WITH TIME ZONE': 'timestamp',
  BLOB: 'bytes',
};

/** Decimals beyond 29 digits before the point are of another type. */
function bigqueryType(type: Type): string {
  const { width = 18, scale = 3, child_type: item, child_types: fields } = type.type_info ?? {};
  if (item ?? fields) throw new Unsayable('it has a list or a struct');
  return scalarType(type, scalars, scale > 9 || width - scale > 29 ? 'bignumeric' : 'numeric');
}

function pathOf(steps: readonly (string | number)[]): string {
  return `$${steps.map((step) => (typeof step === 'number' ? `[${step}]` : `."${step}"`)).join('')}`;
}

/** Each file has its own address in the definition of the table. */
function filesOf({ name, columns, paths, root }: FileTable): { statements: string[]; relation: string } {
  const relation = `${quote('files')}.${quote(name)}`;
  const list = columns.map((column) => `${quote(column.name)} ${bigqueryType(column.type)}`).join(', ');
  const places = paths.map((path) => text(`${root}/${path}`)).join(', ');
  const made = `create or replace external table ${relation} (${list})\noptions (format = 'PARQUET', uris = [${places}])`;
  return { statements: [made], relation };
}
