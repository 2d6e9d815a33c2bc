/** Trino with its Hive connector: https://trino.io/docs/current/functions.html, https://trino.io/docs/current/connector/hive.html. */
import type { Dialect, FileTable } from './dialect.ts';
import { byFolder } from './file-paths.ts';
import { template } from './functions.ts';
import { isJsonList, isJsonValue, isWord, scalarType, typeName } from './shapes.ts';
import { trinoFunctions } from './trino-functions.ts';
import { textConstant, Unsayable, type Type } from './tree.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

export const trino: Dialect = {
  settings: [],
  notes: [
    'the schemas are of the catalog of the session, which has the connector hive',
    'times have milliseconds',
    'parts of JSON may have their members in another order',
    'a file that is gone is left out without an error: print the statements again after compact and repair',
  ],
  quote,
  text,
  exact: (digits) => `decimal '${digits}'`,
  type: trinoType,
  functions: trinoFunctions,
  tried: {
    '+': template('try($1 + $2)'),
    '*': template('try($1 * $2)'),
    // What is no UTF-8 has become U+FFFD.
    url_decode: template("case when strpos(url_decode($1), '\ufffd') = 0 then url_decode($1) end"),
  },
  castsNested: true,
  cast: (says, { child, cast_type: type = { id: '' } }) => {
    if (!child) return undefined;
    const name = typeName(type);
    if (name === 'JSON') return says(child);
    if (isJsonList(type)) return `transform(cast(json_parse(${says(child)}) as array(json)), one -> json_format(one))`;
    if (isJsonValue(child) && type.type_info) return `cast(json_parse(${says(child)}) as ${trinoType(type)})`;
    const [head, digits] = child.function_name === '||' ? (child.children ?? []) : [];
    return textConstant(head) === '0x' ? `cast(from_base(${says(digits)}, 16) as ${trinoType(type)})` : undefined;
  },
  element: (says, list, place) => {
    if (isWord(list)) return `substr(${says(list)}, ${says(place)}, 1)`;
    const field = textConstant(place);
    return field === undefined ? `element_at(${says(list)}, ${says(place)})` : `${says(list)}.${quote(field)}`;
  },
  slice: (says, list, first, last) => {
    const [value, from] = [says(list), says(first)];
    if (isWord(list)) return `substr(${value}, ${from}${last ? `, ${says(last)} - ${from} + 1` : ''})`;
    return `slice(${value}, ${from}, ${last ? `greatest(0, ${says(last)} - ${from} + 1)` : `cardinality(${value})`})`;
  },
  lambda: (variables, body) => `(${variables.join(', ')}) -> ${body}`,
  files: filesOf,
  path: quote('filename'),
  schema: (name) => `create schema if not exists ${quote(name)}`,
  view: (name, query) => `create or replace view ${name} as\n${query}`,
  hasQualify: false,
  hasFilter: true,
  inline: () => {
    throw new Unsayable('it makes rows of a list');
  },
  rows: (says, rows, alias, columns) => {
    const lists = rows.map((row) => `(${row.map((value) => says(value)).join(', ')})`);
    return `(values ${lists.join(', ')}) as ${quote(alias)} (${columns.map(quote).join(', ')})`;
  },
  range: (says, args, alias, columns) => {
    const [first, end] = args.length === 1 ? ['0', says(args[0])] : args.map((arg) => says(arg));
    return `unnest(sequence(${first}, ${end} - 1)) as ${quote(alias)} (${columns.map(quote).join(', ')})`;
  },
};

const scalars: Readonly<Record<string, string | undefined>> = {
  VARCHAR: 'varchar',
  JSON: 'varchar',
  BOOLEAN: 'boolean',
  TINYINT: 'tinyint',
  SMALLINT: 'smallint',
  INTEGER: 'integer',
  UINTEGER: 'bigint',
  BIGINT: 'bigint',
  UBIGINT: 'decimal(20, 0)',
  HUGEINT: 'decimal(38, 0)',
  DOUBLE: 'double',
  FLOAT: 'real',
  DATE: 'date',
  TIMESTAMP: 'timestamp(3)',
  'TIMESTAMP WITH TIME ZONE': 'timestamp(3) with time zone',
  BLOB: 'varbinary',
};

/** JSON in a list or a struct has a type of its own, in which it is read. */
function trinoType(type: Type, isInside = false): string {
  const { child_type: item, child_types: fields } = type.type_info ?? {};
  if (item) return `array(${trinoType(item, true)})`;
  if (fields)
    return `row(${fields.map(({ first, second }) => `${quote(first)} ${trinoType(second, true)}`).join(', ')})`;
  return isInside && typeName(type) === 'JSON' ? 'json' : scalarType(type, scalars);
}

/** Trino reads folders: each is a table, of which those rows are asked whose files are the snapshot's. */
function filesOf({ name, columns, paths, root }: FileTable): { statements: string[]; relation: string } {
  const base = root.startsWith('/') ? `file://${root}` : root;
  const list = columns.map((column) => `${quote(column.name)} ${trinoType(column.type)}`).join(', ');
  const folders = [...byFolder(paths)].map(([folder, names], i) => {
    const table = `${quote('files')}.${quote(i === 0 ? name : `${name}_in_${i + 1}`)}`;
    const location = text(`${base}/${folder}`);
    const made = `create table ${table} (${list})\nwith (external_location = ${location}, format = 'PARQUET')`;
    const rows = `select ${columns.map((column) => quote(column.name)).join(', ')}, "$path" as "filename" from ${table}
where regexp_extract("$path", '[^/]+$') in (${names.map(text).join(', ')})`;
    return { statements: [`drop table if exists ${table}`, made], rows };
  });
  return {
    statements: folders.flatMap(({ statements }) => statements),
    relation: `(\n${folders.map(({ rows }) => rows).join('\nunion all\n')}\n) as "files"`,
  };
}
